import { basename, dirname, resolve } from 'node:path';
import type * as Api from '../../../types/index';
import type { Context } from '../analysis/analyse';
import { type CliProject, cliProject } from '../cli/cliProject';
import { type Io, summaryOf } from '../cli/commandIo';
import { checkAll } from '../cli/commands/check';
import { plainPart, plainProblem } from '../cli/formats/formatJson';
import { byStart } from '../cli/formats/formatSteps';
import { indexRunFiles } from '../cli/indexRunFiles';
import { contextForKind } from '../cli/projectContexts';
import { PROGRAM, suggestion, UsageError } from '../cli/readArguments';
import { kindsToName } from '../families/familyOfKind';
import { createChecker, MARK_PROBLEM } from '../features/fixes/checkAndFixFiles';
import type { FileReport } from '../model/analysis';
import type { Disk, Workspace } from '../model/disk';
import type { Kind } from '../model/kind';
import type { FileLang } from '../model/text';
import { contextProvider } from '../project/contextProvider';
import { DEFAULT_SETTINGS } from '../project/readSettings';
import { exportedRun } from '../runs/exportedRun';
import { languageOf } from '../text/fileLanguage';
import { jsonLocationAt, spanPathIn } from '../text/json/parseJson';
import { formatPointer } from '../text/jsonPointer';
import { joinLines, lineStarts, textFile } from '../text/lines';
import { textTree } from '../text/parseJsonOrYaml';
import { toFileUri } from '../workspace/fileUri';
import { syncDisk } from '../workspace/nodeDisk';
import { provideNodeCode } from '../workspace/provideNodeCode';
import { readTextFile } from '../workspace/readTextFile';

// The functions that the npm package `agent-envelopes` exports; `types/index.d.ts` documents them.

export const check: typeof Api.check = async (paths, options = {}) => {
  const all = asList(paths);
  const { project, io } = openProject(all, options);
  const request = { ...({ paths: all, format: 'json', quiet: false } as const), only: undefined };
  const { reports, unread, checked } = await checkAll(request, { project, check: createChecker(project) }, io);
  const faults = project.faults(path => checked.get(path)).flatMap(({ line }) => line ?? []);
  return {
    files: reports.map(plainReport),
    unread: [...unread, ...faults.map(line => ({ file: '', message: line.slice(PROGRAM.length + 2).trimEnd() }))],
    summary: summaryOf(reports),
  };
};

export const runs: typeof Api.runs = async (paths, options = {}) => {
  const all = asList(paths);
  const { project, io } = openProject(all, options);
  const read = indexRunFiles(all, { cwd: io.cwd, project, onFile: () => undefined });
  const faults = read.read().filter(({ isNote }) => !isNote);
  if (faults.length > 0) throw new Error(faults.map(({ path, fault }) => `${path}: ${fault}`).join('\n'));
  const places = { rangeOf: read.ranges(), fileOf: read.fileOf };
  const summaries = read.index.runs().sort(byStart);
  return summaries.flatMap(({ key }) => read.index.run(key) ?? []).map(run => exportedRun(run, places));
};

export const guard: typeof Api.guard = (kind: string, options: Api.GuardOptions = {}) => {
  // An agent may have written a settings file.
  const { project, io } = openProject([GUARDED], { ...options, config: options.config ?? false });
  const uri = toFileUri(resolve(io.cwd, GUARDED));
  // Before the faults, which are those of the declarations that contexts depend on so far.
  const context = project.contextOf(uri);
  const [broken] = project.faults(() => undefined).flatMap(({ line, isBroken }) => (isBroken ? (line ?? []) : []));
  if (broken !== undefined) throw new UsageError(broken.slice(PROGRAM.length + 2).trimEnd());
  return createGuard(kind, context, { uri, folder: io.cwd });
};

export const compileProtocol: typeof Api.compileProtocol = (declaration, { cwd = process.cwd() } = {}) => {
  const isPath = typeof declaration === 'string';
  const path = isPath ? resolve(cwd, declaration) : resolve(cwd, `value${DECLARATION_ENDING}`);
  const read = isPath ? readTextFile(path) : jsonOf(declaration);
  if ('fault' in read) {
    throw new UsageError(
      isPath ? `${declaration} ${read.fault}` : `the declaration ${read.fault} Give the path of a file, or plain data.`,
    );
  }
  const folder = dirname(path);
  const file = { uri: toFileUri(path), text: read.text };
  const context = contextOfDeclaration(folder, file);
  const { problems } = createChecker({ contextOf: () => contextForKind(`x${DECLARATION_ENDING}`, context) })({
    ...{ ...file, path },
  });
  if (problems.some(({ severity }) => severity === 'error')) {
    throw new GuardError('agent-envelopes/protocol', located(problems, file.text, languageOf(path)));
  }
  const family = context.facts.declaredFamily?.(file.uri);
  if (!family) throw new UsageError(`${basename(path)} declares no protocol; see "${PROGRAM} check".`);
  const kinds = family.kinds.map(({ id }) => id);
  const checkFile = createChecker({ contextOf: () => context });
  return {
    id: family.id,
    kinds,
    guard: (kind: string) =>
      createGuard(kind.includes('/') ? kind : `${family.id}/${kind}`, context, {
        uri: toFileUri(resolve(cwd, GUARDED)),
        folder: cwd,
      }),
    check: (text, name) => plainReport(checkFile({ uri: toFileUri(resolve(cwd, name)), path: name, text })),
  };
};

export class GuardError extends TypeError implements Api.GuardError {
  readonly kind: string;
  readonly problems: readonly Api.ValueProblem[];

