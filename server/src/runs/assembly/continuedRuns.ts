import { spokenLine } from '../../families/drafts/createDraft';
import type { Effect } from '../../model/run';
import { addToList, compareValues } from '../../shared/arrays';
import { memoizeByObject, memoizeLastByObject } from '../../text/memoize';
import { type Entry, familyOf } from '../reading/fileRecord';
import { callOf } from './countUsageOnce';
import type { CopyRef, RunPiece, StepRef } from './stepRef';

/**
 * Corrects the entries of a log that continues the run of an earlier log. It may begin with a copy of the earlier log's first line: the copy
 * becomes a repeated step, and begins no second run. All entries get the agent's name from the log's own first line.
 */
export function continuedLog(entries: readonly Entry[]): readonly Entry[] {
  if (!entries.some(({ links }) => links?.from !== undefined || links?.agentName !== undefined)) return entries;
  let opener: Entry | undefined;
  return entries.map(entry => {
    const isOfFamily = opener !== undefined && familyOf(opener) === familyOf(entry);
    if (entry.opensRun) {
      const isCopied = isOfFamily && entry.run !== undefined && entry.run === opener?.links?.from;
      if (isCopied) return copiedOpener(entry, opener as Entry);
      opener = entry.links ? entry : undefined;
      return entry;
    }
    const name = isOfFamily ? opener?.links?.agentName : undefined;
    return name === undefined ? entry : withAgent(entry, name);
  });
}

const ORIGINALS = new WeakMap<Entry, Entry>();

/** Remembers what an entry was before it was changed for its run. */
export function changedFrom(original: Entry, made: Entry): Entry {
  ORIGINALS.set(made, original);
  return made;
}

/** Returns an entry as its file has it. */
export function originalOf(entry: Entry): Entry {
  let original = entry;
  for (let before = ORIGINALS.get(original); before; before = ORIGINALS.get(original)) original = before;
  return original;
}

// Memoized, here and below, since runs whose entries are the same objects are not assembled again.
const copiedOpener = memoizeLastByObject((entry: Entry, opener: Entry): Entry => {
  const { opensRun: _opensRun, run: _run, ...rest } = entry;
  const made: Entry = { ...rest, ...(opener.run !== undefined && { run: opener.run }), isRepeated: true };
  return changedFrom(entry, made);
});

const withAgent = memoizeLastByObject((entry: Entry, name: string): Entry => {
  const own = familyOf(entry);
  const made = { ...entry, ...(entry.agent === own && { agent: name }), ...(entry.peer === own && { peer: name }) };
  return changedFrom(entry, made);
});

/** Marks an entry as a copy from an earlier run: removes its usage, which counts there, and its title for the run. */
const repeated = memoizeByObject((entry: Entry): Entry => {
  const { about: _about, effects, ...rest } = entry;
  const others = effects?.filter(effect => effect.do !== 'usage') ?? [];
  const made: Entry = { ...rest, isRepeated: true, ...(others.length > 0 && { effects: others }) };
  return changedFrom(entry, made);
});

/**
 * Marks steps that a run copies from another run of the folder: a resumed or forked session has a new id and begins with a
 * copy of the session that it continues.
 */
export function markRepeated(pieces: readonly RunPiece[]): void {
  for (const group of resumedSessions(pieces)) markCopies(group, ({ refs }) => refs.map(nameOf));
  const ofRun = new Map(
    pieces.flatMap(piece => (piece.id === undefined ? [] : [[`${piece.space} ${piece.id}`, piece]])),
  );
  for (const piece of pieces) {
    const at = piece.refs.findIndex(({ entry }) => entry.opensRun && entry.links?.from !== undefined);
    const opener = piece.refs[at];
    if (opener) markFork(piece, { at, opener, origin: ofRun.get(`${piece.space} ${opener.entry.links?.from}`) });
  }
  for (const group of sharedCalls(pieces)) markCopies(group, callNames());
}

