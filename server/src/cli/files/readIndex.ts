import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RunSources } from '../../features/replay/context/replayContext';
import { sourceReader } from '../../features/replay/envelope/sourceReader';
import type { FileAccess, FileEntry, UnreadableFile } from '../../model/fileAccess';
import type { EnvelopeLocation } from '../../model/run';
import type { Range } from '../../model/text';
import type { RunIndex } from '../../runs/index/runIndex';
import { indexer } from '../../runs/indexer/indexer';
import { sourceRanges } from '../../runs/reading/sourceRanges';
import { FILE_EXTENSIONS, languageOf } from '../../text/language';
import { toFileUri } from '../../workspace/fileUri';
import { resolveNamedPath } from '../../workspace/links/namedPath';
import { nodeFileAccess } from '../../workspace/nodeFileAccess';
import { type CliProject, isIncluded } from '../project/cliProject';
import { toSlashes } from './toSlashes';

/** The runs that some files tell of. */
export interface ReadRuns {
  index: RunIndex;
  /** Reads what is new since the last time, at first everything. What could not be read is told once. */
  read(): PathFault[];
  /** Where steps stand in their files, as these are now. */
  ranges(): (source: EnvelopeLocation) => Range | undefined;
  /** What a file is called: by its path from here. */
  fileOf(uri: string): string;
  /** What stands in the files, as these are now. */
  reader(): RunSources;
}

export interface PathFault {
  path: string;
  /** Why it can't be read and how to go on, without its path. */
  fault: string;
  /** It was passed over on purpose, and nothing is wrong. */
  isNote?: true;
}

/** Makes the index of the runs that files and folders tell of. Two folders that are named are two workspaces. */
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
    // A folder in another is none of its own; a single file stands for itself.
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
      const met = faults;
      faults = [];
      return met;
    },
    ranges: () => sourceRanges(access, uri => runs.index.record(uri)?.mark),
    fileOf,
    reader: () =>
      sourceReader({
        access,
        opened: new Map(),
        record: uri => runs.index.record(uri),
        contextOf,
        fileOf,
        fileAt: () => undefined,
      }),
  };
}

/** It asks for more than an editor has room for, and ends soon. */
const MOST_ENVELOPES = 250_000;

/** What is named may be a file too. */
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
  return { uri: file.uri, fault: `is of no kind that is understood; these end in ${FILE_EXTENSIONS.join(' ')}.` };
}
