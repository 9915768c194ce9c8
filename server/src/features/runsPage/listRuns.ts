import type { RunSummary } from '../../model/run';
import type { RunList, RunRow, RunsPageParams } from '../../shared/runsPage';
import { runBrief } from '../replay/overview';
import { runFigures } from '../replay/runFigures';
import { isLive } from '../runs/icons';
import { runFilter } from '../runs/runFilter';
import { runDistinction } from '../runs/runNode';
import { PAGE } from '../runs/runNodes';
import { sortedRuns } from '../runs/sortedRuns';
import { costText, numberText } from '../runs/words';
import type { ShownRuns } from './answerRunsPage';

/**
 * Returns a page of the runs that match a filter, in the order of the runs tree.
 *
 * @param now in milliseconds since 1970
 */
export function listRuns(shown: ShownRuns, { filter, sort, from = 0 }: RunsPageParams<'runs'>, now: number): RunList {
  const runs = sortedRuns(shown.index, { filter, sort }, now, shown.said);
  const { fault } = runFilter(filter);
  return {
    runs: runs.slice(from, from + PAGE).map(summary => runRow(shown, summary, now)),
    total: runs.length,
    ...(fault !== undefined && { fault }),
  };
}

function runRow({ index, reader }: ShownRuns, summary: RunSummary, now: number): RunRow {
  const run = index.run(summary.key);
  const { tokens, cost } = run ? runFigures(run) : {};
  const mark = runDistinction(index, summary);
  return {
    ...runBrief(summary, reader, now),
    ...(mark !== undefined && { mark }),
    ...(tokens !== undefined && { tokens: numberText(tokens) }),
    ...(cost !== undefined && { cost: costText(cost) }),
    isLive: isLive(summary, now),
  };
}
