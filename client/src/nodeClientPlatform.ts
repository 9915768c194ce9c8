import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExtensionContext, Uri } from 'vscode';
import type { ClientPlatform } from './clientPlatform';
import { SAMPLE, type TemporaryFolder } from './commands/openSample';

/**
 * Returns what the extension needs from Node: a folder for the server's cache, temporary folders, and a test of whether a text may hold
 * envelopes.
 */
export function nodeClientPlatform(
  context: ExtensionContext,
): Omit<ClientPlatform, 'createClient'> & { temporaryFolder: TemporaryFolder } {
  const storage = storageFolder(context);
  let loaded: ClientPlatform['mayHoldEnvelope'] | undefined;
  return {
    ...(storage !== undefined && { storage }),
    mayHoldEnvelope(...args) {
      loaded ??= createRequire(`${context.extensionPath}/dist/extension.js`)('./candidates.js')
        .mayHoldEnvelope as ClientPlatform['mayHoldEnvelope'];
      return loaded(...args);
    },
    temporaryFolder: {
      detail: tmpdir(),
      create: async () => Uri.file(await mkdtemp(join(tmpdir(), `${SAMPLE}-`))),
    },
  };
}

/**
 * Returns environment variables that make the server's Node keep compiled code between starts, in a folder that is private to this user.
 * Empty if there is no such folder. Removes code of other versions of the extension.
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

/** Returns the folder for the server's cache of this workspace, private to this user. VS Code provides its path but does not create it. */
function storageFolder({ storageUri }: ExtensionContext): string | undefined {
  if (storageUri?.scheme !== 'file') return undefined;
  try {
    mkdirSync(storageUri.fsPath, { recursive: true, mode: 0o700 });
    return storageUri.fsPath;
  } catch {
    return undefined; // The server then reads the workspace at each start.
  }
}
