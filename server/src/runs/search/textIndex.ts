import type { FileAccess, LogCheckpoint } from '../../model/fileAccess';
import { languageOf } from '../../text/language';
import { foldText } from '../../text/search/foldText';
import { eachWordHash } from '../../text/search/wordHashes';
import { bloomFilter } from './bloomFilter';
import { eachJsonString } from './jsonStrings';
import { parseEnvelope } from './parseEnvelope';

/**
 * Tells in which blocks of files words may be, so that a search reads only those.
 *
 * Invariants: a block without a filter is always searched; a filter lacks no word of its block; filters take `mostBytes` at most.
 */
export interface TextIndex {
  /** The blocks of a file. Reads what changed since the last time, a block between two yields. Undefined if the file can't be read. */
  update(uri: string, version: string): Generator<undefined, IndexedText | undefined>;
  /** Whether the blocks of this version are known. */
  isCurrent(uri: string, version: string): boolean;
  drop(uri: string): void;
  uris(): Iterable<string>;
  /** The size of all filters. */
  bytes(): number;
}

/** The blocks of a file: of a log, some lines each; another file is one block. */
export interface IndexedText {
  version: string;
  blocks: TextBlock[];
  /** The end of the last block of a log. */
  end?: LogPlace;
}

/** A checkpoint without what takes memory. */
export type LogPlace = { -readonly [K in keyof LogCheckpoint]: LogCheckpoint[K] };

export interface TextBlock {
  /** The start of its lines in a log. */
  from?: LogPlace;
  /** The index of the line behind it. */
  endLine: number;
  filter?: Uint32Array;
}

export interface TextIndexOptions {
  access: Pick<FileAccess, 'log' | 'text'>;
  /** Bytes for all filters; with 0 there are blocks, and no filters. */
  mostBytes?: number;
}

export function textIndex({ access, mostBytes = MOST_BYTES }: TextIndexOptions): TextIndex {
  const files = new Map<string, IndexedText>();
  let bytes = 0;

  function drop(uri: string): void {
    for (const block of files.get(uri)?.blocks ?? []) bytes -= sizeOf(block);
    files.delete(uri);
  }

  function withFilter(block: TextBlock, hashes: ReadonlySet<number> | undefined, length: number): TextBlock {
    const filter = hashes ? bloomFilter(hashes, length * MOST_SHARE) : undefined;
    const filtered = filter && bytes + filter.byteLength + OVERHEAD <= mostBytes ? { ...block, filter } : block;
    bytes += sizeOf(filtered);
    return filtered;
  }

  function hashesOf(jsons: readonly string[], lang: 'json' | 'jsonc'): Set<number> | undefined {
    if (bytes >= mostBytes) return undefined;
    const hashes = new Set<number>();
    const add = (hash: number) => void hashes.add(hash);
    for (const json of jsons) {
      if (!json.includes('{')) continue;
      eachJsonString(parseEnvelope(json, lang), text => eachWordHash(foldText(text), add));
      if (hashes.size > MOST_HASHES) return undefined;
    }
    return hashes;
  }

  /** Reads the next block of a log. Each step begins with what is known then, since several searches may update a file in turns. */
  function updateLog(uri: string, version: string): IndexedText | 'more' | undefined {
    const text = files.get(uri) ?? { version: INCOMPLETE, blocks: [] };
    if (text.version !== INCOMPLETE) reopenLastBlock(text);
    text.version = INCOMPLETE;
    const from = text.end;
    const piece = access.log(uri, from, BLOCK_BYTES);
    if (!('lines' in piece)) {
      drop(uri);
      return 'replaced' in piece && from ? 'more' : undefined;
    }
    files.set(uri, text);
    if (piece.lines.length > 0) {
      const length = piece.lines.reduce((sum, line) => sum + line.length + 1, 0);
      const hashes = hashesOf(piece.lines, 'json');
      text.blocks.push(withFilter({ from: placeOf(from), endLine: piece.mark.line }, hashes, length));
    }
    text.end = placeOf(piece.mark);
    if (!piece.done) return 'more';
    text.version = version;
    return text;
  }

  /** What was appended may have room in the last block. */
  function reopenLastBlock({ blocks, end }: IndexedText): void {
    const last = blocks.at(-1);
    if (!last?.from || !end || end.offset - last.from.offset >= BLOCK_BYTES / 2) return;
    blocks.pop();
    bytes -= sizeOf(last);
    end.offset = last.from.offset;
    end.line = last.from.line;
    end.tail = last.from.tail;
  }

  function updateFile(uri: string, version: string): IndexedText | undefined {
    drop(uri);
    const read = access.text(uri);
    if ('fault' in read) return undefined;
    const hashes = hashesOf([read.text], languageOf(uri) === 'jsonc' ? 'jsonc' : 'json');
    const text = { version, blocks: [withFilter({ endLine: 0 }, hashes, read.text.length)] };
    files.set(uri, text);
    return text;
  }

  return {
    *update(uri, version) {
      for (;;) {
        const known = files.get(uri);
        if (known?.version === version) return known;
        const text = languageOf(uri) === 'jsonl' ? updateLog(uri, version) : updateFile(uri, version);
        if (text === undefined) return undefined;
        yield;
        if (text !== 'more') return text;
      }
    },
    isCurrent: (uri, version) => files.get(uri)?.version === version,
    drop,
    uris: () => files.keys(),
    bytes: () => bytes,
  };
}

/** Bytes of a log that are one block. */
export const BLOCK_BYTES = 1 << 18;
const MOST_BYTES = 64 << 20;
/** More of a filter than this share of its text is not worth the memory. */
const MOST_SHARE = 1 / 8;
/** A block with more different words has no filter: it would take too long, and tell too little. */
const MOST_HASHES = 1 << 20;
/** Bytes that a filter takes besides its bits. */
const OVERHEAD = 200;
const INCOMPLETE = '';

function sizeOf({ filter }: TextBlock): number {
  return filter ? filter.byteLength + OVERHEAD : 0;
}

function placeOf({ offset, line, tail }: LogPlace = { offset: 0, line: 0, tail: '', starts: [] }): LogPlace {
  return { offset, line, tail, starts: [] };
}
