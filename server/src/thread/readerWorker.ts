import type { MessagePort } from 'node:worker_threads';
import type { Context } from '../analysis/analyse';
import type { Workspace } from '../model/disk';
import type { FileEntry, UnreadableFile } from '../model/fileAccess';
import type { FileRecord } from '../runs/reading/fileRecord';
import { readFileRecord } from '../runs/reading/readFileRecord';
import { contextProvider } from '../session/contextProvider';
import { declarationsByFolder } from '../session/declarationFiles';
import { syncDisk } from '../workspace/nodeDisk';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { schemaCompiler } from '../workspace/schemaCompiler';
import { settingsLookup } from './folderSettings';
import type { FolderSettings, SourceFolder } from './messages';

/** A request to the reader thread. It answers requests in their order. */
export interface ReadRequest {
  folders: readonly FolderSettings[];
  sourceFolders: readonly SourceFolder[];
  /** The declaration files found so far. */
  declared: readonly string[];
  files: readonly FileEntry[];
}
export type ReadResult = (FileRecord | UnreadableFile)[];

/** The thread that reads files for the index thread, until it is terminated. */
export function runReaderWorker(port: MessagePort): void {
  let workspace: Workspace = { folders: [], disk: syncDisk([]) };
  const contextUnder = contextProvider({
    workspace: () => workspace,
    compile: schemaCompiler(__dirname),
    warn: () => {},
  });

  port.on('message', ({ folders, sourceFolders, declared, files }: ReadRequest) => {
    // Only settings and declarations are asked of this disk; they may have changed since the last request.
    const uris = folders.map(({ uri }) => uri);
    workspace = { folders: uris, disk: syncDisk(uris), declaringFiles: declarationsByFolder(declared) };
    const settingsOf = settingsLookup(folders, sourceFolders);
    const read: ReadResult = files.map(found =>
      readWholeFile(found, contextUnder(settingsOf(found.uri), found.uri).context),
    );
    port.postMessage(read);
  });
}

const access = nodeFileAccess(() => ({ useIgnoreFiles: false }));

function readWholeFile(found: FileEntry, context: Context): FileRecord | UnreadableFile {
  let record: FileRecord = { ...found, entries: [] };
  try {
    const work = readFileRecord(found, { access, context });
    for (;;) {
      const { done, value } = work.next();
      if (!done) record = value;
      else return value === undefined ? record : { uri: found.uri, fault: value };
    }
  } catch (error) {
    return { uri: found.uri, fault: `is left out: ${error instanceof Error ? error.message : error}` };
  }
}
