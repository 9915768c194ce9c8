import { defineRule } from './defineRule';
import { climbsOut, eachPath, isAbsolute, isNoPath } from './eachPath';
import { shownPath } from './shownPath';

export default defineRule({
  id: 'envelope/path-escapes',
  severity: 'warning',
  guards: true,
  docs: `A path that climbs out of its root with \`..\` reads or writes what is no part of the project. Whoever applies the
envelope should refuse it.

**Good:**

\`\`\`json
{ "path": "specs/012-invoice-export/spec.md" }
\`\`\`

**Bad:**

\`\`\`json
{ "path": "../other-project/spec.md" }
\`\`\`

Name a file within the root. \`a/../b\` stays within it, and is not reported.

Source: Agent Protocol (ADR-007), "Artifact Structure": paths are relative to the root of the feature; real ones mostly to that of
the repository.`,
  check(on, report) {
    eachPath(on, (path, text) => {
      if (isAbsolute(text) || isNoPath(text) || !climbsOut(text)) return;
      report({ path, message: `"${shownPath(text)}" climbs out of its root; name a file within it.` });
    });
  },
});
