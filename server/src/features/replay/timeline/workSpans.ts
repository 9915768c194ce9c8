import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import type { RunColumns } from '../../../runs/state/runColumns';
import { columnsOf, memoizePerRun } from '../context/replayContext';
import { agentHandoffs } from '../graph/agentHandoffs';

/** When each step was worked on, in milliseconds since the run began. */
export interface WorkSpans {
  from: Float64Array;
  to: Float64Array;
}

/**
 * When each step was worked on. A message states only when it was sent: its sender worked on it since receiving the hand-off
 * that it answers, or since sending its previous message. Other steps have a start and an end.
 */
export function workSpans(run: IndexedRun): WorkSpans {
  return memoizePerRun(run, spansOf);
}

function spansOf(run: IndexedRun): WorkSpans {
  const columns = columnsOf(run);
  const { start, end, timed, lane, lanes, count } = columns;
  const from = start.slice();
  /** By step: when the last of those that handed over to it ended; NaN where none did. */
  const handedOverAt = new Float64Array(count).fill(Number.NaN);
  for (const { from: giver, to, by } of agentHandoffs(run).list) {
    if (by === 'step' && timed[giver] === 1)
      handedOverAt[to] = Math.max((handedOverAt[to] as number) || 0, end[giver] as number);
  }
  const before = new Float64Array(lanes.length).fill(Number.NEGATIVE_INFINITY);
  for (let step = 0; step < count; step++) {
    const at = lane[step] as number;
    const begun = handedOverAt[step] as number;
    const sent = start[step] as number;
    if (!Number.isNaN(begun) && timed[step] === 1 && isMessage(columns, step)) {
      from[step] = Math.min(sent, Math.max(begun, before[at] as number));
    }
    before[at] = Math.max(before[at] as number, end[step] as number);
  }
  return { from, to: end };
}

/** Whether a step is sent from one agent to another and has no duration. */
function isMessage({ lasts, addressees }: RunColumns, step: number): boolean {
  return lasts[step] === 0 && (addressees[step] as readonly string[]).length > 0;
}
