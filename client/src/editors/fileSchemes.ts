import { type Uri, workspace } from 'vscode';

/**
 * Returns the URI schemes that the extension handles: `file`, and the scheme of each workspace folder, such as `vscode-vfs`. The extension
 * ignores links of other schemes: VS Code hands them to the operating system, which could start a program.
 */
export function fileSchemes(): string[] {
  return [...new Set(['file', ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.scheme)])];
}

/** Returns whether a URI is that of a file, saved or not yet. */
export function isFileUri({ scheme }: Uri): boolean {
  return fileSchemes().includes(scheme);
}
