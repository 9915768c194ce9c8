import { defineRunRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { toMilliseconds } from '../../../text/parseTime';
import { callDeadline, isCall } from '../callKinds';

/** Reports the result of a tool call that took longer than the call's deadline. */
export default defineRunRule({
  id: 'toolcall/late-result',
  severity: 'warning',
  check({ steps }, report) {
    for (const call of steps.filter(isCall)) {
      const { answer } = call;
      const took = answer && (answer.draft.duration ?? between(call.draft.at, answer.draft.at));
      if (!answer || took === undefined || answer.draft.outcome === 'failed') continue;
      const deadline = callDeadline(call);
      if (deadline === undefined || took <= deadline.time) continue;
      report({
        at: answer,
        path: ['latency_ms'],
        message: t`This took ${toMilliseconds(took)} ms; its call waited ${deadline.ms} ms for it (deadline_ms).`,
      });
    }
  },
});

function between(start: bigint | undefined, end: bigint | undefined): bigint | undefined {
  return start === undefined || end === undefined ? undefined : end - start;
}
