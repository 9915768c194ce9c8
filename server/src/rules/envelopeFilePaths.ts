import type { CheckedEnvelope, Files, FoundFile } from '../model/rule';
import type { Path } from '../model/text';
import { truncate } from '../shared/shownText';
import { eachDeclaredWith, hasSlot, type SchemaTrait } from '../slots/schemaPaths';
import { atPath, atPointer, formatPointer, parsePointer, pointerPathIn } from '../text/jsonPointer';
import { memoizeLast } from '../text/memoize';

/** Returns the text of the file at a path. Undefined if the file does not exist, or has not been loaded yet. */
export function textOnDisk(path: string, files: Files | undefined): string | undefined {
  if (!files || !isResolvablePath(path)) return undefined;
  const found = files.find(path);
  return found?.type === 'file' ? (files.text(found.uri) ?? undefined) : undefined;
}

/** Returns whether the file at a path exists, but is too large or can't be read. */
export function isUnreadable(path: string, files: Files | undefined): boolean {
  if (!files || !isResolvablePath(path)) return false;
  const found = files.find(path);
  return found?.type === 'file' && files.text(found.uri) === null;
}

/**
 * Returns whether file systems and readers agree on a file name, apart from case: ASCII letters and digits, `_` and `-`,
 * with single dots in between. Nearly all names are plain.
 */
export function isPlainName(name: string): boolean {
  return PLAIN.test(name);
}

const PLAIN = /^[\w-]+(?:\.[\w-]+)*$/;

/** Formats a path for a message. */
export function displayPath(path: string): string {
  return truncate(path, 80);
}

