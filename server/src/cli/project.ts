import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Context } from '../analysis/analyse';
import { knownIn } from '../analysis/known';
import { families } from '../families';
import { createChecker } from '../features/report';
import type { Disk, Workspace } from '../model/disk';
import type { ReportedProblem } from '../model/report';
import type { RuleSeverity } from '../protocol';
import { ruleNameFault } from '../rules/ruleNames';
import { contexts, type KnownContext } from '../session/contexts';
import { DECLARING, declaredIn, isDeclaring } from '../session/declaredIn';
import { type ProjectSettings, withProjectFile } from '../session/projectFile';
import { DEFAULT_SETTINGS } from '../session/readSettings';
import { PROJECT_FILE } from '../text/language';
import { globFilter } from '../workspace/globFilter';
import { syncDisk } from '../workspace/nodeDisk';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { readText } from '../workspace/readText';
import { schemaCompiler } from '../workspace/schemaCompiler';
import { isThere } from '../workspace/writeText';
import { type Arguments, type Option, UsageError } from './args';
import type { Io } from './io';
import { PROGRAM } from './program';
import { slashed } from './slashed';
import { suggestion } from './suggestion';
import { counted } from './summary';
import { visible } from './visible';

/** The options by which a command is told of settings. */
export const PROJECT_OPTIONS = {
  rule: { value: 'ID=SEVERITY', many: true, about: 'what a rule finds counts as: error, warning, info or off' },
  config: { value: 'FILE', about: `the settings file, in place of the nearest ${PROJECT_FILE}` },
  'no-config': { about: 'heed no settings file' },
} as const satisfies Record<string, Option>;

/** What their help says of it. */
export const PROJECT_NOTES = `Settings are read from ${PROJECT_FILE} in the current folder, or the nearest folder above that has one;
paths and globs in it are relative to its folder. Its "include" and "exclude" hold for folders that are looked
through, not for what is named. --rule may be given again, and has the last word.`;

/** What holds for the files of one run of the program. */
export interface CliProject {
  /** URI of the folder that paths are relative to: that of the settings file, or the current one. */
  root: string;
  contextOf(uri: string): Context;
  /** Whether a file or folder, met in a folder that was named (all absolute), is passed over by what the settings say. */
  passesOver(path: string, is: 'file' | 'folder', named: string): boolean;
  /** Whether a file (absolute) declares something for all others: by its name, or because the settings name it. */
  declares(path: string): boolean;
  /** One line for who runs the program where the settings file has problems; not where it is among what was checked. */
  faults(checked: (uri: string) => boolean): SettingsFaults | undefined;
}

/** What is wrong with a settings file. */
export interface SettingsFaults {
  line: string;
  /** Some of what it sets is lost: what follows from it can't be relied on. */
  isBroken: boolean;
}

/** The settings that the options of a command and the current folder lead to. Throws UsageError. */
export function projectFor({ options }: Arguments, { cwd }: Pick<Io, 'cwd'>): CliProject {
  const rules = rulesIn(options.get('rule') ?? '');
  const config = options.get('config');
  if (config !== undefined && options.has('no-config')) {
    throw new UsageError('"--config" and "--no-config" contradict each other; leave out one of them.');
  }
  const path = options.has('no-config') ? undefined : config !== undefined ? resolve(cwd, config) : nearestTo(cwd);
  const read = path === undefined ? undefined : readText(path);
  if (read && 'fault' in read && config !== undefined) throw new UsageError(`"--config ${config}": ${read.fault}`);
  const text = read && 'text' in read ? read.text : undefined;
  const folder = path === undefined ? cwd : dirname(path);
  const own = text === undefined ? DEFAULT_SETTINGS : withProjectFile(DEFAULT_SETTINGS, text);
  const settings: ProjectSettings = { ...own, rules: { ...own.rules, ...rules } };
  const root = pathToFileURL(folder).href.replace(/\/$/, '');
  const contextOf = contextsUnder(settings, root);
  const paths = [...settings.toolCatalogues, ...settings.protocols];
  const named = new Set(paths.map(one => resolve(folder, one.replaceAll('\\', '/'))));
  return {
    root,
    contextOf,
    passesOver: passing(settings, folder),
    declares: file => isDeclaring(file) || named.has(file),
    faults(checked) {
      // Under the name by which it is known for what it is.
      const uri = `${root}/${PROJECT_FILE}`;
      if (path === undefined || checked(pathToFileURL(path).href)) return undefined;
      const shown = slashed(relative(cwd, path));
      if (read && 'fault' in read) {
        return { line: `${PROGRAM}: ${visible(`${shown}: ${read.fault}`)}\n`, isBroken: true };
      }
      if (text === undefined) return undefined;
      const { problems } = createChecker({ contextOf })({ uri, path: PROJECT_FILE, text });
      if (!problems[0]) return undefined;
      const isBroken = problems.some(({ severity }) => severity === 'error');
      return { line: faultLine(shown, problems[0], problems.length), isBroken };
    },
  };
}

