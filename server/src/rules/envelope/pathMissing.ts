import { t } from '../../shared/l10n';
import { pointerPathIn } from '../../text/jsonPointer';
import { defineRule } from '../defineRule';
import { displayPath, isResolvablePath, visitPaths } from '../envelopeFilePaths';

/** Reports a path at which no file or folder exists. */
export default defineRule({
  id: 'envelope/path-missing',
  severity: 'info',
  check({ value, kind, where, files }, report) {
    if (where !== 'file' || !files) return;
    const carried = kind.carries?.content === undefined ? undefined : pointerPathIn(value, kind.carries.items);
    visitPaths({ value, kind }, (path, text) => {
      if (carried?.every((step, index) => path[index] === step)) return;
      if (text.trim() === '') {
        report({ path, message: t`"${String(path.at(-1))}" is blank, not a path; name the file, or leave it out.` });
        return;
      }
      // Skips globs, URLs, and paths that can't be looked up on disk.
      if (!isResolvablePath(text) || /[*?]|:\/\//.test(text) || files.find(text) !== null) return;
      report({
        path,
        message: t`"${displayPath(text)}" does not exist; correct the path, or create the file.`,
      });
    });
  },
});
