import { t } from '../../shared/l10n';
import { defineRunRule } from '../defineRule';
import { describeLocation, envelopesByFile } from '../envelopesOfRun';

/**
 * Reports a workflow input whose iteration number is lower than that of the input before it in the log. Iteration 1 is never reported, since a
 * new workflow may begin with it. Checks `workflow-primitives` and `agent-protocol` together, since their envelopes share runs.
 */
export const iterationGoesBack = defineRunRule({
  id: 'envelope/iteration-goes-back',
  severity: 'warning',
  check(run, report) {
    for (const envelopes of envelopesByFile(run)) {
      const inputs = envelopes.filter(
        ({ draft, file }) => file.isLog && draft.side === 'ask' && draft.order !== undefined,
      );
      for (const [index, at] of inputs.entries()) {
        const previous = inputs[index - 1];
        const [order = 0, last = 0] = [at.draft.order, previous?.draft.order];
        if (!previous || order >= last || order <= 1) continue;
        report({
          at,
          path: ['context', 'iteration'],
          message: t`Iteration ${order} comes after ${last} of the same workflow (${describeLocation(previous, at)}); iterations must count up.`,
        });
      }
    }
  },
});
