import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../../../tools/build.mjs';
import { startPageHost } from '../../page/pageHost.mjs';
import { oneRunLog } from '../logs.mjs';
import { median } from '../pairs.mjs';

export const about =
  'a frame of the replay of 100,000 steps, in Chromium: playing at speed 10, stepping, and dragging the playhead';
export const anchor = '17 ms, which is 60 frames a second';
export const limit = 1;

const SECONDS = 6;

/** Takes the worst of the three; prints each with its longest frame. */
export async function run() {
  await build('production');
  const folder = mkdtempSync(path.join(tmpdir(), 'agent-envelopes-frames-'));
  const host = await startPageHost();
  try {
    for (const lines of oneRunLog(100_000)) appendFileSync(path.join(folder, 'wf.jsonl'), lines);
    const workspace = await host.openFolder(folder);
    const [{ key }] = await workspace.runs();
    const page = await workspace.openRun(key);
    // All of it is there: what opening takes is another figure.
    await page.locator('[data-testid=playhead]').waitFor();
    await page.locator('[data-testid=panel-graph] svg').first().waitFor();
    await page.locator('[data-testid=envelope-tab] [role=treeitem]').first().waitFor();
    const medians = [];
    for (const [name, act] of Object.entries({ playing, stepping, scrubbing })) {
      const frames = await act(page);
      medians.push(median(frames));
      console.log(
        `  ${name}: median ${median(frames).toFixed(1)} ms, longest ${Math.max(...frames).toFixed(1)} ms, of ${frames.length} frames`,
      );
    }
    await workspace.close();
    const own = Math.max(...medians);
    return { pairs: 1, own, anchor: 17, ratio: own / 17, low: Math.min(...medians) / 17, high: own / 17 };
  } finally {
    await host.stop();
    rmSync(folder, { recursive: true });
  }
}

async function playing(page) {
  await page.locator('[data-testid=speed]').selectOption('10');
  await page.getByRole('button', { name: 'even pace' }).click();
  await page.locator('[data-testid=play]').click();
  const frames = await framesOf(page);
  await page.locator('[data-testid=play]').click();
  return frames;
}

function stepping(page) {
  return framesOf(page, 'ArrowRight');
}

async function scrubbing(page) {
  const axis = await page.locator('[data-testid=timeline-axis]').boundingBox();
  const move = at => page.mouse.move(axis.x + axis.width * at, axis.y + 8);
  await move(0);
  await page.mouse.down();
  let done = false;
  const frames = framesOf(page).finally(() => {
    done = true;
  });
  for (let at = 0; !done; at += 0.002) await move(Math.abs(Math.sin(at)));
  await page.mouse.up();
  return frames;
}

/** The times between frames, without the first few. @param [key] is pressed in each of them */
function framesOf(page, key) {
  return page.evaluate(
    ([key, seconds]) =>
      new Promise(resolve => {
        const frames = [];
        const began = performance.now();
        let last = began;
        const frame = now => {
          frames.push(now - last);
          last = now;
          if (now - began > seconds * 1000) return resolve(frames.slice(5));
          if (key) window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    [key, SECONDS],
  );
}
