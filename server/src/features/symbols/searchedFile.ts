import type { FileAccess, LogCheckpoint } from '../../model/fileAccess';
import type { Name } from '../../model/name';
import type { FileLang, SourceFile } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import type { FileRecord } from '../../runs/reading/fileRecord';
import { languageOf } from '../../text/language';
import { fileText, sourceFile } from '../../text/lines';

/** The names that are searched for. */
export interface SearchedNames {
  names: readonly Name[];
  /** Only in these parts of the file. */
  parts?: ReadonlySet<string>;
}

/** A file to look through, as the editor holds it, else as it is on the disk. What can't be read is empty. */
export interface SearchedFile {
  uri: string;
  lang: FileLang;
  /** In bytes; 0 of a file in an editor. */
  size: number;
  whole(): SourceFile;
  /** The same in pieces: of a log that is not to be held in memory at once. */
  pieces(): Iterable<LinesFrom>;
  /** One line, by its number from 0. */
  line(number: number): string;
}

export interface LinesFrom {
  /** The number of the first line, from 0. */
  first: number;
  lines: readonly string[];
}

/** All files that the index knows in one workspace folder; `''` for those that lie in none. */
export function searchedFiles(
  { index, access, opened }: { index: RunIndex; access: FileAccess; opened: ReadonlyMap<string, SourceFile> },
  isInFolder: (uri: string) => boolean,
): SearchedFile[] {
  const found: SearchedFile[] = [];
  for (const record of index.records()) {
    const { uri } = record;
    const lang = languageOf(uri);
    const open = opened.get(uri);
    if (!isInFolder(uri)) continue;
    if (open) found.push(openFile(open));
    else if (lang) found.push(storedFile(record, lang, access));
  }
  return found;
}

/** A file whose text is at hand. */
export function openFile(file: SourceFile, size = 0): SearchedFile {
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
    return sourceFile(uri, lang, 'text' in read ? read.text : '');
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
    // What was replaced while it is read is read again by whoever asks again.
    if (!('lines' in piece)) return;
    const { first, lines, torn } = piece;
    yield { first, lines: torn === undefined ? lines : [...lines, torn] };
    if (piece.done) return;
    mark = piece.mark;
  }
}

/** The text of a file, where it is asked for in one. */
export function wholeText(file: SearchedFile): string {
  return fileText(file.whole());
}
