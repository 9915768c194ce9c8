import type { CheckedEnvelope, Files, FoundFile } from '../model/rule';
import type { Path } from '../model/text';
import { truncate } from '../shared/shownText';
import { eachDeclaredWith, hasSlot } from '../slots/schemaPaths';
import { atPath, atPointer, formatPointer, parsePointer, pointerPathIn } from '../text/jsonPointer';
import { memoizeLast } from '../text/memoize';

/** Returns the text of the file at a path; undefined if there is no file, or the text is not known yet. */
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

/** Returns the embedded files of an envelope that have a path. Content may be missing. */
function carriedItems({ carries }: CheckedEnvelope['kind'], value: unknown): CarriedItem[] {
  const items = carries && atPointer(value, carries.items);
  if (!carries || !Array.isArray(items)) return [];
  const list = pointerPathIn(value, carries.items);
  const toPath = parsePointer(carries.path);
  const toContent = carries.content === undefined ? undefined : parsePointer(carries.content);
  return items.flatMap((item, index): CarriedItem[] => {
    const path = atPath(item, toPath);
    if (typeof path !== 'string') return [];
    const at = [...list, index];
    return [
      {
        item,
        at,
        path,
        pathAt: [...at, ...toPath],
        contentAt: toContent && [...at, ...toContent],
        content: toContent && atPath(item, toContent),
      },
    ];
  });
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
  for (const { item, at, path, pathAt } of carriedItems(kind, value)) {
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
  return writtenFilesIn(kind, value);
}

// Memoized, since six rules call it.
const writtenFilesIn = memoizeLast((kind: CheckedEnvelope['kind'], value: unknown): WrittenFile[] => {
  const files: WrittenFile[] = carriedItems(kind, value).map(({ item, ...file }) => ({ ...file, holder: item }));
  const known = new Set(
    files.flatMap(({ pathAt, contentAt }) => [pathAt, contentAt].map(at => at && formatPointer(at))),
  );
  eachDeclaredWith(isContent, kind.schema, value, (pathHere, _, content, holder) => {
    const contentAt = pathHere();
    if (known.has(formatPointer(contentAt))) return;
    const path = atPath(holder, BESIDE);
    const pathAt = [...contentAt.slice(0, -1), ...BESIDE];
    const isOwn = typeof path === 'string' && !known.has(formatPointer(pathAt));
    if (isOwn) known.add(formatPointer(pathAt));
    files.push({
      pathAt: isOwn ? pathAt : undefined,
      path: typeof path === 'string' ? path : '',
      contentAt,
      content,
      holder,
    });
  });
  return files;
});

const isContent = hasSlot('content');
const BESIDE = ['path'];

/** Visits every text at a path slot of the schema, and the path of each embedded file, even if it is not a valid path. */
export function visitPaths(
  { value, kind }: Pick<CheckedEnvelope, 'value' | 'kind'>,
  visit: (path: Path, text: string) => void,
) {
  for (const { path, text } of pathsIn(kind, value)) visit(path, text);
}

// Memoized, since six rules call it.
const pathsIn = memoizeLast((kind: CheckedEnvelope['kind'], value: unknown): { path: Path; text: string }[] => {
  const paths: { path: Path; text: string }[] = [];
  eachDeclaredWith(hasSlot('path'), kind.schema, value, (pathHere, _, found) => {
    if (typeof found === 'string') paths.push({ path: pathHere(), text: found });
  });
  const carried = carriedItems(kind, value);
  if (carried.length === 0) return paths;
  const known = new Set(paths.map(({ path }) => formatPointer(path)));
  // The schema of a declared protocol may not mark its paths.
  for (const { path, pathAt } of carried)
    if (!known.has(formatPointer(pathAt))) paths.push({ path: pathAt, text: path });
  return paths;
});

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
