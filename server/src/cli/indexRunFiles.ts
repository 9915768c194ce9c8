import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileEnvelopeReader, foundProblems } from '../features/replay/fileEnvelopeReader';
import type { EnvelopeReader } from '../features/replay/replayedRun';
import { distinctNames, findRun } from '../features/runs/findRun';
import type { SaidOptions } from '../features/runs/scanMessageTexts';
import type { FileAccess, FileEntry, UnreadableFile } from '../model/disk';
import type { EnvelopeLocation, RunSummary } from '../model/run';
import type { Range } from '../model/text';
import type { RunIndex } from '../runs/index/runIndex';
import { workspaceIndexer } from '../runs/indexer/workspaceIndexer';
import { envelopeRanges } from '../runs/reading/envelopeRanges';
import { type TextIndex, textIndex } from '../runs/textIndex';
import type { PathFault } from '../shared/runsPageQuestions';
import { FILE_EXTENSIONS, languageOf } from '../text/fileLanguage';
import { toFileUri } from '../workspace/fileUri';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { resolveUserPath } from '../workspace/resolveUserPath';
import { type CliProject, cliProject, isIncluded, tellProtocolFaults } from './cliProject';
import { counted, createProgress, type Io, tellFaults } from './commandIo';
import { byStart } from './formats/formatSteps';
import { type Arguments, PROGRAM, toSlashes, UsageError } from './readArguments';

/**
 * The index of the workflow runs in the files that a command names, with functions that read the files again and list the files that can't be
 * read.
 */
export interface ReadRuns {
  index: RunIndex;
  /** The files that the project includes. */
  access: FileAccess;
  /** Reads the files that changed since the last call; at first, all files. Returns each fault once. */
  read(): NamedFault[];
  /** Reads like `read`, for at most some milliseconds; returns whether all is read. The next call continues. */
  readFor(milliseconds: number): boolean;
  /** The faults that neither this nor `read` has returned yet. */
  newFaults(): NamedFault[];
  /** The files and folders that can't be read now. */
  faults(): PathFault[];
  /** Creates a lookup of the current ranges of steps in their files. */
  ranges(): (location: EnvelopeLocation) => Range | undefined;
  /** A file's path, relative to the current folder. */
  fileOf(uri: string): string;
  /** Creates a reader of the files' current content. */
  reader(): EnvelopeReader;
  /** Returns the data that a search of the runs' texts needs. `texts`: a text index for many searches. */
  searchContext(texts?: TextIndex): SaidOptions;
}

export interface NamedFault extends PathFault {
  /** The path was skipped on purpose; not an error. */
  isNote?: true;
}

/**
 * Creates the index of the runs in files and folders. Each path is a workspace folder of its own.
 *
 * @param options.keepsProblems keeps the problems found in logs, so that a reader need not analyse their lines again
 */
