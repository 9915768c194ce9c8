// Tests write files and leave editors unsaved; they work on copies of the sample workspace.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../tools/command.mjs';

/**
 * Copies test/sample, or the folder given, to a new folder. `restore` undoes whatever was changed in the copy; `remove` it after.
 */
export function copyWorkspace(from = path.join(root, 'test', 'sample')) {
  const parent = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-workspace-'));
  const folder = path.join(parent, 'workspace');
  // What is as new as a copy is would be taken for runs that go on at this very minute.
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
  const copy = entry => {
    const file = path.join(folder, entry);
    cpSync(path.join(from, entry), file, { recursive: true });
    const copied = statSync(file).isDirectory() ? readdirSync(file, { recursive: true }) : [];
    for (const one of [file, ...copied.map(name => path.join(file, name))]) {
      chmodSync(one, statSync(one).mode | 0o200); // the original may be protected; the copy is to be removed
      utimesSync(one, yesterday, yesterday);
    }
  };
  const restore = () => {
    for (const entry of readdirSync(folder, { recursive: true }))
      if (!existsSync(path.join(from, entry))) rmSync(path.join(folder, entry), { recursive: true, force: true });
    for (const entry of readdirSync(from, { recursive: true }))
      if (!isSame(path.join(from, entry), path.join(folder, entry))) copy(entry);
  };
  copy('.');
  return {
    folder,
    restore,
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

function isSame(original, copy) {
  if (!existsSync(copy)) return false;
  if (statSync(original).isDirectory()) return true;
  return readFileSync(original).equals(readFileSync(copy)) && statSync(copy).mtimeMs < Date.now() - HOUR;
}

const HOUR = 60 * 60 * 1000;
