import { t } from '../../shared/l10n';
import { defineRule } from '../defineRule';
import { displayPath, visitTargetFiles } from '../envelopeFilePaths';
import { operationFixes } from '../pathFixes';

/** Reports an artifact in an envelope that changes or deletes a file which does not exist. */
export default defineRule({
  id: 'envelope/update-of-missing',
  severity: 'warning',
  comparesElements: 'findings',
  comparedKeys: ['path', 'operation'],
  fix: 'changes the operation to `create`',
  check(on, report) {
    visitTargetFiles(on, ({ at, path, pathAt, operation, found }) => {
      const message = found === null && typeof operation === 'string' && MESSAGES.get(operation)?.(displayPath(path));
      if (!message) return;
      report({
        path: pathAt,
        message,
        fixes: operation === 'delete' ? [] : operationFixes(on, at, ['create']),
      });
    });
  },
});

const MESSAGES: ReadonlyMap<string, (path: string) => string> = new Map([
  ['update', path => t`"${path}" is to be updated, but does not exist; correct the path, or create the file.`],
  ['overwrite', path => t`"${path}" is to be overwritten, but does not exist; correct the path, or create the file.`],
  ['delete', path => t`"${path}" is to be deleted, but does not exist; correct the path.`],
]);
