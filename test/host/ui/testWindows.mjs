// The windows that UI tests run in: each worker has one, which serves one test after another.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { copyWorkspace } from '../workspaceCopy.mjs';
import { until } from './kit.mjs';

// The sample's other problems would be counted with those of the file that is looked at.
const SETTINGS = {
  'agentEnvelopes.checkClosedFiles': false,
  'editor.minimap.enabled': false,
  'breadcrumbs.enabled': false,
  'workbench.layoutControl.enabled': false,
};

/**
 * A file of tests may export besides them:
 * `settings`: user settings for all of them; `startsEmpty`: their workspace has no files; `isExclusive`: no other test may run beside them;
 * `freshWindows`: the tests that get a window of their own, since they see or leave what a reset does not undo; or true for all.
 *
 * @param {import('../codeHost.mjs').Host} host
 * @param {string} empty a folder without files
 */
export function testWindows(host, empty) {
  const hostOf = worker => ({
    ...host,
    async open(where, settings = {}) {
      const page = await host.open(where, { ...SETTINGS, ...settings }, worker);
      if (where !== undefined) await waitForFile(path.join(where, '..', 'ready'), 'the window to be ready');
      return page;
    },
  });
  /** @type {Map<number, Awaited<ReturnType<typeof openWindow>>>} by worker */
  const windows = new Map();

  async function openWindow(worker, module, isFresh) {
    const { settings = {} } = module;
    const copy = copyWorkspace(module.startsEmpty ? empty : undefined);
    const page = await hostOf(worker).open(copy.folder, settings);
    return { page, copy, settings, isFresh, startsEmpty: module.startsEmpty === true };
  }

  async function close(worker) {
    const window = windows.get(worker);
    windows.delete(worker);
    await window?.page.close();
    window?.copy.remove();
  }

  return {
    /** @returns {Promise<{ host: typeof host, folder: string, page: import('playwright-core').Page }>} what a test is given */
    async open(worker, { run, module }) {
      const isFresh = module.freshWindows === true || (module.freshWindows ?? []).includes(run);
      const { settings = {} } = module;
      const window = windows.get(worker);
      const fits = window && !isFresh && isDeepStrictEqual(window.settings, settings) && !module.startsEmpty;
      if (!fits) {
        await close(worker);
        windows.set(worker, await openWindow(worker, module, isFresh));
      }
      const { page, copy } = windows.get(worker);
      return { page, host: hostOf(worker), folder: copy.folder };
    },
    /** Makes a worker's window ready for the next test. */
    async release(worker, { isClean }) {
      const window = windows.get(worker);
      if (isClean && window && !window.isFresh && !window.startsEmpty && !window.page.isClosed()) await reset(window);
      else await close(worker);
    },
    removeFolders() {
      for (const { copy } of windows.values()) copy.remove();
    },
  };
}

/** Brings a window and its workspace back to how they were when the window opened. */
async function reset({ page, copy }) {
  // Lists and boxes that are open take the key for themselves.
  for (let time = 0; time < 3; time++) await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.mouse.move(640, 799);
  await page.keyboard.press('Control+Alt+Shift+F12');
  await waitForFile(path.join(copy.folder, '..', 'reset'), 'the window to be reset');
  await page.locator('.part.editor .tab').first().waitFor({ state: 'detached' });
  copy.restore();
}

/** Waits until the driver extension has written a file, and removes it. */
async function waitForFile(file, what) {
  // A window of several folders takes its time to start on a busy machine.
  await until(async () => existsSync(file), Boolean, what, 60_000);
  rmSync(file);
}
