import { associationOf, type Context } from '../../analysis/analyse';
import type { FileAccess, FileEntry, LogCheckpoint } from '../../model/disk';
import { t } from '../../shared/l10n';
import { fileNameOf } from '../../text/decodeUri';
import { languageOf } from '../../text/fileLanguage';
import { lineIndexOf } from './envelopeLocator';
import type { Reader, ReadRange } from './fileReadQueue';
import type { Entry, FileRecord } from './fileRecord';
import {
  hasSpreadEntries,
  isOnlyRead,
  type LostText,
  type ReadOptions,
  readEntries,
  readLines,
  unknownTypes,
  withSharedTexts,
} from './readEntries';

/** The parameters of `readFileRecord`, which reads a file for the index. */
interface ReadsWith {
  access: FileAccess;
  context: Context;
  /** The file's record so far: a log is read from the end of that record. */
  known?: FileRecord | undefined;
  /** Starts to read a log backwards from its end in another thread. */
  ahead?: ((offset: number) => NextRead) | undefined;
  /** Called with a line about the skipped parts of a log, without the log's name. */
  note?: ((text: string) => void) | undefined;
}

/** In bytes. Agents exchange no larger JSON files, and recognising one would take long. */
const LARGEST_JSON = 64e6;
const LARGEST_MARKDOWN = 5e6;
/** In bytes. A log with no envelope up to here is assumed to have none at all. */
const ENOUGH_TO_TELL = 4e6;

/**
 * Reads a file from disk for the index. Yields the data that the index keeps of the file; for a log, more complete data after each block of
 * lines. Yields `waits` while it waits for the thread that reads ahead. Returns undefined when the file is read. Returns the reason, in one
 * line without the file's name, if the file can't be read.
 */
export function* readFileRecord(
  found: FileEntry,
  { access, context, known, ahead, note }: ReadsWith,
): Generator<FileRecord | 'waits', string | undefined> {
  const { uri, size, changedAt } = found;
  const lang = languageOf(uri);
  if (!lang) return undefined;
  const reading: ReadOptions = { families: context.families, association: associationOf(uri, context) };
  if (lang === 'jsonl') {
    const lost = lostLines();
    const fault = yield* readLog(found, { access, reading: { ...reading, onLost: lost.add }, known, ahead });
    if (fault === undefined) for (const text of lost.notes()) note?.(text);
    return fault;
  }
  if (size > (lang === 'markdown' || lang === 'yaml' ? LARGEST_MARKDOWN : LARGEST_JSON)) {
    return t`is left out: of ${Math.round(size / 1e6)} MB it is too large for what agents exchange.`;
  }
  const read = access.text(uri);
  if ('fault' in read) return read.fault;
  const unknown = unknownTypes();
  const counting = { ...reading, onUnknown: unknown.add };
  const { entries, registry } = readEntries(read.text, { lang, fileName: fileNameOf(uri) }, counting);
  const record: FileRecord = registry ? { uri, size, changedAt, entries, registry } : { uri, size, changedAt, entries };
  if (unknown.isAny() && isOnlyRead(entries, context.families)) record.unknown = unknown.counts();
  yield record;
  return undefined;
}

/** Collects the skipped parts of a log. */
function lostLines() {
  const parts: Record<LostText, string[]> = { zeros: [], second: [], spread: [] };
  return {
    add(part: string, why: LostText): void {
      parts[why].push(part);
    },
    notes: () =>
      LOST.flatMap(([why, text]) => {
        const [first, ...others] = parts[why];
        if (first === undefined) return [];
        return [others.length === 0 ? t`${first} ${text}.` : t`${first} ${text}, and ${others.length} more like it.`];
      }),
  };
}

const LOST: readonly [why: LostText, text: string][] = [
  ['zeros', t`is left out: it has only zero bytes, as a crash leaves them`],
  ['second', t`has several objects, and only the first is read: put each on a line of its own`],
  [
    'spread',
    t`begins an object of several lines, so nothing is read; put each object on one line, or name the file .json`,
  ],
];