export function indexRunFiles(
  paths: readonly string[],
  {
    cwd,
    onFile,
    project,
    keepsProblems = false,
  }: { cwd: string; onFile(path: string): void; project: CliProject; keepsProblems?: boolean | undefined },
): ReadRuns {
  const { contextOf } = project;
  const found = keepsProblems ? foundProblems() : undefined;
  const fileOf = (uri: string) => toSlashes(relative(cwd, fileURLToPath(uri))) || '.';
  let faults: NamedFault[] = [];
  const targets = paths.flatMap(path => {
    const named = resolveUserPath(path, { cwd, endings: FILE_EXTENSIONS });
    if ('target' in named) return named.target;
    faults.push({ path, ...named });
    return [];
  });
  const uris = [...new Set(targets.map(path => toFileUri(path).replace(/\/$/, '')))];
  const access = narrowed(
    nodeFileAccess(() => ({ useIgnoreFiles: false })),
    uri => onFile(fileOf(uri)),
    project,
  );
  const folders = uris.filter(uri => !access.stat(uri));
  const runs = workspaceIndexer({
    access,
    // A folder inside another one is not a workspace folder; a single file is.
    folders: () => uris.filter(uri => !folders.some(folder => uri.startsWith(`${folder}/`))),
    contextOf,
    maxEnvelopes: MOST_ENVELOPES,
    onLinesAnalysed: found?.add,
    warn: ({ uri, ...fault }) => faults.push({ path: fileOf(uri), ...fault }),
  });
  let isScanning = false;
  function newFaults(): NamedFault[] {
    const found = faults;
    faults = [];
    return found;
  }
  return {
    index: runs.index,
    access,
    readFor(milliseconds) {
      if (!isScanning) runs.scan();
      isScanning = true;
      const end = performance.now() + milliseconds;
      while (performance.now() < end) {
        if (runs.work()) continue;
        isScanning = false;
        break;
      }
      return !isScanning;
    },
    read() {
      runs.scan();
      while (runs.work());
      return newFaults();
    },
    newFaults,
    faults: () => runs.faults().map(({ uri, fault }) => ({ path: fileOf(uri), fault })),
    ranges: () => envelopeRanges(access, uri => runs.index.record(uri)?.mark),
    fileOf,
    // A single search needs no filters.
    searchContext: (texts = textIndex({ access, mostBytes: 0 })) => ({
      index: runs.index,
      access,
      opened: new Map(),
      texts,
      now: Date.now(),
    }),
    reader: () =>
      fileEnvelopeReader({
        access,
        opened: new Map(),
        record: uri => runs.index.record(uri),
        contextOf,
        fileOf,
        fileAt: () => undefined,
        found: found?.of,
      }),
  };
}

interface FoundRuns {
  runs: ReadRuns;
  project: CliProject;
  /** Everything could be read. */
  isComplete: boolean;
}

/** Reads the runs of paths for a command: shows the progress, and writes what could not be read to standard error. */
export function readRunsOf(
  paths: readonly string[],
  args: Arguments,
  io: Io,
  { keepsProblems }: { keepsProblems?: boolean } = {},
): FoundRuns {
  const project = cliProject(args, io, paths);
  const progress = createProgress(io);
  let isRead = false;
  const runs = indexRunFiles(paths, {
    cwd: io.cwd,
    project,
    keepsProblems,
    onFile: path => {
      if (!isRead) progress.show(`reading, now ${path}`);
    },
  });
  const faults = runs.read();
  isRead = true;
  progress.erase();
  tellProtocolFaults(project, io);
  tellFaults(faults, io);
  return { runs, project, isComplete: faults.every(({ isNote }) => isNote) };
}

/** Returns the only run in some paths; undefined if there is none. Throws UsageError if there are several. */
export function onlyRun(
  paths: readonly string[],
  { index, fileOf }: ReadRuns,
  command: string,
): RunSummary | undefined {
  const all = index.runs().sort(byStart);
  if (all.length < 2) return all[0];
  throw new UsageError(
    `${paths[0]} contains ${counted(all.length, 'run')}; choose one by "${PROGRAM} ${command} ${paths[0]}": ${distinctNames(all, all, fileOf)}.`,
  );
}

/** The limit is higher than in an editor, since this process is short-lived. */
const MOST_ENVELOPES = 250_000;

/** Restricts the search to files that the project includes. A named path may also be a file. */
function narrowed(access: FileAccess, onFile: (uri: string) => void, project: CliProject): FileAccess {
  return {
    ...access,
    *find(named): Generator<FileEntry | UnreadableFile> {
      const file = access.stat(named);
      for (const found of file ? [understood(file)] : access.find(named)) {
        if (!file && !isIncluded(project, found.uri, named)) continue;
        onFile(found.uri);
        yield found;
      }
    },
  };
}

function understood(file: FileEntry): FileEntry | UnreadableFile {
  if (languageOf(file.uri)) return file;
  return { uri: file.uri, fault: `is not a file of a supported type; these end in ${FILE_EXTENSIONS.join(' ')}.` };
}

/** Returns the run that the user names, see `findRun`. Throws UsageError if no run or several match. */
export function selectRun(word: string, runs: readonly RunSummary[], fileOf: (uri: string) => string): RunSummary {
  const selected = findRun(word, runs, fileOf);
  if ('fault' in selected) throw new UsageError(selected.fault);
  return selected.run;
}
