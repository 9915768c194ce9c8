import { t } from '../../shared/l10n';
import { defineRule } from '../defineRule';
import { displayPath, visitTargetFiles } from '../envelopeFilePaths';
import { operationFixes } from '../pathFixes';

/** Reports an artifact in an envelope that creates a file which already exists. */
export default defineRule({
  id: 'envelope/create-over-existing',
  severity: 'info',
  comparesElements: 'findings',
  comparedKeys: ['path', 'operation'],
  fix: 'changes the operation to `update` or `overwrite`',
  check(on, report) {
    visitTargetFiles(on, ({ at, path, operation, found }) => {
      if (operation !== 'create' || found?.type !== 'file') return;
      report({
        path: [...at, 'operation'],
        message: t`"${displayPath(path)}" already exists; to replace it, say so, or name another file.`,
        fixes: operationFixes(on, at, ['update', 'overwrite']),
      });
    });
  },
});
