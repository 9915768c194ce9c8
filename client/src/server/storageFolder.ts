import { mkdirSync } from 'node:fs';
import type { ExtensionContext } from 'vscode';

/**
 * The folder for the server's cache of this workspace, private to this user. VS Code provides its path but does not
 * create it.
 */
export function storageFolder({ storageUri }: ExtensionContext): string | undefined {
  if (storageUri?.scheme !== 'file') return undefined;
  try {
    mkdirSync(storageUri.fsPath, { recursive: true, mode: 0o700 });
    return storageUri.fsPath;
  } catch {
    return undefined; // The server then reads the workspace at each start.
  }
}
