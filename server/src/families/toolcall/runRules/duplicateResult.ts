import { defineRunRule } from '../../../rules/defineRunRule';
import { describeLocation } from '../../../rules/runEnvelopes/describeLocation';
import { isCopy } from '../../../rules/runEnvelopes/isCopy';
import { isCall, isResult } from '../calls';

export default defineRunRule({
  id: 'toolcall/duplicate-result',
  severity: 'warning',
  docs: `A call has a second result. A call has one result. Where there are two, whoever waits for it takes the first, and the
second is lost or taken for that of another call.

**Good:**

\`\`\`jsonl
{"call_id": "t_load00eve1", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:00Z", "confirm_required": false}
{"call_id": "t_load00eve1", "ok": true, "result": {"score": 71}, "error": null, "latency_ms": 12}
\`\`\`

**Bad:**

\`\`\`jsonl
{"call_id": "t_load00eve1", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:00Z", "confirm_required": false}
{"call_id": "t_load00eve1", "ok": false, "result": null, "error": "no data", "latency_ms": 12}
{"call_id": "t_load00eve1", "ok": true, "result": {"score": 71}, "error": null, "latency_ms": 40}
\`\`\`

Where a call was tried again, send it again under an id of its own.

Source: ADR-0009, Inter-Agent Communication: results are joined to calls by \`call_id\`.`,
  check({ steps }, report) {
    const answers = new Map(
      steps.flatMap(step => (isCall(step) && step.answer ? [[step.draft.pair, step.answer] as const] : [])),
    );
    for (const step of steps.filter(isResult)) {
      const id = step.draft.pair;
      const first = id === undefined ? undefined : answers.get(id);
      if (id === undefined || !first || isCopy(first, step)) continue;
      report({
        at: step,
        path: ['call_id'],
        message: `The call "${id.slice(0, 60)}" has its result already (${describeLocation(first, step)}); a call has one.`,
      });
    }
  },
});
