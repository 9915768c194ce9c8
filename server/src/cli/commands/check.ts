import { resolve } from 'node:path';
import { kindsToName } from '../../families/familyOfKind';
import { MARK_PROBLEM } from '../../features/fixes/checkAndFixFiles';
import type { Check, CheckedFile, FileReport, Fix, ReportedProblem, UnreadFile } from '../../model/analysis';
import type { Severity } from '../../model/schema';
import { FILE_EXTENSIONS, languageOf } from '../../text/fileLanguage';
import { decodeUtf8, isBinary, NOT_UTF8_TEXT } from '../../workspace/decodeTextBytes';
import { filesChangedSince } from '../../workspace/filesChangedSince';
import { toFileUri } from '../../workspace/fileUri';
import { isUtf8, readFault } from '../../workspace/readTextFile';
import { type ListedFile, listFiles, type WalkedFile } from '../../workspace/walkFiles';
import { attempt, type Checked, checkFiles, checkInThreads, checkRead, type StartThread } from '../checkFiles';
import { type CliProject, cliProject, declaredReaders, PROJECT_NOTES, PROJECT_OPTIONS } from '../cliProject';
import { counted, createProgress, type Io, summaryOf, wantsColour, writePieces } from '../commandIo';
import { fixAllFiles } from '../fixAllFiles';
import { formatJson } from '../formats/formatJson';
import { formatPretty } from '../formats/formatPretty';
import { formatSarif } from '../formats/formatSarif';
import { type Arguments, PROGRAM, suggestion, toSlashes, UsageError } from '../readArguments';
import { readSelection, SELECTION_OPTIONS, SOURCE_NOTES, SOURCE_OPTIONS, type SourceSelection } from '../sourceOptions';
import { escapeInvisible } from '../terminalLine';
import { type CheckRequest, FORMATS, type Format, GIVEN_KIND_NAME, readCheckRequest } from './checkRequest';
import type { StoreChecks } from './checkSourceRuns';
import type { Command } from './commandTypes';
import { watch } from './watch';

/** The functions that the command `check` needs, such as to check and to fix files. */
interface CheckDependencies {
  /** Creates a function that checks files under the settings that apply to them. */
  createChecker(options: Pick<CliProject, 'contextOf'>): Check;
  /** Creates a function that fixes files. */
  createFixer(options: Pick<CliProject, 'contextOf'>): Fix;
  /** Resolves after the delay; to false if the user wants to stop. */
  pause(milliseconds: number): Promise<boolean>;
  version: string;
  /** Starts a thread for a check of many files; if absent, there is only this one. */
  startThread?: StartThread;
  /** Checks runs of stores; absent if the launcher has seen that no store is named. */
  stores?: StoreChecks;
}

