// Plays a run and draws what a user sees, for the README: pictures in three themes, and a short film.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decode } from 'fast-png';
import { encode } from 'modern-gif';
import { root } from '../../../tools/command.mjs';
import { arrange, awake, openFile, runCommand, setTheme, shot, until, waitUntilRecognised } from './kit.mjs';
import { replay, waitForReplay, waitForStep } from './replayKit.mjs';
import { resize } from './runsKit.mjs';

export const nightly = true;

const steps = 16;

export async function playsARun({ page }) {
  await openRun(page);
  const view = replay(page);
  await view.getByTestId('tab-state').click();
  await view.getByTestId('speed').selectOption('2');
  await view.getByRole('button', { name: 'even pace' }).click();
  await view.getByTestId('play').click();
  const pictures = [];
  const shown = () => view.getByTestId('step-count').innerText();
  for (let last = ''; !last.startsWith(`step ${steps} `); ) {
    last = await until(shown, now => now !== last, 'the next step');
    pictures.push(await page.screenshot());
  }
  await waitForStep(page, steps, steps);
  assert.ok(pictures.length >= steps / 2, `only ${pictures.length} pictures of ${steps} steps`);
  await writeFilm('replay', pictures);
}

// The editor would open the file where the cursor was, and the replay at that step.
export const freshWindows = [looksWellInEachTheme];

export async function looksWellInEachTheme({ page }) {
  await openRun(page);
  const view = replay(page);
  await view.getByTestId('tab-state').click();
  for (let at = 1; at < 11; at++) await view.getByTestId('step-on').click();
  await waitForStep(page, 11, steps);
  await shot(page, 'replay-dark');
  await setTheme(page, 'Default High Contrast');
  await waitForStep(page, 11, steps);
  await shot(page, 'replay-contrast');
  await setTheme(page, 'Default Light Modern');
  await view.getByTestId('tab-compare').click();
  await view
    .getByTestId('panel-compare')
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click();
  await view.getByText('missing').first().waitFor();
  await shot(page, 'replay-compare');
  await setTheme(page, 'Default Dark Modern');
}

async function openRun(page) {
  await awake(page);
  await resize(page, { width: 1200, height: 760 });
  await openFile(page, 'messages/wf_team_invites.jsonl');
  await waitUntilRecognised(page);
  await runCommand(page, 'Agent Envelopes: Open Replay');
  await waitForReplay(page, 'wf_team_invites');
  await arrange(page, 'workbench.action.closeOtherEditors');
  await arrange(page, 'workbench.action.toggleSidebarVisibility');
  await waitForStep(page, 1, steps);
}

/** A film of pictures that all have one size, in test/host/shots/<name>.gif. */
async function writeFilm(name, pictures) {
  const frames = pictures.map((picture, at) => ({
    ...rgba(decode(picture)),
    delay: at === pictures.length - 1 ? 2500 : 700,
  }));
  const [{ width, height }] = frames;
  const film = await encode({ width, height, frames, maxColors: 96 });
  const folder = path.join(root, 'test', 'host', 'shots');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.gif`), Buffer.from(film));
}

function rgba({ width, height, data, channels }) {
  if (channels === 4) return { width, height, data: new Uint8ClampedArray(data) };
  const full = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at++) full.set(data.subarray(at * 3, at * 3 + 3), at * 4);
  return { width, height, data: full };
}
