import type { RunEnvelope } from '../../model/rule';

export function isCall({ draft }: RunEnvelope): boolean {
  return draft.kind === 'toolcall/call';
}

export function isResult({ draft }: RunEnvelope): boolean {
  return draft.kind === 'toolcall/result';
}
