import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { operationFixes } from '../paths/operationFixes';
import { visitTargetFiles } from '../paths/visitTargetFiles';

export default defineRule({
  id: 'envelope/create-over-existing',
  severity: 'info',
  fix: 'changes the operation to `update` or `overwrite`',
  docs: `An artifact creates a file that is there. Either the envelope was applied already, and all is well, or it is about to
replace what somebody else wrote.

**Good:** of a file that is there,

\`\`\`json
{ "path": "specs/012-invoice-export/spec.md", "operation": "update", "content": "# Invoice export" }
\`\`\`

**Bad:** of the same file,

\`\`\`json
{ "path": "specs/012-invoice-export/spec.md", "operation": "create", "content": "# Invoice export" }
\`\`\`

If the file is to be replaced, say so; else name another. The path is looked for from the root of the workspace and from
every folder between it and the envelope.

Source: Agent Protocol (ADR-007), "Artifact Structure": \`create\` is for new files.`,
  check(on, report) {
    visitTargetFiles(on, ({ at, path, operation, found }) => {
      if (operation !== 'create' || found?.type !== 'file') return;
      report({
        path: [...at, 'operation'],
        message: `"${displayPath(path)}" is there already; if it is to be replaced, say so, else name another file.`,
        fixes: operationFixes(on, at, ['update', 'overwrite']),
      });
    });
  },
});