function* readLog(
  found: FileEntry,
  { access, reading, known, ahead }: Omit<ReadsWith, 'context' | 'note'> & { reading: ReadOptions },
): Generator<FileRecord | 'waits', string | undefined> {
  const { uri } = found;
  if (reading.association === 'none') {
    yield { ...found, entries: [] };
    return undefined;
  }
  // A record without a mark comes from a file that was open in an editor. A log that has changed but not grown was edited.
  const isEdited = known?.size === found.size && known.changedAt !== found.changedAt;
  let record: FileRecord = known?.mark && !isEdited ? { ...known, ...found } : { ...found, entries: [] };
  if (record.mark) dropTorn(record, record.mark);
  let unknown = unknownTypes(record.unknown);
  const named = new Set(record.entries.flatMap(({ about, run = '' }) => (about ? [run] : [])));
  // A log without envelopes so far is not read ahead.
  const nextRead = () => (record.mark && record.entries.length > 0 ? ahead?.(record.mark.offset) : undefined);
  for (let next = nextRead(); ; next = nextRead()) {
    if (next === 'waits') {
      yield 'waits';
      continue;
    }
    if (next && 'range' in next) {
      addRange(record, next.range, named);
      for (const [type, count] of Object.entries(next.range.unknown)) unknown.add(type, count);
      noteUnknown();
      record.size = record.mark?.offset ?? 0;
      yield record;
      continue;
    }
    const piece = access.log(uri, record.mark, { until: next?.until });
    if ('fault' in piece) return piece.fault;
    if ('replaced' in piece) {
      record = { ...found, entries: [] };
      named.clear();
      unknown = unknownTypes();
      continue;
    }
    const counting = { ...reading, onUnknown: (type: string) => unknown.add(type) };
    for (const entry of readLines(piece.lines, piece.first, counting)) record.entries.push(nameless(entry, named));
    if (piece.torn !== undefined) record.entries.push(...readLines([piece.torn], piece.mark.line, reading));
    record.mark = piece.mark;
    noteUnknown();
    if (piece.first === 0 && record.entries.length === 0 && hasSpreadEntries(piece.lines, reading)) {
      reading.onLost?.('line 1', 'spread');
    }
    const isRead = piece.done || (record.entries.length === 0 && piece.mark.offset > ENOUGH_TO_TELL);
    // If reading is broken off, the next scan must not take the log for one that was read.
    record.size = isRead ? found.size : piece.mark.offset;
    yield record;
    if (isRead) return undefined;
  }

  function noteUnknown(): void {
    if (unknown.isAny() && isOnlyRead(record.entries, reading.families)) record.unknown = unknown.counts();
  }
}

function addRange(record: FileRecord, { mark, entries }: ReadRange, named: Set<string>): void {
  const { line, starts } = record.mark ?? { line: 0, starts: [] };
  for (const entry of entries) {
    const index = lineIndexOf(entry.part) ?? 0;
    record.entries.push(nameless(withSharedTexts(entry, `line ${line + index + 1}`), named));
  }
  record.mark = {
    ...mark,
    line: line + mark.line,
    starts: [...starts, ...mark.starts.map(start => ({ ...start, line: line + start.line }))],
  };
}

// Each line may repeat the names of a run; one is enough.
function nameless(entry: Entry, named: Set<string>): Entry {
  if (!entry.about) return entry;
  const { run = '' } = entry;
  if (named.has(run)) entry.about = '';
  else named.add(run);
  return entry;
}

// An unterminated last line is read again, together with what has been appended.
function dropTorn({ entries }: FileRecord, { line }: LogCheckpoint): void {
  const torn = `line ${line + 1}`;
  while (entries.at(-1)?.part === torn) entries.pop();
}

/** The next action of the thread that reads a log from its beginning. */
type NextRead =
  /** Take a range that begins here and that another thread has read. */
  | { range: ReadRange }
  /** Read up to this offset; the next range starts there or shortly after. Without an offset, read to the end. */
  | { until: number | undefined }
  /** Wait for the range that begins a little further on. */
  | 'waits';

interface ReadAheadSizes {
  /** Bytes of a range: reading one takes some tens of milliseconds. */
  length?: number;
  /** In bytes. For a smaller log another thread is not worth starting. */
  least?: number;
}

/** Ranges queued ahead, so that the reader never waits. */
const GIVEN_AT_ONCE = 2;

/**
 * Lets another thread read a large log from its end, range by range, while this thread reads it from its beginning. Returns a function from
 * the offset reached here to the next action; undefined for a smaller log.
 * Invariant: this thread reads all lines that no range contains: those between two ranges, and those of a range that can't be read or no
 * longer fits.
 */
export function readAhead(
  reader: Reader,
  found: FileEntry,
  { length = 4e6, least = 16e6 }: ReadAheadSizes = {},
): ((offset: number) => NextRead) | undefined {
  if (found.size < least) return undefined;
  /** The ranges; the last one is nearest to this thread's offset. */
  const ranges: GivenRange[] = [];
  let end = found.size;
  let given = 0;
  let fails = false;
  let last = -1;

  function give(offset: number): void {
    while (!fails && given < GIVEN_AT_ONCE && end - length > offset + length) {
      const range: GivenRange = { from: end - length };
      ranges.push(range);
      given++;
      reader.readRange({ found, from: range.from, until: end }).then(
        read => answered(range, read),
        () => {
          fails = true;
          answered(range, undefined);
        },
      );
      end = range.from;
    }
  }

  function answered(range: GivenRange, read: ReadRange | undefined): void {
    given--;
    if (read) range.read = read;
    else ranges.splice(ranges.indexOf(range), 1);
  }

  return offset => {
    give(offset);
    const isStuck = offset === last;
    last = offset;
    for (let range = ranges.at(-1); range; range = ranges.at(-1)) {
      const { from, read } = range;
      if (!read) return isStuck || offset > from ? 'waits' : { until: from };
      if (offset < read.start && !isStuck) return { until: read.start };
      ranges.pop();
      if (offset === read.start) return { range: read };
    }
    return { until: undefined };
  };
}

interface GivenRange {
  from: number;
  read?: ReadRange;
}
