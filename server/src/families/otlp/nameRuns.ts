import type { Draft } from '../../model/run';
import { atPath, isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
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
      const words = requestIn(atPath(value, spans[index]?.path ?? []));
      if (!draft || words === undefined) continue;
      draft.about = words;
      break;
    }
  }
}

const MOST_RUNS = 100;
const MOST_TRIED = 30;

/** What was asked, in one line. */
function requestIn(span: unknown): string | undefined {
  const said = isObject(span) ? exchange(span) : undefined;
  for (const { role, parts } of said?.input ?? []) {
    if (role !== 'user' && role !== 'input') continue;
    for (const part of parts) {
      const words = part.type === 'text' && !/^\s*[[{]/.test(part.text) ? shortLine(part.text) : undefined;
      if (words !== undefined) return words;
    }
  }
  return undefined;
}
