import { createHash, type Hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { t } from '../shared/l10n';
import { createFolder } from './appendLine';

/** The index of workflow runs as stored on disk: a head, which is read at once, and sections, which are read on demand. */
export interface StoreContents {
  head: unknown;
  /** In order. */
  sections: StoredSection[];
}

export interface StoredSection {
  /** Reads the values. Throws if they are damaged. */
  values(): unknown[];
}

/**
 * Opens the store in a folder (an absolute path); undefined if there is none, or if it is damaged, or of another
 * version or user. Never throws.
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

/** The location of a section in the store, which changes when it is stored again. */
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
 * Opens a store file of this user, and makes it private, since it contains texts from files that other users may not read.
 * Throws if it belongs to another user, or is no regular file.
 */
function openOwn(path: string): number {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error('The stored index of runs is no file.');
    // Windows has no such permissions; there the folder is private to the user.
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

function bytesAt(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (readSync(file, bytes, 0, length, at) !== length) throw new Error(ENDS_EARLY);
  return bytes;
}

interface Head {
  version: string;
  /** The length in bytes and the hash of each section. */
  sections: [number, string][];
  value: unknown;
}

/**
 * Replaces the store in a folder, creating the folder if necessary; the previous store stays intact until the new one
 * is complete. Values are JSON values and bigints; the values of a section are created and written one by one. An
 * unread section from the same folder is copied unparsed, and stays readable. Only this user can read the file. Returns
 * why it can't be stored, in one line without the path; undefined on success.
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
    createFolder(folder);
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
    removeAbandoned(folder);
    return undefined;
  } catch (error) {
    if (file !== undefined) closeSync(file);
    remove(unfinished);
    const { code, message } = error as NodeJS.ErrnoException;
    return { fault: t`can't be stored (${code ?? message.split('\n', 1)[0] ?? ''}).` };
  }
}

const NAME = 'index.bin';
/** The number of bytes at the end of the file that give the start of the head. */
const POINTER = 16;
/** The number of characters of a hash. */
const HASH = 64;

/** Removes unfinished files of servers that were killed while storing. Keeps recent ones: another server may be storing now. */
function removeAbandoned(folder: string): void {
  try {
    const unfinished = readdirSync(folder).filter(name => name.startsWith(`${NAME}.`));
    for (const path of unfinished.map(name => join(folder, name)))
      if (lstatSync(path).mtimeMs < Date.now() - ABANDONED) remove(path);
  } catch {
    // Another server removed it; the store is complete all the same.
  }
}

/** In milliseconds: storing takes seconds. */
const ABANDONED = 3_600_000;

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // In this case the file was not created, so there is nothing to remove.
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

// Reading tagged JSON takes two thirds of the time of v8's own format.
const TAG = '\0';
const BIGINT = `${TAG}n`;
const STRING = `${TAG}s`;
/** Digits; a real time has 19. */
const LONGEST_BIGINT = 1000;

function tagged(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return BIGINT + value;
  return typeof value === 'string' && value.startsWith(TAG) ? STRING + value : value;
}

/**
 * Parses the JSON of an object or an array.
 *
 * @param text the JSON
 */
function parsed(text: string): object {
  const value = JSON.parse(text) as object;
  // A tag is a control character, which JSON escapes.
  if (text.includes('\\u0000')) revive(value);
  return value;
}

// In place, and only if there is a tag: `JSON.parse` with a reviver takes four times as long.
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
  // Parsing a very long one would take very long.
  if (rest.length > LONGEST_BIGINT) throw new RangeError('a number of too many digits');
  return BigInt(rest);
}
