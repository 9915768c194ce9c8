import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileEnvelopeReader } from '../features/replay/fileEnvelopeReader';
import type { EnvelopeReader } from '../features/replay/replayedRun';
import type { SaidOptions } from '../features/runs/eachSaid';
import type { FileAccess, FileEntry, UnreadableFile } from '../model/disk';
import type { EnvelopeLocation, RunSummary } from '../model/run';
import type { Range } from '../model/text';
import type { RunIndex } from '../runs/index/runIndex';
import { indexer } from '../runs/indexer/indexer';
import { envelopeRanges } from '../runs/reading/envelopeRanges';
import { textIndex } from '../runs/textIndex';
import { FILE_EXTENSIONS, languageOf } from '../text/language';
import { toFileUri } from '../workspace/fileUri';
import { resolveNamedPath } from '../workspace/namedPath';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { type Arguments, PROGRAM, suggestion, toSlashes, UsageError } from './args';
import { type CliProject, cliProject, isIncluded } from './cliProject';
import { byStart } from './formats/formatSteps';
import { counted, createProgress, type Io } from './io';
import { escapeInvisible } from './terminalLine';

/** The runs found in some files. */
export interface ReadRuns {
  index: RunIndex;
  /** Reads the files that changed since the last call; at first, all files. Returns each fault once. */
  read(): PathFault[];
  /** Creates a lookup of the current ranges of steps in their files. */
  ranges(): (location: EnvelopeLocation) => Range | undefined;
  /** A file's path, relative to the current folder. */
  fileOf(uri: string): string;
  /** Creates a reader of the files' current content. */
  reader(): EnvelopeReader;
  /** What a search of their texts needs. */
  searchContext(): SaidOptions;
}

export interface PathFault {
  path: string;
  /** Why the path can't be read and how to go on, without the path. */
  fault: string;
  /** The path was skipped on purpose; not an error. */
  isNote?: true;
}

/** Creates the index of the runs in files and folders. Each path is a workspace folder of its own. */
export function readIndex(
  paths: readonly string[],
  { cwd, onFile, project }: { cwd: string; onFile(path: string): void; project: CliProject },
): ReadRuns {
  const { contextOf } = project;
  const fileOf = (uri: string) => toSlashes(relative(cwd, fileURLToPath(uri))) || '.';
  let faults: PathFault[] = [];
  const targets = paths.flatMap(path => {
    const named = resolveNamedPath(path, { cwd, endings: FILE_EXTENSIONS });
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
  const runs = indexer({
    access,
    // A folder inside another one is not a workspace folder; a single file is.
    folders: () => uris.filter(uri => !folders.some(folder => uri.startsWith(`${folder}/`))),
    contextOf,
    maxEnvelopes: MOST_ENVELOPES,
    warn: ({ uri, ...fault }) => faults.push({ path: fileOf(uri), ...fault }),
  });
  return {
    index: runs.index,
    read() {
      runs.scan();
      while (runs.work());
      const newFaults = faults;
      faults = [];
      return newFaults;
    },
    ranges: () => envelopeRanges(access, uri => runs.index.record(uri)?.mark),
    fileOf,
    searchContext: () => ({
      index: runs.index,
      access,
      opened: new Map(),
      // A single search needs no filters.
      texts: textIndex({ access, mostBytes: 0 }),
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
      }),
  };
}

/** Reads the runs of paths for a command: shows the progress, and writes what could not be read to standard error. */
export function readRunsOf(paths: readonly string[], args: Arguments, io: Io): { runs: ReadRuns; isComplete: boolean } {
  const project = cliProject(args, io, paths);
  const progress = createProgress(io);
  const runs = readIndex(paths, { cwd: io.cwd, project, onFile: path => progress.show(`reading, now ${path}`) });
  const faults = runs.read();
  progress.erase();
  for (const { line } of project.faults(() => undefined, ['protocol'])) io.stderr.write(line ?? '');
  for (const { path, fault } of faults) io.stderr.write(`${PROGRAM}: ${escapeInvisible(`${path}: ${fault}`)}\n`);
  return { runs, isComplete: faults.every(({ isNote }) => isNote) };
}

/** The only run of some paths; undefined if they have none. Throws UsageError if they have several. */
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

/** More than in an editor, since the process is short-lived. */
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

/**
 * The run that a word identifies: by id; by `family/id` or a file if several runs have that id; by its key in the index; or by
 * an unambiguous prefix of one of these. Throws UsageError if no run or several match.
 */
export function selectRun(word: string, runs: readonly RunSummary[], fileOf: (uri: string) => string): RunSummary {
  if (runs.length === 0) throw new UsageError(`there is no run "${word}": no run was found at all.`);
  const named = runs.map(run => ({ run, names: namesOf(run, fileOf) }));
  const ways = [
    named.filter(({ names }) => names.includes(word)),
    named.filter(({ names }) => word !== '' && names.some(name => name.startsWith(word))),
  ];
  const found = ways.find(some => some.length > 0)?.map(({ run }) => run) ?? [];
  const [only] = found;
  if (!only) {
    const ids = [...new Set(runs.map(({ id }) => id))];
    throw new UsageError(`there is no run "${word}"${suggestion(word, ids)}`);
  }
  if (found.length === 1) return only;
  throw new UsageError(`"${word}" is ${counted(found.length, 'run')}: ${distinctNames(found, runs, fileOf)}.`);
}

/** Lists a few runs by names that no other run has. */
export function distinctNames(
  some: readonly RunSummary[],
  all: readonly RunSummary[],
  fileOf: (uri: string) => string,
): string {
  const count = new Map<string, number>();
  for (const run of all) for (const name of namesOf(run, fileOf)) count.set(name, (count.get(name) ?? 0) + 1);
  const names = some.map(run => {
    const name = namesOf(run, fileOf).find(name => count.get(name) === 1) ?? run.key;
    // Quotes it for a shell.
    return name.includes(' ') ? `"${name}"` : name;
  });
  const more = names.length > MOST ? `, and ${names.length - MOST} more` : '';
  return names.slice(0, MOST).join(', ') + more;
}

const MOST = 8;

/** The names of a run, the shortest first. */
function namesOf({ id, family, files, key }: RunSummary, fileOf: (uri: string) => string): string[] {
  const [file] = files;
  return [...new Set([id, `${family}/${id}`, ...(file === undefined ? [] : [fileOf(file)]), key])];
}
