import { FileType, TabInputCustom, TabInputText, Uri, window, workspace } from 'vscode';
import {
  DISK_LIST,
  DISK_READ,
  type DiskListAnswer,
  type DiskListParams,
  type DiskReadAnswer,
  type DiskReadParams,
} from '../../server/src/shared/protocol';
import type { Server } from './createServer';

/** Answers a server without a disk from the editor's file systems: folders of the workspace, their files, and files that tabs show. */
export function answerDisk({ onRequest }: Pick<Server, 'onRequest'>): void {
  onRequest<DiskListParams, DiskListAnswer>(DISK_LIST, async ({ uri }) => {
    const folder = Uri.parse(uri);
    if (!workspace.getWorkspaceFolder(folder)) return null;
    try {
      return (await workspace.fs.readDirectory(folder)).map(([name, type]) => [name, entryType(type)]);
    } catch {
      return null; // There is no such folder, or it can't be read.
    }
  });
  onRequest<DiskReadParams, DiskReadAnswer>(DISK_READ, async ({ uri, most }) => {
    const file = Uri.parse(uri);
    if (!workspace.getWorkspaceFolder(file) && !isShown(file)) return null;
    try {
      const { type, size, mtime: changedAt } = await workspace.fs.stat(file);
      if (type !== FileType.File) return null;
      if (size > most) return { size, changedAt };
      const bytes = await workspace.fs.readFile(file);
      // It may have grown, and some file systems know no sizes.
      return { size: bytes.length, changedAt, ...(bytes.length <= most && { bytes }) };
    } catch {
      return null;
    }
  });
}

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
