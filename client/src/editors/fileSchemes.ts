import { type Uri, workspace } from 'vscode';

/**
 * The schemes of the files that the extension looks at: those of the disk, and those of the file systems that folders of the workspace are
 * in, such as `vscode-vfs`. Any other scheme could launch an external program.
 */
export function fileSchemes(): string[] {
  return [...new Set(['file', ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)])];
}

/** Whether a URI is that of a file, saved or not yet. */
export function isFileUri({ scheme }: Uri): boolean {
  return fileSchemes().includes(scheme);
}
