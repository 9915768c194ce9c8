import type { Contract } from '../model/contract';
import type { Kind } from '../model/kind';
import type { Facts } from '../model/rule';
import { readCall } from '../rules/calledTool';
import { isPlaceholder } from '../rules/isPlaceholder';
import { type SchemaFinding, schemaFindings, type WrittenAt } from './schemaFindings';

/**
 * Checks a value against its contract as the workspace extends it: where a catalogue lists the agents, the contract's
 * own list of agents is not exhaustive. The catalogue's rules then check the agent together with the tool.
 */
export function contractFindings(
  contract: Contract & Pick<Kind, 'toolCall'>,
  value: unknown,
  { catalogue }: Facts,
  writtenAt?: WrittenAt,
): SchemaFinding[] {
  const findings = schemaFindings(contract, value, writtenAt);
  if (findings.length === 0 || !catalogue || catalogue.agents.size === 0) return findings;
  const call = readCall(value, contract);
  if (call?.agent === undefined || isPlaceholder(call.agent) || LEFT_OUT.test(call.agent)) return findings;
  const place = JSON.stringify(call.at.agent);
  return findings.filter(({ keyword, path }) => keyword !== 'enum' || JSON.stringify(path) !== place);
}

const LEFT_OUT = /^(?:\.\.\.|…)$/;
