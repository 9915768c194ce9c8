import { addToList, compareValues } from '../../shared/arrays';
import { findLastAtOrBefore } from '../../text/lines';
import { type StepRef, stepStart } from './stepRef';

/** The steps of a workflow run in order. `parents` has the index of the step that each is nested in, or -1. */
export interface OrderedSteps {
  refs: StepRef[];
  parents: number[];
}

/**
 * Orders the steps of a run: by iteration, then by time, then by position in their files. A step with neither iteration nor time follows
 * the previous step of its file; a nested one follows its previous sibling, or the step that encloses it. A nested step never precedes its
 * parent, even if its clock says so.
 *
 * @param refs file by file, each in file order
 */
export function orderedSteps(refs: readonly StepRef[]): OrderedSteps {
  if (refs.length === 1) return { refs: [...refs], parents: [-1] };
  const parents = parentsOf(refs);
  const depths = depthsOf(parents);
  const tree = { refs, parents, depths };
  const orders = filledIn(tree, ({ entry, answer }) => entry.order ?? answer?.entry.order, 'last');
  const corrected = startsByLog(refs);
  const times = filledIn(tree, ref => corrected.get(ref) ?? stepStart(ref), 'first');
  const sequence = refs.map((_, index) => index);
  sequence.sort(
    (one, two) =>
      compareValues(orders[one] ?? Number.POSITIVE_INFINITY, orders[two] ?? Number.POSITIVE_INFINITY) ||
      compareValues(times[one] ?? BEFORE_ALL, times[two] ?? BEFORE_ALL) ||
      (depths[one] as number) - (depths[two] as number) ||
      one - two,
  );
  const places = new Array<number>(refs.length);
  for (const [place, index] of sequence.entries()) places[index] = place;
  return {
    refs: sequence.map(index => refs[index] as StepRef),
    parents: sequence.map(index => {
      const parent = parents[index] as number;
      return parent < 0 ? -1 : (places[parent] as number);
    }),
  };
}

/**
 * Corrects starts that were computed from an end and a duration measured by another clock: such a start may precede the log line that
 * reports it. The end of a call never precedes its beginning. Times that are too close to distinguish keep the order of their file.
 */
function startsByLog(refs: readonly StepRef[]): Map<StepRef, bigint> {
  const corrected = new Map<StepRef, bigint>();
  if (!refs.some(({ entry, answer }) => entry.duration !== undefined && !answer)) return corrected;
  const moments = new Map<unknown, Moment[]>();
  const lasting: { ref: StepRef; at: bigint; index: number }[] = [];
  for (const [index, ref] of refs.entries()) {
    const { at, duration, effects } = ref.entry;
    if (at === undefined || ref.answer) continue;
    if (duration !== undefined) lasting.push({ ref, at, index });
    else addToList(moments, ref.record, { at, index, tool: effects && toolIn(effects, 'call') });
  }
  for (const list of moments.values()) list.sort((one, two) => compareValues(one.at, two.at));
  for (const { ref, at, index } of lasting) {
    const { duration = 0n, effects } = ref.entry;
    const before = momentsBefore(moments.get(ref.record) ?? [], index);
    const tool = effects && toolIn(effects, 'result');
    const begun = tool === undefined ? undefined : before(at, at + duration, moment => moment.tool === tool);
    const moment = begun ?? before(at, at + CLOCKS_DIFFER, () => true);
    if (moment) corrected.set(ref, moment.at);
  }
  return corrected;
}

/** The time of a step without duration. */
interface Moment {
  at: bigint;
  index: number;
  /** The tool that it calls. */
  tool: string | undefined;
}

/** Finds the last matching moment between two times that precedes a step in its file. */
function momentsBefore(list: readonly Moment[], index: number) {
  return (from: bigint, to: bigint, isWanted: (moment: Moment) => boolean): Moment | undefined => {
    let place = findLastAtOrBefore(list.length, here => (list[here] as Moment).at, to);
    for (let tried = 0; place >= 0 && tried < MOST_TRIED; place--, tried++) {
      const moment = list[place] as Moment;
      if (moment.at <= from) return undefined;
      if (moment.index < index && isWanted(moment)) return moment;
    }
    return undefined;
  };
}

function toolIn(effects: NonNullable<StepRef['entry']['effects']>, what: 'call' | 'result'): string | undefined {
  const found = effects.find(effect => effect.do === what);
  return found?.do === 'call' || found?.do === 'result' ? found.tool : undefined;
}

