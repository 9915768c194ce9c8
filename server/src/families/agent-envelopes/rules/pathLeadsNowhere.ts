import { defineRule } from '../../../rules/defineRule';
import { displayPath, isAbsolutePath, isNotAPath, leavesRoot, visitPaths } from '../../../rules/envelopeFilePaths';
import { t } from '../../../shared/l10n';
import { hasLoneSurrogate } from '../../../text/characters';
import { isShippedName } from '../../declared/shippedFamilies';

/** Reports a file that the settings name, such as a tool catalogue, and that does not exist. */
export default defineRule({
  id: 'agent-envelopes/path-leads-nowhere',
  severity: 'warning',
  check({ value, kind, files }, report) {
    if (!files) return;
    visitPaths({ value, kind }, (path, text) => {
      if (path[0] === 'protocols' && isShippedName(text)) return;
      if (isNotAPath(text) || hasLoneSurrogate(text))
        report({ path, message: t`This is not a path; name a file, such as "tools/catalogue.json".` });
      else if (text.trim() === '') report({ path, message: t`This path is empty; name a file, or leave it out.` });
      else if (/^[\\/]{2}/.test(text))
        report({
          path,
          message: t`"${displayPath(text)}" is on another machine, which is never accessed; name a file in this workspace.`,
        });
      else if (isAbsolutePath(text) || leavesRoot(text)) return;
      else {
        const found = files.find(text);
        if (found === null) report({ path, message: t`"${displayPath(text)}" does not exist; name an existing file.` });
        if (found?.type === 'folder')
          report({
            path,
            message: t`"${displayPath(text)}" is a folder; name a file in it, such as "${displayPath(text).replace(/\/?$/, '/')}catalogue.json".`,
          });
      }
    });
  },
});
