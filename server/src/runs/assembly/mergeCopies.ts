import type { Entry, FileRecord } from '../reading/fileRecord';
import type { TextDigests } from './digestEnvelopeTexts';
import type { CopyRef, EntryRef, RunPiece, StepRef } from './stepRef';

/**
 * Merges the copies of a step, which several files contain, into one step. Trace spans are copies if their ids are equal, even if one is
 * incomplete. Envelopes are copies if their texts are equal and contain an id or a time. Equal envelopes within one log remain separate steps.
 *
 * @param refs the steps of one run, file by file
 */
export function mergeCopies(refs: StepRef[], digestsOf: TextDigests): StepRef[] {
  const identified = identities(refs, digestsOf);
  if (!identified) return refs;
  const { identityOf, digests } = identified;
  const known = new Map<string, Merged>();
  const steps: Merged[] = [];
  for (const ref of refs) {
    const own = identityOf(ref);
    const answer = ref.answer && identityOf(ref.answer);
    const same = own === undefined ? undefined : known.get(own);
    if (same && joins(same, ref, { own, answer })) {
      if (answer !== undefined) known.set(answer, same);
      continue;
    }
    const asked = answer === undefined ? undefined : known.get(answer);
    if (asked && isSameAsk(asked, ref, { answer, digests })) {
      addCopies(asked, ref);
      continue;
    }
    const step: Merged = asked && asked.own === answer ? asked : { ref, own, answer };
    if (step === asked) askFor(step, ref, own);
    else steps.push(step);
    if (own !== undefined && !known.has(own)) known.set(own, step);
    if (answer !== undefined && !known.has(answer)) known.set(answer, step);
  }
  return steps.length === refs.length ? refs : steps.map(({ ref }) => ref);
}

/**
 * Merges copied runs that have no id: if another file of the folder contains all steps of a file, the file is no run of
 * its own.
 */
export function foldCopiedFiles(pieces: RunPiece[], digestsOf: TextDigests): RunPiece[] {
  const files = pieces.filter(({ id }) => id === undefined);
  if (files.length < 2) return pieces;
  const identified = identities(
    files.flatMap(({ refs }) => refs),
    digestsOf,
  );
  if (!identified) return pieces;
  const { identityOf } = identified;
  const owners = new Map<string, RunPiece>();
  const folded = new Map<RunPiece, RunPiece>();
  // Longest first, so that an excerpt becomes a copy of its log.
  for (const piece of files.toSorted((one, other) => other.refs.length - one.refs.length)) {
    const names = piece.refs.flatMap(ref => [identityOf(ref), ...(ref.answer ? [identityOf(ref.answer)] : [])]);
    const [first] = names;
    const owner = first === undefined ? undefined : owners.get(`${piece.space} ${first}`);
    const isCopy = owner && names.every(name => name !== undefined && owners.get(`${piece.space} ${name}`) === owner);
    if (isCopy) folded.set(piece, owner);
    else for (const name of names) if (name !== undefined) owners.set(`${piece.space} ${name}`, piece);
  }
  if (folded.size === 0) return pieces;
  const copies = new Map<RunPiece, StepRef[]>();
  for (const piece of files) {
    const owner = folded.get(piece);
    if (owner) copies.set(owner, [...(copies.get(owner) ?? []), ...piece.refs]);
  }
  return pieces.flatMap(piece => {
    if (folded.has(piece)) return [];
    const more = copies.get(piece);
    return [more ? { ...piece, refs: [...piece.refs, ...more] } : piece];
  });
}

/** A step, with the identities of its question and its answer. */
interface Merged {
  ref: StepRef;
  own: string | undefined;
  answer: string | undefined;
}

/** Adds a step with the same request to a merged step. Returns false if the answers differ, so that they are different steps. */
function joins(step: Merged, ref: StepRef, { own, answer }: Omit<Merged, 'ref'>): boolean {
  const isAnswer = step.own !== own;
  if (isAnswer && ref.answer) return false;
  if (ref.answer && step.ref.answer && (answer === undefined || answer !== step.answer)) return false;
  const { entry, record } = ref;
  const before = step.ref;
  if (isAnswer) step.ref = { ...before, copies: [...(before.copies ?? []), { entry, record, isAnswer }] };
  else if (before.answer) addCopies(step, ref);
  else {
    const isBetter = tellsMore(entry, before.entry);
    addCopies(step, isBetter ? { entry: before.entry, record: before.record } : { entry, record });
    if (isBetter) step.ref = { ...step.ref, entry, record };
    if (ref.answer) step.ref = { ...step.ref, answer: ref.answer };
  }
  step.answer ??= answer;
  return true;
}

/** Returns whether two requests are copies. Requests with neither id nor time are copies if their answers are. */
function isSameAsk(
  step: Merged,
  { entry, record }: StepRef,
  { answer, digests }: { answer: string | undefined; digests: Digests },
): boolean {
  const { entry: known, record: file } = step.ref;
  const digest = digests.get(entry);
  return step.answer === answer && record !== file && digest !== undefined && digest === digests.get(known);
}

function addCopies(step: Merged, { entry, record, answer }: StepRef): void {
  const copies: CopyRef[] = [...(step.ref.copies ?? []), { entry, record }];
  if (answer) copies.push({ ...answer, isAnswer: true });
  step.ref = { ...step.ref, copies };
}

