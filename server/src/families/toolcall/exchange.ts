import type { Exchange } from '../../model/exchange';

/** Reads what a tool answered; of a call its kind tells enough. Never throws. */
export function exchange({ call_id: id, ok, result, error }: Record<string, unknown>): Exchange | undefined {
  if (typeof id !== 'string' || typeof ok !== 'boolean') return undefined;
  const answer = ok ? (result ?? null) : (error ?? result ?? null);
  return {
    input: [],
    output: [
      {
        role: 'tool',
        parts: [{ type: 'tool_result', id, result: answer, ...(!ok && { isError: true }) }],
        path: [ok || error === undefined ? 'result' : 'error'],
      },
    ],
  };
}
