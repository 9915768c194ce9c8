import { countAt, type Section, type Thing, type Version, versionAt } from '../../../runs/state/runHistory';
import type { ReplayQuestions, StateBetweenRow, StateSide } from '../../../shared/replay';
import { plain } from '../../runs/words';
import type { ReplayContext } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { historyOf } from './historyOf';
import { stateRow } from './replayState';

/** Compares a section of the state after two steps. Throws RangeError if there is no such step or section. */
export function stateBetween(
  { run }: ReplayContext,
  { one, other, section: id, only, ...window }: ReplayQuestions['stateBetween']['params'],
): ReplayQuestions['stateBetween']['answer'] {
  for (const step of [one, other]) run.step(step);
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  const { sections } = historyOf(run);
  if (!Object.hasOwn(sections, id)) throw new RangeError(`no section "${plain(String(id))}"`);
  const section = sections[id];
  const total = countAt(section, last);
  const changed: number[] = [];
  for (let place = 0; place < total; place++) {
    if (changeOf(section, place, first, last) !== 'same') changed.push(place);
  }
  const placeOf = (row: number) => (only === 'different' ? (changed[row] as number) : row);
  const rows = windowRows(window, only === 'different' ? changed.length : total, MOST_ROWS, row =>
    rowOf(section, placeOf(row), first, last),
  );
  return { ...rows, same: total - changed.length };
}

const MOST_ROWS = 200;

function changeOf({ things }: Section, place: number, first: number, last: number): StateBetweenRow['change'] {
  const thing = things[place] as Thing;
  const [one, other] = [versionAt(thing, first), versionAt(thing, last)];
  if (!one) return 'added';
  return one === other || (one.details.do !== 'write' && isAlike(one, other)) ? 'same' : 'changed';
}

/** Whether two versions are identical. Does not hold for files: writing a file again may change its content. */
function isAlike(a: Version, b: Version | undefined): boolean {
  return JSON.stringify(a.details) === JSON.stringify(b?.details);
}

function rowOf(section: Section, place: number, first: number, last: number): StateBetweenRow {
  const isThere = versionAt(section.things[place] as Thing, first) !== undefined;
  const { name, side: other } = sideOf(section, place, last);
  return {
    name,
    change: changeOf(section, place, first, last),
    ...(isThere && { one: sideOf(section, place, first).side }),
    other,
  };
}

function sideOf(section: Section, place: number, at: number): { name: string; side: StateSide } {
  const { name, change: _change, ...side } = stateRow(section, place, at);
  return { name, side };
}
