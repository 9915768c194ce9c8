import type { RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRunRule';
import { describeLocation } from '../../../rules/runEnvelopes/describeLocation';
import { isCopy } from '../../../rules/runEnvelopes/isCopy';
import { isCall } from '../calls';

export default defineRunRule({
  id: 'toolcall/duplicate-call',
  severity: 'warning',
  fix: 'gives it a new id',
  docs: `Two calls of one log have the same id. A result names its call by the id alone. Where two calls have one id, nobody
can tell which of them it answers.

**Good:**

\`\`\`jsonl
{"call_id": "t_load00eve1", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:00Z", "confirm_required": false}
{"call_id": "t_load00eve2", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:04Z", "confirm_required": false}
\`\`\`

**Bad:**

\`\`\`jsonl
{"call_id": "t_load00eve1", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:00Z", "confirm_required": false}
{"call_id": "t_load00eve1", "agent": "wellness", "tool": "load_score", "args": {}, "ts": "2026-06-15T19:00:04Z", "confirm_required": false}
\`\`\`

Give each call an id of its own, one that is sent again too.

Source: ADR-0009, Inter-Agent Communication: results are joined to calls by \`call_id\`.`,
  check({ steps }, report) {
    const first = new Map<string, RunStep>();
    for (const step of steps.filter(isCall)) {
      const id = step.draft.pair;
      if (id === undefined) continue;
      const known = first.get(id);
      if (!known) first.set(id, step);
      else if (!isCopy(known, step))
        report({
          at: step,
          path: ['call_id'],
          message: `"${id.slice(0, 60)}" is the id of another call already (${describeLocation(known, step)}); give this one its own.`,
          fixes: [{ title: 'Give it a new id', do: 'fill', path: ['call_id'], format: 'call-id' }],
        });
    }
  },
});
