import type { Effect } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import {
  countAt,
  isOpenEffect,
  type Section,
  type StateHistory,
  stateHistory,
  type Thing,
  thingsChangedBy,
  type Version,
  versionAt,
  versionIndex,
} from '../../runs/stateHistory';
import { formatNumber, t } from '../../shared/l10n';
import type {
  NowRow,
  ReplayAnswer,
  ReplayParams,
  ReplayState,
  StateBetweenRow,
  StateRow,
  StateSectionId,
  StateSide,
  Tone,
} from '../../shared/replay/index';
import { approvalWord } from '../../shared/statusWord';
import { findLastAtOrBefore } from '../../text/lines';
import { costText, plain } from '../runs/treeNodeTexts';
import { columnsOf, memoizePerRun, type ReplayedRun, windowRows } from './replayedRun';

/**
 * Returns the state of a workflow run after a step, such as its artifacts and open questions: the sum of all changes so far. Throws RangeError if
 * there is no such step.
 */
export function replayState({ run }: ReplayedRun, { step }: ReplayParams<'state'>): ReplayState {
  const history = historyOf(run);
  const { effects } = run.step(step);
  return {
    now: nowRows(history, step),
    sections: SECTIONS.flatMap(([id, title]) => {
      const section = history.sections[id];
      const total = countAt(section, step);
      if (total === 0) return [];
      const from = Math.max(0, total - SHOWN);
      const last = windowRows({ from }, total, SHOWN, place => stateRow(section, place, step));
      const earlier = thingsChangedBy(section, step, effects)
        .filter(place => place < from)
        .slice(0, SHOWN)
        .map(place => stateRow(section, place, step));
      const rows = [...earlier, ...last.rows];
      const open = id === 'gaps' || id === 'questions' ? (versionAt(section.open, step)?.count ?? 0) : undefined;
      return [{ id, title, rows, from, total, ...(open !== undefined && { open }) }];
    }),
    confidences: confidencesAt(run, step),
  };
}

/** Returns a window of rows of one section of the state after a step. */
export function stateSection(
  { run }: ReplayedRun,
  { step, section: id, ...window }: ReplayParams<'section'>,
): ReplayAnswer<'section'> {
  run.step(step);
  const { sections } = historyOf(run);
  if (!Object.hasOwn(sections, id)) throw new RangeError(`no section "${plain(String(id))}"`);
  const section = sections[id];
  return windowRows(window, countAt(section, step), MOST_ROWS, place => stateRow(section, place, step));
}

const SHOWN = 30;
const MOST_ROWS = 200;
const LONGEST_NAME = 250;
const LONGEST_TEXT = 300;

const SECTIONS: readonly [StateSectionId, string][] = [
  ['artifacts', t`Artifacts`],
  ['documents', t`Documents`],
  ['gaps', t`Gaps`],
  ['questions', t`Questions`],
  ['decisions', t`Decisions`],
  ['notes', t`Notes`],
];

/** Returns an item of a section after a step. The item must exist by then. */
export function stateRow({ things }: Section, place: number, step: number): StateRow {
  const thing = things[place] as Thing;
  const version = versionAt(thing, step) as Version;
  const { details, agent } = version;
  const times = versionIndex(thing, version) + 1;
  return {
    place,
    ...textsOf(version),
    tone: effectTone(details),
    step: version.step,
    ...(agent !== undefined && { agent: plain(agent, 40) }),
    ...(details.do === 'write' && { times }),
    ...(version.step === step && { change: thing[0]?.step === step ? ('added' as const) : ('changed' as const) }),
  };
}

function textsOf({ details }: Version): Pick<StateRow, 'name' | 'path' | 'text' | 'status'> {
  switch (details.do) {
    case 'write': {
      const { path, operation } = details;
      const name = plain(path, LONGEST_NAME);
      return { name, status: plain(operation, 40), ...(name !== path && { path }) };
    }
    case 'document':
      return { name: plain(details.name, LONGEST_NAME), status: plain(details.status, 40) };
    case 'gap':
    case 'question': {
      const text = [details.priority, details.text].filter(Boolean).join(' · ');
      const more = text === '' ? {} : { text: plain(text, LONGEST_TEXT) };
      return { name: plain(details.id, LONGEST_NAME), status: plain(details.status, 40), ...more };
    }
    default:
      return { name: 'text' in details ? plain(details.text ?? '', LONGEST_TEXT) : details.do };
  }
}

