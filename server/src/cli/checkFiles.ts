import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { parentPort, type Worker, workerData } from 'node:worker_threads';
import { type PlainReport, plainReport, reportOfPlain } from '../features/fixes/checkAndFixFiles';
import type { CheckedFile, FileReport } from '../model/analysis';
import { isRunRuleFile, MAX_SIBLINGS, MAX_TOTAL_SIZE } from '../runs/runRules/runRuleFiles';
import { isPackedLog, languageOf } from '../text/fileLanguage';
import { textFile } from '../text/lines';
import { copyString } from '../text/memoize';
import { type ListedFile, listedSize, readListed, type WalkedFile } from '../workspace/walkFiles';
import { type CliProject, cliProject } from './cliProject';
import type { Format } from './commands/checkRequest';
import { PROGRAM } from './readArguments';

/** The result of checking one file: its report, or the reason why it could not be checked (`fault`, one line without the path). */
export type Checked =
  | { fault: string }
  | {
      report: FileReport;
      /** If the format shows them, the lines at which problems begin, by their index. */
      lines?: readonly string[];
    };

interface CheckOptions {
  check(file: CheckedFile): FileReport | { fault: string };
  format: Format;
  /** Called with the texts of files before they are checked. */
  holdTexts?: CliProject['holdTexts'] | undefined;
}

/** Checks a file that was read. Never throws. */
export function checkRead(file: WalkedFile, { check, format }: CheckOptions): Checked {
  const report = 'fault' in file ? file : attempt(() => check(file));
  if ('fault' in report) return { fault: report.fault };
  if ('fault' in file || report.problems.length === 0 || format !== 'pretty') return { report };
  const { lines } = textFile(file.uri, 'json', file.text);
  const shown: string[] = [];
  // A copy: a piece would keep the whole text in memory.
  for (const { range } of report.problems) shown[range.start.line] ??= copyString(lines[range.start.line] ?? '');
  return { report, lines: shown };
}

/** Turns an exception into a fault, so that a failure in one file does not hide the results of the others. */
export function attempt<T>(action: () => T): T | { fault: string } {
  try {
    return action();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { fault: `could not be checked (${reason}); this is a defect of ${PROGRAM}, please report it.` };
  }
}

/** Starts a thread that calls `runCheckThread`. Throws if there can't be another thread. */
export type StartThread = (work: unknown) => Pick<Worker, 'on' | 'terminate'>;

/** The options for checks in threads. All options that are passed to another thread are plain data. */
interface ThreadOptions extends CheckOptions, Pick<SharedWork, 'options' | 'paths' | 'cwd'> {
  startThread: StartThread;
  /** The maximum number of threads, with this one. */
  most?: number | undefined;
}

/** The work that threads share: they take one unit after the other. */
interface SharedWork {
  /** The options of the command line, the paths that it names, and its folder. */
  options: ReadonlyMap<string, string>;
  paths: readonly string[];
  cwd: string;
  format: Format;
  files: readonly ListedFile[];
  /** The end of each unit in `files`. */
  ends: readonly number[];
  /** The index of the next unit that nobody has taken. */
  next: Int32Array;
}

/** A unit that a thread has checked. */
interface CheckedUnit {
  unit: number;
  checked: ({ fault: string } | { report: PlainReport; lines?: readonly string[] })[];
}

/** Checks files, one after the other. */
export function* checkFiles(files: readonly ListedFile[], options: CheckOptions): Generator<Checked> {
  for (const read of readAhead(files)) {
    if (read.length > 1) options.holdTexts?.(textsOnDisk(read));
    for (const file of read) yield checkRead(file, options);
  }
}

/** Reads files, those of a folder together as far as they may be compared with each other. */
function* readAhead(files: readonly ListedFile[]): Generator<WalkedFile[]> {
  let read: WalkedFile[] = [];
  let size = 0;
  for (const [index, file] of files.entries()) {
    const one = readListed(file);
    read.push(one);
    if ('text' in one) size += one.text.length;
    const next = files[index + 1];
    const isSameFolder = next !== undefined && dirname(next.real) === dirname(file.real);
    if (isSameFolder && read.length <= MAX_SIBLINGS && size < MAX_TOTAL_SIZE) continue;
    yield read;
    read = [];
    size = 0;
  }
}

/** The texts that a second look at the disk would give, by URI. */
function textsOnDisk(files: readonly WalkedFile[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const file of files) {
    if ('fault' in file || !isRunRuleFile(file.uri) || isPackedLog(file.uri)) continue;
    // Decoders differ in what is no UTF-8, and the disk reads no longer files.
    if (file.text.length > LONGEST_HELD || file.text.startsWith(MARK) || file.text.includes(REPLACEMENT)) continue;
    texts.set(file.uri, file.text);
  }
  return texts;
}

/** Characters, each of at most three bytes. */
const LONGEST_HELD = 1_600_000;
const MARK = '\ufeff';
const REPLACEMENT = '\ufffd';

/**
 * Checks files in this thread and in others; yields the same as `checkFiles`. Returns undefined, and starts no thread, if the files are so
 * few that one thread is as fast.
 */
