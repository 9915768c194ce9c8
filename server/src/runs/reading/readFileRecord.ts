import { associationOf, type Context } from '../../analysis/analyse';
import type { FileAccess, FileEntry, LogCheckpoint } from '../../model/fileAccess';
import { languageOf } from '../../text/language';
import { fileNameOf } from '../../text/uri/decodeUri';
import type { Entry, FileRecord } from './fileRecord';
import { type ReadContext, readEntries, readLines } from './readEntries';

interface ReadsWith {
  access: FileAccess;
  context: Context;
  /** What is known of the file: a log is read from where it ended then. */
  known?: FileRecord | undefined;
}

/** A JSON file that is larger is none that agents exchange, and would take long to be told from one. */
const LARGEST_JSON = 64e6;
const LARGEST_MARKDOWN = 5e6;
/** A log without any envelope in so many bytes has none further on. */
const ENOUGH_TO_TELL = 4e6;

/**
 * Reads a file from disk. Yields what the index keeps of it: of a log after each piece, more of the same. Returns why it
 * can't be read, in one line without its name.
 */
export function* readFileRecord(
  found: FileEntry,
  { access, context, known }: ReadsWith,
): Generator<FileRecord, string | undefined> {
  const { uri, size, changedAt } = found;
  const lang = languageOf(uri);
  if (!lang) return undefined;
  const reading: ReadContext = { families: context.families, association: associationOf(uri, context) };
  if (lang === 'jsonl') return yield* readLog(found, { access, reading, known });
  if (size > (lang === 'markdown' ? LARGEST_MARKDOWN : LARGEST_JSON)) {
    return `is left out: of ${Math.round(size / 1e6)} MB it is too large for what agents exchange.`;
  }
  const read = access.text(uri);
  if ('fault' in read) return read.fault;
  const { entries, registry } = readEntries(read.text, { lang, fileName: fileNameOf(uri) }, reading);
  yield registry ? { uri, size, changedAt, entries, registry } : { uri, size, changedAt, entries };
  return undefined;
}

function* readLog(
  found: FileEntry,
  { access, reading, known }: { access: FileAccess; reading: ReadContext; known: FileRecord | undefined },
): Generator<FileRecord, string | undefined> {
  const { uri } = found;
  if (reading.association === 'none') {
    yield { ...found, entries: [] };
    return undefined;
  }
  // Without a mark it was read as an editor held it.
  let record: FileRecord = known?.mark ? { ...known, ...found } : { ...found, entries: [] };
  if (record.mark) dropTorn(record, record.mark);
  const named = new Set(record.entries.flatMap(({ about, run = '' }) => (about ? [run] : [])));
  for (;;) {
    const piece = access.log(uri, record.mark);
    if ('fault' in piece) return piece.fault;
    if ('replaced' in piece) {
      record = { ...found, entries: [] };
      continue;
    }
    for (const entry of readLines(piece.lines, piece.first, reading)) record.entries.push(nameless(entry, named));
    if (piece.torn !== undefined) record.entries.push(...readLines([piece.torn], piece.mark.line, reading));
    record.mark = piece.mark;
    yield record;
    if (piece.done || (record.entries.length === 0 && piece.mark.offset > ENOUGH_TO_TELL)) return undefined;
  }
}

// What names a run is said in each of its lines, and needed once.
function nameless(entry: Entry, named: Set<string>): Entry {
  if (!entry.about) return entry;
  const { run = '' } = entry;
  if (named.has(run)) entry.about = '';
  else named.add(run);
  return entry;
}

// The last line of a log that had no end is read again together with what has come since.
function dropTorn({ entries }: FileRecord, { line }: LogCheckpoint): void {
  const torn = `line ${line + 1}`;
  while (entries.at(-1)?.part === torn) entries.pop();
}
