import { foldFileName } from '../../text/uri/foldFileName';
import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { targetPathFixes } from '../paths/targetPathFixes';
import { visitWrittenPaths } from '../paths/visitWrittenPaths';

export default defineRule({
  id: 'envelope/path-twin',
  severity: 'warning',
  guards: true,
  fix: 'writes the name that is there',
  docs: `The path of a file to write differs from one that is there, or from another of the same envelope, only in case or in how its letters
are composed. On macOS and Windows both are one file, which is replaced; elsewhere there are two, of which a checkout there loses one.

**Good:** where \`specs/012-invoice-export/spec.md\` is there,

\`\`\`json
{ "path": "specs/012-invoice-export/spec.md", "operation": "update", "content": "# Invoice export" }
\`\`\`

**Bad:**

\`\`\`json
{ "path": "Specs/012-invoice-export/Spec.md", "operation": "update", "content": "# Invoice export" }
\`\`\`

Write the name as it is, or choose another one.

Source: the file systems APFS and NTFS, which compare names without case; Git for Windows and macOS, "core.ignoreCase".`,
  check(on, report) {
    const before = new Map<string, string>();
    visitWrittenPaths(on, (path, text) => {
      const fold = foldFileName(text);
      const other = before.get(fold) ?? text;
      before.set(fold, other);
      const twin = on.files?.onDisk?.(text)?.twin;
      if (twin !== undefined) {
        report({
          path,
          message: `"${displayPath(text)}" is there as "${displayPath(twin)}", which is the same file where names have no case; write it so, or name another.`,
          fixes: targetPathFixes(on, path, twin),
        });
      } else if (other !== text) {
        report({
          path,
          message: `"${displayPath(text)}" and "${displayPath(other)}" are the same file where names have no case; name it in one way.`,
        });
      }
    });
  },
});
