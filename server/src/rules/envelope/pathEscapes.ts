import { defineRule } from '../defineRule';
import { shownPath } from '../paths/displayPath';
import { movedFixes } from '../paths/targetPathFixes';
import { climbsOut, eachPath, isAbsolute, isNoPath } from '../paths/visitPaths';
import { eachWritten } from '../paths/visitWrittenPaths';

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
    eachPath(on, (path, text) => {
      if (isAbsolute(text) || isNoPath(text) || !climbsOut(text)) return;
      report({ path, message: `"${shownPath(text)}" climbs out of its root; name a file within it.` });
    });
    const { files, facts } = on;
    eachWritten(on, (path, text) => {
      const link = files?.onDisk?.(text)?.link;
      if (!link || isAbsolute(text) || climbsOut(text)) return;
      const said = `"${shownPath(text)}" leads through the link "${shownPath(link.at)}"`;
      if (link.real === undefined) {
        report({ path, message: `${said} out of the folder; name a file within it.` });
      } else if (facts.isProtected?.(text) !== false) {
        const message = `${said} to "${shownPath(link.real)}"; name that.`;
        report({ path, message, fixes: movedFixes(on, path, link.real) });
      }
    });
  },
});
