import { defineRule } from '../defineRule';
import { isNotAPath, visitPaths } from '../paths/visitPaths';

export default defineRule({
  id: 'envelope/path-is-content',
  severity: 'warning',
  guards: true,
  docs: `Where a path goes stands a text of several lines, or one longer than any path: most likely what is in the file.
Envelopes carry paths, so that they stay small; the agent reads the file itself.

**Good:**

\`\`\`json
{ "paths": { "spec": "specs/012-invoice-export/spec.md" } }
\`\`\`

**Bad:**

\`\`\`json
{ "paths": { "spec": "# Invoice export\\n\\nA user exports invoices." } }
\`\`\`

Write the text to a file and name that.

Source: Agent Protocol (ADR-007), "Key Design Decisions": paths, not content.`,
  check(on, report) {
    visitPaths(on, (path, text) => {
      if (!isNotAPath(text)) return;
      const what = /[\r\n]/.test(text) ? 'holds a line break' : 'is longer than a path can be';
      const name = path.findLast(step => typeof step === 'string') ?? 'This';
      report({ path, message: `"${name}" ${what}: it is content, no path; name the file that holds it.` });
    });
  },
});
