import { defineRule } from '../defineRule';
import { displayPath } from '../paths/displayPath';
import { operationFixes } from '../paths/operationFixes';
import { visitTargetFiles } from '../paths/visitTargetFiles';

export default defineRule({
  id: 'envelope/update-of-missing',
  severity: 'warning',
  fix: 'changes the operation to `create`',
  docs: `An artifact updates, overwrites or deletes a file that is not there: most likely its path is wrong, and a file is
written that nobody reads.

**Good:** of a file that is not there yet,

\`\`\`json
{ "path": "specs/012-invoice-export/plan.md", "operation": "create", "content": "# Plan" }
\`\`\`

**Bad:** of the same file,

\`\`\`json
{ "path": "specs/012-invoice-export/plan.md", "operation": "update", "content": "# Plan" }
\`\`\`

Correct the path, or create the file. The path is looked for from the root of the workspace and from every folder between it
and the envelope: protocols disagree on what it is relative to.

Source: Agent Protocol (ADR-007), "Artifact Structure": \`update\` is for files that are there.`,
  check(on, report) {
    visitTargetFiles(on, ({ at, path, operation, found }) => {
      const verb = found === null && typeof operation === 'string' && VERBS.get(operation);
      if (!verb) return;
      const instead = operation === 'delete' ? '' : ', or create the file';
      report({
        path: [...at, 'path'],
        message: `"${displayPath(path)}" is to be ${verb}, but is not there; correct the path${instead}.`,
        fixes: operation === 'delete' ? [] : operationFixes(on, at, ['create']),
      });
    });
  },
});

const VERBS: ReadonlyMap<string, string> = new Map([
  ['update', 'updated'],
  ['overwrite', 'overwritten'],
  ['delete', 'deleted'],
]);