  constructor(kind: string, problems: readonly Api.ValueProblem[]) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    super(`not ${kind}: ${first ? `${first.message} ${first.rule}, at "${first.path}"${more}` : 'it is refused.'}`);
    this.name = 'GuardError';
    this.kind = kind;
    this.problems = problems;
  }
}

export { UsageError };

/** The file name under which a guard checks a value. The value is in no file, but a check needs a name. */
const GUARDED = 'value.json';
const DECLARATION_ENDING = '.agent-protocol.json';

function asList(paths: string | readonly string[]): readonly string[] {
  return typeof paths === 'string' ? [paths] : paths;
}

/** Opens the project that options name, as the command line does, with an Io that prints nothing. Throws UsageError. */
function openProject(
  paths: readonly string[],
  { cwd = process.cwd(), config, rules = {} }: Api.ProjectOptions,
): { project: CliProject; io: Io } {
  const options = new Map<string, string>();
  if (config === false) options.set('no-config', '');
  else if (config !== undefined) options.set('config', config);
  const given = Object.entries(rules).map(([rule, severity]) => `${rule}=${severity}`);
  if (given.length > 0) options.set('rule', given.join(','));
  const output = { write: () => true };
  const io: Io = {
    cwd: resolve(cwd),
    env: process.env,
    ...{ stdout: output, stderr: output, now: () => performance.now() },
    readStdin: () => Promise.reject(new UsageError('a program reads its own standard input.')),
  };
  return { project: cliProject({ options, operands: paths }, io, paths), io };
}

/**
 * Creates the guard of a kind in a context.
 *
 * @param folder the only folder in which the disk is read
 */
function createGuard(id: string, context: Context, { uri, folder }: { uri: string; folder: string }): Api.Guard<never> {
  const kinds = kindsToName(id, context.families).filter(({ readOnly }) => !readOnly);
  const demanded = kinds.find(kind => kind.id === id);
  if (!demanded) {
    const meant = suggestion(
      id,
      kinds.map(kind => kind.id),
    );
    throw new UsageError(`a guard is for a kind of envelope; "${id}" is not one${meant}`);
  }
  const parse = (text: string) => checkedValue(text, demanded, { context: { ...context, demanded }, uri, folder });
  const values = (value: unknown) => {
    const made = jsonOf(value);
    if ('fault' in made) throw refusal(id, `It ${made.fault}`);
    return parse(made.text);
  };
  return Object.assign(values, { parse });
}

interface Guarding {
  context: Context;
  uri: string;
  folder: string;
}

function checkedValue(text: string, { id }: Kind, { context, uri, folder }: Guarding): never {
  if (typeof text !== 'string') {
    throw refusal(id, 'It is no text, and "parse" takes only that; call the guard itself with a value.');
  }
  if (text.startsWith('\uFEFF')) throw new GuardError(id, located([MARK_PROBLEM], ''));
  // Files come and go between two calls.
  const disk = syncDisk([toFileUri(folder)]);
  const workspace: Workspace = { ...(context.workspace ?? { folders: [toFileUri(folder)] }), disk };
  const report = createChecker({ contextOf: () => ({ ...context, workspace }) })({ uri, path: GUARDED, text });
  const problems = located(report.problems, text);
  if (problems.some(({ severity }) => severity === 'error')) throw new GuardError(id, problems);
  if (report.parts.length + problems.length === 0) throw refusal(id, 'It is empty.');
  const value: unknown = JSON.parse(text);
  if (Array.isArray(value)) throw refusal(id, 'It is a list; guard each of its elements.');
  return value as never;
}

function refusal(kind: string, message: string): GuardError {
  return new GuardError(kind, [{ path: '', rule: 'schema/type', severity: 'error', message }]);
}

/** Serializes a value to JSON. If that is impossible, returns the end of a sentence that says why. */
function jsonOf(value: unknown): { text: string } | { fault: string } {
  try {
    const text: string | undefined = JSON.stringify(value);
    return text === undefined ? { fault: `can't be written as JSON: it is ${typeof value}.` } : { text };
  } catch (error) {
    // Further lines of the message draw the circle that a value makes.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    return { fault: `can't be written as JSON: ${reason}.` };
  }
}

/** Adds JSON pointers to problems. */
function located(problems: FileReport['problems'], text: string, lang: FileLang = 'json'): Api.ValueProblem[] {
  const { lines } = textFile('', lang, text);
  const starts = lineStarts(lines);
  const joined = joinLines(lines);
  const root = lang === 'yaml' ? textTree(joined, lang) : undefined;
  return problems.map(({ rule, severity, message, range }) => {
    const [start = 0, end = 0] = [range.start, range.end].map(at => (starts[at.line] ?? 0) + at.character);
    const path = root ? spanPathIn(root, { start, end }) : (jsonLocationAt(joined, start)?.path ?? []);
    return { path: formatPointer(path), rule, severity, message };
  });
}

function plainReport({ file, parts, problems }: FileReport): Api.FileReport {
  return { file, parts: parts.map(plainPart), problems: problems.map(plainProblem) };
}

/** Returns the context of a folder with one declaration, whose text need not be on disk. */
function contextOfDeclaration(folder: string, { uri, text }: { uri: string; text: string }): Context {
  const root = toFileUri(folder);
  const real = syncDisk([root]);
  const disk: Disk = {
    ...real,
    text: one => (one === uri ? text : one.endsWith('/.agent-envelopes.json') ? null : real.text(one)),
  };
  const workspace: Workspace = { folders: [root], disk, declaringFiles: () => [uri] };
  const { compile } = provideNodeCode(__dirname);
  const contexts = contextProvider({ workspace: () => workspace, compile, warn: () => undefined });
  return contexts(DEFAULT_SETTINGS, `${root}/`).context;
}
