import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../analysis/analyse';
import { knownIn } from '../analysis/analysisContext';
import { isShippedName } from '../families/declared/shippedFamilies';
import { families } from '../families/index';
import { createChecker } from '../features/fixes/checkAndFixFiles';
import type { FileReport } from '../model/analysis';
import type { Family } from '../model/family';
import { DEFAULT_SETTINGS } from '../project/readSettings';
import {
  DECLARATION_GLOBS,
  isDeclarationFile,
  mergeProjectFile,
  type ProjectSettings,
} from '../project/resolveProject';
import { familyOfRule, ruleNameFault } from '../rules/ruleNames';
import type { RuleSeverity } from '../shared/lspExtensions';
import { TRACE_RULES } from '../sources/traceRules';
import { hasLoneSurrogate } from '../text/characters';
import { FILE_EXTENSIONS, PROJECT_FILE } from '../text/fileLanguage';
import { parseJson } from '../text/json/parseJson';
import { isObject } from '../text/jsonPointer';
import { computeOnce, memoizeLast } from '../text/memoize';
import { containsPath } from '../workspace/confinedPath';
import { type FindOptions, fileFilter, isPathExcluded } from '../workspace/fileFilter';
import { toFileUri } from '../workspace/fileUri';
import { findFiles } from '../workspace/findFiles';
import { readTextFile } from '../workspace/readTextFile';
import { readConfined, resolveUserPath } from '../workspace/resolveUserPath';
import { pathExists } from '../workspace/writeTextFile';
import type { Io } from './commandIo';
import {
  contextForKind,
  type DeclarationFile,
  declarationErrors,
  isError,
  type ProjectFault,
  problemsLine,
  projectContexts,
} from './projectContexts';
import { type Arguments, type Option, PROGRAM, suggestion, toSlashes, UsageError } from './readArguments';
import { escapeInvisible } from './terminalLine';

/** The command-line options that select or override the project's settings. */
export const PROJECT_OPTIONS = {
  rule: { value: 'ID=SEVERITY', many: true, about: 'the severity of a rule: error, warning, info or off' },
  config: { value: 'FILE', about: `the settings file to use instead of the nearest ${PROJECT_FILE}` },
  'no-config': { about: 'ignore settings files' },
} as const satisfies Record<string, Option>;

/** The help text of these options. */
export const PROJECT_NOTES = `Settings are read from ${PROJECT_FILE} in the current folder, or the nearest folder above that has one;
for a file outside of that project, in the nearest folder above the file. Paths and globs in it are relative to
its folder. Its "include" and "exclude" apply to folders that are searched, not to paths that are named. Protocols
and tool catalogues are found in all of that folder; without a settings file, in the named paths and the folders
above them. --rule can be repeated; the last one wins, and one for a family (agent-io/*=off) overrides its rules
that were given before.`;

/** The settings and declarations that apply to the files of one call of the command line. */
export interface CliProject {
  /** Changes with the settings file and its content. */
  settingsMark: string;
  contextOf(uri: string): Context;
  /** Gives the contexts texts of files that were read already, by URI, in place of those given before: they are not read again. */
  holdTexts(texts: ReadonlyMap<string, string>): void;
  /** Whether the settings exclude a file or folder below the folder that the user named. All paths are absolute. */
  isExcluded(path: string, is: 'file' | 'folder', named: string): boolean;
  /** Whether a file (absolute path) is a declaration for all files: by its name, or because the settings name it. */
  declares(path: string): boolean;
  /** Sentences on settings that only the editor reads. */
  notes(): string[];
  /** The absolute paths of the declaration files that the contexts requested so far depend on. */
  declaring(): string[];
  /**
   * Returns the errors of the settings file and of declarations.
   *
   * @param reportOf returns the report of a file that was checked, by absolute path
   */
  faults(
    reportOf: (path: string) => FileReport | undefined,
    of?: readonly DeclarationFile['is'][],
  ): readonly ProjectFault[];
}

/** The readers of logs that the workspace of some files declares; those of this program are none. */
export function declaredReaders({ contextOf }: Pick<CliProject, 'contextOf'>, uris: Iterable<string>): Family[] {
  const all = [...uris].flatMap(uri => contextOf(uri).families);
  return [...new Set(all)].filter(
    ({ id, isDeclared, kinds }) => isDeclared && kinds.some(({ readOnly }) => readOnly) && !isShippedName(id),
  );
}