function nowRows(history: StateHistory, step: number): NowRow[] {
  const { agent, handoff, approval, budget, usage } = history;
  return [
    ...nowRow(t`Active agent`, agent, step, ({ name }) => plain(name, 40)),
    ...nowRow(t`Handoff`, handoff, step, ({ details: { to, text }, agent: from }) => {
      const names = [from, to].flatMap(name => (name === undefined ? [] : plain(name, 40))).join(' → ');
      return text ? `${names}: ${plain(text)}` : names;
    }),
    ...nowRow(t`Approval`, approval, step, ({ details }) => plain(approvalWord(details.state), 60)),
    ...nowRow(t`Budget`, budget, step, ({ details }) => plain(details.state, 60)),
    ...nowRow(t`Tokens`, usage, step, ({ tokens }) => (tokens > 0 ? formatNumber(tokens) : '')),
    ...nowRow(t`Cost`, usage, step, ({ cost }) => (cost > 0 ? costText(cost) : '')),
  ];
}

function nowRow<V extends { step: number }>(
  name: string,
  versions: readonly V[],
  step: number,
  textOf: (version: V) => string,
): NowRow[] {
  const version = versionAt(versions, step);
  const value = version ? textOf(version) : '';
  if (!version || value === '') return [];
  const earlier = versionAt(versions, step - 1);
  const before = earlier ? textOf(earlier) : '';
  const changed = version.step === step && before !== value;
  return [{ name, value, step: version.step, changed, ...(changed && before !== '' && { before }) }];
}

function confidencesAt(run: IndexedRun, step: number): ReplayState['confidences'] {
  const steps = memoizePerRun(run, confidentSteps);
  const { confidence } = columnsOf(run);
  const end = findLastAtOrBefore(steps.length, place => steps[place] as number, step) + 1;
  return Array.from(steps.subarray(Math.max(0, end - MOST_CONFIDENCES), end), one => ({
    step: one,
    confidence: confidence[one] as number,
  }));
}

const MOST_CONFIDENCES = 12;

function confidentSteps(run: IndexedRun): Int32Array {
  const { confidence } = columnsOf(run);
  const steps: number[] = [];
  for (let step = 0; step < confidence.length; step++) if (!Number.isNaN(confidence[step])) steps.push(step);
  return Int32Array.from(steps);
}

/** Returns the tone in which an effect is shown. */
export function effectTone(effect: Effect): Tone {
  switch (effect.do) {
    case 'write':
      return writeTone(effect.operation);
    case 'document':
      return DOCUMENTS.get(effect.status) ?? 'open';
    case 'gap':
    case 'question':
      return isOpenEffect(effect) ? 'open' : 'done';
    case 'result':
      return effect.ok ? 'good' : 'bad';
    case 'evaluation':
      return effect.isGood === undefined ? 'plain' : effect.isGood ? 'good' : 'bad';
    case 'approval':
    case 'budget':
      return stateTone(effect.state);
    default:
      return 'plain';
  }
}

const DOCUMENTS: ReadonlyMap<string, Tone> = new Map([
  ['present', 'good'],
  ['absent', 'bad'],
  ['skipped_greenfield', 'done'],
  ['template', 'plain'],
]);

// Matches the protocols' words for file operations.
function writeTone(operation: string): Tone {
  if (/delet|remov|reject/i.test(operation)) return 'bad';
  if (/creat|new|add|appl|approv/i.test(operation)) return 'good';
  return 'plain';
}

function stateTone(state: string): Tone {
  if (/exceed|reject|den|timeout|timed|fail/i.test(state)) return 'bad';
  if (/request|pend|warn|wait|modif/i.test(state)) return 'open';
  if (/approv|receiv|grant|accept/i.test(state)) return 'good';
  return 'plain';
}

/** Returns the history of a run, memoized until the run changes. */
export function historyOf(run: IndexedRun): StateHistory {
  return memoizePerRun(run, stateHistory);
}

/** Compares a section of the state after two steps. Throws RangeError if there is no such step or section. */
export function stateBetween(
  { run }: ReplayedRun,
  { one, other, section: id, only, ...window }: ReplayParams<'stateBetween'>,
): ReplayAnswer<'stateBetween'> {
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

function changeOf({ things }: Section, place: number, first: number, last: number): StateBetweenRow['change'] {
  const thing = things[place] as Thing;
  const [one, other] = [versionAt(thing, first), versionAt(thing, last)];
  if (!one) return 'added';
  return one === other || (one.details.do !== 'write' && isAlike(one, other)) ? 'same' : 'changed';
}

/** Returns whether two versions are equal. Not for files: writing a file again may change only its content. */
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
  const { name, place: _place, path: _path, change: _change, ...side } = stateRow(section, place, at);
  return { name, side };
}
