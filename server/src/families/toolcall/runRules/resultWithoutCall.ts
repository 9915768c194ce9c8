import type { RunFile, RunStep } from '../../../model/rule';
import { defineRunRule } from '../../../rules/defineRule';
import { t } from '../../../shared/l10n';
import { nearestWord } from '../../../text/similarNames';
import { isCall, isResult } from '../callKinds';

/** Reports a result that names a tool call which does not exist. */
export default defineRunRule({
  id: 'toolcall/result-without-call',
  severity: 'warning',
  fix: 'writes the id of the call that was meant, where it is nearly that of one call that waits',
  check({ steps, isWhole }, report) {
    const calls = steps.filter(isCall);
    if (calls.length === 0 || !isWhole) return;
    const known = new Set(calls.map(({ draft }) => draft.pair));
    const waiting = calls.filter(({ answer }) => !answer);
    const begins = firstPlaces(calls);
    const strays = steps.filter(step => {
      const isStray = isResult(step) && step.draft.pair !== undefined && !known.has(step.draft.pair);
      return isStray && step.place >= (begins.get(step.file) ?? 0);
    });
    const isFew = strays.length <= MAX_UNMATCHED && waiting.length <= MAX_UNMATCHED;
    for (const step of strays) {
      const id = step.draft.pair ?? '';
      const meant = isFew ? meantBy(id, step, waiting) : undefined;
      const path = ['call_id'];

      report({
        at: step,
        path,
        message:
          meant === undefined
            ? t`No call has the id "${id.slice(0, 60)}".`
            : t`No call has the id "${id.slice(0, 60)}". Did you mean "${meant.slice(0, 60)}"?`,
        ...(meant !== undefined && {
          fixes: [{ title: t`Change to ${JSON.stringify(meant.slice(0, 60))}`, do: 'set', path, value: meant }],
        }),
      });
    }
  },
});

/**
 * Returns the position of the first call in each file. The call of an earlier result may be in a log that was written before, so such a
 * result is not reported.
 */
function firstPlaces(calls: readonly RunStep[]): Map<RunFile, number> {
  const first = new Map<RunFile, number>();
  for (const { file, place } of calls) first.set(file, Math.min(place, first.get(file) ?? place));
  return first;
}

// With more unmatched results or calls than these, two logs are taken as unrelated.
const MAX_UNMATCHED = 50;

// Sequential ids are all similar: an id is certain only if no other pending id is similar.
function meantBy(id: string, result: RunStep, waiting: readonly RunStep[]): string | undefined {
  const ids = waiting
    .filter(call => call.file !== result.file || call.place < result.place)
    .flatMap(({ draft }) => draft.pair ?? []);
  const meant = nearestWord(id, ids);
  const others = ids.filter(one => one !== meant);
  return meant === undefined || nearestWord(id, others) !== undefined ? undefined : meant;
}
