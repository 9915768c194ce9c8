import { t } from '../../shared/l10n';
import { defineRule } from '../defineRule';
import {
  displayPath,
  isAbsolutePath,
  isNotAPath,
  leavesRoot,
  visitOddPaths,
  visitWrittenPaths,
} from '../envelopeFilePaths';
import { targetPathFixes } from '../pathFixes';

/** Reports a path that leaves its root folder, with `..` or through a symbolic link. */
export default defineRule({
  id: 'envelope/path-escapes',
  severity: 'warning',
  guards: true,
  fix: 'writes where a link really leads',
  check(on, report) {
    visitOddPaths(on, (path, text) => {
      if (isAbsolutePath(text) || isNotAPath(text) || !leavesRoot(text)) return;
      report({ path, message: t`"${displayPath(text)}" is outside its root; name a file inside it.` });
    });
    const { files, facts } = on;
    if (!files) return;
    visitWrittenPaths(on, (path, text) => {
      const link = files.onDisk?.(text)?.link;
      if (!link || isAbsolutePath(text) || leavesRoot(text)) return;
      const [shown, at] = [displayPath(text), displayPath(link.at)];
      if (link.real === undefined) {
        report({
          path,
          message: t`"${shown}" leads through the link "${at}" out of the folder; name a file within it.`,
        });
      } else if (facts.isProtected?.(text) !== false) {
        const message = t`"${shown}" leads through the link "${at}" to "${displayPath(link.real)}"; name that.`;
        report({ path, message, fixes: targetPathFixes(on, path, link.real) });
      }
    });
  },
});
