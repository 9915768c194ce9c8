// Tests write files and leave editors unsaved; each works on its own copy of the sample workspace.
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../tools/command.mjs';

/** Copies test/workspace to a new folder; `remove` it after. */
export function copyWorkspace() {
  const parent = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-workspace-'));
  const folder = path.join(parent, 'workspace');
  cpSync(path.join(root, 'test', 'workspace'), folder, { recursive: true });
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}
