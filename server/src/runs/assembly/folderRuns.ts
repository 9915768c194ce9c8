import { currentRun } from '../../registry/featureRun';
import { type Entry, type FileRecord, familyOf, sureEntries } from '../reading/fileRecord';
import type { StepRef } from './stepRef';

/** Steps of one run that the files of one folder tell of. */
export interface RunPiece {
  space: string;
  /** As the protocol names the run; undefined where the file is the run. */
  id?: string;
  /** The file that is the run, by its URI. */
  file?: string;
  /** In the order of the files, by name, and within them. */
  refs: StepRef[];
}

/**
 * Puts the entries of a folder's files together to steps, and says which run each belongs to. All that envelopes say of
 * each other without an id they say by lying in one log, or beside each other:
 *
 * - an answer with a `pair` is to the ask of the same pair, in its file or one beside it; another answer to the ask in the
 *   file of its stem (`plan.request.json`, `plan.response.json`), else to the last unanswered ask before it in its log,
 *   of its own family, or of another one's only where that stands right before it;
 * - a step without a run is of the run of its neighbours in the log; of that of the registry beside it; else the file is its run.
 */
export function folderRuns(records: readonly FileRecord[]): RunPiece[] {
  const files = records
    .toSorted((one, two) => (one.uri < two.uri ? -1 : 1))
    .map(record => ({ record, entries: sureEntries(record) }));
  const answers = paired(files);
  const answered = new Set([...answers.values()].map(({ entry }) => entry));
  const registry = records.find(({ registry }) => registry?.feature)?.registry;
  const beside = registry && currentRun(registry);
  const pieces = new Map<string, RunPiece>();
  const keyed = new Map<FileRecord, Map<string, RunPiece>>();
  for (const { record, entries } of files) if (entries.some(isNestedOnly)) keyed.set(record, new Map());
  let last: RunPiece | undefined;
  const placed = files.map(({ record, entries }) => {
    const neighbours = neighbouringRuns(entries);
    return entries.map((entry, index) => {
      if (answered.has(entry) || isNestedOnly(entry)) return undefined;
      const answer = answers.get(entry);
      const id = entry.run ?? answer?.entry.run ?? neighbours[index] ?? (isHalf(entry) ? beside : undefined);
      // A log has many of one run in a row.
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
  return [...pieces.values()].filter(({ refs }) => refs.length > 0);
}

/** Are two pieces made of the same records? One that was read again is another. */
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

// Its run is that of what it is nested in.
function isNestedOnly({ parent, run }: Entry): boolean {
  return parent !== undefined && run === undefined;
}

function isHalf({ side, pair }: Entry): boolean {
  return side !== undefined && pair === undefined;
}

function spaceOf(entry: Entry): string {
  return entry.space ?? familyOf(entry);
}

function pieceOf(pieces: Map<string, RunPiece>, entry: Entry, id: string | undefined, file: string): RunPiece {
  const space = spaceOf(entry);
  const key = id === undefined ? `${space}\0\0${file}` : `${space}\0${id}`;
  let piece = pieces.get(key);
  if (!piece) {
    piece = { space, refs: [], ...(id === undefined ? { file } : { id }) };
    pieces.set(key, piece);
  }
  return piece;
}

interface ReadFile {
  record: FileRecord;
  entries: readonly Entry[];
}

type Answers = Map<Entry, { entry: Entry; record: FileRecord }>;

/** Asks to their answers. */
function paired(files: readonly ReadFile[]): Answers {
  const answers: Answers = new Map();
  const byPair = new Map<string, PairedAsks>();
  const byStem = new Map<string, Entry[]>();
  for (const file of files) {
    for (const entry of file.entries) {
      if (entry.side !== 'ask') continue;
      if (entry.pair !== undefined) asksOf(byPair, pairKey(entry)).all.push({ entry, file });
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

    function pairedAsk(entry: Entry, own: ReadFile): Entry | undefined {
      const asks = byPair.get(pairKey(entry));
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
      // An agent may answer in the words of another protocol than it was asked in.
      return last && last === before.at(-1) && entry.run === undefined ? before.pop() : undefined;
    }
  }
  return answers;
}

interface PairedAsk {
  entry: Entry;
  file: ReadFile;
}

/** The asks of one pair: one, but for logs that give an id again and again. All before `next` are answered. */
interface PairedAsks {
  all: PairedAsk[];
  next: number;
}

function asksOf(byPair: Map<string, PairedAsks>, key: string): PairedAsks {
  const asks = byPair.get(key) ?? { all: [], next: 0 };
  byPair.set(key, asks);
  return asks;
}

// How many open asks an answer is held against: a log may have very many, and they are answered soon or never.
const FARTHEST = 200;

function pairKey(entry: Entry): string {
  return `${familyOf(entry)}\0${entry.pair}`;
}

function listed<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

const ROLES = /(^|[._-])(input|output|request|response|return|result|call)s?(?=$|[._-])/i;

/** A file's name without what tells an ask from its answer. */
export function stemOf(uri: string): string {
  const name = uri.slice(uri.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  return name.replace(ROLES, '');
}

/**
 * For entries without a run, that of the entry of their family before them, else of the next one. Calls are none of
 * these: their log is their run, whatever else it tells.
 */
function neighbouringRuns(entries: readonly Entry[]): (string | undefined)[] {
  const runs: (string | undefined)[] = new Array(entries.length);
  if (!entries.some(({ run }) => run === undefined)) return runs;
  for (const direction of [1, -1]) {
    const last = new Map<string, string>();
    for (let i = direction > 0 ? 0 : entries.length - 1; i >= 0 && i < entries.length; i += direction) {
      const entry = entries[i] as Entry;
      const family = familyOf(entry);
      if (entry.run !== undefined) last.set(family, entry.run);
      else if (entry.pair === undefined) runs[i] ??= last.get(family);
    }
  }
  return runs;
}
