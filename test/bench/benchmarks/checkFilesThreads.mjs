import { spawnSync } from 'node:child_process';
import { cli, inMessageFolders } from '../messageFolders.mjs';
import { pairs, timed } from '../pairs.mjs';

export const about = 'the same files, checked by all cores';
export const anchor = 'by one';
/** Of two cores that have nothing else to do. */
export const limit = 0.75;

export function run() {
  return inMessageFolders({ files: 10_000, folders: 200 }, cwd => {
    const check = threads => {
      const { status } = spawnSync(process.execPath, [cli, 'check', '.', '--no-config', ...threads], { cwd });
      if (status !== 0) throw new Error(`check ended with ${status}`);
    };
    return pairs(
      () => timed(() => check([])),
      () => timed(() => check(['--threads', '1'])),
      7,
    );
  });
}
