import type { Contract } from '../model/contract';
import type { Kind } from '../model/kind';
import type { Facts, Finding } from '../model/rule';
import { contractFindings } from './contractFindings';

/** Checks a value against its contract and returns rule findings, whose name does not depend on the broken keyword. */
export function faultsOf(value: unknown, contract: Contract & Pick<Kind, 'toolCall'>, facts: Facts): Finding[] {
  return contractFindings(contract, value, facts).map(({ rule: _, keyword: __, ...finding }) => finding);
}
