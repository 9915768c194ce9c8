import type { FileAccess, LogCheckpoint, LogLimits, LogLine, LogRange } from '../model/disk';
import { t } from '../shared/l10n';
import { sha256 } from '../text/sha256';
import { isBinary, NOT_UTF8_TEXT } from './decodeTextBytes';

/** An open log file (JSONL), from which ranges of bytes are read. */
export interface LogBytes {
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
  /** Reads up to `length` bytes at a position into a buffer at `offset`; returns how many. */
  read(into: Uint8Array, offset: number, length: number, position: number): number;
}

/** The checkpoint at the beginning of a log. */
export const LOG_START: LogCheckpoint = { offset: 0, line: 0, tail: '', starts: [] };

/** Takes complete lines without their ends, and the number of the first, from 0. Returns false to stop reading. */
export type OnLines = (lines: string[], firstLine: number) => boolean | undefined;

export interface LogRead {
  mark: LogCheckpoint;
  /** The last line if it has no line end and may be incomplete. It is line `mark.line`, and is read again the next time. */
  torn?: string;
  /** The numbers of lines that are too long to be held; they are passed on as empty. */
  tooLong: number[];
  /**
   * Size in bytes and modification time (milliseconds since 1970) when the file was opened. Later additions are not
   * read.
   */
  size: number;
  changedAt: number;
}

export interface LineSizes {
  /** The number of bytes to read and pass on at once. */
  chunk?: number;
  /** Bytes: longer lines are skipped. */
  longest?: number;
  /** The offset to stop at: a line that extends beyond it is not read, and there is no torn line. */
  until?: number;
}

/**
 * Reads a log after a checkpoint, in pieces: a file of any size takes a few megabytes of memory. Returns `replaced` if the
 * file does not continue the log of the checkpoint: read it from the start. A fault is one line without the path. Throws
 * only the errors of the file and of `onLines`.
 */
export function linesAfter(
  file: LogBytes,
  from: LogCheckpoint,
  onLines: OnLines,
  sizes: LineSizes = {},
): LogRead | { replaced: true } | { fault: string } {
  return isContinued(file, from) ? readOn(file, from, onLines, sizes) : { replaced: true };
}

/** The next lines of a log, as `FileAccess.log` returns them. */
export function logChunk(
  file: LogBytes,
  from: LogCheckpoint = LOG_START,
  { until, bytes }: LogLimits = {},
): ReturnType<FileAccess['log']> {
  let piece: { lines: string[]; first: number } | undefined;
  const onLines = (lines: string[], first: number) => {
    piece = { lines, first };
    return false;
  };
  const read = linesAfter(file, from, onLines, {
    ...(until !== undefined && { until }),
    ...(bytes !== undefined && { chunk: bytes }),
  });
  if (!('mark' in read)) return read;
  const { mark, torn, size } = read;
  const { lines = [], first = mark.line } = piece ?? {};
  const done = mark.offset >= size || (!piece && until === undefined);
  return { lines, first, mark, done, ...(torn !== undefined && { torn }) };
}

/**
 * Returns the whole lines of a log between two offsets: from the first line that begins there to the last line that ends there. Undefined
 * if there are none.
 */
export function linesBetween(file: LogBytes, from: number, until: number): LogRange | undefined | { fault: string } {
  const start = lineStartAt(file, from, until);
  if (start === undefined) return undefined;
  const range: string[] = [];
  const onLines = (lines: string[]) => {
    for (const line of lines) range.push(line);
    return undefined;
  };
  const read = readOn(file, { ...LOG_START, offset: start }, onLines, { until });
  if ('fault' in read) return read;
  // A range must not contain a line that is too long to hold.
  return range.length > 0 && read.tooLong.length === 0 ? { lines: range, start, mark: read.mark } : undefined;
}

function lineStartAt(file: LogBytes, from: number, until: number): number | undefined {
  const buffer = new Uint8Array(1 << 16);
  // A line may begin exactly at `from`, after the end of another one.
  for (let at = from - 1; at < until; at += buffer.length) {
    const count = file.read(buffer, 0, Math.min(buffer.length, until - at), at);
    const end = buffer.subarray(0, count).indexOf(NEWLINE);
    if (end >= 0) return at + end + 1;
    if (count === 0) return undefined;
  }
  return undefined;
}