/** Writes the faults of the declarations of protocols to standard error. */
export function tellProtocolFaults(project: Pick<CliProject, 'faults'>, { stderr }: Pick<Io, 'stderr'>): void {
  for (const { line } of project.faults(() => undefined, ['protocol'])) stderr.write(line ?? '');
}

interface CliProjectOptions {
  /** The URI of a file that gets only the settings of the current folder: its untrusted author must not choose settings by its name. */
  guarded?: string | undefined;
}

/**
 * Reads the settings that a command's options and the current folder determine. Files outside of that project get the nearest settings
 * above them, as if the command ran there. Throws UsageError.
 *
 * @param paths the paths that the command checks or reads
 */
export function cliProject(
  { options }: Arguments,
  { cwd }: Pick<Io, 'cwd'>,
  paths: readonly string[],
  { guarded }: CliProjectOptions = {},
): CliProject {
  const config = options.get('config');
  if (config !== undefined && options.has('no-config')) {
    throw new UsageError('"--config" and "--no-config" contradict each other; leave out one of them.');
  }
  const isFixed = config !== undefined || options.has('no-config');
  const path = config !== undefined ? resolve(cwd, config) : isFixed ? undefined : nearestTo(cwd);
  const read = path === undefined ? undefined : config === undefined ? readOwn(path) : readTextFile(path);
  if (read && 'fault' in read && config !== undefined) throw new UsageError(`"--config ${config}": ${read.fault}`);
  const rules = ruleOptions(options.get('rule') ?? '');
  const shared: SharedOptions = { cwd, paths, rules, held: { texts: new Map() } };
  const main = projectAt(path === undefined || !read ? undefined : { path, read }, shared);
  if (isFixed) {
    refuseUnknownRules(rules, [main]);
    return { ...main, notes: () => [] };
  }
  const others = new Map<string, OneProject>();
  const known = new Map<string, string | undefined>();

  /** The project of a file or folder (absolute path). */
  function projectOf(absolute: string): OneProject {
    if (path !== undefined && containsPath(dirname(path), absolute)) return main;
    const nearest = nearestTo(dirname(absolute), known);
    if (nearest === undefined || nearest === path) return main;
    const other = others.get(nearest) ?? projectAt({ path: nearest, read: readOwn(nearest) }, shared);
    others.set(nearest, other);
    return other;
  }

  // Files come folder by folder.
  const projectIn = memoizeLast((folder: string) =>
    folder.startsWith('file:') ? projectOf(fileURLToPath(folder + PROJECT_FILE)) : main,
  );
  const projectOfUri = (uri: string) => projectIn(uri.slice(0, uri.lastIndexOf('/') + 1));

  const used = () => [main, ...others.values()];
  for (const named of paths) projectOf(join(resolve(cwd, named), PROJECT_FILE));
  refuseUnknownRules(rules, used());
  return {
    settingsMark: JSON.stringify(used().map(({ settingsMark }) => settingsMark)),
    contextOf: uri => (uri === guarded ? main : projectOfUri(uri)).contextOf(uri),
    holdTexts: main.holdTexts,
    isExcluded: (file, is, named) => projectOf(file).isExcluded(file, is, named),
    declares: file => projectOf(file).declares(file),
    notes: () => [...new Set(used().flatMap(one => one.notes()))],
    declaring: () => [...new Set(used().flatMap(one => one.declaring()))],
    faults: (...asked) => used().flatMap(one => one.faults(...asked)),
  };
}

/** Returns arguments with the absolute path of the settings file that they name, for a command that runs as if in another folder. */
export function withAbsoluteConfig({ options, operands }: Arguments, cwd: string): Arguments {
  const config = options.get('config');
  if (config === undefined) return { options, operands };
  return { options: new Map([...options, ['config', resolve(cwd, config)]]), operands };
}

/** The settings and declarations of one settings file, or of the current folder. */
interface OneProject extends CliProject {
  /** The ids of all rules, with those of each protocol that is declared for the paths. */
  ruleIds(): string[];
}

interface SharedOptions {
  cwd: string;
  paths: readonly string[];
  /** The severities that the command line gives. */
  rules: readonly RuleOption[];
  held: { texts: ReadonlyMap<string, string> };
}

