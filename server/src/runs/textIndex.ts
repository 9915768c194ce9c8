import type { FileAccess, LogCheckpoint } from '../model/disk';
import { languageOf } from '../text/fileLanguage';
import { embeddedJson } from '../text/json/losslessJson';
import { type JsonLang, parseJson } from '../text/json/parseJson';
import { isObject } from '../text/jsonPointer';
import { eachWordHash, foldText } from '../text/searchWords';

/**
 * Finds the blocks of files that may contain given words, so that a search reads only these blocks. For most blocks it keeps a Bloom
 * filter, a small summary of the words in the block.
 *
 * Invariants: A block without a filter is always searched. A filter covers all words of its block. All filters together take at most
 * `mostBytes`.
 */
export interface TextIndex {
  /**
   * Returns the blocks of a file. Reads what changed since the last time, with a yield after each block. Undefined if the file can't be
   * read.
   */
  update(uri: string, version: string): Generator<undefined, IndexedText | undefined>;
  /** Computes filters for the blocks of a file that have none, with a yield after each. */
  fill(uri: string, version: string): Generator<undefined, void>;
  isFilled(uri: string, version: string): boolean;
  drop(uri: string): void;
  uris(): Iterable<string>;
  /** Returns the size of all filters. */
  bytes(): number;
}

/** The blocks of a file: a log has several blocks of lines, any other file is one block. */
export interface IndexedText {
  version: string;
  blocks: TextBlock[];
  /** Each block has a filter, or can't have one. */
  isFilled?: boolean;
  /** The end of the last block of a log. */
  end?: LogPlace;
}

/** A checkpoint that can be changed, with empty `starts` to save memory. */
export type LogPlace = { -readonly [K in keyof LogCheckpoint]: LogCheckpoint[K] };

/** A piece of a file with its filter: a set that contains every word of the block. */
export interface TextBlock {
  /** The start of its lines in a log. */
  from?: LogPlace;
  /** The index of the line after the block. */
  endLine: number;
  filter?: Uint32Array;
  /** The block has a filter, or can't have one. */
  isTried?: true;
}

export interface TextIndexOptions {
  access: Pick<FileAccess, 'log' | 'text'>;
  /** The limit for all filters in bytes; 0 for blocks without filters. */
  mostBytes?: number;
}

export function textIndex({ access, mostBytes = MOST_BYTES }: TextIndexOptions): TextIndex {
  const files = new Map<string, IndexedText>();
  let bytes = 0;

  function drop(uri: string): void {
    for (const block of files.get(uri)?.blocks ?? []) bytes -= sizeOf(block);
    files.delete(uri);
  }

  function setFilter(block: TextBlock, lines: readonly string[], lang: 'json' | 'jsonc'): void {
    block.isTried = true;
    const hashes = hashesOf(lines, lang);
    if (!hashes) return;
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    const filter = bloomFilter(hashes, length * MOST_SHARE);
    if (bytes + filter.byteLength + OVERHEAD > mostBytes) return;
    block.filter = filter;
    bytes += sizeOf(block);
  }

  function hashesOf(jsons: readonly string[], lang: 'json' | 'jsonc'): Set<number> | undefined {
    if (bytes >= mostBytes) return undefined;
    const hashes = new Set<number>();
    const add = (hash: number) => void hashes.add(hash);
    for (const json of jsons) {
      if (!json.includes('{')) continue;
      eachText(parseEnvelope(json, lang), text => eachWordHash(foldText(text), add));
      if (hashes.size > MOST_HASHES) return undefined;
    }
    return hashes;
  }

  /** Reads the next block of a log. Starts from the current state, since several searches may update a file in turns. */
  function updateLog(uri: string, version: string): IndexedText | 'more' | undefined {
    const text = files.get(uri) ?? { version: INCOMPLETE, blocks: [] };
    if (text.version !== INCOMPLETE) reopenLastBlock(text);
    text.version = INCOMPLETE;
    text.isFilled = false;
    const from = text.end;
    const piece = access.log(uri, from, { bytes: BLOCK_BYTES });
    if (!('lines' in piece)) {
      drop(uri);
      return 'replaced' in piece && from ? 'more' : undefined;
    }
    files.set(uri, text);
    if (piece.lines.length > 0) text.blocks.push({ from: placeOf(from), endLine: piece.mark.line });
    text.end = placeOf(piece.mark);
    if (!piece.done) return 'more';
    text.version = version;
    return text;
  }

  /** Removes the last block if it is less than half full, so that appended lines are read into it. */
  function reopenLastBlock({ blocks, end }: IndexedText): void {
    const last = blocks.at(-1);
    if (!last?.from || !end || end.offset - last.from.offset >= BLOCK_BYTES / 2) return;
    blocks.pop();
    bytes -= sizeOf(last);
    end.offset = last.from.offset;
    end.line = last.from.line;
    end.tail = last.from.tail;
  }

  function linesOf(uri: string, { from, endLine }: TextBlock): readonly string[] | undefined {
    if (!from) {
      const read = access.text(uri);
      return 'text' in read ? [read.text] : undefined;
    }
    const piece = access.log(uri, from, { bytes: BLOCK_BYTES });
    return 'lines' in piece ? piece.lines.slice(0, endLine - from.line) : undefined;
  }

  function* update(uri: string, version: string): Generator<undefined, IndexedText | undefined> {
    for (;;) {
      const known = files.get(uri);
      if (known?.version === version) return known;
      // A file that has changed but not grown was edited.
      if (known && sizeIn(known.version) === sizeIn(version)) drop(uri);
      if (languageOf(uri) === 'jsonl') {
        const text = updateLog(uri, version);
        if (text !== 'more') return text;
        yield;
      } else {
        drop(uri);
        files.set(uri, { version, blocks: [{ endLine: 0 }] });
      }
    }
  }

  return {
    update,
    *fill(uri, version) {
      const text = yield* update(uri, version);
      if (!text) return;
      const lang = languageOf(uri) === 'jsonc' ? 'jsonc' : 'json';
      const isYaml = languageOf(uri) === 'yaml';
      for (const block of [...text.blocks]) {
        if (block.isTried) continue;
        // Few and small: each search reads them.
        if (isYaml) block.isTried = true;
        if (isYaml) continue;
        // A search may have begun to update the file meanwhile.
        if (files.get(uri)?.version !== version || !text.blocks.includes(block)) return;
        const lines = linesOf(uri, block);
        if (!lines) return drop(uri);
        setFilter(block, lines, lang);
        yield;
      }
      if (files.get(uri) === text && text.version === version) text.isFilled = true;
    },
    isFilled(uri, version) {
      const known = files.get(uri);
      return known?.version === version && known.isFilled === true;
    },
    drop,
    uris: () => files.keys(),
    bytes: () => bytes,
  };
}

