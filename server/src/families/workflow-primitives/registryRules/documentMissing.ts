import { vocabularyWord } from '../../../registry/closestWord';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';
import { documentTableRows, statusFinding } from './documentTableRows';

/** Reports a document that a state registry (`index.md`) lists as `present`, but that is not on disk. */
export default defineRegistryRule({
  id: 'workflow-primitives/document-missing',
  severity: 'warning',
  fix: 'sets the status to `absent`',
  check(on, report) {
    if (on.isTemplate) return;
    for (const { status, path, found } of documentTableRows(on)) {
      if (vocabularyWord(status) !== 'present' || found) continue;
      const message = t`"${path.slice(0, 200)}" is listed as present, but does not exist; create it, or set it to absent.`;
      report(statusFinding(on, status, 'absent', message));
    }
  },
});
