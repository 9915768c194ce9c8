import declaration from '../../generated/toolcall.declaration';
import type { ListedAgent, ListedTool } from '../../model/catalogue';
import type { Exchange } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/jsonPointer';
import { defineFamily } from '../defineFamily';
import { decisionTraceSections, rejectionSections } from './decisionTraceSections';
import { steps } from './toolCallDrafts';

/** Defines the protocol `toolcall`: calls of tools, their results, decisions, refused calls, and catalogues of tools. */
export default defineFamily(declaration.id, {
  ...declaration,
  code: {
    catalogue: { listedAgents },
    trace: { why: decisionTraceSections },
    'quarantined-call': { why: rejectionSections },
  },
  steps,
  exchange,
});

/**
 * Returns the output of a tool call's step, read from the result of the call. Undefined for any other envelope, since the input is read by
 * the field pointers of its kind. Never throws.
 */
export function exchange({ call_id: id, ok, result, error }: Record<string, unknown>): Exchange | undefined {
  if (typeof id !== 'string' || typeof ok !== 'boolean') return undefined;
  const answer = ok ? (result ?? null) : (error ?? result ?? null);
  return {
    input: [],
    output: [
      {
        role: 'tool',
        pieces: [{ type: 'tool_result', id, result: answer, ...(!ok && { isError: true }) }],
        path: [ok || error === undefined ? 'result' : 'error'],
      },
    ],
  };
}

/** The agents of a catalogue and their tools; entries without a name are skipped. */
export function listedAgents(catalogue: unknown): ListedAgent[] {
  if (!isObject(catalogue)) return [];
  return Object.entries(catalogue)
    .filter(([name]) => name !== '$schema')
    .map(([name, tools]) => ({ name, path: [name], tools: Array.isArray(tools) ? listedTools(tools, [name]) : [] }));
}

function listedTools(tools: readonly unknown[], path: Path): ListedTool[] {
  return tools.flatMap((tool, index) => {
    if (!isObject(tool)) return [];
    const { name, description, parameters } = tool;
    if (typeof name !== 'string' || name.trim() === '') return [];
    return {
      name,
      ...(typeof description === 'string' && { description }),
      ...(parameters !== undefined && { parameters }),
      path: [...path, index],
      namePath: [...path, index, 'name'],
      parametersPath: [...path, index, 'parameters'],
    };
  });
}