/** Returns the command `agent-envelopes check`, which checks files, folders and standard input, and prints the problems. */
export function checkCommand({
  createChecker,
  createFixer,
  pause,
  version,
  startThread,
  stores,
}: CheckDependencies): Command {
  /** Checks runs of a store. */
  async function checkRuns(selection: SourceSelection, args: Arguments, io: Io): Promise<number> {
    if (!stores) throw new Error('this program knows no stores');
    const request = readCheckRequest(args);
    const source = stores.open(selection.name, args, io);
    const progress = createProgress(io);
    const checked = await stores.check(source, selection, {
      cwd: io.cwd,
      project: paths => cliProject(args, io, paths),
      onRun: (count, total) => progress.show(`${count} of ${total} runs checked`),
    });
    progress.erase();
    const { reports, unread, notes } = checked;
    for (const line of [...notes, ...unread.map(({ file, message }) => `${file}: ${message}`)]) {
      io.stderr.write(`${PROGRAM}: ${escapeInvisible(line)}\n`);
    }
    const shown = shownReports(reports, request);
    const print: Record<Format, () => Iterable<string>> = {
      pretty: () => stores.format({ ...checked, reports: shown }, wantsColour(io.stdout, io.env)),
      json: () => formatJson(shown, unread),
      github: () => formatGithub(shown, unread),
      sarif: () => formatSarif(shown, { version, unread }),
    };
    const output = request.format === 'github' ? (io.stdout.unguarded ?? io.stdout) : io.stdout;
    if (!isSilent(request, shown)) await writePieces(output, print[request.format]());
    return unread.length > 0 ? 2 : verdict(reports, request, io);
  }
  return {
    name: 'check',
    about: 'Check files and folders for faulty envelopes',
    operands: '[paths…]',
    options: {
      format: { value: 'FORMAT', choices: FORMATS, about: 'output format (default: pretty)' },
      'max-warnings': { value: 'N', about: 'fail if there are more than N warnings' },
      quiet: { about: 'print errors only, and nothing if there are none', short: 'q' },
      fix: { about: 'apply the fixes that are beyond doubt, then check the files' },
      'stdin-name': {
        value: 'NAME',
        about: `the file name to assume for standard input, such as message.json (with --as: ${GIVEN_KIND_NAME})`,
      },
      as: {
        value: 'KIND',
        about: 'the kind of standard input, such as agent-protocol/output (default: recognised by its content)',
      },
      ...PROJECT_OPTIONS,
      'changed-since': { value: 'REV', about: 'check only files that differ from this git revision' },
      threads: {
        value: 'N',
        about: 'check many files in at most N threads (default: half as many as there are cores)',
      },
      watch: { about: 'keep running, and print new and resolved problems' },
      ...SOURCE_OPTIONS,
      ...SELECTION_OPTIONS,
    },
    notes: NOTES,
    async run(args, io) {
      const request = readCheckRequest(args);
      const selection = readSelection(args, { usual: USUAL_RUNS, refused: FOR_FILES });
      if (selection) {
        if (args.operands.length > 0) throw new UsageError('"--source" reads a store; leave out the paths.');
        return checkRuns(selection, args, io);
      }
      const { paths } = request;
      const read = paths.map(path => (path === '-' ? (request.stdinName ?? path) : path));
      const { as, stdinName } = request;
      const guarded = as !== undefined && stdinName !== undefined ? uriOfInput(stdinName, io.cwd) : undefined;
      const projectNow = () => cliProject(args, io, read, { guarded });
      if (request.watch) {
        return watch({ paths, projectNow, createChecker, attempt, pause }, io);
      }
      const changed =
        request.since === undefined ? undefined : filesChangedSince(request.since, { folder: io.cwd, paths });
      if (changed && 'fault' in changed) {
        io.stderr.write(`${PROGRAM}: ${escapeInvisible(`"--changed-since" ${changed.fault}`)}\n`);
        return 2;
      }
      const only = changed?.files;
      const unfixed = request.fix ? fixAllFiles({ paths, only, projectNow, createFixer, attempt }, io) : 0;
      // Created after fixing, because fixes may change the settings and declarations.
      const project = projectNow();
      const { reports, fileLines, unread, checked } = await checkAll(
        { ...request, only },
        { project, check: checkerFor(request, project, createChecker, io), options: args.options, startThread },
        io,
      );
      const faults = project.faults(path => checked.get(path));
      for (const { line } of faults) io.stderr.write(line ?? '');
      for (const note of request.quiet ? [] : project.notes())
        io.stderr.write(`${PROGRAM}: ${escapeInvisible(note)}\n`);
      for (const { file } of request.quiet ? [] : reports.filter(({ isNotCompared }) => isNotCompared)) {
        io.stderr.write(`${PROGRAM}: ${escapeInvisible(`${file}: ${NOT_COMPARED}`)}\n`);
      }
      for (const note of request.quiet ? [] : unknownLogs(checked, project))
        io.stderr.write(`${PROGRAM}: ${escapeInvisible(note)}\n`);
      const shown = shownReports(reports, request);
      const width = io.stdout.isTTY ? io.stdout.columns || 80 : 120;
      const print: Record<Format, () => Iterable<string>> = {
        pretty: () => formatPretty(shown, fileLines, { colour: wantsColour(io.stdout, io.env), width, unread }),
        json: () => formatJson(shown, unread),
        github: () => formatGithub(shown, unread),
        sarif: () => formatSarif(shown, { version, unread }),
      };
      // If nothing could be read there is nothing to print: the faults are on standard error already.
      const isNothing = reports.length === 0 && unread.length > 0 && request.format === 'pretty';
      if (!isNothing && !isSilent(request, shown)) {
        // The lines of this format are workflow commands.
        const output = request.format === 'github' ? (io.stdout.unguarded ?? io.stdout) : io.stdout;
        await writePieces(output, print[request.format]());
      }
      return unread.length + unfixed > 0 || faults.some(({ isBroken }) => isBroken) ? 2 : verdict(reports, request, io);
    },
  };
}