export function checkInThreads(
  files: readonly ListedFile[],
  options: ThreadOptions,
): AsyncGenerator<Checked> | undefined {
  if (files.length < 2) return undefined;
  const sized = sizedFiles(files);
  const weight = sized.reduce((sum, file) => sum + file.weight, 0);
  if (weight < 2 * LEAST_OF_THREAD) return undefined;
  const ends = unitEnds(sized);
  const most = Math.min(options.most ?? Math.floor(availableParallelism() / 2), MOST_THREADS);
  const count = Math.min(most, Math.floor(weight / LEAST_OF_THREAD), ends.length);
  return count < 2 ? undefined : shareWork(files, ends, count, options);
}

/** A thread that checks fewer small files takes longer to start than it saves. */
const LEAST_OF_THREAD = 500;
/** More threads wait for each other's memory. By default there is one for each two cores: a thread keeps one and a third busy, since V8
 * compiles and collects garbage beside it. */
const MOST_THREADS = 8;
/** The weight of a unit. */
const UNIT = 64;

interface SizedFile {
  folder: string;
  /** In bytes; 0 where nobody has looked. */
  size: number;
  /** The work of its check: about that of so many small files. */
  weight: number;
}

// Among many files, only logs are so large that they count.
function sizedFiles(files: readonly ListedFile[]): SizedFile[] {
  const isFew = files.length < 2 * LEAST_OF_THREAD;
  return files.map(file => {
    const size = isFew || languageOf(file.real) === 'jsonl' ? listedSize(file) : 0;
    return { folder: dirname(file.real), size, weight: 1 + size / 1024 };
  });
}

/**
 * Divides files into units. A folder whose runs are checked together is in one unit: each of its files needs the others.
 *
 * @returns the end of each unit
 */
function unitEnds(files: readonly SizedFile[]): number[] {
  const ends: number[] = [];
  let weight = 0;
  const close = (end: number) => {
    if (weight >= UNIT) {
      ends.push(end);
      weight = 0;
    }
  };
  for (let start = 0; start < files.length; ) {
    const { folder } = files[start] as SizedFile;
    let end = start;
    let size = 0;
    while (files[end]?.folder === folder) size += (files[end++] as SizedFile).size;
    const isTogether = end - start <= MAX_SIBLINGS + 1 && size <= MAX_TOTAL_SIZE;
    for (let at = start; at < end; at++) {
      weight += (files[at] as SizedFile).weight;
      if (!isTogether) close(at + 1);
    }
    close(end);
    start = end;
  }
  if (weight > 0) ends.push(files.length);
  return ends;
}

async function* shareWork(
  files: readonly ListedFile[],
  ends: readonly number[],
  count: number,
  { startThread, options, paths, cwd, ...checking }: ThreadOptions,
): AsyncGenerator<Checked> {
  const { format } = checking;
  const next = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const work: SharedWork = { options, paths, cwd, format, files, ends, next };
  const results = new Map<number, readonly Checked[]>();
  let onEvent = () => {};
  const threads = startThreads(count - 1, () => startThread(work));
  let running = threads.length;
  for (const thread of threads) {
    thread.on('message', ({ unit, checked }: CheckedUnit) => {
      results.set(unit, checked.map(withReport));
      onEvent();
    });
    // Files that the thread leaves are checked in this thread.
    thread.on('error', () => {});
    thread.on('exit', () => {
      running--;
      onEvent();
    });
  }
  const checkUnit = (unit: number) => results.set(unit, [...checkFiles(filesOf(unit, work), checking)]);
  try {
    for (let unit = 0; unit < ends.length; unit++) {
      while (!results.has(unit)) {
        const own = Atomics.add(next, 0, 1);
        if (own < ends.length) {
          checkUnit(own);
          // Messages of the threads arrive meanwhile.
          await new Promise(setImmediate);
        } else if (running === 0) checkUnit(unit);
        else {
          await new Promise<void>(resolve => {
            onEvent = resolve;
          });
        }
      }
      yield* results.get(unit) ?? [];
      results.delete(unit);
    }
  } finally {
    await Promise.all(threads.map(thread => thread.terminate()));
  }
}

/** Starts as many threads as the system allows. */
function startThreads<T>(count: number, start: () => T): T[] {
  const threads: T[] = [];
  try {
    while (threads.length < count) threads.push(start());
  } catch {
    // This thread checks what the missing ones would have.
  }
  return threads;
}

function withReport(one: CheckedUnit['checked'][number]): Checked {
  return 'fault' in one ? one : { ...one, report: reportOfPlain(one.report) };
}

function filesOf(unit: number, { files, ends }: Pick<SharedWork, 'files' | 'ends'>): readonly ListedFile[] {
  return files.slice(ends[unit - 1] ?? 0, ends[unit]);
}

/** Checks units in a worker thread until all are taken. */
export function runCheckThread(createChecker: (options: Pick<CliProject, 'contextOf'>) => CheckOptions['check']): void {
  const { options, paths, cwd, format, next, ...work } = workerData as SharedWork;
  const project = cliProject({ options, operands: paths }, { cwd }, paths);
  const checking = { check: createChecker(project), format, holdTexts: project.holdTexts };
  const takeUnit = () => Atomics.add(next, 0, 1);
  for (let unit = takeUnit(); unit < work.ends.length; unit = takeUnit()) {
    const checked: CheckedUnit['checked'] = [];
    for (const one of checkFiles(filesOf(unit, work), checking)) {
      checked.push('fault' in one ? one : { ...one, report: plainReport(one.report, format === 'sarif') });
    }
    parentPort?.postMessage({ unit, checked } satisfies CheckedUnit);
  }
}
