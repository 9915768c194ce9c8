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
    await page.locator('[data-testid=playhead]').waitFor();
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
  const frames = await framesOf(page, 'nothing');
  await page.locator('[data-testid=play]').click();
  return frames;
}

function stepping(page) {
  return framesOf(page, 'step');
}

function scrubbing(page) {
  return framesOf(page, 'drag');
}

/** The times between frames while something is done in each of them, without the first few. */
function framesOf(page, what) {
  return page.evaluate(
    ([what, seconds]) =>
      new Promise(resolve => {
        const head = document.querySelector('[data-testid=playhead]');
        const axis = document.querySelector('[data-testid=axis]').getBoundingClientRect();
        const point = at => ({
          bubbles: true,
          pointerId: 1,
          clientX: axis.left + at * axis.width,
          clientY: axis.top + 4,
          buttons: 1,
        });
        const fire = (type, at) => head.dispatchEvent(new PointerEvent(type, point(at)));
        const frames = [];
        let last;
        const began = performance.now();
        if (what === 'drag') fire('pointerdown', 0);
        const frame = now => {
          if (last !== undefined) frames.push(now - last);
          last = now;
          const passed = (performance.now() - began) / 1000;
          if (passed > seconds) {
            if (what === 'drag') fire('pointerup', 1);
            return resolve(frames.slice(5));
          }
          if (what === 'step') window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
          if (what === 'drag') fire('pointermove', Math.abs(Math.sin(passed)));
          requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    [what, SECONDS],
  );
}