/** Returns the project of a settings file; without a settings file, of the current folder. */
function projectAt(
  file: { path: string; read: { text: string } | { fault: string } } | undefined,
  { cwd, paths, rules, held }: SharedOptions,
): OneProject {
  const { path, read } = file ?? {};
  const text = read && 'text' in read ? read.text : undefined;
  const folder = path === undefined ? cwd : dirname(path);
  const own = text === undefined ? DEFAULT_SETTINGS : mergeProjectFile(DEFAULT_SETTINGS, text);
  const settings: ProjectSettings = { ...own, rules: withRuleOptions(own.rules, rules) };
  const root = toFileUri(folder).replace(/\/$/, '');
  const within = [folder, ...paths.map(one => resolve(cwd, one))];
  const holdTexts: CliProject['holdTexts'] = texts => {
    held.texts = texts;
  };
  const declaringFiles = computeOnce(() =>
    declarationFiles(paths, { cwd, root: folder, isProject: text !== undefined, exclude: settings.exclude }),
  );
  const { contextOf, declaring } = projectContexts(
    settings,
    { root, within: within.map(toFileUri), heldText: uri => held.texts.get(uri) },
    declaringFiles,
  );
  const protocols = settings.protocols.filter(name => !isShippedName(name));
  const namedPaths = [...settings.toolCatalogues, ...protocols];
  const named = new Set(namedPaths.map(one => resolve(folder, one.replaceAll('\\', '/'))));
  return {
    settingsMark: JSON.stringify([path, read]),
    contextOf,
    holdTexts,
    isExcluded: exclusionTest(settings, folder),
    declares: one => isDeclarationFile(one) || named.has(one),
    notes: () => editorAssociationNotes(within, cwd),
    ruleIds() {
      // Outside of the root, each folder has a context of its own.
      const named = within.map(toFileUri).flatMap(uri => [uri, `${uri}/`]);
      const contexts = new Set([`${root}/`, ...named, ...declaringFiles()].map(contextOf));
      return [...contexts].flatMap(context => [...knownIn(context.families).rules.keys()]);
    },
    declaring: () => declaring().map(({ uri }) => fileURLToPath(uri)),
    faults(reportOf, of = ['protocol', 'catalogue']) {
      const files = declaring().filter(({ is }) => of.includes(is));
      const shown = toSlashes(relative(cwd, path ?? ''));
      const named = [...protocols, ...(of.includes('catalogue') ? settings.toolCatalogues : [])];
      const missing = missingFileErrors(named, { settings: shown, folder });
      const report = path === undefined ? undefined : reportOf(path);
      const own = path && read && settingsErrors({ path, shown, read, contextOf }, { report, missing: missing.length });
      return [...(own ? [own] : []), ...missing, ...declarationErrors({ cwd, within, files, contextOf, reportOf })];
    },
  };
}

// Only a file named explicitly may be a link to anywhere.
function readOwn(path: string): { text: string } | { fault: string } {
  const named = resolveUserPath(path, { cwd: dirname(path), endings: FILE_EXTENSIONS });
  return 'fault' in named ? named : readTextFile(named.real);
}

/** Returns the settings file of a folder (absolute path), or of the nearest folder above with such a file. */
function nearestTo(folder: string, known = new Map<string, string | undefined>()): string | undefined {
  const passed: string[] = [];
  let found: string | undefined;
  for (let at = folder; ; at = dirname(at)) {
    if (known.has(at)) {
      found = known.get(at);
      break;
    }
    passed.push(at);
    const candidate = join(at, PROJECT_FILE);
    if (pathExists(candidate)) found = candidate;
    if (found !== undefined || dirname(at) === at) break;
  }
  if (known.size > MOST_KNOWN) known.clear();
  for (const at of passed) known.set(at, found);
  return found;
}

/** The number of folders in the cache, which saves the search of all folders above. */
const MOST_KNOWN = 20_000;

function exclusionTest({ include, exclude }: ProjectSettings, folder: string): CliProject['isExcluded'] {
  const globs = fileFilter(include, exclude);
  const within = (path: string) => {
    const steps = toSlashes(relative(folder, path));
    return steps === '' || steps === '..' || steps.startsWith('../') ? undefined : steps;
  };
  return (path, is, named) => {
    const steps = within(path);
    const from = within(named);
    // A folder named explicitly is searched although the settings exclude it.
    if (steps === undefined || (from !== undefined && isPathExcluded(globs, from))) return false;
    if (is === 'folder') return !globs.entersFolder(steps);
    const name = steps.slice(steps.lastIndexOf('/') + 1);
    return !globs.includesFile(steps.slice(0, steps.length - name.length), name);
  };
}

