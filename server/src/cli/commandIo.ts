import type { FileReport } from '../model/analysis';
import { isObject } from '../shared/isObject';
import type { PathFault } from '../shared/runsPageQuestions';
import { type Arguments, PROGRAM } from './readArguments';
import { escapeControls, escapeInvisible, type Page, painter } from './terminalLine';

/** The parts of the process that a command of the command line uses: working folder, environment, streams and clock. */
export interface Io {
  /** Absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  stdout: Output;
  stderr: Output;
  /** All of standard input. */
  readStdin(): Promise<Buffer>;
  /** Milliseconds; only differences count. */
  now(): number;
}

/** A text output stream, and its terminal properties if it is a terminal. */
export interface Output {
  /** Returns false if the stream's buffer is full. */
  write(text: string): unknown;
  /** Resolves when the stream accepts more, or is closed. */
  drained?(): Promise<void>;
  /**
   * The same stream without the guard, for intended CI commands and for output that is not text for people; see
   * `guardedOutput`.
   */
  unguarded?: Output;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
}

/** Writes text while it is generated, no faster than the reader takes it. */
export async function writePieces(output: Output, pieces: Iterable<string>): Promise<void> {
  let waiting = '';
  const write = async () => {
    const isFull = output.write(waiting) === false;
    waiting = '';
    if (isFull) await output.drained?.();
  };
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length >= ROOM) await write();
  }
  if (waiting !== '') await write();
}

/** The size of a piece of output, in characters. */
const ROOM = 1 << 16;

/**
 * Serializes a value to JSON in pieces. An iterable that is not an array becomes a JSON array whose elements are created one by
 * one, so that the whole text is never in memory. Finds iterables only in properties of objects.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  if (isSequence(value)) {
    let mark = '[';
    for (const item of value) {
      yield mark;
      yield* jsonPieces(item);
      mark = ',';
    }
    yield mark === '[' ? '[]' : ']';
  } else if (holdsSequence(value)) {
    let mark = '{';
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${mark}${JSON.stringify(key)}:`;
      yield* jsonPieces(member);
      mark = ',';
    }
    yield '}';
  } else yield escapeControls(JSON.stringify(value));
}

function holdsSequence(value: unknown): value is object {
  return isObject(value) && Object.values(value).some(one => isSequence(one) || holdsSequence(one));
}

function isSequence(value: unknown): value is Iterable<unknown> {
  return isObject(value) && Symbol.iterator in value;
}

/** Returns whether to use colour: FORCE_COLOR decides, then NO_COLOR; otherwise only on a terminal. */
export function wantsColour(output: Output, env: Io['env']): boolean {
  const { FORCE_COLOR: force, NO_COLOR: no, TERM: term } = env;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return !no && term !== 'dumb' && output.isTTY === true;
}

/** Returns the lines of standard output. Output to a file or another program is not truncated. */
export function pageOf({ stdout, env }: Pick<Io, 'stdout' | 'env'>): Page {
  const width = stdout.isTTY ? stdout.columns || 80 : Number.POSITIVE_INFINITY;
  return { paint: painter(wantsColour(stdout, env)), width };
}

/** A line that shows the progress of a command. */
interface Progress {
  /** Writes at most every 100 ms, and not in the first 100 ms, so it may be called often. */
  show(text: string): void;
  /** Erases the line. Call it before other output. */
  erase(): void;
}

/** On a terminal, overwrites one line of standard error; elsewhere does nothing. */
export function createProgress({ stderr, env, now }: Pick<Io, 'stderr' | 'env' | 'now'>): Progress {
  if (!stderr.isTTY || env.TERM === 'dumb') return { show: () => {}, erase: () => {} };
  let last = now();
  let shown = false;
  return {
    show(text) {
      if (now() - last < INTERVAL) return;
      last = now();
      shown = true;
      stderr.write(`${ERASE}${escapeInvisible(text).slice(0, (stderr.columns || 80) - 1)}`);
    },
    erase() {
      if (shown) stderr.write(ERASE);
      shown = false;
    },
  };
}

/** The minimum time between two updates, in milliseconds. */
const INTERVAL = 100;
/** Moves to the start of the line and clears it. */
const ERASE = '\r\u001b[2K';

interface Summary {
  files: number;
  parts: number;
  errors: number;
  warnings: number;
  infos: number;
}

/** Counts the checked files and the problems. */
export function summaryOf(reports: readonly FileReport[]): Summary {
  const summary: Summary = { files: reports.length, parts: 0, errors: 0, warnings: 0, infos: 0 };
  for (const { parts, problems } of reports) {
    summary.parts += parts.length;
    for (const { severity } of problems) summary[`${severity}s`]++;
  }
  return summary;
}

/** Formats a number with its noun: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Writes a line to standard error: the program's name, and a text whose control characters are escaped. */
export function tell(text: string, { stderr }: Pick<Io, 'stderr'>): void {
  stderr.write(`${PROGRAM}: ${escapeInvisible(text)}\n`);
}

/** Writes a line for each file or folder that could not be read. */
export function tellFaults(faults: readonly PathFault[], io: Pick<Io, 'stderr'>): void {
  for (const { path, fault } of faults) tell(`${path}: ${fault}`, io);
}

/** Returns the paths that a command reads: without any operand, the current folder. */
export function pathsOf({ operands }: Pick<Arguments, 'operands'>): readonly string[] {
  return operands.length > 0 ? operands : ['.'];
}

/** Returns the format that the arguments name, otherwise the first. */
export function formatOf<F extends string>({ options }: Pick<Arguments, 'options'>, formats: readonly [F, ...F[]]): F {
  return formats.find(one => one === options.get('format')) ?? formats[0];
}