/** The size of a block of a log, in bytes. */
export const BLOCK_BYTES = 1 << 17;
const MOST_BYTES = 64 << 20;
/** The largest size of a filter, as a share of its text: more is not worth the memory. */
const MOST_SHARE = 1 / 8;
/** A block with more different words has no filter: building it would take long, and it would exclude little. */
const MOST_HASHES = 1 << 20;
/** The bytes of a filter in addition to its bits. */
const OVERHEAD = 200;
const INCOMPLETE = '';

function sizeOf({ filter }: TextBlock): number {
  return filter ? filter.byteLength + OVERHEAD : 0;
}

/** The end of a version: the size of its file. */
function sizeIn(version: string): string {
  return version.slice(version.indexOf(' ') + 1);
}

function placeOf({ offset, line, tail }: LogPlace = { offset: 0, line: 0, tail: '', starts: [] }): LogPlace {
  return { offset, line, tail, starts: [] };
}

/**
 * Builds a Bloom filter of 32-bit hashes with one byte per hash. It never lacks a hash of the set, and wrongly contains about one in fifty
 * others; more if `mostBytes` makes it smaller.
 */
export function bloomFilter(hashes: ReadonlySet<number>, mostBytes: number): Uint32Array {
  const bytes = Math.min(hashes.size * BYTES_PER_HASH, mostBytes);
  const filter = new Uint32Array(Math.max(1, Math.ceil(bytes / 4)));
  const bits = filter.length * 32;
  for (const hash of hashes) {
    const step = stepOf(hash);
    for (let probe = 0, at = hash >>> 0; probe < PROBES; probe++, at = (at + step) >>> 0) {
      const bit = at % bits;
      filter[bit >>> 5] = (filter[bit >>> 5] as number) | (1 << (bit & 31));
    }
  }
  return filter;
}

/** Returns whether a filter may contain a hash; false is certain. */
export function mayHave(filter: Uint32Array, hash: number): boolean {
  const bits = filter.length * 32;
  const step = stepOf(hash);
  for (let probe = 0, at = hash >>> 0; probe < PROBES; probe++, at = (at + step) >>> 0) {
    const bit = at % bits;
    if (((filter[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false;
  }
  return true;
}

const BYTES_PER_HASH = 1;
const PROBES = 5;

/** Returns the distance between the probes of a hash: a second hash of it. */
function stepOf(hash: number): number {
  return (Math.imul(hash ^ 0x9e3779b9, 0x85ebca6b) >>> 0) | 1;
}

/**
 * Calls `onText` with each string of a JSON value, in order, without property names. If a string is itself JSON, as in many requests to
 * models, calls it with the strings inside. Uses no recursion, so any depth is safe.
 */
export function eachText(value: unknown, onText: (text: string) => void): void {
  const waiting: { value: unknown; level: number }[] = [{ value, level: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value: here, level } = next;
    if (typeof here === 'string') {
      const inner = level < DEEPEST ? embeddedJson(here) : undefined;
      if (inner === undefined) onText(here);
      else waiting.push({ value: inner, level: level + 1 });
    } else {
      const values = Array.isArray(here) ? here : isObject(here) ? Object.values(here) : [];
      for (let at = values.length - 1; at >= 0; at--) waiting.push({ value: values[at], level });
    }
  }
}

/** The maximum nesting of JSON within strings. */
const DEEPEST = 4;

/** Parses the text of an envelope; for a broken text, as much as can be read. */
export function parseEnvelope(text: string, lang: JsonLang): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseJson(text, lang).value;
  }
}
