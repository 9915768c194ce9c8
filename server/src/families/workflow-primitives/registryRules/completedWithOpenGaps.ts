import { vocabularyWord } from '../../../registry/closestWord';
import { gapsOf, reasonFixes, registryLoops } from '../../../registry/gaps';
import { trimmedSpan } from '../../../registry/registryCells';
import { t } from '../../../shared/l10n';
import { someOf } from '../../../shared/shownText';
import { defineRegistryRule } from './defineRegistryRule';

/**
 * Reports a workflow loop that a state registry (`index.md`) records as completed with success, although important gaps (unclear or missing
 * facts) are open.
 */
export default defineRegistryRule({
  id: 'workflow-primitives/completed-with-open-gaps',
  severity: 'warning',
  fix: 'adds a reason with which open gaps are known issues',
  check({ registry }, report) {
    const loops = registryLoops(registry);
    if (loops.length === 0) return;
    // Counts only the gaps of the specification. Those of the plan and of the tasks arise after this loop has completed, and have their own
    // loops.
    const open = gapsOf(registry).filter(
      ({ section, priority, status }) =>
        section.definition.id === 'gap-priority-queue' &&
        IMPORTANT.has(vocabularyWord(priority)) &&
        OPEN.has(vocabularyWord(status)),
    );
    if (open.length === 0) return;
    for (const loop of loops) {
      const reason = vocabularyWord(loop.reason);
      if (vocabularyWord(loop.status) !== 'completed' || (reason !== '' && reason !== 'success')) continue;
      const gaps = someOf(
        open,
        ({ id, priority, status }) => `${id} (${vocabularyWord(priority)}, ${vocabularyWord(status)})`,
        5,
      );
      report({
        // Each gap may be correct; the contradiction is the claimed success, reported once for all gaps.
        at: trimmedSpan(registry.markdown.text, loop.status),
        message: reason
          ? t`The loop is completed with success, but gaps are open: ${gaps}. Close them, or give the reason why it ended with them open.`
          : t`The loop is completed, but gaps are open: ${gaps}. Close them, or give the reason why it ended with them open.`,
        fixes: reasonFixes(registry, loop, ['max_iterations', 'stale_accepted', 'accepted']),
      });
    }
  },
});

const IMPORTANT = new Set(['Critical', 'Important']);
const OPEN = new Set(['pending', 'clarifying', 'resolving', 'escalated']);
