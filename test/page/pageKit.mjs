// What tests of the replay page do with it, in the user's terms.
import assert from 'node:assert/strict';
import { copyWorkspace } from '../host/workspaceCopy.mjs';
import { corpusFolder } from '../kit/corpusFolder.mjs';
import { until } from '../kit/until.mjs';

export { corpusFolder, until };

/** @typedef {import('playwright-core').Page} Page */

/** The run of test/sample that most tests look at: its key has this, and so many steps. */
export const sample = { run: 'wf_team_invites', steps: 16 };
/** The tabs that every run has. */
export const TABS = ['envelope', 'state', 'changes', 'conversation', 'metrics'];

/** Whether all cases run. */
export const runsEverything = process.env.AGENT_ENVELOPES_TESTS === 'all';

/**
 * Which cases to look at: the first and each `nth` after it, or with `npm test -- all` every one; as `test/kit/amount.ts` for vitest.
 * @template T
 * @param {readonly T[]} cases
 */
export function part(cases, nth = 4) {
  return runsEverything ? cases : cases.filter((_, at) => at % nth === 0);
}

/**
 * Opens a run of a copy of a folder in a page, and closes the page after the test. Tests of the sample share a copy and a server, those of
 * the corpus another one.
 * @param {{ host: import('./pageHost.mjs').PageHost, folder?: string, run?: string, changesFiles?: boolean, sharedAs?: string,
 *   isTranslated?: boolean, options?: import('./pageHost.mjs').Options }} what `run`: a part of its key; `changesFiles`: the test gets a copy and a server of its own;
 *   `sharedAs`: tests with this name for their folder share those, too; `isTranslated`: as of `openFolder`
 * @param {(on: { page: Page, workspace: import('./pageHost.mjs').Workspace, folder: string, open: Function }) => Promise<void>} test
 */
export async function withRun(
  { host, folder: from, run = sample.run, changesFiles = false, sharedAs, isTranslated, options },
  test,
) {
  const name = sharedAs ?? (from === undefined ? 'sample' : from === corpusFolder() ? 'corpus' : undefined);
  const isShared = !changesFiles && !isTranslated && name !== undefined;
  const { folder, workspace, close } = await (isShared
    ? sharedCopy(host, name, from)
    : openCopy(host, from, { isTranslated }));
  const pages = [];
  const open = async (wanted, how) => {
    const runs = await workspace.runs();
    const found = runs.find(({ key }) => key.includes(wanted));
    assert.ok(found, `no run ${wanted} among ${runs.map(({ key }) => key).join(', ')}`);
    const page = await workspace.openRun(found.key, how);
    pages.push(page);
    await page.getByTestId('step-count').waitFor();
    await settled(page);
    return page;
  };
  try {
    const page = await open(run, options);
    await test({ page, workspace, folder, open });
    for (const one of pages) assert.deepEqual(one.faults, []);
  } finally {
    for (const page of pages) await page.close();
    if (!isShared) await close();
  }
}

async function openCopy(host, from, options) {
  const { folder, remove } = copyWorkspace(from);
  const workspace = await host.openFolder(folder, options);
  const close = async () => {
    await workspace.close();
    remove();
  };
  return { folder, workspace, close };
}

/** The copies that tests share, by host and by name. @type {WeakMap<object, Map<string, ReturnType<typeof openCopy>>>} */
const copies = new WeakMap();

/**
 * A copy of a folder that tests share, and the server over it, until the host stops.
 * @param {import('./pageHost.mjs').PageHost} host
 * @param {string} name
 * @param {string} [from] the sample unless it is said
 */
export function sharedCopy(host, name, from) {
  const ofHost = copies.get(host) ?? new Map();
  copies.set(host, ofHost);
  const copy = ofHost.get(name) ?? openCopy(host, from);
  if (!ofHost.has(name)) {
    ofHost.set(name, copy);
    host.onStop(async () => (await copy).close());
  }
  return copy;
}

/**
 * Which step is shown, from 1, and of how many.
 * @param {Page} page
 */
export async function shownStep(page) {
  const text = (await page.getByTestId('step-count').textContent()) ?? '';
  const [, step, of] = /^step ([\d,]+) of ([\d,]+)$/.exec(text) ?? [];
  const number = digits => Number(String(digits).replaceAll(',', ''));
  return { step: number(step), of: number(of) };
}

/**
 * Waits until a step is shown.
 * @param {Page} page
 * @param {number} step from 1
 */
export async function waitForStep(page, step) {
  await until(
    () => shownStep(page),
    shown => shown.step === step,
    `step ${step}`,
  );
}

/**
 * Presses keys one after the other; what has the focus hears them.
 * @param {Page} page
 * @param {...string} keys as Playwright calls them
 */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/**
 * Goes to a step by the keys, from wherever it is. They come at once: what is between is not looked at, so it need not be drawn.
 * @param {Page} page
 * @param {number} step from 1
 */
export async function goToStep(page, step) {
  await unfocus(page);
  await page.evaluate(
    keys => {
      for (const key of keys)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    },
    ['Home', ...Array.from({ length: step - 1 }, () => 'ArrowRight')],
  );
  await waitForStep(page, step);
}

/**
 * Leaves the focus to the page itself.
 * @param {Page} page
 */
export async function unfocus(page) {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}

/**
 * Opens a tab by a click, and waits until it shows what it has.
 * @param {Page} page
 * @param {string} id
 */
export async function openTab(page, id) {
  await clickTab(page, id);
  await settled(page);
}

/**
 * The same, without waiting for what it asks.
 * @param {Page} page
 * @param {string} id
 */
export async function clickTab(page, id) {
  await page.getByTestId(`tab-${id}`).click();
  await page.getByTestId(`panel-${id}`).waitFor();
}

/**
 * Which of some tabs there are: a run of one agent has no graph.
 * @param {Page} page
 * @param {readonly string[]} ids
 */
export async function tabsThere(page, ids) {
  const there = await page.locator('[role=tab]').evaluateAll(tabs => tabs.map(({ id }) => id));
  return ids.filter(id => there.includes(`tab-${id}`));
}

/**
 * Waits until nothing is asked any more, what was answered is drawn, and what the page left for when it is idle is done.
 * @param {Page} page
 */
export async function settled(page) {
  await page.evaluate(async () => {
    const replay = document.querySelector('#replay');
    let changes = 0;
    const observer = new MutationObserver(() => changes++);
    observer.observe(replay, { attributes: true, characterData: true, childList: true, subtree: true });
    let before = -1;
    for (let quiet = 0; quiet < 3; ) {
      await new Promise(resolve => requestAnimationFrame(resolve));
      await new Promise(resolve => requestIdleCallback(resolve, { timeout: 200 }));
      const now = changes + window.asked.length;
      quiet = now === before && window.asked.length === window.answered ? quiet + 1 : 0;
      before = now;
    }
    observer.disconnect();
  });
}

/**
 * The role, name and id of what has the focus.
 * @param {Page} page
 */
export function focused(page) {
  return page.evaluate(() => {
    const { activeElement: element } = document;
    return { id: element?.id ?? '', testid: element?.getAttribute('data-testid') ?? '', tag: element?.tagName ?? '' };
  });
}
