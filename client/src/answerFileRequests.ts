import { type FileStat, FileSystemError, FileType, TabInputCustom, TabInputText, Uri, window, workspace } from 'vscode';
import {
  DISK_LIST,
  DISK_READ,
  type DiskListAnswer,
  type DiskListParams,
  type DiskReadAnswer,
  type DiskReadParams,
  OWN_FILE,
  type OwnFileAnswer,
  type OwnFileParams,
} from '../../server/src/shared/lspExtensions';
import type { Server } from './createServer';

/**
 * Answers the requests with which a language server in a browser reads files, since it has no disk. Reads from VS Code's file systems: the
 * folders of the workspace, their files, and files in tabs. Answers null for a missing folder or file. Fails with an error if a file system
 * can't answer now, for example because a network is down.
 *
 * @param ownFolder the folder of this extension's scripts
 */
export function answerFileRequests({ onRequest }: Pick<Server, 'onRequest'>, ownFolder: Uri): void {
  onRequest<OwnFileParams, OwnFileAnswer>(OWN_FILE, async ({ name }) => {
    if (!/^[\w-]+\.(?:js|css|txt)$/.test(name)) return null;
    return new TextDecoder().decode(await workspace.fs.readFile(Uri.joinPath(ownFolder, name)));
  });
  onRequest<DiskListParams, DiskListAnswer>(DISK_LIST, async ({ uri }) => {
    const folder = Uri.parse(uri);
    if (!workspace.getWorkspaceFolder(folder)) return null;
    try {
      return (await workspace.fs.readDirectory(folder)).map(([name, type]) => [name, entryType(type)]);
    } catch (error) {
      // Not every file system reports in its error that the folder is a file, or is gone.
      const facts = await statOf(folder);
      if (!facts || (facts.type & FileType.Directory) === 0) return null;
      throw error;
    }
  });
  onRequest<DiskReadParams, DiskReadAnswer>(DISK_READ, async ({ uri, most }) => {
    const file = Uri.parse(uri);
    if (!workspace.getWorkspaceFolder(file) && !isShown(file)) return null;
    const facts = await statOf(file);
    if (facts?.type !== FileType.File) return null;
    const { size, mtime: changedAt } = facts;
    if (size > most) return { size, changedAt };
    try {
      const bytes = await workspace.fs.readFile(file);
      // The file may have grown, and some file systems know no sizes.
      return { size: bytes.length, changedAt, ...(bytes.length <= most && { bytes }) };
    } catch (error) {
      if (await statOf(file)) throw error;
      return null;
    }
  });
}

/** Undefined if there is nothing. */
async function statOf(uri: Uri): Promise<FileStat | undefined> {
  try {
    return await workspace.fs.stat(uri);
  } catch (error) {
    if (error instanceof FileSystemError && ABSENT.has(error.code)) return undefined;
    throw error;
  }
}

const ABSENT: ReadonlySet<string> = new Set(['FileNotFound', 'FileNotADirectory']);

function entryType(type: FileType): 'file' | 'folder' | 'link' {
  if ((type & FileType.SymbolicLink) !== 0) return 'link';
  return type === FileType.Directory ? 'folder' : 'file';
}

function isShown(file: Uri): boolean {
  const address = file.toString();
  return window.tabGroups.all.some(({ tabs }) =>
    tabs.some(
      ({ input }) =>
        (input instanceof TabInputText || input instanceof TabInputCustom) && input.uri.toString() === address,
    ),
  );
}
