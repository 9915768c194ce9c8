import type { FixPlan } from '../../../model/rule';
import { defineRule } from '../../../rules/defineRule';
import { isObject } from '../../../text/pointer';

export default defineRule({
  id: 'toolcall/result-contradicts',
  severity: 'warning',
  fix: 'sets `ok`, or sets `error` to null',
  docs: `A result's \`ok\` and \`error\` contradict each other. \`ok\` decides how a result is read: with \`true\`
nobody looks at \`error\`, so a failure goes unseen; with \`false\` and no \`error\` nobody knows what failed.

**Good:**

\`\`\`json
{"call_id": "t_4k7m2p9x1c", "ok": false, "result": null, "error": "deadline exceeded", "latency_ms": 2000}
\`\`\`

**Bad:**

\`\`\`json
{"call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "error": "deadline exceeded", "latency_ms": 2000}
\`\`\`

After a failure set \`ok\` to false and say in \`error\` what failed; else set \`error\` to null.

Source: ADR-0009, Inter-Agent Communication, "Typed JSON tool calls": results are typed as well.`,
  check({ value, kind }, report) {
    if (kind.id !== 'toolcall/result' || !isObject(value)) return;
    const { ok, error, result } = value;
    const hasResult = result !== undefined && result !== null;
    const failed: FixPlan = { title: 'Change "ok" to false', do: 'set', path: ['ok'], value: false };
    const saysError = typeof error === 'string' && /\S/.test(error);
    if (ok === true && saysError) {
      report({
        path: ['ok'],
        message: `"ok" is true, but there is an error: ${JSON.stringify(error.slice(0, 60))}. Set "ok" to false, or "error" to null.`,
        // What came with a result may have been mended.
        fixes: hasResult
          ? [failed, { title: 'Change "error" to null', do: 'set', path: ['error'], value: null }]
          : [failed],
      });
    } else if (ok === false && !saysError && (error === undefined || error === null || typeof error === 'string')) {
      report({
        path: ['ok'],
        message: '"ok" is false, but "error" does not say why; add what failed.',
        fixes: hasResult ? [{ title: 'Change "ok" to true', do: 'set', path: ['ok'], value: true }] : [],
      });
    }
  },
});
