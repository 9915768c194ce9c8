import type { Check, FileReport } from '../../model/report';
import { type Look, watchedFiles } from '../files/watchedFiles';
import { formatChanges } from '../formats/formatChanges';
import { formatPretty } from '../formats/formatPretty';
import { PROGRAM } from '../program';
import type { CliProject } from '../project/cliProject';
import { escapeInvisible } from '../terminal/escapeInvisible';
import type { Io } from '../terminal/io';
import { painter } from '../terminal/paint';
import { createProgress, wantsColour } from '../terminal/progress';
import { writePieces } from '../terminal/writePieces';

interface Watching {
  paths: readonly string[];
  /** The settings as they are now, and the disk. */
  projectNow(): CliProject;
  createChecker(options: Pick<CliProject, 'contextOf'>): Check;
  /** Looks at one file; a defect that it brings to light is a fault of that file. */
  attempt(look: () => FileReport): FileReport | { fault: string };
  /** Waits so many milliseconds; false once the user wants to stop. */
  pause(milliseconds: number): Promise<boolean>;
}

/** Milliseconds between two looks at the files. */
const PAUSE = 500;

/**
 * Checks what the paths name, prints what was found, and then, until the user interrupts, what is new and what is gone.
 * Resolves to the exit code.
 */
export async function watch({ paths, projectNow, createChecker, attempt, pause }: Watching, io: Io): Promise<number> {
  const { stdout, stderr } = io;
  const colour = wantsColour(stdout, io.env);
  const width = stdout.isTTY ? stdout.columns || 80 : 120;
  const progress = createProgress(io);
  const files = watchedFiles({
    paths,
    cwd: io.cwd,
    projectNow,
    checkerOf: options => {
      const check = createChecker(options);
      return file => {
        progress.show(`checking ${file.path}`);
        return attempt(() => check(file));
      };
    },
  });
  const look = (): Look => {
    const seen = files.look();
    progress.erase();
    for (const line of seen.lines) stderr.write(line);
    for (const { path, fault } of seen.faults) stderr.write(`${PROGRAM}: ${escapeInvisible(`${path}: ${fault}`)}\n`);
    return seen;
  };
  const sources = new Map(look().changes.map(({ file, lines }) => [file, lines]));
  await writePieces(stdout, formatPretty(files.reports(), sources, { colour, width }));
  stderr.write(`${PROGRAM}: watching ${escapeInvisible(paths.join(', '))}; Ctrl+C ends it.\n`);
  // Where a look at all files takes long, it is taken less often.
  for (let took = 0; await pause(Math.max(PAUSE, 4 * took)); ) {
    const begin = io.now();
    const { changes } = look();
    took = io.now() - begin;
    if (changes.length > 0) stdout.write(formatChanges(changes, files.reports(), { paint: painter(colour), width }));
  }
  return 0;
}
