import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { targetPathFixes } from '../paths/targetPathFixes';
import { isAbsolutePath, isNotAPath, leavesRoot, visitPaths } from '../paths/visitPaths';
import { visitWrittenPaths } from '../paths/visitWrittenPaths';

export default defineRule({
  id: 'envelope/path-escapes',
  severity: 'warning',
  guards: true,
  fix: 'writes where a link really leads',
  docs: `A path that climbs out of its root with \`..\` reads or writes what is no part of the project; one that leads through a
symbolic link writes another file than it names. Whoever applies the envelope should refuse it.

**Good:**

\`\`\`json
{ "path": "specs/012-invoice-export/spec.md" }
\`\`\`

**Bad:**

\`\`\`json
{ "path": "../other-project/spec.md" }
\`\`\`

Name a file within the root, by where it really is. \`a/../b\` stays within it, and is not reported. Links are looked for on the way of files
to write, from the root of the workspace and from every folder between it and the envelope; a place that the setting \`protectedPaths\` allows may be
written to through links that stay in the folder.

Source: Agent Protocol (ADR-007), "Artifact Structure": paths are relative to the root of the feature; real ones mostly to that of
the repository.`,
  check(on, report) {
    visitPaths(on, (path, text) => {
      if (isAbsolutePath(text) || isNotAPath(text) || !leavesRoot(text)) return;
      report({ path, message: `"${displayPath(text)}" climbs out of its root; name a file within it.` });
    });
    const { files, facts } = on;
    visitWrittenPaths(on, (path, text) => {
      const link = files?.onDisk?.(text)?.link;
      if (!link || isAbsolutePath(text) || leavesRoot(text)) return;
      const said = `"${displayPath(text)}" leads through the link "${displayPath(link.at)}"`;
      if (link.real === undefined) {
        report({ path, message: `${said} out of the folder; name a file within it.` });
      } else if (facts.isProtected?.(text) !== false) {
        const message = `${said} to "${displayPath(link.real)}"; name that.`;
        report({ path, message, fixes: targetPathFixes(on, path, link.real) });
      }
    });
  },
});