/** The default limit for a store: the runs of a night. */
const USUAL_RUNS = 1000;
/** Options that only apply to files. */
const FOR_FILES = ['fix', 'stdin-name', 'as', 'changed-since', 'watch', 'threads'];

const NOTES = `Paths are files (${FILE_EXTENSIONS.join(' ')}), folders, or "-" for standard input; without any,
the current folder. In a folder, all such files are checked, including those in dot folders; node_modules and .git are
skipped unless they are named. Links in it are not followed.

The kind of "-" is recognised by its content, or given by --as: then it must be one object of that kind, or one
array of them (for *.jsonl, one object on each line), with nothing around it, whatever its own "$schema" says,
and nothing in it ("$ignore", comments) suppresses a rule. Paths outside the folder, and JSON that parsers read
differently, are errors then.

${PROJECT_NOTES}

--fix applies the fixes that need no decision: a misspelling with one correction, a renamed property. It never
invents or removes anything, and leaves the examples in documents alone. What was fixed is reported on standard
error; a second run changes nothing.

--changed-since checks, among the given paths, the files that differ from REV (HEAD, main, a tag) according to git: as
they are on disk, committed or not, including new files that git doesn't ignore, submodules and nested repositories.
Other files are read where needed, but not reported.

--quiet prints only errors; warnings still count for --max-warnings.

The sarif format lists at most 25000 problems, GitHub's limit for a run: the most severe ones, and the number of
those left out.

--source checks the runs of a store, the newest first (1000 without --limit), by rules of their own: runs that failed
(trace/failed), calls repeated without an effect (trace/repeated-call), calls without an end (trace/open-call).
${SOURCE_NOTES}

--watch prints each new and each resolved problem when a file, or one that it names, changes. Ctrl+C ends it.

Exit code: 0 no errors; 1 errors, or too many warnings; 2 wrong usage, or something could not be read or
written, or the settings file has errors or names missing files, or a protocol or catalogue that was used, but
not checked itself, has errors.`;

/** A parsed request with the absolute paths of the only files to check; undefined for all files. */
type NarrowedRequest = Pick<CheckRequest, 'paths' | 'format' | 'stdinName' | 'as' | 'threads'> & {
  only: ReadonlySet<string> | undefined;
};

interface Outcome {
  reports: FileReport[];
  /** If the format shows them, the lines of each file at which problems begin. */
  fileLines: Map<string, readonly string[]>;
  /** The files and folders that could not be checked. */
  unread: UnreadFile[];
  /** The reports of the checked files, by absolute path. */
  checked: Map<string, FileReport>;
}

interface Work {
  project: CliProject;
  check(file: CheckedFile): ReturnType<Check> | { fault: string };
  /** The options of the command line. */
  options?: ReadonlyMap<string, string>;
  startThread?: StartThread | undefined;
}