/** Gives this request to a merged answer that has none. */
function askFor(step: Merged, { entry, record, answer }: StepRef, own: string | undefined): void {
  const before = { entry: step.ref.entry, record: step.ref.record };
  const copies = [...(step.ref.copies ?? []), ...(answer ? [answer] : [])].map(copy => ({
    ...copy,
    isAnswer: true as const,
  }));
  step.ref = { entry, record, answer: before, copies };
  step.answer = step.own;
  step.own = own;
}

// A span may have been written before it ended, and be more complete in one file than in another.
function tellsMore(one: Entry, other: Entry): boolean {
  return one.isUnique === true && one.duration !== undefined && other.duration === undefined;
}

type Digests = ReadonlyMap<Entry, string>;

interface Identified {
  /** Returns the identity of an entry across files; undefined if no other file has the entry. */
  identityOf(place: EntryRef): string | undefined;
  /** The digests of the envelopes that may have copies. */
  digests: Digests;
}

/**
 * Identifies entries across files. The second of two equal entries in one file corresponds to the second in any other.
 * Undefined if all entries are in one file, so that none can be a copy.
 */
function identities(refs: readonly StepRef[], digestsOf: TextDigests): Identified | undefined {
  if (areOfOneFile(refs)) return undefined;
  const digests = digestsOf(possibleCopies(refs));
  const heads = new Map<FileRecord, Map<string, string>>();
  const counts = new Map<FileRecord, Map<string, number>>();
  const known = new Map<Entry, string>();
  const identify = ({ entry, record }: EntryRef) => {
    const name = nameOf(entry, digests);
    if (name === undefined) return;
    // A span may stand in two lines of a log, or twice in one batch; different spans with one id stay two steps.
    const scope = entry.isUnique ? `${name} ${entry.part}` : name;
    const variant = entry.isUnique ? `${scope} ${spanFacts(entry)}` : undefined;
    const counted = ofFile(counts, record);
    const count = (variant === undefined ? undefined : counted.get(variant)) ?? (counted.get(scope) ?? 0) + 1;
    counted.set(scope, Math.max(count, counted.get(scope) ?? 0));
    if (variant !== undefined) counted.set(variant, count);
    const identity = count === 1 ? name : `${name} #${count}`;
    known.set(entry, identity);
    if (!entry.isUnique) ofFile(heads, record).set(entry.part, identity);
  };
  for (const ref of refs) {
    identify(ref);
    if (ref.answer) identify(ref.answer);
  }
  const identityOf = ({ entry, record }: EntryRef) => {
    const own = known.get(entry);
    if (own !== undefined || entry.path === undefined) return own;
    const head = heads.get(record)?.get(entry.part);
    return head === undefined ? undefined : `${head} ${JSON.stringify(entry.path)}`;
  };
  return { identityOf, digests };
}

function areOfOneFile(refs: readonly StepRef[]): boolean {
  const file = refs[0]?.record;
  const isThere = ({ entry, record }: EntryRef) => record === file && !entry.isUnique;
  return refs.every(ref => isThere(ref) && (!ref.answer || isThere(ref.answer)));
}

/** Returns the whole envelopes that share an id or a time with an envelope of another file, and the requests that they answer. */
function possibleCopies(refs: readonly StepRef[]): EntryRef[] {
  const files = new Map<string, FileRecord | 'several'>();
  const meet = ({ entry, record }: EntryRef) => {
    const label = labelOf(entry);
    if (label === undefined) return;
    const file = files.get(label);
    if (file === undefined) files.set(label, record);
    else if (file !== record) files.set(label, 'several');
  };
  for (const ref of refs) {
    meet(ref);
    if (ref.answer) meet(ref.answer);
  }
  const isPossible = ({ entry }: EntryRef) => files.get(labelOf(entry) ?? '') === 'several';
  return refs.flatMap((ref): EntryRef[] => {
    const { answer } = ref;
    if (answer && isPossible(answer)) return isWhole(ref.entry) ? [ref, answer] : [answer];
    return isPossible(ref) ? [ref] : [];
  });
}

function nameOf(entry: Entry, digests: Digests): string | undefined {
  const { isUnique, run, key, holds } = entry;
  // A span's id is unique only within its trace.
  if (isUnique) return run === undefined || (holds ?? key) === undefined ? undefined : `span ${holds ?? key}`;
  const digest = digests.get(entry);
  const label = digest === undefined ? undefined : labelOf(entry);
  return label === undefined ? undefined : `${digest} ${label}`;
}

/** Returns the facts besides the id that all copies of a span share. Excludes the end, which only a later copy may have. */
function spanFacts({ side, kind, title, parent, at }: Entry): string {
  return [side, kind, title, parent, at].map(String).join(' ');
}

/** Returns the facts besides the text that copies of a whole envelope share; undefined if the envelope can't have copies. */
function labelOf(entry: Entry): string | undefined {
  const { key, pair, at, kind } = entry;
  const id = key ?? pair ?? at;
  return id === undefined || !isWhole(entry) ? undefined : `${kind} ${id}`;
}

function isWhole({ isUnique, path, history }: Entry): boolean {
  return !isUnique && path === undefined && !history;
}

function ofFile<T>(maps: Map<FileRecord, Map<string, T>>, record: FileRecord): Map<string, T> {
  let map = maps.get(record);
  if (!map) {
    map = new Map();
    maps.set(record, map);
  }
  return map;
}