/** Runs that begin with the same line. */
function resumedSessions(pieces: readonly RunPiece[]): RunPiece[][] {
  const groups = new Map<string, RunPiece[]>();
  for (const piece of pieces) {
    const first = piece.refs.find(({ entry }) => isSnapshot(entry));
    const id = first && snapshotId(first.entry);
    if (id === undefined) continue;
    const name = `${piece.space} ${id}`;
    addToList(groups, name, piece);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

// A list of messages inside of an envelope has ids of its own.
function isSnapshot(entry: Entry): boolean {
  return entry.repeats === 'snapshot' && entry.parent === undefined && entry.path === undefined;
}

/** The runs that have a call of a model in common: a resumed session may copy the lines before it under new ids. */
function sharedCalls(pieces: readonly RunPiece[]): RunPiece[][] {
  if (pieces.length < 2) return [];
  const first = new Map<string, RunPiece>();
  const groups = new Map<string, Set<RunPiece>>();
  for (const piece of pieces) {
    for (const ref of piece.refs) {
      const call = callOf(ref);
      if (call === undefined) continue;
      const name = `${piece.space} ${call}`;
      const other = first.get(name) ?? piece;
      if (other === piece) first.set(name, piece);
      else groups.set(piece.space, (groups.get(piece.space) ?? new Set()).add(other).add(piece));
    }
  }
  return [...groups.values()].map(group => [...group]);
}

/** Marks shared steps as repeated in all runs except the original: the run whose own steps begin first, or that has no own steps. */
function markCopies(group: readonly RunPiece[], namesOf: (piece: RunPiece) => StepName[]): void {
  const named = group.map(piece => ({ piece, names: namesOf(piece) }));
  const runs = new Map<StepName, number>();
  for (const { names } of named) for (const name of new Set(names)) runs.set(name, (runs.get(name) ?? 0) + 1);
  const isOwn = (name: StepName) => name !== undefined && runs.get(name) === 1;
  const begun = named.map(one => {
    const own = one.piece.refs.find(({ entry }, at) => isOwn(one.names[at]) && entry.at !== undefined);
    return { ...one, begin: own?.entry.at ?? -1n };
  });
  const known = new Set<StepName>();
  for (const { piece, names } of begun.sort((one, other) => compareValues(one.begin, other.begin))) {
    for (const [index, name] of names.entries()) {
      if (name !== undefined && known.has(name)) markRef(piece, index);
    }
    for (const name of names) known.add(name);
  }
}

/** The name by which runs share a step; undefined for a step of this run alone. */
type StepName = string | undefined;

/**
 * Names the steps of runs by their model calls. A number is no id, since an unrelated run may reach the same count: its name includes the
 * steps before it.
 */
function callNames(): (piece: RunPiece) => StepName[] {
  const beginnings = new Map<string, number>();
  return ({ refs }) => {
    let before = 0;
    return refs.map(ref => {
      const call = callOf(ref);
      const name = call !== undefined && COUNT.test(call) ? `${call} ${before}` : call;
      if (!ref.entry.opensRun) {
        const beginning = `${before} ${textOf(ref)}`;
        before = beginnings.get(beginning) ?? beginnings.size + 1;
        beginnings.set(beginning, before);
      }
      return name;
    });
  };
}

const COUNT = /^\d+$/;

function nameOf({ entry }: StepRef): StepName {
  const id = entry.repeats === 'snapshot' ? snapshotId(entry) : undefined;
  return id === undefined ? undefined : `${entry.kind} ${id} ${entry.title}`;
}

interface Fork {
  /** The index of the first line among the steps. */
  at: number;
  opener: StepRef;
  /** The run that it continues, if its file is in the folder. */
  origin: RunPiece | undefined;
}

/**
 * Marks the steps at the start of a forked run that are copies of the original run's steps. If the original is missing, marks the lines
 * that were written within a second of the first line; if these include no copy of the original's first line, only those up to the last
 * answer of a model.
 */
function markFork(piece: RunPiece, { at, opener, origin }: Fork): void {
  const { record } = opener;
  const history = origin ? historyOf(origin, opener) : undefined;
  const atOnce = history ? 0 : endOfLinesAtOnce(piece, at, opener);
  const isCopied = piece.refs.some(ref => ref.record === record && ref.entry.isRepeated);
  const isAnswer = (ref: StepRef) => ref.record === record && ANSWERED.test(ref.entry.kind);
  const end = isCopied
    ? atOnce
    : piece.refs.findLastIndex((ref, index) => index > at && index < atOnce && isAnswer(ref)) + 1;
  let next = 0;
  for (let index = at + 1; index < piece.refs.length; index++) {
    const ref = piece.refs[index] as StepRef;
    if (ref.record !== record || ref.entry.isRepeated) continue;
    if (history ? history[next] !== textOf(ref) : index >= end) return;
    next++;
    markRef(piece, index);
  }
}

const ANSWERED = /:(?:llm|usage)$/;

/** Returns the index after the last line that was written within a second of the first line of its log. */
function endOfLinesAtOnce({ refs }: RunPiece, at: number, { record, entry }: StepRef): number {
  if (entry.at === undefined) return 0;
  const end = entry.at + AT_ONCE;
  const isLater = (ref: StepRef) => ref.record === record && !ref.entry.isRepeated && (ref.entry.at ?? end) >= end;
  const found = refs.findIndex((ref, index) => index > at && isLater(ref));
  return found < 0 ? refs.length : found;
}

/** Returns the steps of a run up to the point where another run was forked from it, as comparable texts; without its first line. */
function historyOf({ refs }: RunPiece, { entry }: StepRef): string[] {
  const before = refs.filter(
    ref => !ref.entry.opensRun && (entry.at === undefined || ref.entry.at === undefined || ref.entry.at <= entry.at),
  );
  return before.map(textOf);
}

function textOf({ entry }: StepRef): string {
  return `${entry.kind} ${entry.pair ?? ''} ${entry.title}`;
}

/** A second, in nanoseconds. */
const AT_ONCE = 1_000_000_000n;

function markRef(piece: RunPiece, index: number): void {
  const ref = piece.refs[index] as StepRef;
  piece.refs[index] = { ...ref, entry: repeated(ref.entry) };
}

/**
 * Merges envelopes of one run that report the same step: snapshots of a streamed message, its pieces, lines that were written twice,
 * and echoes of another envelope's text. Merged snapshots have the position of the first and the content of the last.
 */
export function mergeRepeats(refs: StepRef[]): StepRef[] {
  if (!refs.some(({ entry }) => entry.repeats !== undefined)) return refs;
  return withoutEchoes(mergeSnapshots(refs).map(joinedPieces));
}

function mergeSnapshots(refs: readonly StepRef[]): Gathered[] {
  const merged: Gathered[] = [];
  const places = new Map<string, number[]>();
  const lastOfCall = new Map<string | undefined, StepRef>();
  for (const ref of refs) {
    const { repeats } = ref.entry;
    const id = repeats === 'snapshot' || repeats === 'piece' ? snapshotId(ref.entry) : undefined;
    const known = id === undefined ? undefined : places.get(id);
    const before = merged[merged.length - 1];
    const place =
      repeats === 'piece' && id === undefined && isPieceAfter(ref.entry, before)
        ? merged.length - 1
        : known?.find(at => isSameStep((merged[at] as Gathered).ref, ref, lastOfCall.get(callOf(ref))));
    lastOfCall.set(callOf(ref), ref);
    if (place === undefined) {
      if (known) known.push(merged.length);
      else if (id !== undefined) places.set(id, [merged.length]);
      merged.push({ ref, pieces: [] });
      continue;
    }
    const one = merged[place] as Gathered;
    if (repeats === 'piece') one.pieces.push(ref);
    else merged[place] = { ref: joined(joinedPieces(one), ref), pieces: [] };
  }
  return merged;
}

/** A step, and the pieces that go on with it. */
interface Gathered {
  ref: StepRef;
  pieces: StepRef[];
}

/** Returns whether a piece without an id goes on with the step before it. */
function isPieceAfter(entry: Entry, before: Gathered | undefined): boolean {
  const one = before?.ref.entry;
  if (one?.repeats !== 'piece' || one.run !== entry.run || !isSameKind(one, entry)) return false;
  return entry.agent === undefined || entry.agent === one.agent;
}

/** One step of a streamed text or call: what its pieces say, one after the other. */
function joinedPieces({ ref, pieces }: Gathered): StepRef {
  const { entry } = ref;
  if (entry.repeats !== 'piece' && pieces.length === 0) return ref;
  const all = [entry, ...pieces.map(piece => piece.entry)];
  const last = all[all.length - 1] as Entry;
  const written = all.reduce((text, { title }) => (text.length < ENOUGH ? text + title : text), '');
  const word = entry.kind.slice(entry.kind.lastIndexOf(':') + 1);
  const effects = effectsOfAll(all);
  const { at } = entry;
  const lasted = at !== undefined && last.at !== undefined && last.at > at ? last.at - at : undefined;
  const made: Entry = {
    ...entry,
    ...lastOf(all, ['model', 'failure', 'status']),
    title: spokenLine(written) ?? word,
    outcome: last.outcome,
    ...(effects.length > 0 && { effects }),
    ...(lasted !== undefined && !ref.answer && { duration: lasted }),
  };
  const further = pieces.map(piece => ({ entry: piece.entry, record: piece.record }));
  const known = ref.pieces ?? [];
  return { ...ref, entry: made, ...(pieces.length > 0 && { pieces: [...known, ...further] }) };
}

// Each piece of a call may name it.
function effectsOfAll(entries: readonly Entry[]): Effect[] {
  const calls = new Set<string | undefined>();
  return entries
    .flatMap(({ effects = [] }) => effects)
    .filter(effect => effect.do !== 'call' || (!calls.has(effect.id) && calls.add(effect.id)));
}

// A title is shorter than this.
const ENOUGH = 400;

function lastOf<N extends keyof Entry>(entries: readonly Entry[], names: readonly N[]): Pick<Entry, N> {
  const found: Partial<Pick<Entry, N>> = {};
  for (const one of entries) for (const name of names) if (one[name] !== undefined) found[name] = one[name];
  return found as Pick<Entry, N>;
}

/** Returns the id that the snapshots of a step share: of the call, of its message, or of the line. */
function snapshotId({ pair, effects, key }: Entry): string | undefined {
  if (pair !== undefined) return pair;
  const usage = effects?.find(effect => effect.do === 'usage');
  return (usage?.do === 'usage' ? usage.call : undefined) ?? key;
}

/**
 * Returns whether two snapshots belong to one step. A message may have several blocks of one kind: a longer text replaces a shorter one
 * only if no envelope of the message between them leaves it out. An id of a call may be used again for another call.
 *
 * @param last the last step of the same model call before the later snapshot
 */
function isSameStep(first: StepRef, later: StepRef, last: StepRef | undefined): boolean {
  const [one, other] = [first.entry, later.entry];
  // An entry of this run may name it or not.
  const isOther = one.run !== undefined && other.run !== undefined && one.run !== other.run;
  if (isOther || !isSameKind(one, other)) return false;
  if (one.pair !== undefined) return other.side === 'answer' || !isOtherCall(first, later);
  if (one.key !== undefined && one.key === other.key) return true;
  if (isSameEnvelope(first, later)) return false;
  if (one.title === other.title) return true;
  const [start, grown] = [beginning(one.title), beginning(other.title)];
  return (start.startsWith(grown) || grown.startsWith(start)) && (last === undefined || isSameEnvelope(first, last));
}

/** Returns whether a call comes from another message than an earlier one with its id, or differs and follows its result. */
function isOtherCall(first: StepRef, later: StepRef): boolean {
  const [message, other] = [callOf(first), callOf(later)];
  if (message !== undefined && other !== undefined && message !== other) return true;
  const [answered, at] = [first.answer?.entry.at, later.entry.at];
  return first.entry.title !== later.entry.title && answered !== undefined && at !== undefined && answered < at;
}

function isSameEnvelope({ entry, record }: StepRef, other: StepRef): boolean {
  return record === other.record && entry.part === other.entry.part;
}

/** Returns whether two drafts are of one kind, or of one word: a stream has a kind for each event. */
function isSameKind({ kind }: Entry, { kind: other }: Entry): boolean {
  if (kind === other) return true;
  const word = kind.indexOf(':');
  return word > 0 && other.endsWith(kind.slice(word)) && familyOf({ kind }) === familyOf({ kind: other });
}

// A long title is cut in its middle.
function beginning(title: string): string {
  return title.slice(0, ALIKE);
}

const ALIKE = 40;

function joined(first: StepRef, later: StepRef): StepRef {
  const copies: CopyRef[] = [...(first.copies ?? []), ...(later.copies ?? [])];
  // The call was written twice, and its result after the second time.
  if (later.entry.side === 'answer' && first.entry.side !== 'answer') {
    const { entry, record } = later;
    return first.answer
      ? { ...first, copies: [...copies, { entry, record, isAnswer: true }] }
      : { ...first, answer: { entry, record } };
  }
  copies.push({ entry: first.entry, record: first.record }, ...(first.pieces ?? []));
  const answer = first.answer ?? later.answer;
  if (first.answer && later.answer) copies.push({ ...later.answer, isAnswer: true });
  const { at } = first.entry;
  const entry = at === undefined || at === later.entry.at ? later.entry : { ...later.entry, at };
  return { entry, record: later.record, ...(answer && { answer }), copies };
}

/**
 * Drops echoes of a text, at most as many as there are other envelopes with that text. A program may change a text that it echoes, so an
 * echo without an equal text is dropped if a neighbouring envelope of its kind was written at the same time.
 */
function withoutEchoes(refs: StepRef[]): StepRef[] {
  const said = new Map<string, number>();
  if (!refs.some(({ entry }) => entry.repeats === 'echo')) return refs;
  const nameOf = ({ kind, title }: Entry) => `${kind} ${title}`;
  for (const { entry } of refs) {
    if (entry.repeats !== 'echo') said.set(nameOf(entry), (said.get(nameOf(entry)) ?? 0) + 1);
  }
  const following = nextOthers(refs);
  let before: Entry | undefined;
  return refs.filter(({ entry }, index) => {
    if (entry.repeats !== 'echo') {
      before = entry;
      return true;
    }
    const name = nameOf(entry);
    const left = said.get(name) ?? 0;
    said.set(name, left - 1);
    return left <= 0 && !isWrittenWith(entry, before) && !isWrittenWith(entry, following[index]);
  });
}

/** Returns, for each envelope, the next one that is no echo. */
function nextOthers(refs: readonly StepRef[]): (Entry | undefined)[] {
  let next: Entry | undefined;
  return refs
    .toReversed()
    .map(({ entry }) => {
      const own = next;
      if (entry.repeats !== 'echo') next = entry;
      return own;
    })
    .reverse();
}

function isWrittenWith(echo: Entry, other: Entry | undefined): boolean {
  if (other?.kind !== echo.kind || other.at === undefined || echo.at === undefined) return false;
  const distance = other.at > echo.at ? other.at - echo.at : echo.at - other.at;
  return distance < SAME_TIME;
}

/** A tenth of a second, in nanoseconds. */
const SAME_TIME = 100_000_000n;
