import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ExtensionContext } from 'vscode';

/**
 * Returns the environment of a server whose Node keeps compiled code between starts, in a folder that is private to this user; empty
 * where there is no such folder. Code of other versions of the extension is removed.
 */
export function codeCache({
  globalStorageUri,
  extension,
}: Pick<ExtensionContext, 'globalStorageUri' | 'extension'>): Record<string, string> {
  if (globalStorageUri.scheme !== 'file') return {};
  const all = join(globalStorageUri.fsPath, 'code');
  const version = String(extension.packageJSON.version);
  try {
    mkdirSync(join(all, version), { recursive: true, mode: 0o700 });
    for (const name of readdirSync(all))
      if (name !== version) rmSync(join(all, name), { recursive: true, force: true });
    return { NODE_COMPILE_CACHE: join(all, version) };
  } catch {
    return {}; // The server then compiles its code at each start.
  }
}
