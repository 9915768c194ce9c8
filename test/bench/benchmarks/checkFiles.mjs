import { fileURLToPath } from 'node:url';
import { commandCpu } from '../commandCpu.mjs';
import { cli, inMessageFolders } from '../messageFolders.mjs';
import { pairs } from '../pairs.mjs';

export const about = 'CPU of a check of 10,000 files, each a message, in 200 folders, with the start of the program';
export const anchor = 'walking, reading and parsing them, with the start of Node';
/** The goal is 5. */
export const limit = 16;

const parse = fileURLToPath(new URL('../parseFolder.mjs', import.meta.url));

export function run() {
  return inMessageFolders({ files: 10_000, folders: 200 }, cwd =>
    pairs(
      () => commandCpu([cli, 'check', '.', '--no-config', '--threads', '1'], { cwd }),
      () => commandCpu([parse], { cwd }),
      5,
    ),
  );
}
