import type { Disk, EntryType, FileAccess, FileEntry, LogCheckpoint, LogLine } from '../model/disk';
import { decodeUri, fileNameOf } from '../text/decodeUri';

/** The files of one folder, held in memory. */
export interface MemoryFiles {
  access: FileAccess;
  disk: Disk;
  /** Adds a file without its text, so that it is found in its folder. Returns its URI. @param path below the folder, with slashes: steps up lead nowhere */
  name(path: string): string;
  /** Adds a file, or replaces it. Returns its URI. @param changedAt in milliseconds since 1970 */
  set(path: string, text: string, changedAt: number): string;
  uris(): string[];
}

interface MemoryFile extends FileEntry {
  text: string;
  /** Tells this text from those that the file had before. */
  version: string;
  /** The offsets of its lines, once they are asked for. */
  starts?: number[];
}

/**
 * Holds files in memory as the index reads them from a disk. Offsets of logs are those of UTF-16 units.
 *
 * @param root the URI of the folder, without a trailing slash
 */
export function memoryFiles(root: string): MemoryFiles {
  const files = new Map<string, MemoryFile>();
  const folders = new Map<string, Map<string, EntryType>>([[root, new Map()]]);
  let versions = 0;

  function name(path: string): string {
    // A lone surrogate has no form in a URI.
    const steps = path
      .replace(/\p{Surrogate}/gu, '\u{FFFD}')
      .split('/')
      .filter(step => !['', '.', '..'].includes(step));
    let at = root;
    for (const [place, step] of steps.entries()) {
      const entries = folders.get(at) ?? new Map<string, EntryType>();
      folders.set(at, entries.set(step, place < steps.length - 1 ? 'folder' : 'file'));
      at = `${at}/${encodeURIComponent(step)}`;
    }
    return at;
  }

  function isNamed(uri: string): boolean {
    const entries = folders.get(uri.slice(0, uri.lastIndexOf('/')));
    return entries?.get(decodeUri(fileNameOf(uri))) === 'file';
  }

  function* find(folder: string): Generator<FileEntry> {
    for (const { uri, size, changedAt } of [...files.values()]) {
      if (uri === folder || uri.startsWith(`${folder}/`)) yield { uri, size, changedAt };
    }
  }

  return {
    name,
    set(path, text, changedAt) {
      const uri = name(path);
      files.set(uri, { uri, size: text.length, changedAt, text, version: String(++versions) });
      return uri;
    },
    uris: () => [...files.keys()],
    disk: {
      list: folder => folders.get(folder) ?? null,
      // The text of a file that is only named is not known.
      text: uri => files.get(uri)?.text ?? (isNamed(uri) ? undefined : null),
      whenLoaded: () => undefined,
    },
    access: {
      find,
      *filesBelow(folder) {
        for (const { uri } of find(folder)) yield uri;
      },
      wouldFind: (folder, uri) => uri.startsWith(`${folder}/`),
      stat(uri) {
        const { size, changedAt } = files.get(uri) ?? {};
        return size === undefined || changedAt === undefined ? undefined : { uri, size, changedAt };
      },
      text(uri) {
        const file = files.get(uri);
        return file ? { text: file.text } : GONE;
      },
      log(uri, from, limits = {}) {
        const file = files.get(uri);
        if (!file) return GONE;
        const isOther = from !== undefined && from.offset > 0 && from.tail !== file.version;
        return isOther ? { replaced: true } : linesAfter(file, from, limits);
      },
      line(uri, line) {
        const file = files.get(uri);
        return file ? lineOf(file, line) : GONE;
      },
    },
  };
}

const GONE = { fault: 'is not here any more; add it again.' };
/** Characters of a log that are read at once. */
const PIECE = 1 << 20;

function linesAfter(
  { text, version }: MemoryFile,
  from: LogCheckpoint | undefined,
  { bytes = PIECE, until = Number.POSITIVE_INFINITY }: { bytes?: number; until?: number | undefined },
): Exclude<ReturnType<FileAccess['log']>, { fault: string } | { replaced: true }> {
  const { offset, line } = from ?? { offset: 0, line: 0 };
  const size = Math.min(text.length, until);
  const last = text.lastIndexOf('\n', Math.min(offset + bytes, size) - 1);
  // A line may be longer than a piece.
  const found = last >= offset ? last : text.indexOf('\n', offset);
  const end = found < 0 || found >= size ? -1 : found;
  const lines = end < 0 ? [] : splitLines(text.slice(offset, end));
  const mark = { offset: end < 0 ? offset : end + 1, line: line + lines.length, tail: version, starts: [] };
  // As from a disk, an incomplete line is a piece of its own.
  const done = end < 0 || mark.offset >= size;
  const [torn] = end < 0 && size === text.length && offset < size ? splitLines(text.slice(offset)) : [];
  return { lines, first: line, mark, done, ...(torn !== undefined && { torn }) };
}

function lineOf(file: MemoryFile, line: number): LogLine | { fault: string } {
  const { text } = file;
  if (!file.starts) {
    file.starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) file.starts.push(at + 1);
  }
  const start = file.starts[line];
  if (start === undefined) return { fault: `has no line ${line + 1} (any more).` };
  const [found = ''] = splitLines(text.slice(start, (file.starts[line + 1] ?? text.length + 1) - 1));
  return { text: found };
}

function splitLines(text: string): string[] {
  const lines = text.split('\n');
  return text.includes('\r') ? lines.map(line => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines;
}
