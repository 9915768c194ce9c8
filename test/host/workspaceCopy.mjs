// Tests write files and leave editors unsaved; each works on its own copy of the sample workspace.
import { chmodSync, cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../tools/command.mjs';

/** Copies test/workspace, or the folder given, to a new folder; `remove` it after. */
export function copyWorkspace(from = path.join(root, 'test', 'workspace')) {
  const parent = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-workspace-'));
  const folder = path.join(parent, 'workspace');
  cpSync(from, folder, { recursive: true });
  // What is as new as a copy is would be taken for runs that go on at this very minute.
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  for (const entry of readdirSync(folder, { recursive: true })) {
    const file = path.join(folder, entry);
    chmodSync(file, statSync(file).mode | 0o200); // the original may be protected; the copy is to be removed
    utimesSync(file, yesterday, yesterday);
  }
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}
