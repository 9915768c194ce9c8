import { basename, resolve } from 'node:path';
import type { Fix } from '../../model/report';
import { FILE_EXTENSIONS, PROJECT_FILE } from '../../text/language';
import { walkPaths } from '../../workspace/find/walkPaths';
import { writableFolders } from '../../workspace/write/rewriteText';
import { PROGRAM } from '../program';
import type { CliProject } from '../project/cliProject';
import { counted } from '../summary';
import { escapeInvisible } from '../terminal/escapeInvisible';
import type { Io } from '../terminal/io';
import { createProgress } from '../terminal/progress';
import { fileFixer } from './fixFile';

interface Mending {
  paths: readonly string[];
  /** The files that are meant, by their absolute paths; undefined for all. */
  only: ReadonlySet<string> | undefined;
  /** The settings, and all that files declare, as they are on the disk now. */
  projectNow(): CliProject;
  createFixer(options: Pick<CliProject, 'contextOf'>): Fix;
  /** What throws comes to a fault. */
  attempt<T>(look: () => T): T | { fault: string };
}

/**
 * Mends the files that paths name, until there is nothing left to mend. What others are read under goes first: settings, then
 * what is declared for all; and what was mended may be why another file can be. Says on standard error what was done.
 *
 * @returns how many files could not be mended; what can't be read is not among them
 */
export function fixAllFiles({ paths, only, projectNow, createFixer, attempt }: Mending, io: Io): number {
  const within = writableFolders([io.cwd, ...paths.map(path => resolve(io.cwd, path))]);
  const progress = createProgress(io);
  const mended = new Set<string>();
  const failed = new Set<string>();
  let problems = 0;

  /** True where a file was changed. */
  function mend(stage: Stage): boolean {
    const before = problems;
    const project = projectNow();
    const fixFile = fileFixer(createFixer(project), within, io);
    const isWanted = (absolute: string, real: string) =>
      stageOf(absolute, project) === stage && (only === undefined || only.has(absolute) || only.has(real));
    for (const file of walkPaths(paths, {
      cwd: io.cwd,
      endings: FILE_EXTENSIONS,
      isExcluded: project.isExcluded,
      isWanted,
    })) {
      if ('fault' in file || failed.has(file.uri)) continue;
      progress.show(`${counted(problems, 'problem')} fixed, now ${file.path}`);
      const done = attempt(() => fixFile(file));
      if ('fault' in done) {
        failed.add(file.uri);
        progress.erase();
        io.stderr.write(`${PROGRAM}: ${escapeInvisible(`${file.path}: ${done.fault}`)}\n`);
      } else if (done.fixed > 0) {
        problems += done.fixed;
        mended.add(file.uri);
      }
    }
    return problems > before;
  }

  for (let round = 0; round < ROUNDS; round++) {
    if (!STAGES.map(mend).includes(true)) break;
  }
  progress.erase();
  io.stderr.write(`${PROGRAM}: ${counted(problems, 'problem')} fixed in ${counted(mended.size, 'file')}.\n`);
  return failed.size;
}

const STAGES = ['settings', 'declarations', 'others'] as const;
type Stage = (typeof STAGES)[number];

function stageOf(absolute: string, { declares }: CliProject): Stage {
  if (basename(absolute) === PROJECT_FILE) return 'settings';
  return declares(absolute) ? 'declarations' : 'others';
}

/** Files that rest on each other could go on for ever. */
const ROUNDS = 5;
