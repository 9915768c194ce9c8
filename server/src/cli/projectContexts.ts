import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../analysis/analyse';
import { fileKind } from '../analysis/recognise';
import { isShippedName } from '../families/declared/shippedFamilies';
import { createChecker } from '../features/fixes/checkAndFixFiles';
import type { FileReport, ReportedProblem } from '../model/analysis';
import type { Disk, Workspace } from '../model/disk';
import { contextProvider } from '../project/contextProvider';
import { declarationsByFolder, isProtocolFile, type ProjectSettings } from '../project/resolveProject';
import { PROJECT_FILE } from '../text/fileLanguage';
import { computeOnce } from '../text/memoize';
import { resolveUri } from '../text/normalizeUri';
import { containsPath } from '../workspace/confinedPath';
import { toFilePath, toFileUri } from '../workspace/fileUri';
import { syncDisk } from '../workspace/nodeDisk';
import { provideNodeCode } from '../workspace/provideNodeCode';
import { readConfined } from '../workspace/resolveUserPath';
import { counted } from './commandIo';
import { PROGRAM, toSlashes } from './readArguments';
import { escapeInvisible } from './terminalLine';

/** Provides the context (protocols and settings) in which a command of the command line checks a file. */
export interface ProjectContexts {
  /** The context of a file, by its URI. A file outside of the root gets a context of its own folder. */
  contextOf(uri: string): Context;
  /** The files that the settings name, and those that the contexts requested so far depend on. */
  declaring(): DeclarationFile[];
}

/** A file that other files are checked against: the declaration of a protocol, or a tool catalogue. */
export interface DeclarationFile {
  uri: string;
  is: 'protocol' | 'catalogue';
}

/**
 * @param root the URI of the folder that the settings apply to
 * @param within URIs that no link may lead out of: the root and the named paths
 * @param heldText returns the text of a file that was read already
 * @param declaringFiles the URIs of the declaration files in the root; called on first use
 */
export function projectContexts(
  settings: ProjectSettings,
  { root, within, heldText }: { root: string; within: readonly string[]; heldText(uri: string): string | undefined },
  declaringFiles: () => readonly string[],
): ProjectContexts {
  const disk = syncDisk(within);
  // The settings are merged already, so settings files of folders must not be read again.
  const diskWithoutSettings: Disk = {
    ...disk,
    text: uri => (uri.endsWith(`/${PROJECT_FILE}`) ? null : (heldText(uri) ?? disk.text(uri))),
  };
  const code = provideNodeCode(__dirname);
  const inRoot = computeOnce(() => declarationsByFolder(declaringFiles())(root));
  const siblingFiles = (folder: string) =>
    [...(disk.list(folder) ?? [])].map(([name]) => toFileUri(join(toFilePath(folder), name)));
  const known = new Map<string, FolderContext>();

  function contextOf(uri: string): Context {
    const folder = uri.startsWith(`${root}/`) ? root : uri.slice(0, uri.lastIndexOf('/'));
    let cached = known.get(folder);
    if (!cached) {
      const declared = folder === root ? inRoot : computeOnce(() => declarationsByFolder(siblingFiles(folder))(folder));
      const workspace: Workspace = { folders: [folder], disk: diskWithoutSettings, declaringFiles: declared };
      const under = contextProvider({ workspace: () => workspace, ...code, warn: () => {} });
      // Settings and disk do not change, so all files of a folder share a context.
      cached = { declared, context: computeOnce(() => under(settings, `${folder}/`).context) };
      known.set(folder, cached);
    }
    return cached.context();
  }

  return {
    contextOf,
    declaring() {
      const named = {
        protocols: settings.protocols.flatMap(path => (isShippedName(path) ? [] : (resolveUri(root, path) ?? []))),
        catalogues: settings.toolCatalogues.flatMap(path => resolveUri(root, path) ?? []),
      };
      const folders = [...known];
      const protocols = folders.flatMap(([folder, { declared }]) => declared(folder).filter(isProtocolFile));
      const catalogues = folders.flatMap(([folder]) => [
        ...(contextOf(`${folder}/`).facts.catalogue?.files.keys() ?? []),
      ]);
      const all = (uris: readonly string[], is: DeclarationFile['is']) => [...new Set(uris)].map(uri => ({ uri, is }));
      return [
        ...all([...named.protocols, ...protocols], 'protocol'),
        ...all([...named.catalogues, ...catalogues], 'catalogue'),
      ];
    },
  };
}

