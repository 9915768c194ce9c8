import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CheckedFile, Fix } from '../model/analysis';
import { FILE_EXTENSIONS, PROJECT_FILE } from '../text/fileLanguage';
import { walkFiles } from '../workspace/walkFiles';
import { rewriteText, writableFolders } from '../workspace/writeTextFile';
import type { CliProject } from './cliProject';
import { counted, createProgress, type Io, tell } from './commandIo';
import { PROGRAM } from './readArguments';
import { escapeInvisible } from './terminalLine';

/** The parameters of `fixAllFiles`: the files to fix, and the functions that read settings and fix files. */
interface FixAllFilesOptions {
  paths: readonly string[];
  /** The absolute paths of the files to fix; undefined for all. */
  only: ReadonlySet<string> | undefined;
  /** Reads the current settings and declarations from disk. */
  projectNow(): CliProject;
  createFixer(options: Pick<CliProject, 'contextOf'>): Fix;
  /** Turns an exception into a fault. */
  attempt<T>(action: () => T): T | { fault: string };
}

/**
 * Fixes files until there is nothing left to fix, and reports to standard error. Settings come first, then declarations, then all other
 * files, since the check of a file depends on both. Repeats, because one fix may enable another.
 *
 * @returns the number of files that could not be fixed, not counting unreadable ones
 */
export function fixAllFiles({ paths, only, projectNow, createFixer, attempt }: FixAllFilesOptions, io: Io): number {
  const within = writableFolders([io.cwd, ...paths.map(path => resolve(io.cwd, path))]);
  const progress = createProgress(io);
  const fixedFiles = new Set<string>();
  const failed = new Set<string>();
  let problems = 0;

  /** Returns whether a file was changed. */
  function fixStage(stage: Stage): boolean {
    const before = problems;
    const project = projectNow();
    const fixFile = fileFixer(createFixer(project), within, io);
    const isWanted = (absolute: string, real: string) =>
      stageOf(absolute, project) === stage && (only === undefined || only.has(absolute) || only.has(real));
    for (const file of walkFiles(paths, {
      cwd: io.cwd,
      endings: FILE_EXTENSIONS,
      isExcluded: project.isExcluded,
      isWanted,
    })) {
      if ('fault' in file || failed.has(file.uri)) continue;
      progress.show(`${counted(problems, 'problem')} fixed, now ${file.path}`);
      const result = attempt(() => fixFile(file));
      if ('fault' in result) {
        failed.add(file.uri);
        progress.erase();
        tell(`${file.path}: ${result.fault}`, io);
      } else if (result.fixed > 0) {
        problems += result.fixed;
        fixedFiles.add(file.uri);
      }
    }
    return problems > before;
  }

  for (let round = 0; round < ROUNDS; round++) {
    if (!STAGES.map(fixStage).includes(true)) break;
  }
  progress.erase();
  io.stderr.write(`${PROGRAM}: ${counted(problems, 'problem')} fixed in ${counted(fixedFiles.size, 'file')}.\n`);
  return failed.size;
}

const STAGES = ['settings', 'declarations', 'others'] as const;
type Stage = (typeof STAGES)[number];

function stageOf(absolute: string, { declares }: CliProject): Stage {
  if (basename(absolute) === PROJECT_FILE) return 'settings';
  return declares(absolute) ? 'declarations' : 'others';
}

/** Files that depend on each other could need fixes forever. */
const ROUNDS = 5;

/** Fixes one file on disk. Returns how many problems are gone. */
type FixFile = (file: CheckedFile) => { fixed: number } | { fault: string };

/**
 * Creates a function that fixes files on disk and reports, for each changed file, the rules whose problems are gone.
 *
 * @param within absolute paths of folders without links: nothing outside of them is written
 */
function fileFixer(fix: Fix, within: readonly string[], { stderr }: Io): FixFile {
  return file => {
    const { text, rules } = fix(file);
    if (text === file.text) return { fixed: 0 };
    const failed = rewriteText(fileURLToPath(file.uri), { before: file.text, after: text }, within);
    if (failed) return failed;
    stderr.write(
      `${PROGRAM}: ${escapeInvisible(`${file.path}: ${counted(rules.length, 'problem')} fixed (${listed(rules)})`)}\n`,
    );
    return { fixed: rules.length };
  };
}

// Lists each rule once, with its count if that is greater than one.
function listed(rules: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].map(([rule, count]) => (count === 1 ? rule : `${rule} x${count}`)).join(', ');
}