/** One line of a log, by its number from 0, and a checkpoint after it (before it, if it is torn). Otherwise like `linesAfter`. */
export function lineAt(
  file: LogBytes,
  line: number,
  mark: LogCheckpoint,
  sizes: LineSizes = {},
): LogLine | { replaced: true } | { fault: string } {
  if (!isContinued(file, mark)) return { replaced: true };
  const start = mark.starts.findLast(one => one.line <= line) ?? LOG_START;
  let text: string | undefined;
  let around: LogLine['around'];
  const read = readOn(
    file,
    { ...LOG_START, ...start },
    (lines, first) => {
      text = lines[line - first];
      if (text !== undefined) around = { lines, first };
      return text === undefined;
    },
    sizes,
  );
  if ('fault' in read) return read;
  if (read.tooLong.includes(line)) return { fault: TOO_LONG };
  text ??= read.mark.line === line ? read.torn : undefined;
  if (text === undefined) return { fault: t`has no line ${line + 1} (any more).` };
  // Lines that are too long are in the list as empty ones.
  return around && read.tooLong.length === 0 ? { text, around } : { text };
}

const TOO_LONG = t`is too long to be read.`;

function isContinued(file: LogBytes, { offset, tail }: LogCheckpoint): boolean {
  return offset === 0 || (offset <= file.size && tailAt(file, offset) === tail);
}

// Lines of two files may end alike at the same offset, but hardly ever begin alike, too.
function tailAt(file: LogBytes, offset: number): string {
  const ends = new Uint8Array(Math.min(offset, 1024));
  const half = ends.length >> 1;
  file.read(ends, 0, half, 0);
  file.read(ends, half, ends.length - half, offset - (ends.length - half));
  return sha256(ends).slice(0, 16);
}

function readOn(
  file: LogBytes,
  from: LogCheckpoint,
  onLines: OnLines,
  { chunk = 1 << 20, longest = 1 << 26, until = Number.POSITIVE_INFINITY }: LineSizes,
): LogRead | { fault: string } {
  const size = Math.min(file.size, until);
  const starts = [...from.starts];
  const tooLong: number[] = [];
  let { offset, line } = from;
  let buffer = new Uint8Array(Math.max(Math.min(chunk, size - offset), 1));
  // For an incomplete line, the number of bytes in the buffer, and of dropped bytes.
  let held = 0;
  let dropped = 0;
  let goesOn = true;
  while (goesOn) {
    const at = offset + dropped + held;
    const count = file.read(buffer, held, Math.min(buffer.length - held, size - at), at);
    if (count === 0) {
      if (at < size) return { fault: t`was cut off while it was read; run again.` };
      break;
    }
    if (at === 0 && isBinary(buffer.subarray(0, count), true)) return { fault: NOT_UTF8_TEXT };
    const bytes = buffer.subarray(0, held + count);
    const last = bytes.lastIndexOf(NEWLINE);
    if (last < 0) {
      held = bytes.length;
      if (held < buffer.length) continue;
      if (dropped > 0 || held >= longest) {
        dropped += held;
        held = 0;
      } else buffer = enlarged(buffer, Math.min(held * 2, longest));
      continue;
    }
    if (offset - (starts.at(-1)?.offset ?? -chunk) >= chunk / 2) starts.push({ offset, line });
    const begin = dropped > 0 ? bytes.indexOf(NEWLINE) : 0;
    if (dropped > 0) tooLong.push(line);
    const lines = linesOf(bytes.subarray(begin, last), offset === 0 && dropped === 0);
    offset += dropped + last + 1;
    goesOn = onLines(lines, line) !== false;
    line += lines.length;
    dropped = 0;
    held = bytes.length - last - 1;
    buffer.copyWithin(0, last + 1, bytes.length);
    // Shrinks a buffer that was only needed for one long line.
    if (buffer.length > chunk && held < chunk) buffer = buffer.slice(0, chunk);
  }
  const mark = { offset, line, tail: tailAt(file, offset), starts };
  const read: LogRead = { mark, tooLong, size: file.size, changedAt: file.changedAt };
  const mayBeTorn = goesOn && dropped === 0 && held > 0 && size === file.size;
  const torn = mayBeTorn ? linesOf(buffer.subarray(0, held), offset === 0)[0] : undefined;
  return torn === undefined ? read : { ...read, torn };
}

const NEWLINE = 0x0a;

function enlarged(buffer: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(size);
  larger.set(buffer);
  return larger;
}

// A line end is never part of another character, so each line can be decoded alone: one that is ASCII takes half the memory, and is
// parsed in half the time. Short lines are decoded together.
function linesOf(bytes: Uint8Array, first: boolean): string[] {
  const lines: string[] = [];
  for (let start = 0; start <= bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start + SHORT);
    const end = newline < 0 ? bytes.length : newline;
    for (const line of UTF_8.decode(bytes.subarray(start, end)).split('\n')) {
      lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    start = end + 1;
  }
  if (first && lines[0]?.startsWith('\uFEFF')) lines[0] = lines[0].slice(1);
  return lines;
}

/** In bytes. */
const SHORT = 256;
const UTF_8 = new TextDecoder('utf-8', { ignoreBOM: true });