/** A millisecond, in nanoseconds: most times are rounded to it. */
const CLOCKS_DIFFER = 1_000_000n;
const MOST_TRIED = 100;

const BEFORE_ALL = -1n;

interface Tree {
  refs: readonly StepRef[];
  parents: readonly number[];
  depths: readonly number[];
}

/**
 * Returns the value of each step, known or inferred; nested steps are never less than their parent.
 *
 * @param unknown whether steps for which nothing can be inferred come first or last
 */
function filledIn<T extends number | bigint>(
  tree: Tree,
  known: (ref: StepRef) => T | undefined,
  unknown: 'first' | 'last',
): (T | undefined)[] {
  const { refs, parents, depths } = tree;
  const values = refs.map(known);
  // Fast paths: nearly all runs are of these kinds.
  if (values.every(value => value === undefined)) return values;
  if (!isNested(tree) && !values.includes(undefined)) return values;
  const nested = refs.flatMap((_, index) => (parents[index] === -1 ? [] : [index]));
  fillRoots(values, tree, refs.keys());
  fillRoots(values, tree, [...refs.keys()].reverse());
  const before = new Map<number, T | undefined>();
  for (const index of nested.sort((one, two) => (depths[one] as number) - (depths[two] as number) || one - two)) {
    const parent = parents[index] as number;
    const least = values[parent];
    const value = values[index] ?? before.get(parent) ?? least;
    const isTooEarly = least === undefined ? unknown === 'last' : value !== undefined && value < least;
    values[index] = isTooEarly ? least : value;
    before.set(parent, values[index]);
  }
  return values;
}

function isNested({ parents }: Pick<Tree, 'parents'>): boolean {
  return parents.some(parent => parent !== -1);
}

function fillRoots<T>(values: (T | undefined)[], { refs, parents }: Tree, indices: Iterable<number>): void {
  let last: T | undefined;
  let file: unknown;
  for (const index of indices) {
    const record = refs[index]?.record;
    if (record !== file) last = undefined;
    file = record;
    if (parents[index] === -1) values[index] ??= last;
    last = values[index] ?? last;
  }
}

/** Returns, for each step, the index of its parent, -1 for none. Breaks circles of parents. */
function parentsOf(refs: readonly StepRef[]): number[] {
  if (!refs.some(({ entry }) => entry.parent !== undefined)) return refs.map(() => -1);
  const byKey = new Map<string, number[]>();
  for (const [index, { entry, answer }] of refs.entries()) {
    for (const key of [entry.holds ?? entry.key, answer?.entry.key])
      if (key !== undefined) addToList(byKey, key, index);
  }
  const parents = refs.map(ref => parentIn(byKey, ref, refs));
  const done = new Uint8Array(refs.length);
  for (let start = 0; start < parents.length; start++) {
    const path: number[] = [];
    let here = start;
    while (here >= 0 && done[here] === NEW) {
      done[here] = ON_PATH;
      path.push(here);
      here = parents[here] as number;
    }
    if (here >= 0 && done[here] === ON_PATH) parents[path.at(-1) as number] = -1;
    for (const index of path) done[index] = DONE;
  }
  return parents;
}

// Keys should be unique; among duplicates, the one in the same envelope counts.
function parentIn(byKey: ReadonlyMap<string, number[]>, { entry, record }: StepRef, refs: readonly StepRef[]): number {
  const named = entry.parent === undefined ? undefined : byKey.get(entry.parent);
  if (!named) return -1;
  const isHere = (index: number) =>
    [refs[index], refs[index]?.answer].some(one => one?.record === record && one.entry.part === entry.part);
  return (named.length > 1 ? named.find(isHere) : undefined) ?? named[0] ?? -1;
}

const NEW = 0;
const ON_PATH = 1;
const DONE = 2;

function depthsOf(parents: readonly number[]): number[] {
  const depths = new Array<number>(parents.length).fill(-1);
  for (let start = 0; start < parents.length; start++) {
    const path: number[] = [];
    let here = start;
    while (here >= 0 && depths[here] === -1) {
      path.push(here);
      here = parents[here] as number;
    }
    let depth = here < 0 ? -1 : (depths[here] as number);
    for (const index of path.reverse()) depths[index] = ++depth;
  }
  return depths;
}
