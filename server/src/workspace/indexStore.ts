import { createHash, type Hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** What was stored: a head, which is read at once, and sections, which are read when they are asked for. */
export interface StoreContents {
  head: unknown;
  /** By their order. */
  sections: StoredSection[];
}

export interface StoredSection {
  /** Its values. Throws where they are damaged. */
  values(): unknown[];
}

/**
 * What was stored in a folder (an absolute path); undefined where nothing was, or by another version or user, or where it is
 * damaged. Never throws.
 */
export function loadStore(folder: string, version: string): StoreContents | undefined {
  const path = join(folder, NAME);
  let file: number | undefined;
  try {
    file = openOwn(path);
    const end = fstatSync(file).size - POINTER;
    const start = Number(bytesAt(file, end, POINTER).toString('latin1'));
    if (!Number.isInteger(start) || start < 0 || start > end) return undefined;
    const text = bytesAt(file, start, end - start);
    const body = text.subarray(HASH);
    if (text.toString('latin1', 0, HASH) !== hashOf(body)) return undefined;
    const head = parsed(body.toString('utf8')) as Head;
    if (head.version !== version) return undefined;
    let at = 0;
    const sections = head.sections.map(([length, hash]) => {
      if (!Number.isInteger(length) || length < 0 || length > start - at) throw new Error(ENDS_EARLY);
      const section = sectionIn(path, { at, length, hash });
      at += length;
      return section;
    });
    return { head: head.value, sections };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** A section as it lies in the store. It moves when it is stored again. */
interface StoredAt {
  at: number;
  length: number;
  hash: string;
}

const lying = new WeakMap<StoredSection, StoredAt>();

function sectionIn(path: string, place: StoredAt): StoredSection {
  const section = { values: () => valuesIn(rawAt(path, place)) };
  lying.set(section, place);
  return section;
}

function rawAt(path: string, { at, length, hash }: StoredAt): Buffer {
  const file = openOwn(path);
  try {
    const raw = bytesAt(file, at, length);
    if (hashOf(raw) !== hash) throw new Error('The stored index of runs is damaged.');
    return raw;
  } finally {
    closeSync(file);
  }
}

const ENDS_EARLY = 'The stored index of runs ends too early.';

/**
 * Opens a store that is a file of this user, and sees to it that others can't read it: it tells what is in files that they may not be
 * allowed to read. Throws where it is another's, or no regular file.
 */
function openOwn(path: string): number {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('The stored index of runs is no file.');
    // Windows knows no such users and rights; there the folder is the user's own.
    if (process.getuid && stats.uid !== process.getuid())
      throw new Error("The stored index of runs is another user's.");
    if (process.getuid && (stats.mode & OF_OTHERS) !== 0) fchmodSync(file, OWN_FILE);
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

const OF_OTHERS = 0o077;
const OWN_FILE = 0o600;
const OWN_FOLDER = 0o700;

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, at) !== length) throw new Error(ENDS_EARLY);
  return bytes;
}

interface Head {
  version: string;
  /** Of each its length in bytes, and its hash. */
  sections: [number, string][];
  value: unknown;
}

/**
 * Stores a head and sections in a folder, which is made where it is absent, in place of what was stored before: that is
 * kept whole until the new is. Values are what JSON can say, and bigints; of a section one after the other is made and
 * written. A section that was loaded from the same folder is stored as it lies there, and can still be read after. Where they can't be stored: why, in one line without the path. Only this user can read what is stored.
 */
export function saveStore(
  folder: string,
  version: string,
  { head: value, sections }: { head: unknown; sections: Iterable<StoredSection | Iterable<unknown>> },
): { fault: string } | undefined {
  const path = join(folder, NAME);
  const unfinished = `${path}.${randomUUID()}`;
  let file: number | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: OWN_FOLDER });
    file = openSync(unfinished, 'wx', OWN_FILE);
    const written: Head = { version, sections: [], value };
    const moved: [StoredAt, number][] = [];
    let at = 0;
    for (const section of sections) {
      const place = lying.get(section as StoredSection);
      const [length, hash] = writeSection(file, place ? rawAt(path, place) : (section as Iterable<unknown>));
      written.sections.push([length, hash]);
      if (place) moved.push([place, at]);
      at += length;
    }
    const head = Buffer.from(JSON.stringify(written, tagged));
    writeSync(file, Buffer.concat([Buffer.from(hashOf(head)), head, Buffer.from(String(at).padStart(POINTER))]));
    closeSync(file);
    file = undefined;
    renameSync(unfinished, path);
    for (const [place, to] of moved) place.at = to;
    return undefined;
  } catch (error) {
    if (file !== undefined) closeSync(file);
    remove(unfinished);
    const { code, message } = error as NodeJS.ErrnoException;
    return { fault: `can't be stored (${code ?? message.split('\n', 1)[0]}).` };
  }
}

const NAME = 'index.bin';
/** Bytes at the end of the file that say where the head begins. */
const POINTER = 16;
/** Characters of a hash. */
const HASH = 64;

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Then it wasn't there either: what could not be written to can't be removed.
  }
}

function writeSection(file: number, section: Uint8Array | Iterable<unknown>): [length: number, hash: string] {
  const hash: Hash = createHash('sha256');
  let length = 0;
  const write = (bytes: Uint8Array) => {
    hash.update(bytes);
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    length += bytes.length;
  };
  if (section instanceof Uint8Array) write(section);
  else for (const value of section) write(Buffer.from(`${JSON.stringify([value], tagged)}\n`));
  return [length, hash.digest('hex')];
}

function valuesIn(raw: Buffer): unknown[] {
  const values: unknown[] = [];
  for (let start = 0; start < raw.length; ) {
    const end = raw.indexOf('\n', start);
    const [value] = parsed(raw.toString('utf8', start, end)) as [unknown];
    values.push(value);
    start = end + 1;
  }
  return values;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

// JSON with tags is read in two thirds of the time of v8's own format.
const TAG = '\0';
const BIGINT = `${TAG}n`;
const STRING = `${TAG}s`;
/** Digits; a time has 19, if it is not made up. */
const LONGEST_BIGINT = 1000;

function tagged(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return BIGINT + value;
  return typeof value === 'string' && value.startsWith(TAG) ? STRING + value : value;
}

/** @param text an object or an array */
function parsed(text: string): object {
  const value = JSON.parse(text) as object;
  // A tag is a control character, which JSON escapes.
  if (text.includes('\\u0000')) revive(value);
  return value;
}

// In place, and only where a tag stands: what `JSON.parse` does with a reviver takes four times as long.
function revive(value: object): void {
  const held = value as Record<string, unknown>;
  for (const key in held) {
    const inner = held[key];
    if (typeof inner === 'string') {
      if (inner.charCodeAt(0) === 0) held[key] = untagged(inner);
    } else if (typeof inner === 'object' && inner !== null) revive(inner);
  }
}

function untagged(text: string): string | bigint {
  const rest = text.slice(BIGINT.length);
  if (!text.startsWith(BIGINT)) return rest;
  // To read a very long one takes very long.
  if (rest.length > LONGEST_BIGINT) throw new RangeError('a number of too many digits');
  return BigInt(rest);
}
