import type { RunEnvelope } from '../../model/rule';

/** Returns whether an envelope is a call of a tool. */
export function isCall({ draft }: RunEnvelope): boolean {
  return draft.kind === 'toolcall/call';
}

/** Returns whether an envelope is the result of a tool call. */
export function isResult({ draft }: RunEnvelope): boolean {
  return draft.kind === 'toolcall/result';
}
