import { bitOf, OUTCOMES, type RunColumns } from '../../../runs/state/runColumns';
import type { ReplayQuestions } from '../../../shared/replay';
import { columnsOf, type ReplayContext } from '../context/replayContext';
import { treeOrder } from './treeOrder';

/** The next or previous step, in run order, of the kind asked for. Throws RangeError if the start step does not exist. */
export function nextStep(
  { run }: ReplayContext,
  { step, to, back = false, lane }: ReplayQuestions['next']['params'],
): ReplayQuestions['next']['answer'] {
  const columns = columnsOf(run);
  if (columns.lane[step] === undefined) throw new RangeError(`no step ${step} in ${run.summary.key}`);
  const direction = back ? -1 : 1;
  switch (to) {
    case 'error':
      return found(columns, step, direction, at => columns.outcome[at] === FAILED);
    case 'problem':
      return found(columns, step, direction, at => ((columns.marks[at] as number) & PROBLEM) !== 0);
    case 'agent': {
      const wanted = lane ?? columns.lane[step];
      return found(columns, step, direction, at => columns.lane[at] === wanted);
    }
    case 'into':
      return columns.holds[step] === 0 ? null : found(columns, step, 1, at => columns.parent[at] === step);
    case 'out':
      return parentOf(columns, step);
    case 'over':
      return back ? before(columns, step) : after(columns, step, treeOrder(run).places);
    default:
      return null;
  }
}

const FAILED = OUTCOMES.indexOf('failed');
const PROBLEM = bitOf('problem');

function found({ count }: RunColumns, step: number, by: 1 | -1, is: (step: number) => boolean): number | null {
  for (let at = step + by; at >= 0 && at < count; at += by) if (is(at)) return at;
  return null;
}

function parentOf({ parent }: RunColumns, step: number): number | null {
  const above = parent[step] as number;
  return above < 0 ? null : above;
}

/** The next step that is not nested in this one. */
function after(columns: RunColumns, step: number, places: Int32Array): number | null {
  const first = places[step] as number;
  const last = first + (columns.holds[step] as number);
  return found(columns, step, 1, at => (places[at] as number) < first || (places[at] as number) > last);
}

/** The previous sibling, else the parent. */
function before(columns: RunColumns, step: number): number | null {
  const above = columns.parent[step];
  return found(columns, step, -1, at => columns.parent[at] === above) ?? parentOf(columns, step);
}
