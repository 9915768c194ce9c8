import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { isAbsolutePath, isNotAPath, visitPaths } from '../paths/visitPaths';

export default defineRule({
  id: 'envelope/path-backslash',
  severity: 'warning',
  guards: true,
  fix: 'writes `/`',
  docs: `A backslash separates folders on Windows only. Elsewhere it is part of a name: the file is not found, or one of that
very name is made.

**Good:**

\`\`\`json
{ "path": "specs/012-invoice-export/spec.md" }
\`\`\`

**Bad:**

\`\`\`json
{ "path": "specs\\\\012-invoice-export\\\\spec.md" }
\`\`\`

Write \`/\`, which is understood everywhere. In what \`check --as\` was asked for it is an error: \`a\\b/../../x\` leads out of the root for one
reader, and stays within it for another.

Source: the paths that the protocols show ("Artifact Structure") are written with \`/\`.`,
  check(on, report) {
    visitPaths(on, (path, text) => {
      if (!text.includes('\\') || isAbsolutePath(text) || isNotAPath(text)) return;
      // Before a blank or a bracket it is a shell's escape, no separator.
      const fixed = /\\[^\w.@\\-]/.test(text) ? undefined : text.replace(/\\+/g, '/');
      report({
        path,
        message: `"${displayPath(text)}" has backslashes, which are part of a name but on Windows; write "/".`,
        fixes:
          fixed === undefined
            ? []
            : [{ title: `Change to "${displayPath(fixed)}"`, do: 'set', path, value: fixed, certain: true }],
      });
    });
  },
});
