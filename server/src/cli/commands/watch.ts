import type { Check, FileReport } from '../../model/analysis';
import type { CliProject } from '../cliProject';
import { createProgress, type Io, tellFaults, wantsColour, writePieces } from '../commandIo';
import { formatChanges, formatPretty } from '../formats/formatPretty';
import { PROGRAM } from '../readArguments';
import { escapeInvisible, painter } from '../terminalLine';
import { type ScanResult, watchedFiles } from '../watchedFiles';

/** The paths that `check --watch` checks, and the functions that it uses. */
interface WatchOptions {
  paths: readonly string[];
  /** Reads the current settings, with an uncached disk. */
  projectNow(): CliProject;
  createChecker(options: Pick<CliProject, 'contextOf'>): Check;
  /** Checks one file; an exception becomes a fault of that file. */
  attempt(action: () => FileReport): FileReport | { fault: string };
  /** Resolves after the delay; to false if the user wants to stop. */
  pause(milliseconds: number): Promise<boolean>;
}

/** Milliseconds between two scans of the files. */
const PAUSE = 500;

/**
 * Checks the paths and prints the problems. Then, until the user interrupts, checks changed files again and prints new and fixed problems.
 * Resolves to the exit code.
 */
export async function watch(
  { paths, projectNow, createChecker, attempt, pause }: WatchOptions,
  io: Io,
): Promise<number> {
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
  const scan = (): ScanResult => {
    const found = files.scan();
    progress.erase();
    for (const line of found.lines) stderr.write(line);
    tellFaults(found.faults, { stderr });
    return found;
  };
  const fileLines = new Map(scan().changes.map(({ file, lines }) => [file, lines]));
  await writePieces(stdout, formatPretty(files.reports(), fileLines, { colour, width }));
  stderr.write(`${PROGRAM}: watching ${escapeInvisible(paths.join(', '))}; Ctrl+C ends it.\n`);
  // If scanning all files takes long, scan less often.
  for (let took = 0; await pause(Math.max(PAUSE, 4 * took)); ) {
    const begin = io.now();
    const { changes } = scan();
    took = io.now() - begin;
    if (changes.length > 0) stdout.write(formatChanges(changes, files.reports(), { paint: painter(colour), width }));
  }
  return 0;
}
