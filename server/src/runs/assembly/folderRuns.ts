import { currentRunId } from '../../registry/featureRunId';
import { memoizeLastByObject } from '../../text/memoize';
import { type Entry, type FileRecord, familyOf, sureEntries } from '../reading/fileRecord';
import { changedFrom, continuedLog, markRepeated } from './continuedRuns';
import type { RunPiece } from './stepRef';

/**
 * Assembles workflow runs from the files of a folder: joins each request and its answer into a step, and assigns each step to a run.
 *
 * Some envelopes contain a `pair`, an id that joins an answer to its request. An answer with a `pair` belongs to the request with the same
 * `pair`, in its file or a neighbouring one, unless both name a run and these differ. An answer without it belongs to the first of these requests
 * that exists:
 * - the request in the file of the same stem, such as `plan.request.json` for `plan.response.json`;
 * - the last unanswered request of its family above it in its log;
 * - the request directly above it, of any family.
 *
 * A step that names no run belongs to the first of these runs that exists:
 * - the run of its neighbours in the log;
 * - the run of the folder's registry;
 * - a run for its file alone.
 *
 * The run of a sub-agent is placed inside the call that names it.
 */
export function folderRuns(records: readonly FileRecord[]): RunPiece[] {
  const files = records
    .toSorted((one, two) => (one.uri < two.uri ? -1 : 1))
    .map(record => ({ record, entries: continuedLog(sureEntries(record)) }));
  const answers = paired(files);
  const answered = new Set([...answers.values()].map(({ entry }) => entry));
  const registry = records.find(({ registry }) => registry?.feature)?.registry;
  const beside = registry && currentRunId(registry);
  const pieces: Pieces = { all: [], ofRuns: new Map(), ofFiles: new Map() };
  const keyed = new Map<FileRecord, Map<string, RunPiece>>();
  for (const { record, entries } of files) if (entries.some(isNestedOnly)) keyed.set(record, new Map());
  let last: RunPiece | undefined;
  const placed = files.map(({ record, entries }) => {
    const neighbours = neighbouringRuns(entries);
    return entries.map((entry, index) => {
      if (answered.has(entry) || isNestedOnly(entry)) return undefined;
      const answer = answers.get(entry);
      // A call belongs to the run that is open where it stands: its result may come in a later one.
      const open = entry.pair === undefined ? undefined : neighbours[index];
      const other = answer?.entry.run ?? neighbours[index] ?? (isHalf(entry) ? beside : undefined);
      const id = entry.run ?? open ?? other;
      // In a log, consecutive entries usually belong to the same run.
      const isSame = last !== undefined && id !== undefined && last.id === id && last.space === spaceOf(entry);
      const piece = last && isSame ? last : pieceOf(pieces, entry, id, record.uri);
      last = piece;
      if (entry.key !== undefined) keyed.get(record)?.set(entry.key, piece);
      if (answer?.entry.key !== undefined) keyed.get(answer.record)?.set(answer.entry.key, piece);
      return piece;
    });
  });
  for (const [at, { record, entries }] of files.entries()) {
    for (const [index, entry] of entries.entries()) {
      if (answered.has(entry)) continue;
      const around = entry.parent === undefined ? undefined : keyed.get(record)?.get(entry.parent);
      const piece = placed[at]?.[index] ?? around ?? pieceOf(pieces, entry, undefined, record.uri);
      const answer = answers.get(entry);
      piece.refs.push(answer ? { entry, record, answer } : { entry, record });
    }
  }
  const all = withStarted(pieces.all.filter(({ refs }) => refs.length > 0));
  markRepeated(all);
  return all;
}

/** Like `folderRuns`, without the entries that are no steps, and without runs of such entries alone. */
export function stepRuns(records: readonly FileRecord[]): RunPiece[] {
  return folderRuns(records).flatMap(piece => {
    if (!piece.refs.some(({ entry }) => entry.isIgnored)) return piece;
    const refs = piece.refs.filter(({ entry }) => !entry.isIgnored);
    return refs.length > 0 ? { ...piece, refs } : [];
  });
}