/** Checks the files of a request and returns the results in their order. */
export async function checkAll(request: NarrowedRequest, work: Work, io: Io): Promise<Outcome> {
  const outcome: Outcome = { reports: [], fileLines: new Map(), unread: [], checked: new Map() };
  const progress = createProgress(io);
  const writeFault = (path: string, fault: string) => {
    progress.erase();
    io.stderr.write(`${PROGRAM}: ${escapeInvisible(`${path}: ${fault}`)}\n`);
  };
  const failed = (path: string, fault: string) => {
    writeFault(path, fault);
    outcome.unread.push({ file: path, message: fault });
  };
  const take = (path: string, absolute: string, checked: Checked) => {
    if ('fault' in checked) return failed(path, checked.fault);
    const { report, lines } = checked;
    outcome.reports.push(report);
    outcome.checked.set(absolute, report);
    if (lines) outcome.fileLines.set(report.file, lines);
  };
  const { stdinName, as, format } = request;
  const options = { check: work.check, format, holdTexts: work.project.holdTexts };
  if (stdinName !== undefined) {
    const input = await standardInput(stdinName, as !== undefined, io);
    take(stdinName, resolve(io.cwd, stdinName), checkRead(input, options));
  }
  const listed = listedPaths(request, work.project, io);
  const files = listed.flatMap(one => ('fault' in one ? [] : one));
  const inThreads = threadsFor(files, request, work, io);
  const results = inThreads ?? checkFiles(files, options);
  for (const one of listed) {
    if ('fault' in one) {
      if (one.isNote) writeFault(one.path, one.fault);
      else failed(one.path, one.fault);
      continue;
    }
    progress.show(`${counted(outcome.reports.length, 'file')} checked, now ${one.path}`);
    const { value } = await results.next();
    take(one.path, one.absolute, value as Checked);
    // The contexts of this thread record the files that the checked ones depend on.
    if (inThreads && !('fault' in value)) work.project.contextOf(toFileUri(one.absolute));
  }
  progress.erase();
  return outcome;
}

/**
 * Creates the check of files. With `--as`, standard input must contain that kind, or the check fails. Throws UsageError if the
 * kind is unknown.
 */
function checkerFor(
  { as, stdinName }: CheckRequest,
  project: CliProject,
  createChecker: CheckDependencies['createChecker'],
  { cwd }: Io,
): (file: CheckedFile) => FileReport | { fault: string } {
  if (as === undefined || stdinName === undefined) return createChecker(project);
  const standard = uriOfInput(stdinName, cwd);
  const kinds = kindsToName(as, project.contextOf(standard).families);
  const kind = kinds.find(({ id }) => id === as);
  if (!kind) {
    const ids = kinds.map(({ id }) => id);
    throw new UsageError(`"--as" takes a kind of envelope; "${as}" is not one${suggestion(as, ids)}`);
  }
  const check = createChecker({
    contextOf: uri => ({ ...project.contextOf(uri), ...(uri === standard && { demanded: kind }) }),
  });
  return file => {
    const report = check(file);
    const isNothing = file.uri === standard && report.parts.length + report.problems.length === 0;
    if (isNothing) return { fault: `contains no ${as}.` };
    return file.beginsWithMark ? { ...report, problems: [MARK_PROBLEM, ...report.problems] } : report;
  };
}

function uriOfInput(name: string, cwd: string): string {
  return toFileUri(resolve(cwd, name));
}

function listedPaths({ paths, only }: NarrowedRequest, { isExcluded }: CliProject, { cwd }: Io) {
  const named = paths.filter(path => path !== '-');
  const isWanted = only && ((absolute: string, real: string) => only.has(absolute) || only.has(real));
  return [...listFiles(named, { cwd, endings: FILE_EXTENSIONS, isExcluded, ...(isWanted && { isWanted }) })];
}

/** The checks of files in threads; undefined if there is only this one, or too little to do. */
function threadsFor(
  files: readonly ListedFile[],
  { paths, stdinName, format, threads }: NarrowedRequest,
  { project, check, options, startThread }: Work,
  { cwd }: Io,
): AsyncGenerator<Checked> | undefined {
  if (!startThread || !options || stdinName !== undefined) return undefined;
  return checkInThreads(files, {
    check,
    format,
    holdTexts: project.holdTexts,
    startThread,
    options,
    paths,
    cwd,
    most: threads,
  });
}

/** @param isGuarded refuses bytes that other readers might decode differently */
async function standardInput(path: string, isGuarded: boolean, io: Io): Promise<WalkedFile> {
  try {
    const bytes = await io.readStdin();
    if (isBinary(bytes, languageOf(path) === 'jsonl')) return { path, fault: NOT_UTF8_TEXT };
    if (isGuarded && !isUtf8(bytes)) return { path, fault: 'is not valid UTF-8; save it as UTF-8.' };
    const text = decodeUtf8(bytes);
    if (isGuarded && text.startsWith('\uFEFF'))
      return { path, fault: 'begins with two byte order marks; remove them.' };
    const beginsWithMark = isGuarded && bytes.subarray(0, UTF_8_MARK.length).equals(UTF_8_MARK);
    return { path, uri: uriOfInput(path, io.cwd), text, ...(beginsWithMark && { beginsWithMark }) };
  } catch (error) {
    return { path, fault: readFault(error) };
  }
}