/** Returns whether the settings include a file found below a folder (both URIs), and all folders between them. */
export function isIncluded({ isExcluded }: CliProject, uri: string, named: string): boolean {
  const [file, top] = [fileURLToPath(uri), fileURLToPath(named)];
  if (isExcluded(file, 'file', top)) return false;
  for (let folder = dirname(file); folder.length > top.length; folder = dirname(folder)) {
    if (isExcluded(folder, 'folder', top)) return false;
  }
  return true;
}

/**
 * Errors for files that the settings name but that can't be read, so that their declarations are lost.
 *
 * @param named paths as written in the settings
 * @param settings the settings file as the user named it; paths are relative to its folder
 */
function missingFileErrors(
  named: readonly string[],
  { settings, folder }: { settings: string; folder: string },
): ProjectFault[] {
  return [...new Set(named)].flatMap(path => {
    const fault = faultAt(folder, path.replaceAll('\\', '/'));
    if (fault === undefined) return [];
    const line = `${PROGRAM}: ${escapeInvisible(`${settings} names "${path.slice(0, 200)}", which ${fault}`)}\n`;
    return [{ line, isBroken: true }];
  });
}

function faultAt(folder: string, path: string): string | undefined {
  if (path.startsWith('//')) return 'is on another machine, which is never accessed; name a file on this one.';
  if (path.trim() === '' || hasLoneSurrogate(path)) return 'is not a path; name a file.';
  const read = readConfined(resolve(folder, path), [folder]);
  return 'fault' in read ? read.fault : undefined;
}

interface SettingsFile {
  /** Absolute. */
  path: string;
  /** As the user named it. */
  shown: string;
  read: { text: string } | { fault: string };
  contextOf(uri: string): Context;
}

/**
 * Returns the errors of a settings file, whatever its name. Ignores the severities that it sets, since those could hide its own errors.
 *
 * @param missing the number of missing files, which are reported separately
 * @param report the report of the settings file, if it was checked with the rest
 */
function settingsErrors(
  { path, shown, read, contextOf }: SettingsFile,
  { report, missing }: { report: FileReport | undefined; missing: number },
): ProjectFault | undefined {
  if ('fault' in read) return { line: `${PROGRAM}: ${escapeInvisible(`${shown}: ${read.fault}`)}\n`, isBroken: true };
  const check = createChecker({ contextOf: uri => contextForKind(PROJECT_FILE, contextOf(uri)) });
  const { problems } = check({ uri: toFileUri(path), path: PROJECT_FILE, text: read.text });
  const isBroken = problems.some(isError);
  // A settings file with another name was not checked as settings.
  const ownReport = basename(path) === PROJECT_FILE ? report : undefined;
  if (problems.length === 0 || (!isBroken && problems.length <= missing)) return undefined;
  if (ownReport && (!isBroken || ownReport.problems.some(isError))) return { isBroken };
  return { line: problemsLine(shown, problems, { isTold: shown.endsWith(PROJECT_FILE), isWithin: true }), isBroken };
}

interface DeclaringFilesOptions {
  /** The base of relative paths; absolute. */
  cwd: string;
  /** The folder that the settings apply to; absolute. */
  root: string;
  /** Whether the root has a settings file, and so is the project. Otherwise it is merely the current folder. */
  isProject: boolean;
  /** Globs of excluded paths, relative to the root. */
  exclude: readonly string[];
}

/**
 * Returns the URIs of files that, by their names, may declare a protocol or a catalogue for the paths. Inside a project, these are all such
 * files of the project; outside, those below the named folders; in both cases also those in the folders between a named path and the root.
 * Does not follow links: checking one file must not depend on everything around it.
 */
function declarationFiles(
  paths: readonly string[],
  { cwd, root, isProject, exclude }: DeclaringFilesOptions,
): string[] {
  const globs = fileFilter([], exclude);
  const found = new Set<string>();
  const searched = new Set<string>();

  function search(folder: string, options: Partial<FindOptions>): void {
    // A folder named explicitly is searched although the settings exclude it.
    const isNamedAnyway = isPathExcluded(globs, toSlashes(relative(root, folder)));
    const within = isNamedAnyway ? {} : { exclude, globBase: root };
    for (const file of findFiles(folder, { ...within, ...options, ...BY_NAME })) {
      if (!('fault' in file)) found.add(toFileUri(file.path));
    }
  }

  if (isProject) search(root, {});
  for (const path of paths) {
    const named = resolve(cwd, path);
    if (containsPath(named, root) && !isProject) search(root, {});
    if (!containsPath(root, named) || named === root) continue;
    search(named, {});
    for (let folder = dirname(named); !searched.has(folder); folder = dirname(folder)) {
      searched.add(folder);
      search(folder, { isShallow: true });
      if (folder === root) break;
    }
  }
  return [...found];
}

