// What UI tests do with replays of runs, in the user's terms.
import { arrange, openFile, until } from './kit.mjs';

/** @typedef {import('playwright-core').Page} Page */

/**
 * The page of the replay in view; there must be one alone.
 * @param {Page} page
 */
export function replay(page) {
  return page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
}

/**
 * Waits until the replay in view shows this step.
 * @param {Page} page
 * @param {number} step from 1
 * @param {number} of
 */
export async function waitForStep(page, step, of) {
  await replay(page)
    .getByTestId('step-count')
    .filter({ hasText: new RegExp(`^step ${step} of ${of}$`) })
    .waitFor();
}

/**
 * Goes on by some steps, by its button.
 * @param {Page} page
 * @param {number} steps
 */
export async function stepOn(page, steps) {
  for (let i = 0; i < steps; i++) await replay(page).getByTestId('step-on').click();
}

/**
 * The names of the open tabs.
 * @param {Page} page
 */
export function tabs(page) {
  return page
    .locator('.part.editor .tab')
    .evaluateAll(all => all.map(tab => tab.querySelector('.label-name')?.textContent ?? ''));
}

/**
 * Waits until the tab of a run is in front.
 * @param {Page} page
 * @param {string} id
 */
export async function waitForReplay(page, id) {
  await page.locator('.part.editor .tab.active', { hasText: `Replay: ${id}` }).waitFor();
}

/**
 * Puts a tab to the front.
 * @param {Page} page
 * @param {string} name
 */
export async function showTab(page, name) {
  await page.locator('.part.editor .tab', { hasText: name }).first().click();
  await page.locator('.part.editor .tab.active', { hasText: name }).first().waitFor();
}

/**
 * Lets the test speak in the name of pages that are opened after this: see `sayAsPage`.
 * @param {Page} page
 */
export async function takeOverPages(page) {
  await page.addInitScript(() => {
    let acquire;
    Object.defineProperty(globalThis, 'acquireVsCodeApi', {
      // VS Code gives a page this function, and the page calls it once.
      set: given => {
        acquire = () => {
          globalThis.takenOver = given();
          return globalThis.takenOver;
        };
      },
      get: () => acquire,
      configurable: true,
    });
  });
}

/**
 * Says something to the extension in the page's name, as a page would that a trace has taken over.
 * @param {Page} page
 * @param {unknown} message
 */
export async function sayAsPage(page, message) {
  const body = await replay(page).locator('body').elementHandle();
  const frame = await body.ownerFrame();
  await frame.evaluate(said => globalThis.takenOver.postMessage(said), message);
}

/**
 * Opens a file as something else than text.
 * @param {Page} page
 * @param {string} file
 * @param {string} editor as VS Code lists it
 */
export async function reopenWith(page, file, editor) {
  await openFile(page, file);
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget:visible input[type=text]');
  await input.fill('>View: Reopen Editor With...');
  await pick(page, 'View: Reopen Editor With...');
  await pick(page, editor);
}

/**
 * Takes an entry of the open list of choices by what stands in it.
 * @param {Page} page
 * @param {string | RegExp} text
 * @param {string} [typed] is typed before, for a list that is longer than what is in view
 */
export async function pick(page, text, typed) {
  const row = page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: text }).first();
  if (typed === undefined) await row.click();
  else {
    await page.locator('.quick-input-widget:visible input[type=text]').fill(typed);
    // By the key: a list that is filled anew while a button is pressed takes no click.
    await row.and(page.locator('.focused')).waitFor();
    await page.keyboard.press('Enter');
  }
  // Another list may follow at once.
  await row.waitFor({ state: 'hidden' });
}

/**
 * Waits for a message of VS Code, by what it says.
 * @param {Page} page
 * @param {string | RegExp} text
 */
export async function message(page, text) {
  const found = page.locator('.notification-list-item', { hasText: text }).first();
  const unseen = page.locator('[id="status.notifications"] .codicon-bell-dot');
  await until(
    async () => {
      // A toast may hide before it is looked at. Shown while nothing is new, the list closes again, or takes the focus from what will tell.
      if (!(await found.isVisible()) && (await unseen.count()) > 0) await arrange(page, 'notifications.showList');
      return found.isVisible();
    },
    isVisible => isVisible,
    `the message "${text}"`,
  );
  return found;
}

/**
 * Waits until so many replays are open, and are those.
 * @param {Page} page
 * @param {string[]} ids
 */
export function waitForReplays(page, ids) {
  return until(
    async () => (await tabs(page)).filter(name => name.startsWith('Replay: ')).sort(),
    names => JSON.stringify(names) === JSON.stringify(ids.map(id => `Replay: ${id}`).sort()),
    `the replays of ${ids.join(', ')}`,
  );
}
