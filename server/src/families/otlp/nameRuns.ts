import type { Draft } from '../../model/run';
import { atPath, isObject } from '../../text/pointer';
import { requestWords } from '../exchanges/requestWords';
import { exchange } from './exchange';
import type { Span } from './span';

/**
 * Says what the runs of a trace are about, in place: what was asked, as the root span tells it, else the first span that does. Where none
 * does, a run has the name of its root.
 */
export function nameRuns(value: Record<string, unknown>, spans: readonly Span[], drafts: readonly Draft[]): void {
  const byRun = new Map<string | undefined, number[]>();
  for (const [index, { run }] of drafts.entries()) {
    const indexes = byRun.get(run);
    if (indexes) indexes.push(index);
    else byRun.set(run, [index]);
  }
  if (byRun.size > MOST_RUNS) return;
  for (const indexes of byRun.values()) {
    const rank = (index: number) => (drafts[index]?.parent === undefined ? -1 : Number(drafts[index]?.at ?? 0));
    const first = indexes.map(index => ({ index, rank: rank(index) })).sort((one, other) => one.rank - other.rank);
    for (const { index } of first.slice(0, MOST_TRIED)) {
      const draft = drafts[index];
      const span = atPath(value, spans[index]?.path ?? []);
      const words = requestWords(isObject(span) ? exchange(span) : undefined);
      if (!draft || words === undefined) continue;
      draft.about = words;
      break;
    }
  }
}

const MOST_RUNS = 100;
const MOST_TRIED = 30;
