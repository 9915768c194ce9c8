import { vocabularyWord } from '../../../registry/closestWord';
import { t } from '../../../shared/l10n';
import { defineRegistryRule } from './defineRegistryRule';
import { documentTableRows, featureOf, statusFinding } from './documentTableRows';

/** Reports a document that a state registry (`index.md`) lists as `absent`, but that is on disk. */
export default defineRegistryRule({
  id: 'workflow-primitives/document-there',
  severity: 'warning',
  fix: 'sets the status to `present`',
  check(on, report) {
    if (on.isTemplate) return;
    const feature = featureOf(on.registry);
    for (const { status, path, found } of documentTableRows(on)) {
      if (vocabularyWord(status) !== 'absent' || !found) continue;
      // A bare name such as `plan.md` may have been found outside of the feature's folder. It is then another document, which says nothing
      // about the feature's.
      const isElsewhere = !/[\\/]./.test(path) && feature !== undefined && !isBelow(found.uri, feature);
      if (isElsewhere) continue;
      const message = t`"${path.slice(0, 200)}" is listed as absent, but exists; set it to present.`;
      report(statusFinding(on, status, 'present', message));
    }
  },
});

function isBelow(uri: string, feature: string): boolean {
  return uri.includes(`/${encodeURIComponent(feature)}/`);
}