/** Merges the runs of sub-agents into the runs that started them, except runs that start each other in a circle. */
function withStarted(pieces: readonly RunPiece[]): RunPiece[] {
  const starters = new Map<string, { piece: RunPiece; key: string | undefined }>();
  for (const piece of pieces) {
    for (const { entry } of piece.refs) {
      for (const id of entry.links?.starts ?? []) {
        const name = `${piece.space} ${id}`;
        if (!starters.has(name)) starters.set(name, { piece, key: entry.key });
      }
    }
  }
  const starterOf = ({ space, id }: RunPiece) => (id === undefined ? undefined : starters.get(`${space} ${id}`));
  const moved = new Map<RunPiece, RunPiece>();
  for (const piece of starters.size === 0 ? [] : pieces) {
    const seen = new Set([piece]);
    let top = starterOf(piece)?.piece;
    for (let above = top; above && !seen.has(above); above = starterOf(above)?.piece) {
      seen.add(above);
      top = above;
    }
    if (top && top !== piece && !starterOf(top)) moved.set(piece, top);
  }
  for (const [piece, top] of moved) {
    const key = starterOf(piece)?.key;
    for (const ref of piece.refs) {
      const { entry, answer } = ref;
      const inTop = (own: Entry) => startedBy(own, own.parent ?? key, top.id);
      const inside = { ...ref, entry: inTop(entry) };
      top.refs.push(answer ? { ...inside, answer: { ...answer, entry: inTop(answer.entry) } } : inside);
    }
  }
  return pieces.filter(piece => !moved.has(piece));
}

/**
 * Turns a sub-agent's entry into one of the run that started it: drops its iteration, and the title and status of its own run. Memoized, since
 * runs whose entries are the same objects are not assembled again.
 */
const startedBy = memoizeLastByObject((entry: Entry, parent: string | undefined, run: string | undefined): Entry => {
  const { order: _order, status: _status, about: _about, run: _run, ...rest } = entry;
  const made = { ...rest, ...(parent !== undefined && { parent }), ...(run !== undefined && { run }) };
  return changedFrom(entry, made);
});

/** Returns whether two pieces have the same entries and records, compared by identity. */
export function isSamePiece({ refs }: RunPiece, other: RunPiece): boolean {
  if (refs.length !== other.refs.length) return false;
  return refs.every(({ entry, record, answer }, place) => {
    const ref = other.refs[place];
    return (
      entry === ref?.entry &&
      record === ref.record &&
      answer?.entry === ref.answer?.entry &&
      answer?.record === ref.answer?.record
    );
  });
}

// A nested step belongs to the run of the step that encloses it.
function isNestedOnly({ parent, run }: Entry): boolean {
  return parent !== undefined && run === undefined;
}

function isHalf({ side, pair }: Entry): boolean {
  return side !== undefined && pair === undefined;
}

function spaceOf(entry: Entry): string {
  return entry.space ?? familyOf(entry);
}

interface Pieces {
  all: RunPiece[];
  /** The pieces of runs with an id: by space, then by id. */
  ofRuns: Map<string, Map<string, RunPiece>>;
  /** The pieces of runs without an id: by space, then by the URI of the file. */
  ofFiles: Map<string, Map<string, RunPiece>>;
}

function pieceOf({ all, ofRuns, ofFiles }: Pieces, entry: Entry, id: string | undefined, file: string): RunPiece {
  const space = spaceOf(entry);
  const known = id === undefined ? ofFiles : ofRuns;
  const here = known.get(space) ?? new Map<string, RunPiece>();
  let piece = here.get(id ?? file);
  if (!piece) {
    piece = { space, refs: [], ...(id === undefined ? { file } : { id }) };
    all.push(piece);
    known.set(space, here.set(id ?? file, piece));
  }
  return piece;
}

interface ReadFile {
  record: FileRecord;
  entries: readonly Entry[];
}

type Answers = Map<Entry, { entry: Entry; record: FileRecord }>;

