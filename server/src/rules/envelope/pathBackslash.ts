import { t } from '../../shared/l10n';
import { defineRule } from '../defineRule';
import { displayPath, isAbsolutePath, isNotAPath, visitOddPaths } from '../envelopeFilePaths';

/** Reports a path with backslashes, which separate folders on Windows only. */
export default defineRule({
  id: 'envelope/path-backslash',
  severity: 'warning',
  guards: true,
  fix: 'writes `/`',
  check(on, report) {
    visitOddPaths(on, (path, text) => {
      if (!text.includes('\\') || isAbsolutePath(text) || isNotAPath(text)) return;
      // A backslash before a blank or bracket is a shell escape, not a separator.
      const fixed = /\\[^\w.@\\-]/.test(text) ? undefined : text.replace(/\\+/g, '/');
      report({
        path,
        message: t`"${displayPath(text)}" has backslashes, which separate folders on Windows only; write "/".`,
        fixes:
          fixed === undefined
            ? []
            : [{ title: t`Change to "${displayPath(fixed)}"`, do: 'set', path, value: fixed, certain: true }],
      });
    });
  },
});
