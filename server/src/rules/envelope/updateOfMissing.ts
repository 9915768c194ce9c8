import { defineRule } from '../defineRule';
import { operationFixes } from '../pathFixes';
import { displayPath, visitTargetFiles } from '../visitTargetPaths';

export default defineRule({
  id: 'envelope/update-of-missing',
  severity: 'warning',
  comparesElements: 'findings',
  comparedKeys: ['path', 'operation'],
  fix: 'changes the operation to `create`',
  check(on, report) {
    visitTargetFiles(on, ({ at, path, pathAt, operation, found }) => {
      const verb = found === null && typeof operation === 'string' && VERBS.get(operation);
      if (!verb) return;
      const instead = operation === 'delete' ? '' : ', or create the file';
      report({
        path: pathAt,
        message: `"${displayPath(path)}" is to be ${verb}, but does not exist; correct the path${instead}.`,
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