/** Maps questions to their answers. */
function paired(files: readonly ReadFile[]): Answers {
  const answers: Answers = new Map();
  const byPair = new Map<string, PairedAsks>();
  const byStem = new Map<string, Entry[]>();
  for (const file of files) {
    for (const entry of file.entries) {
      if (entry.side !== 'ask') continue;
      if (entry.pair !== undefined) addAsk(byPair, { entry, file });
      else if (entry.part === 'root') listed(byStem, stemOf(file.record.uri)).push(entry);
    }
  }
  for (const file of files) {
    const open: Entry[] = [];
    for (const [index, entry] of file.entries.entries()) {
      if (entry.side === 'ask' && entry.pair === undefined) open.push(entry);
      if (entry.side !== 'answer') continue;
      const ask = entry.pair === undefined ? unpairedAsk(entry, open, file.entries[index - 1]) : pairedAsk(entry, file);
      if (ask) answers.set(ask, { entry, record: file.record });
    }

    // An answer that names its run belongs to a call of that run, or to one that names none.
    function pairedAsk(entry: Entry, own: ReadFile): Entry | undefined {
      if (entry.run === undefined) return askIn(pairKey(entry), own);
      return askIn(pairKey(entry, entry.run), own) ?? askIn(pairKey(entry, ''), own);
    }

    function askIn(key: string, own: ReadFile): Entry | undefined {
      const asks = byPair.get(key);
      if (!asks) return undefined;
      const { all } = asks;
      const isFree = (at: number) => at < all.length && !answers.has((all[at] as PairedAsk).entry);
      while (asks.next < all.length && !isFree(asks.next)) asks.next++;
      for (let at = asks.next; at < Math.min(all.length, asks.next + FARTHEST); at++) {
        if (isFree(at) && all[at]?.file === own) return all[at]?.entry;
      }
      return all[asks.next]?.entry;
    }

    function unpairedAsk(entry: Entry, before: Entry[], last: Entry | undefined): Entry | undefined {
      const family = familyOf(entry);
      const sameStem = entry.part === 'root' ? (byStem.get(stemOf(file.record.uri)) ?? []) : [];
      const free = sameStem.filter(ask => !answers.has(ask));
      const besides = free.find(ask => familyOf(ask) === family) ?? free[0];
      if (besides) return besides;
      for (let at = before.length - 1; at >= Math.max(0, before.length - FARTHEST); at--) {
        const ask = before[at] as Entry;
        const agree = ask.run === undefined || entry.run === undefined || ask.run === entry.run;
        if (agree && familyOf(ask) === family) return before.splice(at, 1)[0];
      }
      // An agent may answer in another protocol than it was asked in.
      return last && last === before.at(-1) && entry.run === undefined ? before.pop() : undefined;
    }
  }
  return answers;
}

interface PairedAsk {
  entry: Entry;
  file: ReadFile;
}

/** The requests of one pair: usually one, more in logs that reuse ids. All before index `next` are answered. */
interface PairedAsks {
  all: PairedAsk[];
  next: number;
}

/** Adds a request to those of its pair, and to those of its pair and run. */
function addAsk(byPair: Map<string, PairedAsks>, ask: PairedAsk): void {
  for (const key of [pairKey(ask.entry), pairKey(ask.entry, ask.entry.run ?? '')]) {
    const asks = byPair.get(key);
    if (asks) asks.all.push(ask);
    else byPair.set(key, { all: [ask], next: 0 });
  }
}

// The number of open questions that an answer is compared with: a log may have very many, and most answers come soon or
// never.
const FARTHEST = 200;

function pairKey(entry: Entry, run?: string): string {
  return `${familyOf(entry)}\0${entry.pair}${run === undefined ? '' : `\0${run}`}`;
}

function listed<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

const ROLES = /(^|[._-])(input|output|request|response|return|result|call)s?(?=$|[._-])/i;

/** Returns a file's name without the suffix that distinguishes a question from its answer. */
export function stemOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return name.replace(ROLES, '');
}

/**
 * Returns the run of each entry that names none: the run of the previous entry of its family, otherwise of the next one. A call belongs to
 * such a run only if an entry opens the run; otherwise the log of calls is a run of its own, whatever else it contains.
 */
function neighbouringRuns(entries: readonly Entry[]): (string | undefined)[] {
  const runs: (string | undefined)[] = new Array(entries.length);
  if (!entries.some(({ run }) => run === undefined)) return runs;
  for (const direction of [1, -1]) {
    const last = new Map<string, string>();
    const opened = new Map<string, string>();
    for (let i = direction > 0 ? 0 : entries.length - 1; i >= 0 && i < entries.length; i += direction) {
      const entry = entries[i] as Entry;
      const family = familyOf(entry);
      if (entry.run !== undefined) {
        last.set(family, entry.run);
        if (entry.opensRun) opened.set(family, entry.run);
      } else runs[i] ??= (entry.pair === undefined ? last : opened).get(family);
    }
  }
  return runs;
}
