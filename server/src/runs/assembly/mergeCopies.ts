import type { Entry, FileRecord } from '../reading/fileRecord';
import type { RunPiece } from './folderRuns';
import type { CopyRef, EntryRef, StepRef } from './stepRef';

/**
 * Makes one step of what several files tell of one: spans of the same id, however complete, and envelopes that say who
 * they are (by an id, or when they were written) and are alike to the last letter. What one log says twice stays two.
 *
 * @param refs of one run, file after file
 */
export function mergeCopies(refs: StepRef[]): StepRef[] {
  const identityOf = identities(refs);
  if (!identityOf) return refs;
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
    if (asked && isSameAsk(asked, ref, answer)) {
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
 * The same for runs that are files: one of which everything is told by another of the folder is no run of its own, but
 * lies beside.
 */
export function foldCopiedFiles(pieces: RunPiece[]): RunPiece[] {
  const files = pieces.filter(({ id }) => id === undefined);
  if (files.length < 2) return pieces;
  const identityOf = identities(files.flatMap(({ refs }) => refs));
  if (!identityOf) return pieces;
  const owners = new Map<string, RunPiece>();
  const folded = new Map<RunPiece, RunPiece>();
  // The longest first: what is left of a log is part of it, and not the other way round.
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

/** A step, and by what its ask and its answer are known. */
interface Merged {
  ref: StepRef;
  own: string | undefined;
  answer: string | undefined;
}

/** Adds a ref whose first envelope is known; not where it was answered otherwise, which makes it another step. */
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

/** An ask that says neither an id nor a time is the same where its answer is. */
function isSameAsk(step: Merged, { entry, record }: StepRef, answer: string | undefined): boolean {
  const { entry: known, record: file } = step.ref;
  return step.answer === answer && record !== file && entry.content !== undefined && entry.content === known.content;
}

function addCopies(step: Merged, { entry, record, answer }: StepRef): void {
  const copies: CopyRef[] = [...(step.ref.copies ?? []), { entry, record }];
  if (answer) copies.push({ ...answer, isAnswer: true });
  step.ref = { ...step.ref, copies };
}

/** What stood there as an answer that nobody asked for is now the answer to an ask. */
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

// A span may have been written before it ended, and be known by more in one file than in another.
function tellsMore(one: Entry, other: Entry): boolean {
  return one.isUnique === true && one.duration !== undefined && other.duration === undefined;
}

/**
 * By what a place is known in all files; undefined for one that nothing tells from others. The second of the same in one
 * file is the second in any. Nothing where all are in one file, and none can be there twice.
 */
function identities(refs: readonly StepRef[]): ((place: EntryRef) => string | undefined) | undefined {
  const [first] = refs;
  const places = refs.flatMap(({ entry, record, answer }): EntryRef[] =>
    answer ? [{ entry, record }, answer] : [{ entry, record }],
  );
  if (places.every(({ record, entry }) => record === first?.record && !entry.isUnique)) return undefined;
  const heads = new Map<FileRecord, Map<string, string>>();
  const counts = new Map<FileRecord, Map<string, number>>();
  const known = new Map<Entry, string>();
  for (const { entry, record } of places) {
    const name = nameOf(entry);
    if (name === undefined) continue;
    // One span in two lines of a log was written twice; two in one envelope are two.
    const scope = entry.isUnique ? `${name} ${entry.part}` : name;
    const count = (ofFile(counts, record).get(scope) ?? 0) + 1;
    ofFile(counts, record).set(scope, count);
    const identity = count === 1 ? name : `${name} #${count}`;
    known.set(entry, identity);
    if (!entry.isUnique) ofFile(heads, record).set(entry.part, identity);
  }
  return ({ entry, record }) => {
    const own = known.get(entry);
    if (own !== undefined || entry.path === undefined) return own;
    const head = heads.get(record)?.get(entry.part);
    return head === undefined ? undefined : `${head} ${JSON.stringify(entry.path)}`;
  };
}

// An id of a span is one only within its trace.
function nameOf({ isUnique, run, key, holds, pair, at, content, kind }: Entry): string | undefined {
  if (isUnique) return run === undefined || (holds ?? key) === undefined ? undefined : `span ${holds ?? key}`;
  const id = key ?? pair ?? at;
  return id === undefined || content === undefined ? undefined : `${content} ${kind} ${id}`;
}

function ofFile<T>(maps: Map<FileRecord, Map<string, T>>, record: FileRecord): Map<string, T> {
  let map = maps.get(record);
  if (!map) {
    map = new Map();
    maps.set(record, map);
  }
  return map;
}
