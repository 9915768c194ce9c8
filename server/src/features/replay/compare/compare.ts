import type { Alignment } from '../../../runs/compare/alignRuns';
import type { AlignedRow, ReplayQuestions } from '../../../shared/replay';
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
  if (partner < 0) return { is: 'missing', one: stepBrief(one, step), differs: [] };
  if (step < 0) return { is: 'added', other: stepBrief(other, partner), differs: [] };
  const fields = both.rows.differs[row] as readonly string[];
  const differs = both.envelopesDiffer(row) ? [...fields, 'envelope'] : [...fields];
  const is = differs.length > 0 ? 'changed' : 'same';
  return { is, one: stepBrief(one, step), other: stepBrief(other, partner), differs };
}

function stepsIn({ one, other }: Alignment, row: number): [number, number] {
  return [one[row] as number, other[row] as number];
}
