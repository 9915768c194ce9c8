import type { MessagePort } from 'node:worker_threads';
import { associationOf, type Context } from '../analysis/analyse';
import type { Workspace } from '../model/disk';
import type { FileEntry, UnreadableFile } from '../model/fileAccess';
import type { FileRecord } from '../runs/reading/fileRecord';
import { readLines } from '../runs/reading/readEntries';
import { readFileRecord } from '../runs/reading/readFileRecord';
import type { RangeToRead, ReadRange } from '../runs/reading/sharedReadQueue';
import { contextProvider } from '../session/contextProvider';
import { declarationsByFolder } from '../session/declarationFiles';
import { toFilePath } from '../workspace/fileUri';
import { syncDisk } from '../workspace/nodeDisk';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { readRange } from '../workspace/read/readLog';
import { schemaCompiler } from '../workspace/schemaCompiler';
import { settingsLookup } from './folderSettings';
import type { FolderSettings, SourceFolder } from './messages';

/** A request to the reader thread: to read files, or a range of a log. It answers requests in their order. */
export type ReadRequest = ToRead & {
  folders: readonly FolderSettings[];
  sourceFolders: readonly SourceFolder[];
  /** The declaration files found so far. */
  declared: readonly string[];
};
export type ToRead = { files: readonly FileEntry[] } | { range: RangeToRead };

/** The thread that reads files for the index thread, until it is terminated. */
export function runReaderWorker(port: MessagePort): void {
  let workspace: Workspace = { folders: [], disk: syncDisk([]) };
  const contextUnder = contextProvider({
    workspace: () => workspace,
    compile: schemaCompiler(__dirname),
    warn: () => {},
  });

  port.on('message', ({ folders, sourceFolders, declared, ...wanted }: ReadRequest) => {
    // Only settings and declarations are asked of this disk; they may have changed since the last request.
    const uris = folders.map(({ uri }) => uri);
    workspace = { folders: uris, disk: syncDisk(uris), declaringFiles: declarationsByFolder(declared) };
    const settingsOf = settingsLookup(folders, sourceFolders);
    const contextOf = ({ uri }: FileEntry) => contextUnder(settingsOf(uri), uri).context;
    port.postMessage(
      'files' in wanted
        ? wanted.files.map(found => readWholeFile(found, contextOf(found)))
        : readLogRange(wanted.range, contextOf(wanted.range.found)),
    );
  });
}

const access = nodeFileAccess(() => ({ useIgnoreFiles: false }));

function readWholeFile(found: FileEntry, context: Context): FileRecord | UnreadableFile {
  let record: FileRecord = { ...found, entries: [] };
  try {
    const work = readFileRecord(found, { access, context });
    for (;;) {
      const { done, value } = work.next();
      if (!done) record = value === 'waits' ? record : value;
      else return value === undefined ? record : { uri: found.uri, fault: value };
    }
  } catch (error) {
    return { uri: found.uri, fault: `is left out: ${error instanceof Error ? error.message : error}` };
  }
}

function readLogRange({ found: { uri }, from, until }: RangeToRead, context: Context): ReadRange | undefined {
  const read = readRange(toFilePath(uri), from, until);
  if (!read || 'fault' in read) return undefined;
  const { lines, start, mark } = read;
  const entries = readLines(lines, 0, { families: context.families, association: associationOf(uri, context) });
  return { start, mark, entries };
}
