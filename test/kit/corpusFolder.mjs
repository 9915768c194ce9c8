import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/command.mjs';

/** The folder of real traces beside the project; undefined where there is none. */
export function corpusFolder() {
  return sharedFolder('corpus');
}

/** A folder of real files beside the project; undefined, with a message, where there is none, and an error where it is required. */
export function sharedFolder(name) {
  const folder = path.join(root, '..', 'shared', name);
  if (existsSync(folder)) return folder;
  if (process.env.AGENT_ENVELOPES_CORPUS === 'required') throw new Error(`There is no corpus ${folder}.`);
  console.log(`  skipped: there is no ${folder}`);
  return undefined;
}