const BY_NAME = { include: [...DECLARATION_GLOBS], useIgnoreFiles: false };

/**
 * Notes about folders whose VS Code settings associate files with kinds, as earlier versions saved them. Only the editor reads
 * these settings, so the command line would skip the files silently.
 */
function editorAssociationNotes(folders: readonly string[], cwd: string): string[] {
  return [...new Set(folders)].flatMap(folder => {
    const path = join(folder, '.vscode', 'settings.json');
    const named = resolveUserPath(path, { cwd: dirname(path), endings: FILE_EXTENSIONS });
    const read = 'fault' in named ? named : readTextFile(named.real);
    if ('fault' in read || !read.text.includes(SETTING)) return [];
    const { value } = parseJson(read.text, 'jsonc');
    const associations = isObject(value) ? value[SETTING] : undefined;
    if (!isObject(associations) || Object.keys(associations).length === 0) return [];
    const shown = toSlashes(relative(cwd, path));
    return [`${shown}: only the editor reads "${SETTING}". Move it to "associations" in ${PROJECT_FILE}.`];
  });
}

const SETTING = 'agentEnvelopes.associations';

type RuleOption = [id: string, severity: RuleSeverity];

/** Merges the values of `--rule` into the severities. Later values win; one for a whole family also overrides earlier ones for its rules. */
function withRuleOptions(
  rules: Readonly<Record<string, RuleSeverity>>,
  given: readonly RuleOption[],
): Record<string, RuleSeverity> {
  const all = new Map(Object.entries(rules));
  for (const [id, severity] of given) {
    if (id.endsWith('/*')) {
      for (const before of [...all.keys()]) if (familyOfRule(before) === familyOfRule(id)) all.delete(before);
    }
    all.set(id, severity);
  }
  return Object.fromEntries(all);
}

/** Reads the values of `--rule`, which are comma-separated; whether they name rules is not known yet. Throws UsageError. */
function ruleOptions(given: string): RuleOption[] {
  return given.split(',').flatMap(one => (one.trim() === '' ? [] : [ruleOption(one)]));
}

function ruleOption(one: string): RuleOption {
  const [id = '', word, more] = one.split('=').map(half => half.trim());
  if (word === undefined) throw new UsageError(`"--rule ${one}" needs a severity: ${one}=off, say.`);
  if (more !== undefined)
    throw new UsageError(`"--rule ${one}" has more than one severity; give one: ${id}=${word}, say.`);
  const severity = SEVERITIES.find(known => known === word);
  if (!severity) {
    throw new UsageError(
      `"--rule ${one}": "${word}" is not one of ${SEVERITIES.join(', ')}${suggestion(word, SEVERITIES)}`,
    );
  }
  return [id, severity];
}

/** Throws UsageError if `--rule` names no rule of this program, nor of a protocol that one of the projects declares. */
function refuseUnknownRules(given: readonly RuleOption[], projects: readonly OneProject[]): void {
  const builtIn = new Map<string, unknown>();
  if (given.length > 0) for (const id of knownIn(families).rules.keys()) builtIn.set(id, id);
  for (const { id } of TRACE_RULES) builtIn.set(id, id);
  // Declarations are searched for only if need be.
  const unknown = given.filter(([id]) => ruleNameFault(id, builtIn));
  if (unknown.length === 0) return;
  const known = new Map([...builtIn.keys(), ...projects.flatMap(one => one.ruleIds())].map(id => [id, id]));
  for (const [id, severity] of unknown) {
    const fault = ruleNameFault(id, known);
    // The rules of a broken declaration are unknown. The declaration has an error of its own, and while it is edited, it must not end a watch.
    const isBroken = () => projects.some(one => one.faults(() => undefined, ['protocol']).some(it => it.isBroken));
    if (fault && !isBroken()) throw new UsageError(`"--rule ${id}=${severity}": ${fault.message}`);
  }
}

const SEVERITIES = ['error', 'warning', 'info', 'off'] as const;
