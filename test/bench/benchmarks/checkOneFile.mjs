import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { cli, inMessageFolders } from '../messageFolders.mjs';
import { pairs, timed } from '../pairs.mjs';

export const about = 'check of one file of 2 KB, not for the first time, from the start of its process to its end';
export const anchor = 'the start and end of Node';
export const limit = 2.5;

export function run() {
  return inMessageFolders({ files: 1, folders: 1 }, cwd => {
    const [file] = readdirSync(`${cwd}/0`);
    return pairs(
      () => timed(() => succeed([cli, 'check', `0/${file}`], cwd)),
      () => timed(() => succeed(['-e', '0'], cwd)),
      25,
    );
  });
}

function succeed(args, cwd) {
  const { status, error, stderr } = spawnSync(process.execPath, args, { cwd });
  if (status !== 0) throw error ?? new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
}