interface FolderContext {
  declared(folder: string): readonly string[];
  context(): Context;
}

/** Returns a context that checks a file as if it had this name. Uses default severities, because the file may be the settings file. */
export function contextForKind(name: string, context: Context): Context {
  const kind = fileKind(`/${name}`, context.families);
  return { ...context, severities: new Map(), association: () => kind };
}

/** An error in the settings or in a declaration. */
export interface ProjectFault {
  /** The output line; absent if a report of the check has the error already. */
  line?: string;
  /** Some settings or declarations are lost, so results are unreliable. */
  isBroken: boolean;
}

/**
 * Summarises a file's problems on one line: their number, and the first error.
 *
 * @param isTold checking the file itself reports the same problems
 * @param isWithin the file is in a folder that the user named; content of other files is not printed
 */
export function problemsLine(
  shown: string,
  problems: readonly ReportedProblem[],
  { isTold, isWithin }: { isTold: boolean; isWithin: boolean },
): string {
  const first = problems.find(isError) ?? problems[0];
  if (!first) return '';
  const several = problems.length > 1;
  const which = several ? (first === problems[0] ? ', the first' : ', one of them') : '';
  const more = isTold ? ` See ${several ? 'all' : 'it'} by "${PROGRAM} check ${shown}".` : '';
  const what = `${shown} has ${counted(problems.length, 'problem')}${which} in line ${first.range.start.line + 1}`;
  return `${PROGRAM}: ${escapeInvisible(`${what}${isWithin ? `: ${first.message}` : '.'}${more}`)}\n`;
}

/** Returns whether a problem is an error, so that the file with it is unreliable. */
export function isError({ severity }: ReportedProblem): boolean {
  return severity === 'error';
}

interface DeclarationErrorsOptions {
  cwd: string;
  /** The settings' folder and the named paths, absolute. Content of files outside of them is not printed. */
  within: readonly string[];
  files: readonly DeclarationFile[];
  contextOf(uri: string): Context;
  /** The report of a file, by absolute path, if it was checked with the rest. */
  reportOf(path: string): FileReport | undefined;
}

/**
 * Returns the errors of declarations that other files were checked with but that were not checked themselves. No report mentions these
 * errors, although part of the declarations is lost.
 */
export function declarationErrors({
  cwd,
  within,
  files,
  contextOf,
  reportOf,
}: DeclarationErrorsOptions): ProjectFault[] {
  const checks = {
    protocol: createChecker({ contextOf: uri => contextForKind('x.agent-protocol.json', contextOf(uri)) }),
    catalogue: createChecker({ contextOf: uri => withSyntax(contextOf(uri)) }),
  };
  return files.flatMap(({ uri, is }): ProjectFault[] => {
    const path = fileURLToPath(uri);
    // A protocol file with another name was not checked as a protocol.
    const isTold = is === 'catalogue' || isProtocolFile(path);
    const read = isTold && reportOf(path) ? undefined : readConfined(path, within);
    if (!read || 'fault' in read) return [];
    const errors = checks[is]({ uri, path, text: read.text }).problems.filter(isError);
    if (errors.length === 0) return [];
    const isWithin = within.some(folder => containsPath(folder, path));
    return [{ line: problemsLine(toSlashes(relative(cwd, path)), errors, { isTold, isWithin }), isBroken: true }];
  });
}

// A broken catalogue disables the reports of unknown tools, so its syntax errors count whatever severity the settings give
// them.
function withSyntax({ severities = new Map(), ...context }: Context): Context {
  return { ...context, severities: new Map([...severities].filter(([rule]) => !/^syntax\b/.test(rule))) };
}
