// The windows that UI tests run in: each worker has one, which serves one test after another.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { until } from '../../kit/until.mjs';
import { copyWorkspace } from '../workspaceCopy.mjs';
import { askDriver, waitForDriver } from './driver.mjs';
import { awake } from './kit.mjs';
import { widen } from './runsKit.mjs';

const SETTINGS = {
  // The sample's other problems would be counted with those of the file that is looked at.
  'agentEnvelopes.checkClosedFiles': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'editor.minimap.enabled': false,
  // A file would open where the test before had scrolled it to.
  'workbench.editor.restoreViewState': false,
  'editor.cursorBlinking': 'solid',
  'breadcrumbs.enabled': false,
  'workbench.layoutControl.enabled': false,
};

/**
 * A file of tests may export besides them:
 * `settings`: user settings for all of them; `startsEmpty`: their workspace has no files; `isExclusive`: no other test may run beside them;
 * `freshWindows`: the tests that get a window of their own, since they see or leave what a reset does not undo; or true for all.
 *
 * @param {import('../codeHost.mjs').Host} host
 */
export function testWindows(host) {
  /** @type {Map<number, TestWindow>} by worker */
  const windows = new Map();

  async function openPage(where, { settings, ...options }) {
    const page = await host.open(where, { ...options, settings: { ...SETTINGS, ...settings } });
    if (where !== undefined) await waitForDriver(page);
    return page;
  }

  async function openWindow(worker, { settings = {}, startsEmpty }, getsItsOwn) {
    const copy = copyWorkspace();
    if (startsEmpty && getsItsOwn) removeFiles(copy.folder);
    const page = await openPage(copy.folder, { settings, worker });
    // Who types at once into a window whose server is still starting is offered nothing, as a person would be.
    if (!getsItsOwn) await awake(page);
    return { page, copy, settings, sideBar: await widthOfSideBar(page), isFresh: getsItsOwn, others: [] };
  }

  async function close(worker) {
    const window = windows.get(worker);
    windows.delete(worker);
    if (!window) return;
    await Promise.all([window.page, ...window.others].map(page => page.close()));
    window.copy.remove();
  }

  return {
    /** @returns {Promise<{ host: typeof host, folder: string, page: import('playwright-core').Page }>} what a test is given */
    async open(worker, { run, module }) {
      const getsItsOwn = isFresh({ run, module });
      if (getsItsOwn) await close(worker);
      const window = windows.get(worker) ?? (await openWindow(worker, module, getsItsOwn));
      windows.set(worker, window);
      const { page, copy, others } = window;
      const { settings = {} } = module;
      const changes = changedSettings(window.settings, settings);
      if (Object.keys(changes).length > 0) await askDriver(page, { action: 'configure', settings: changes });
      window.settings = settings;
      if (module.startsEmpty) await empty(page, copy.folder);
      const open = async where => {
        const other = await openPage(where, { worker, isApart: true });
        others.push(other);
        return other;
      };
      return { page, host: { ...host, open }, folder: copy.folder };
    },
    /** Makes a worker's window ready for the next test. */
    async release(worker, { isClean }) {
      const window = windows.get(worker);
      const isReset = isClean && window && !window.isFresh && !window.page.isClosed() && (await reset(window));
      if (!isReset) await close(worker);
    },
    removeFolders() {
      for (const { copy } of windows.values()) copy.remove();
    },
  };
}

/**
 * Whether a test gets a window of its own.
 * @param {Pick<import('../../kit/runScenarios.mjs').Scenario, 'run' | 'module'>} scenario
 */
export function isFresh({ run, module: { freshWindows = [] } }) {
  return freshWindows === true || freshWindows.includes(run);
}

/**
 * @typedef {object} TestWindow
 * @property {import('playwright-core').Page} page
 * @property {ReturnType<typeof copyWorkspace>} copy
 * @property {object} settings those of the test's file
 * @property {number} sideBar how wide it was at the start
 * @property {boolean} isFresh
 * @property {import('playwright-core').Page[]} others what the test opened besides
 */

async function widthOfSideBar(page) {
  return (await page.locator('.part.sidebar').boundingBox()).width;
}

function removeFiles(folder) {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
}

/** Removes all files, and waits until the explorer shows none: it refuses a new file by the name of one that it still shows. */
async function empty(page, folder) {
  removeFiles(folder);
  await askDriver(page, { action: 'arrange', command: 'workbench.files.action.refreshFilesExplorer' });
  await until(
    () => page.locator('.explorer-folders-view .monaco-list-row').count(),
    rows => rows === 0,
    'an explorer without files',
  );
}

/** What leads from the settings of one test to those of another; null is none. */
function changedSettings(before, after) {
  const names = Object.keys({ ...before, ...after }).filter(name => before[name] !== after[name]);
  return Object.fromEntries(names.map(name => [name, after[name] ?? SETTINGS[name] ?? null]));
}

/** Brings a window and its workspace back to how they were when the window opened; false where problems of closed files stay. */
async function reset(window) {
  const { page, copy, others } = window;
  await Promise.all(others.splice(0).map(other => other.close()));
  // Lists and boxes that are open stay so else.
  for (let time = 0; time < 3; time++) await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.mouse.move(640, 799);
  const theme = 'workbench.colorTheme';
  const settings = { ...changedSettings(window.settings, {}), [theme]: SETTINGS[theme] };
  await askDriver(page, { action: 'configure', settings });
  window.settings = {};
  await askDriver(page, { action: 'reset' });
  await page.locator('.part.editor .tab').first().waitFor({ state: 'detached' });
  if ((await widthOfSideBar(page)) !== window.sideBar) await widen(page, window.sideBar);
  copy.restore();
  const problems = page.locator('[id="status.problems"]');
  try {
    await until(
      () => problems.getAttribute('aria-label'),
      label => label === 'No Problems',
      'no problem',
      5000,
    );
    return true;
  } catch (error) {
    console.log(`  The window is closed, since problems of closed files stay. ${error.message}`);
    return false;
  }
}
