import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../tools/command.mjs';
import { messageLog } from './logs.mjs';

/** The built command line. */
export const cli = path.join(root, 'dist', 'cli.js');

/**
 * Runs something over a folder of messages, each in a file of its own, and removes it afterwards.
 * @template T
 * @param {{ files: number, folders: number }} counts
 * @param {(folder: string) => Promise<T>} run
 */
export async function inMessageFolders({ files, folders }, run) {
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-bench-'));
  const messages = messageLog(files / 1000);
  for (let at = 0; at < files; at++) {
    const parent = path.join(folder, String(at % folders));
    mkdirSync(parent, { recursive: true });
    writeFileSync(path.join(parent, `${at}.json`), messages[at % messages.length]);
  }
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
