import { spawnSync } from 'node:child_process';
import { cli, inMessageFolders } from '../messageFolders.mjs';
import { pairs, timed } from '../pairs.mjs';

export const about = 'the same files, checked by two threads';
export const anchor = 'by one';
/** Two cores are busy with one thread already; more cores are not measured. */
export const limit = 1.3;

export function run() {
  return inMessageFolders({ files: 10_000, folders: 200 }, cwd => {
    const check = threads => {
      const { status } = spawnSync(process.execPath, [cli, 'check', '.', '--no-config', ...threads], { cwd });
      if (status !== 0) throw new Error(`check ended with ${status}`);
    };
    return pairs(
      () => timed(() => check(['--threads', '2'])),
      () => timed(() => check(['--threads', '1'])),
      7,
    );
  });
}
