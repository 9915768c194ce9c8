import type { RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRunRule';
import { callDeadline } from '../callDeadline';
import { isCall, isResult } from '../calls';

export default defineRunRule({
  id: 'toolcall/call-without-result',
  severity: 'warning',
  docs: `A call has no result, though its log goes on past its deadline. A call that says by when its answer is due
(\`deadline_ms\`) and gets none, though what follows in its log is later than that: the tool never answered, or its
answer was lost. The last calls of a log may still be answered, and of them nothing is said; nor of a log beside which
not one result is kept.

**Good:**

\`\`\`jsonl
{"call_id": "t_load00eve1", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:00Z", "confirm_required": false, "deadline_ms": 500}
{"call_id": "t_load00eve1", "ok": false, "result": null, "error": "no answer in time", "latency_ms": 500}
{"call_id": "t_load00eve2", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:04Z", "confirm_required": false, "deadline_ms": 500}
\`\`\`

**Bad:**

\`\`\`jsonl
{"call_id": "t_load00eve1", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:00Z", "confirm_required": false, "deadline_ms": 500}
{"call_id": "t_load00eve2", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:04Z", "confirm_required": false, "deadline_ms": 500}
{"call_id": "t_load00eve2", "ok": true, "result": {"score": 71}, "error": null, "latency_ms": 12}
\`\`\`

Write a result for a call that ran out of time as well: \`ok\` false, with what happened in \`error\`.

Source: ADR-0009, Inter-Agent Communication, \`deadline_ms\`.`,
  check({ steps, isWhole }, report) {
    const calls = steps.filter(isCall);
    if (!isWhole || !steps.some(step => isResult(step.answer ?? step))) return;
    const end = endOf(steps);
    const times = new Map<string | undefined, number>();
    for (const { draft } of calls) times.set(draft.pair, (times.get(draft.pair) ?? 0) + 1);
    for (const call of calls) {
      const { pair: id, at } = call.draft;
      if (call.answer || id === undefined || at === undefined || end === undefined || end <= at) continue;
      // Of two calls with one id, nobody knows which was answered.
      if (times.get(id) !== 1) continue;
      const deadline = callDeadline(call);
      if (deadline === undefined || end <= at + deadline.time) continue;
      report({
        at: call,
        path: ['call_id'],
        message: `This call has no result, though its log goes on past its deadline of ${deadline.ms} ms.`,
      });
    }
  },
});

/** The latest that the steps tell of. */
function endOf(steps: readonly RunStep[]): bigint | undefined {
  let end: bigint | undefined;
  for (const { draft, answer } of steps) {
    if (draft.at === undefined) continue;
    const at = draft.at + (answer?.draft.duration ?? draft.duration ?? 0n);
    if (end === undefined || at > end) end = at;
  }
  return end;
}
