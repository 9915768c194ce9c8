import type { FileAccess, LogCheckpoint } from '../../model/disk';
import type { SymbolName } from '../../model/symbol';
import type { FileLang, TextFile } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import type { FileRecord } from '../../runs/reading/fileRecord';
import { languageOf } from '../../text/fileLanguage';
import { fileText, textFile } from '../../text/lines';

/** The names of symbols to search for in a file, such as the name of an agent. */
export interface SearchedNames {
  names: readonly SymbolName[];
  /** Restricts the search to these parts of the file. */
  parts?: ReadonlySet<string>;
}

/** A file to search, with the editor's content if it is open, otherwise from disk. An unreadable file is empty. */
export interface SearchedFile {
  uri: string;
  lang: FileLang;
  /** The size in bytes; 0 for a file that is open in the editor. */
  size: number;
  whole(): TextFile;
  /** Yields the content in chunks, so that a log need not be in memory at once. */
  pieces(): Iterable<LinesFrom>;
  /** Returns a line, by its zero-based number. */
  line(number: number): string;
}

/** Successive lines of a file. */
export interface LinesFrom {
  /** The zero-based number of the first line. */
  first: number;
  lines: readonly string[];
}

/**
 * Returns the files of a workspace folder in which a search looks for names. These are the files of the index, and open files that the
 * index has not read yet, since a new file is edited before the editor reports it.
 */
export function searchedFiles(
  { index, access, opened }: { index: RunIndex; access: FileAccess; opened: ReadonlyMap<string, TextFile> },
  isInFolder: (uri: string) => boolean,
): SearchedFile[] {
  const found: SearchedFile[] = [];
  const unread = new Map(opened);
  for (const record of index.records()) {
    const { uri } = record;
    unread.delete(uri);
    const lang = languageOf(uri);
    const open = opened.get(uri);
    if (!isInFolder(uri)) continue;
    if (open) found.push(openFile(open));
    else if (lang) found.push(storedFile(record, lang, access));
  }
  for (const [uri, file] of unread) if (isInFolder(uri) && !isInFolder(OUTSIDE)) found.push(openFile(file));
  return found;
}

/** The folder of a file outside of all workspace folders. */
const OUTSIDE = '';

/** Creates a searched file whose content is already in memory. */
export function openFile(file: TextFile, size = 0): SearchedFile {
  const { uri, lang, lines } = file;
  return {
    uri,
    lang,
    size,
    whole: () => file,
    pieces: () => [{ first: 0, lines }],
    line: number => lines[number] ?? '',
  };
}

function storedFile({ uri, size, mark }: FileRecord, lang: FileLang, access: FileAccess): SearchedFile {
  const whole = () => {
    const read = access.text(uri);
    return textFile(uri, lang, 'text' in read ? read.text : '');
  };
  return {
    uri,
    lang,
    size,
    whole,
    pieces: () => logPieces(uri, access),
    line(number) {
      const read = mark && access.line(uri, number, mark);
      return read && 'text' in read ? read.text : '';
    },
  };
}

function* logPieces(uri: string, access: FileAccess): Iterable<LinesFrom> {
  for (let mark: LogCheckpoint | undefined; ; ) {
    const piece = access.log(uri, mark);
    // The file was replaced while being read: the next query reads the new file.
    if (!('lines' in piece)) return;
    const { first, lines, torn } = piece;
    yield { first, lines: torn === undefined ? lines : [...lines, torn] };
    if (piece.done) return;
    mark = piece.mark;
  }
}

/** Returns the full text of a file. */
export function wholeText(file: SearchedFile): string {
  return fileText(file.whole());
}