const UTF_8_MARK = Buffer.from('\uFEFF');

/** Sentences on logs without a line that is recognised, where the workspace declares readers of logs. */
function unknownLogs(checked: Outcome['checked'], project: CliProject): string[] {
  return [...checked].flatMap(([path, { file, parts }]) => {
    if (parts.length > 0 || !LOG.test(file)) return [];
    const readers = declaredReaders(project, [toFileUri(path)]).map(({ id }) => id);
    if (readers.length === 0) return [];
    return `${file}: no line is of a known kind; the readers that are declared here (${readers.join(', ')}) recognise none.`;
  });
}

const LOG = /\.(?:jsonl|ndjson)$/i;

/** Returns the reports to print; the verdict counts all problems. */
function shownReports(reports: readonly FileReport[], { quiet }: CheckRequest): readonly FileReport[] {
  if (!quiet) return reports;
  return reports.map(report => ({
    ...report,
    problems: report.problems.filter(({ severity }) => severity === 'error'),
  }));
}

const NOT_COMPARED =
  'more than the 20,000 envelopes, or 8 MB, in which requests, answers and events are compared with each other; orders, ids and references that a protocol declares were checked, the rest was not. Split the log to have it checked.';

/** Returns whether a person has nothing to read. Other formats are always complete. */
function isSilent({ format, quiet }: CheckRequest, shown: readonly FileReport[]): boolean {
  return quiet && format === 'pretty' && shown.every(({ problems }) => problems.length === 0);
}

function verdict(reports: readonly FileReport[], { maxWarnings }: CheckRequest, { stderr }: Io): number {
  const { errors, warnings } = summaryOf(reports);
  if (warnings > maxWarnings) {
    stderr.write(`${PROGRAM}: ${counted(warnings, 'warning')}, where --max-warnings allows ${maxWarnings}.\n`);
  }
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}

/**
 * Formats reports for GitHub Actions: one workflow command per problem, which becomes an annotation with the rule as its title, the message,
 * and the command that prints the rule's docs. An unreadable file is an error without a line. Prints nothing if there is
 * nothing wrong.
 */
export function* formatGithub(reports: readonly FileReport[], unread: readonly UnreadFile[] = []): Generator<string> {
  for (const { file, message } of unread)
    yield `${command('error', { file: toSlashes(file), title: 'not checked' }, message)}\n`;
  for (const { file, problems } of reports) for (const problem of problems) yield `${annotation(file, problem)}\n`;
}

function annotation(file: string, { rule, severity, message, range, docs }: ReportedProblem): string {
  const properties = { file: toSlashes(file), ...placeOf(range), title: rule };
  const more = docs === undefined ? '' : `\n\n${PROGRAM} explain ${rule}`;
  return command(COMMANDS[severity], properties, message + more);
}

function command(name: string, properties: Record<string, string | number>, message: string): string {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${escapedProperty(String(value))}`);
  return `::${name} ${listed.join(',')}::${escapedMessage(message)}`;
}

const COMMANDS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' };

function placeOf({ start, end }: ReportedProblem['range']): Record<string, number> {
  const lines = { line: start.line + 1, endLine: end.line + 1 };
  // An annotation over several lines has no columns: GitHub drops them, with a complaint in the log.
  if (end.line > start.line) return lines;
  return { line: lines.line, col: start.character + 1, endLine: lines.endLine, endColumn: end.character + 1 };
}

/** Encodes line ends as workflow commands require, and escapes other control characters, which would reach the log raw. */
function escapedMessage(text: string): string {
  const lines = text.split(/(\r\n|\r|\n)/);
  return lines
    .map((piece, index) => (index % 2 === 1 ? LINE_ENDS[piece] : escapeInvisible(piece).replaceAll('%', '%25')))
    .join('');
}

const LINE_ENDS: Record<string, string> = { '\r\n': '%0D%0A', '\r': '%0D', '\n': '%0A' };

function escapedProperty(text: string): string {
  return escapedMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
