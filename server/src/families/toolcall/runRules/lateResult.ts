import { defineRunRule } from '../../../rules/defineRunRule';
import { toMilliseconds } from '../../../text/time/instant';
import { callDeadline } from '../callDeadline';
import { isCall } from '../calls';

export default defineRunRule({
  id: 'toolcall/late-result',
  severity: 'warning',
  docs: `A result came after the deadline of its call. The call says how long its answer is waited for (\`deadline_ms\`), the
result how long it took (\`latency_ms\`). One that took longer came when nobody waited for it any more. One that
that failed is not late: there the deadline did its work.

**Good:**

\`\`\`jsonl
{"call_id": "t_load00eve1", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:00Z", "confirm_required": false, "deadline_ms": 500}
{"call_id": "t_load00eve1", "ok": true, "result": {"score": 71}, "error": null, "latency_ms": 480}
\`\`\`

**Bad:**

\`\`\`jsonl
{"call_id": "t_load00eve1", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:00Z", "confirm_required": false, "deadline_ms": 500}
{"call_id": "t_load00eve1", "ok": true, "result": {"score": 71}, "error": null, "latency_ms": 1830.5}
\`\`\`

Give the tool more time, up to 10000 ms, or make it answer sooner.

Source: ADR-0009, Inter-Agent Communication, \`deadline_ms\`.`,
  check({ steps }, report) {
    for (const call of steps.filter(isCall)) {
      const { answer } = call;
      const took = answer && (answer.draft.duration ?? between(call.draft.at, answer.draft.at));
      if (!answer || took === undefined || answer.draft.outcome === 'failed') continue;
      const deadline = callDeadline(call);
      if (deadline === undefined || took <= deadline.time) continue;
      report({
        at: answer,
        path: ['latency_ms'],
        message: `This took ${toMilliseconds(took)} ms; its call waited ${deadline.ms} ms for it (deadline_ms).`,
      });
    }
  },
});

function between(start: bigint | undefined, end: bigint | undefined): bigint | undefined {
  return start === undefined || end === undefined ? undefined : end - start;
}
