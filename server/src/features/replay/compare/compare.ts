import type { Alignment } from '../../../runs/compare/alignRuns';
import type { AlignedRow, Comparison, ReplayQuestions } from '../../../shared/replay';
import type { ReplayContext } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { runBrief } from '../runBrief';
import { stepBrief } from '../steps/stepBrief';
import { type AlignedRuns, alignedRuns } from './alignedRuns';
import { comparedMetrics } from './comparedMetrics';
import { otherRun } from './otherRun';

/** Compares two runs row by row and by their metrics. Throws RangeError if there is no such run. */
export function compare(
  replay: ReplayContext,
  { with: key, only, ...window }: ReplayQuestions['compare']['params'],
): ReplayQuestions['compare']['answer'] {
  const other = otherRun(replay, key);
  const both = alignedRuns(replay, other);
  const { rows, counts } = both;
  const { count } = rows;
  const places = only === 'different' ? both.different : undefined;
  return {
    one: runBrief(replay.run.summary, replay.reader, replay.now),
    other: runBrief(other.summary, replay.reader, replay.now),
    metrics: comparedMetrics(replay.run, other),
    counts,
    changes: changesIn(both),
    ...windowRows(window, places?.length ?? count, MOST_ROWS, place => {
      const row = places ? (places[place] as number) : place;
      return alignedRow({ one: replay, other: { ...replay, run: other } }, both, row);
    }),
  };
}

const MOST_ROWS = 200;

function alignedRow(
  { one, other }: { one: ReplayContext; other: ReplayContext },
  both: AlignedRuns,
  row: number,
): AlignedRow {
  const [step, partner] = stepsIn(both.rows, row);
  const fields = both.rows.differs[row] as readonly string[];
  if (partner < 0) return { is: 'missing', one: stepBrief(one, step), differs: [...fields] };
  if (step < 0) return { is: 'added', other: stepBrief(other, partner), differs: [...fields] };
  const differs = differencesIn(both, row);
  const is = differs.length > 0 ? 'changed' : 'same';
  return { is, one: stepBrief(one, step), other: stepBrief(other, partner), differs };
}

/** All differences of two aligned steps. A title is made of what is said. */
function differencesIn({ rows, differingIn }: AlignedRuns, row: number): string[] {
  const said = differingIn(row);
  const fields = rows.differs[row] as readonly string[];
  return [...fields.filter(field => field !== 'title' || said.length === 0 || said[0] === 'envelope'), ...said];
}

/** In how many rows each difference is, the most frequent first; in long runs without what takes reading the envelopes. */
function changesIn(both: AlignedRuns): Comparison['changes'] {
  const isShort = both.rows.count <= MOST_READ_ROWS;
  const rows = new Map<string, number>();
  for (const row of both.different) {
    const found = isShort ? differencesIn(both, row) : (both.rows.differs[row] as readonly string[]);
    for (const what of found) rows.set(what, (rows.get(what) ?? 0) + 1);
  }
  return [...rows].map(([what, count]) => ({ what, rows: count })).sort((one, other) => other.rows - one.rows);
}

const MOST_READ_ROWS = 300;

function stepsIn({ one, other }: Alignment, row: number): [number, number] {
  return [one[row] as number, other[row] as number];
}
