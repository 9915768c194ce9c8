import { families } from '../../../server/src/families';
import type { Analysis } from '../../../server/src/model/analysis';
import { problemsIn } from '../../kit/analyseText';

const ids = new Set(families.flatMap(({ runRules }) => runRules.map(({ id }) => id)));

/** What the rules over runs say: of which part, and what. */
export function said(analysis: Analysis): string[] {
  return problemsIn(analysis)
    .filter(({ rule }) => ids.has(rule))
    .map(({ part, rule }) => `${part.id} ${rule}`);
}

export const CALL = '{"call_id": "t_aaaaaaaaaa", "agent": "x", "tool": "y", "args": {}, "ts": "2026-06-01T10:00:00Z"}';
export const STRAY = '{"call_id": "t_zzzzzzzzzz", "ok": true, "result": {}, "error": null, "latency_ms": 1}';
