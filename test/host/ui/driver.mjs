// How tests ask the driver extension (../driver-extension/), which acts inside a window.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../kit/until.mjs';

/** @typedef {import('./kit.mjs').Page} Page */

/**
 * Asks for an action, and waits until it is done. By files: a key would go to whatever has the focus.
 * @param {Page} page
 * @param {{ action: 'openFile', file: string } | { action: 'arrange', command: string } | { action: 'reset' } | { action: 'configure', settings: object }} request
 */
export async function askDriver(page, request) {
  const file = fileOf(page, 'driver-request.json');
  writeFileSync(`${file}.new`, JSON.stringify(request));
  renameSync(`${file}.new`, file);
  const { error } = await takeAnswer(page, request.action);
  if (error) throw new Error(error);
}

/** Waits until a window that was opened has started all its extensions. */
export async function waitForDriver(page) {
  await takeAnswer(page, 'the window to be ready');
}

async function takeAnswer(page, what) {
  const file = fileOf(page, 'driver-answer.json');
  await until(async () => existsSync(file), Boolean, what, 60_000);
  const answer = JSON.parse(readFileSync(file, 'utf8'));
  rmSync(file);
  return answer;
}

/** Beside the workspace: a file in it would be seen by the extension under test. */
function fileOf({ workspaceFolder }, name) {
  return path.join(workspaceFolder, '..', name);
}
