import type { RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { callDeadline, isCall, isResult } from '../callKinds';

/** Reports a tool call that has no result although the log goes on after the call's deadline. */
export default defineRunRule({
  id: 'toolcall/call-without-result',
  severity: 'warning',
  check({ steps, isWhole }, report) {
    const calls = steps.filter(isCall);
    if (!isWhole || !steps.some(step => isResult(step.answer ?? step))) return;
    const end = endOf(steps);
    const times = new Map<string | undefined, number>();
    for (const { draft } of calls) times.set(draft.pair, (times.get(draft.pair) ?? 0) + 1);
    for (const call of calls) {
      const { pair: id, at } = call.draft;
      if (call.answer || id === undefined || at === undefined || end === undefined || end <= at) continue;
      // If two calls have the same id, a result can't be assigned to one of them, so neither call is reported.
      if (times.get(id) !== 1) continue;
      const deadline = callDeadline(call);
      if (deadline === undefined || end <= at + deadline.time) continue;
      report({
        at: call,
        path: ['call_id'],
        message: t`This call has no result, though its log goes on past its deadline of ${deadline.ms} ms.`,
      });
    }
  },
});

/** The latest time in the steps. */
function endOf(steps: readonly RunStep[]): bigint | undefined {
  let end: bigint | undefined;
  for (const { draft, answer } of steps) {
    if (draft.at === undefined) continue;
    const at = draft.at + (answer?.draft.duration ?? draft.duration ?? 0n);
    if (end === undefined || at > end) end = at;
  }
  return end;
}
