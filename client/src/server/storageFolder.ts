import { mkdirSync } from 'node:fs';
import type { ExtensionContext } from 'vscode';

/** A folder of this workspace where the server may keep what it knows, for this user alone. VS Code names one, and leaves making it to us. */
export function storageFolder({ storageUri }: ExtensionContext): string | undefined {
  if (storageUri?.scheme !== 'file') return undefined;
  try {
    mkdirSync(storageUri.fsPath, { recursive: true, mode: 0o700 });
    return storageUri.fsPath;
  } catch {
    return undefined; // It then reads the workspace at each start.
  }
}
