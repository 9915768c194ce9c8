import { t } from '../../shared/l10n';
import { defineRule } from '../defineRule';
import { isNotAPath, visitOddPaths } from '../envelopeFilePaths';

/** Reports a property whose value should be a path, but is probably the content of a file. */
export default defineRule({
  id: 'envelope/path-is-content',
  severity: 'warning',
  guards: true,
  check(on, report) {
    visitOddPaths(on, (path, text) => {
      if (!isNotAPath(text)) return;
      const fault = /[\r\n]/.test(text) ? t`holds a line break` : t`is longer than a path can be`;
      const name = path.findLast(step => typeof step === 'string') ?? t`This`;
      report({ path, message: t`"${name}" ${fault}: it is content, not a path; name the file that holds it.` });
    });
  },
});