/** Formats a line of a file for a message that quotes it: removes backticks, and characters that change the direction of writing. */
export function displayText(line: string): string {
  return displayPath(line.replace(/[`\p{Bidi_Control}]/gu, ''));
}

/** A file embedded in an envelope, at the place that the kind's `carries` gives. */
interface CarriedItem {
  item: unknown;
  /** The item's path in the envelope, and those of its file's path and content. */
  at: Path;
  pathAt: Path;
  contentAt: Path | undefined;
  path: string;
  content: unknown;
}

/** The embedded files of an envelope that have a path. Content may be missing. */
interface CarriedItems {
  items: readonly CarriedItem[];
  /** Returns the index in the envelope's list of the item of whose file a path is the path, or the content; -1 if of none. */
  indexByPath(path: Path): number;
  indexByContent(path: Path): number;
}

const NO_ITEMS: CarriedItems = { items: [], indexByPath: () => -1, indexByContent: () => -1 };

function carriedItems({ carries }: CheckedEnvelope['kind'], value: unknown): CarriedItems {
  const items = carries && atPointer(value, carries.items);
  if (!carries || !Array.isArray(items) || items.length === 0) return NO_ITEMS;
  const list = pointerPathIn(value, carries.items);
  const toPath = parsePointer(carries.path);
  const toContent = carries.content === undefined ? undefined : parsePointer(carries.content);
  const found: CarriedItem[] = [];
  for (let index = 0; index < items.length; index++) {
    const item: unknown = items[index];
    const path = atPath(item, toPath);
    if (typeof path !== 'string') continue;
    const at = [...list, index];
    const contentAt = toContent && [...at, ...toContent];
    const content = toContent && atPath(item, toContent);
    found.push({ item, at, path, pathAt: [...at, ...toPath], contentAt, content });
  }
  const indexBy = (path: Path, below: readonly string[] | undefined) => {
    const index = path[list.length];
    if (!below || typeof index !== 'number' || path.length !== list.length + 1 + below.length) return -1;
    for (let at = 0; at < list.length; at++) if (path[at] !== list[at]) return -1;
    for (let at = 0; at < below.length; at++) if (String(path[list.length + 1 + at]) !== below[at]) return -1;
    return typeof atPath(items[index], toPath) === 'string' ? index : -1;
  };
  return { items: found, indexByPath: path => indexBy(path, toPath), indexByContent: path => indexBy(path, toContent) };
}

interface TargetFile {
  /** The artifact's path in the envelope. */
  at: Path;
  path: string;
  /** The path, in the envelope, of the file's path. */
  pathAt: Path;
  operation: unknown;
  /** The existing file or folder; null if there is none. */
  found: FoundFile | null;
}

/**
 * Visits each file that an envelope writes, with the file on disk, once per path. Skips envelopes that are not whole files,
 * and paths that can't lead to a file.
 */
export function visitTargetFiles(
  { value, kind, where, files }: CheckedEnvelope,
  visit: (target: TargetFile) => void,
): void {
  if (where !== 'file' || !files) return;
  const visited = new Set<string>();
  for (const { item, at, path, pathAt } of filesIn(kind, value).carried) {
    if (visited.has(path) || !isResolvablePath(path)) continue;
    visited.add(path);
    const found = files.find(path);
    if (found !== undefined) visit({ at, path, pathAt, operation: atPath(item, ['operation']), found });
  }
}

/** A file that an envelope writes or deletes. */
export interface WrittenFile {
  /** The path, in the envelope, of the file's path; undefined for a content without a path. */
  pathAt: Path | undefined;
  path: string;
  contentAt: Path | undefined;
  content: unknown;
  /** The object with further properties of the file, such as operation and language. */
  holder: unknown;
}

/**
 * Visits the path of each file that an envelope writes or deletes: of the kind's embedded files, and of each content with
 * a sibling `path`.
 */
export function visitWrittenPaths(
  on: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, text: string, file: WrittenFile) => void,
) {
  for (const file of writtenFiles(on)) if (file.pathAt) visit(file.pathAt, file.path, file);
}

/** Returns the files that an envelope writes or deletes, including contents without a path. */
export function writtenFiles({ value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>): readonly WrittenFile[] {
  return filesIn(kind, value).written;
}

/** The files that an envelope carries, writes and names. */
interface FilesOfEnvelope {
  carried: readonly CarriedItem[];
  written: readonly WrittenFile[];
  paths: readonly PathPlace[];
  /** The paths that are not plain. */
  oddPaths: readonly PathPlace[];
}

interface PathPlace {
  path: Path;
  text: string;
}

// Memoized, since twelve rules call it. One walk finds paths and contents.
const filesIn = memoizeLast((kind: CheckedEnvelope['kind'], value: unknown): FilesOfEnvelope => {
  const carried = carriedItems(kind, value);
  const written: WrittenFile[] = [];
  const paths: PathPlace[] = [];
  for (const { item, path, pathAt, content, contentAt } of carried.items)
    written.push({ pathAt, path, contentAt, content, holder: item });
  const declared = new Set<number>();
  let places: Set<string> | undefined;
  eachDeclaredWith(isPathOrContent, kind.schema, value, (pathHere, schema, found, holder) => {
    const at = pathHere();
    if (isPath(schema)) {
      if (typeof found !== 'string') return;
      paths.push({ path: at, text: found });
      if (carried.items.length > 0) declared.add(carried.indexByPath(at));
      return;
    }
    // Nearly all contents are those of embedded files.
    if (carried.indexByContent(at) >= 0) return;
    places ??= placesOf(carried.items);
    if (places.has(formatPointer(at))) return;
    const path = atPath(holder, BESIDE);
    const pathAt = [...at.slice(0, -1), ...BESIDE];
    const isOwn = typeof path === 'string' && !places.has(formatPointer(pathAt));
    if (isOwn) places.add(formatPointer(pathAt));
    written.push({
      pathAt: isOwn ? pathAt : undefined,
      path: typeof path === 'string' ? path : '',
      contentAt: at,
      content: found,
      holder,
    });
  });
  // The schema of a declared protocol may not mark its paths.
  for (const { path, pathAt, at } of carried.items)
    if (!declared.has(at.at(-1) as number)) paths.push({ path: pathAt, text: path });
  const oddPaths = paths.every(isPlain) ? NO_PATHS : paths.filter(one => !isPlain(one));
  return { carried: carried.items, written, paths, oddPaths };
});

const isPath = hasSlot('path');
const isContent = hasSlot('content');
const isPathOrContent: SchemaTrait = schema => isPath(schema) || isContent(schema);
const isPlain = ({ text }: PathPlace) => isPlainPath(text);
const NO_PATHS: readonly PathPlace[] = [];
const BESIDE = ['path'];

function placesOf(items: readonly CarriedItem[]): Set<string> {
  return new Set(
    items.flatMap(({ pathAt, contentAt }) => [pathAt, contentAt].flatMap(at => (at ? [formatPointer(at)] : []))),
  );
}

/** Visits every text at a path slot of the schema, and the path of each embedded file, even if it is not a valid path. */
export function visitPaths(
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, text: string) => void,
) {
  for (const { path, text } of filesIn(kind, value).paths) visit(path, text);
}

/** Like `visitPaths`, without plain paths (`isPlainPath`), which have no fault that the text alone could show. */
export function visitOddPaths(
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, text: string) => void,
) {
  for (const { path, text } of filesIn(kind, value).oddPaths) visit(path, text);
}

/**
 * Returns whether a text is a relative path that is read alike everywhere: plain names between slashes, none of which is a
 * device on Windows or begins like an option.
 */
export function isPlainPath(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && PLAIN_PATH.test(text) && !DEVICE_IN_PATH.test(text);
}

const PLAIN_PATH = /^(?!-)[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/;
const DEVICE_IN_PATH = /(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:[./]|$)/i;

/** Returns whether a text cannot be a path: it has several lines, or is too long. */
export function isNotAPath(text: string): boolean {
  return (
    text.length > MAX_PATH_LENGTH ||
    /[\r\n]/.test(text) ||
    (text.length > MAX_NAME_LENGTH && text.split('/').some(segment => segment.length > MAX_NAME_LENGTH))
  );
}

/** Returns whether a path begins at a root or a home folder. */
export function isAbsolutePath(path: string): boolean {
  return /^([\\/]|~([^\\/]*[\\/]|$)|[a-z]:|file:)/i.test(path);
}

/** Returns whether a relative path leaves its start folder at any point. */
export function leavesRoot(path: string): boolean {
  let depth = 0;
  for (const segment of path.split(/[\\/]/)) {
    if (segment === '' || segment === '.') continue;
    depth += segment === '..' ? -1 : 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Returns whether a path may lead to a file. Excludes placeholders and paths that other rules report. */
export function isResolvablePath(path: string): boolean {
  return path.trim() !== '' && !/[{}<>|]/.test(path) && !isNotAPath(path) && !isAbsolutePath(path) && !leavesRoot(path);
}

const MAX_PATH_LENGTH = 1024;
const MAX_NAME_LENGTH = 255;