function rulesIn(given: string): Record<string, RuleSeverity> {
  const { rules } = knownIn(families);
  const named = given.split(',').filter(one => one.trim() !== '');
  return Object.fromEntries(
    named.map((one): [string, RuleSeverity] => {
      const [id = '', word] = one.split('=').map(half => half.trim());
      if (word === undefined) throw new UsageError(`"--rule ${one}" needs a severity: ${one}=off, say.`);
      const fault = ruleNameFault(id, rules);
      if (fault) throw new UsageError(`"--rule ${one}": ${fault.message}`);
      const severity = SEVERITIES.find(known => known === word);
      if (!severity) {
        throw new UsageError(
          `"--rule ${one}": "${word}" is none of ${SEVERITIES.join(', ')}${suggestion(word, SEVERITIES)}`,
        );
      }
      return [id, severity];
    }),
  );
}

const SEVERITIES = ['error', 'warning', 'info', 'off'] as const;

function nearestTo(cwd: string): string | undefined {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const path = join(folder, PROJECT_FILE);
    if (isThere(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

// What lies outside of the folder is looked at from its own folder.
function contextsUnder(settings: ProjectSettings, root: string): (uri: string) => Context {
  const disk = syncDisk();
  // The settings are complete: what the files of folders say is in them.
  const rest: Disk = { ...disk, text: uri => (uri.endsWith(`/${PROJECT_FILE}`) ? null : disk.text(uri)) };
  const compile = schemaCompiler(__dirname);
  const below = onceFor(() => declaredBelow(settings, root));
  const beside = (folder: string) =>
    [...(disk.list(folder) ?? [])].map(([name]) => `${folder}/${encodeURIComponent(name)}`);
  const known = new Map<string, (settings: ProjectSettings, uri: string) => KnownContext>();
  return uri => {
    const folder = uri.startsWith(`${root}/`) ? root : uri.slice(0, uri.lastIndexOf('/'));
    let contextOf = known.get(folder);
    if (!contextOf) {
      const declared = folder === root ? below : onceFor(() => declaredIn(beside(folder))(folder));
      const workspace: Workspace = { folders: [folder], disk: rest, declared };
      contextOf = contexts({ workspace: () => workspace, compile, warn: () => {} });
      known.set(folder, contextOf);
    }
    return contextOf(settings, uri).context;
  };
}

// Found when they are first asked for: by their names alone, where the settings do not pass them over.
function declaredBelow({ exclude }: ProjectSettings, root: string): readonly string[] {
  const access = nodeFileAccess(() => ({ useIgnoreFiles: false, include: [...DECLARING], exclude }));
  const uris = [...access.find(root)].flatMap(found => ('fault' in found ? [] : [found.uri]));
  return declaredIn(uris)(root);
}

function onceFor<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function passing({ include, exclude }: ProjectSettings, folder: string): CliProject['passesOver'] {
  const globs = globFilter(include, exclude);
  const within = (path: string) => {
    const steps = slashed(relative(folder, path));
    return steps === '' || steps === '..' || steps.startsWith('../') ? undefined : steps;
  };
  const isLeftOut = (steps: string) =>
    steps.split('/').some((_, index, all) => globs.leavesOut(all.slice(0, index + 1).join('/')));
  return (path, is, named) => {
    const steps = within(path);
    const from = within(named);
    // What was named on purpose, although it is left out elsewhere, is looked through.
    if (steps === undefined || (from !== undefined && isLeftOut(from))) return false;
    if (is === 'folder') return !globs.entersFolder(steps);
    const name = steps.slice(steps.lastIndexOf('/') + 1);
    return !globs.takesFile(steps.slice(0, steps.length - name.length), name);
  };
}

function faultLine(shown: string, { message, range }: ReportedProblem, count: number): string {
  const see = shown.endsWith(PROJECT_FILE) ? ` See ${count > 1 ? 'all' : 'it'} by "${PROGRAM} check ${shown}".` : '';
  const which = count > 1 ? ', the first' : '';
  return `${PROGRAM}: ${visible(`${shown} has ${counted(count, 'problem')}${which} in line ${range.start.line + 1}: ${message}${see}`)}\n`;
}

/** Whether a file that was found below a folder (both by URI) is meant, by itself and by the folders on the way to it. */
export function isMeant({ passesOver }: CliProject, uri: string, named: string): boolean {
  const [file, top] = [fileURLToPath(uri), fileURLToPath(named)];
  if (passesOver(file, 'file', top)) return false;
  for (let folder = dirname(file); folder.length > top.length; folder = dirname(folder)) {
    if (passesOver(folder, 'folder', top)) return false;
  }
  return true;
}
