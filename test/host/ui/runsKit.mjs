// What UI tests do with the two trees of runs, in the user's terms.
import { runCommand, until } from './kit.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {'Workflow Runs' | 'State'} View */

/**
 * Opens the trees by their icon in the activity bar, in a window and a side bar that have room for them.
 * @param {Page} page
 */
export async function openRuns(page) {
  await page.locator('.activitybar .action-label[aria-label="Agent Envelopes"]').click();
  await view(page, 'Workflow Runs').waitFor();
}

/** The runs in test/sample. */
export const RUNS = 15;

// How many of them have problems.
const WITH_PROBLEMS = 9;

/**
 * Waits until all runs of test/sample are there, tell their problems, which are found after the runs, and stay as they are for longer
 * than the tree waits until it is drawn again: a click is lost on a row that is just drawn anew, and a command in it has no run then.
 * @param {Page} page
 */
export async function waitForRuns(page) {
  const hasProblems = name => /\d (error|warning|info)/.test(name);
  await untilAtRest(
    async () => {
      // One that is below what is in view counts, too.
      const top = view(page, 'Workflow Runs').locator('.monaco-list-row[aria-level="1"]');
      const counts = await top.evaluateAll(all => all.map(one => Number(one.getAttribute('aria-setsize'))));
      const isReading = await view(page, 'Workflow Runs').getByText('still reading…').isVisible();
      return { names: await rows(page), counts, isReading };
    },
    ({ names, counts, isReading }) =>
      !isReading &&
      names.length === RUNS &&
      counts.every(count => count === RUNS) &&
      names.filter(hasProblems).length >= WITH_PROBLEMS,
    'the runs',
  );
}

/**
 * Waits until the tree has stopped changing: VS Code loses a click on a row that it draws anew, or that moves, between the press and
 * the release.
 * @param {Page} page
 */
export function waitForRowsAtRest(page) {
  const places = () =>
    view(page, 'Workflow Runs')
      .locator('.monaco-list-row')
      .evaluateAll(all => all.map(one => [one.getAttribute('aria-label'), one.getBoundingClientRect().top]));
  return untilAtRest(places, all => all.length > 0, 'the rows to rest');
}

/** Waits until `wanted` holds of what is read, and it has not changed for as long as a redrawing takes. */
async function untilAtRest(read, wanted, what) {
  let last;
  let since = Date.now();
  await until(
    async () => {
      const now = await read();
      if (JSON.stringify(now) !== JSON.stringify(last)) since = Date.now();
      last = now;
      return now;
    },
    now => wanted(now) && Date.now() - since > REDRAWN_AFTER,
    what,
  );
}

// In milliseconds: client/src/runs/runsTree.ts waits for half of it, then the tree asks the server and is drawn.
const REDRAWN_AFTER = 2000;

/**
 * Gives the window another size.
 * @param {Page} page
 * @param {{ width: number, height: number }} size
 */
export async function resize(page, size) {
  await page.setViewportSize(size);
  // The workbench may be too busy to hear of it.
  await until(
    () =>
      page.evaluate(() => {
        window.dispatchEvent(new Event('resize'));
        const { width, height } = document.querySelector('.monaco-workbench').getBoundingClientRect();
        return { width, height };
      }),
    now => now.width === size.width && now.height === size.height,
    'the window to have its size',
  );
}

/**
 * What is told of a row when the pointer rests on it.
 * @param {Page} page
 * @param {string} text
 */
export async function tooltipOf(page, text) {
  const told = async () => (await page.locator('.workbench-hover:visible').allInnerTexts()).join('\n');
  await page.mouse.move(900, 700);
  // At its beginning: the middle of a long label lies under the row's buttons.
  await row(page, text)
    .locator('.label-name')
    .hover({ position: { x: 8, y: 8 } });
  return until(told, said => said.includes('\n'), `a tooltip of ${text}`);
}

/**
 * Makes the side bar this wide, by its edge.
 * @param {Page} page
 * @param {number} width
 */
export async function widen(page, width) {
  const bar = page.locator('.part.sidebar');
  const before = await bar.boundingBox();
  const edge = before.x + before.width;
  await page.mouse.move(edge, 300);
  await page.mouse.down();
  await page.mouse.move(before.x + width, 300, { steps: 4 });
  await page.mouse.up();
}

/**
 * @param {Page} page
 * @param {View} name
 */
export function view(page, name) {
  return page.locator(`.part.sidebar .pane:has(> .pane-header[aria-label^="${name}"])`);
}

/**
 * A row by what is read aloud of it: its label, and what stands beside it.
 * @param {Page} page
 * @param {string | RegExp} text
 * @param {View} [of]
 */
export function row(page, text, of = 'Workflow Runs') {
  return view(page, of).locator('.monaco-list-row').filter({ hasText: text }).first();
}

/**
 * The names of the rows in view, as they are read aloud.
 * @param {Page} page
 * @param {View} [of]
 */
export function rows(page, of = 'Workflow Runs') {
  return view(page, of)
    .locator('.monaco-list-row')
    .evaluateAll(all =>
      all
        .toSorted((one, other) => one.dataset.index - other.dataset.index)
        .map(one => one.getAttribute('aria-label') ?? ''),
    );
}

/**
 * Opens a node by its arrow.
 * @param {Page} page
 * @param {string | RegExp} text
 * @param {View} [of]
 */
export async function expand(page, text, of) {
  await row(page, text, of).waitFor();
  await row(page, text, of).locator('.monaco-tl-twistie').click();
  await row(page, text, of).and(page.locator('[aria-expanded=true]')).waitFor();
}

/**
 * Clicks on a row, so that it alone is selected.
 * @param {Page} page
 * @param {string | RegExp} text
 * @param {View} [of]
 */
export async function selectRow(page, text, of = 'Workflow Runs') {
  const selected = view(page, of).locator('.monaco-list-row.selected');
  await row(page, text, of).waitFor();
  await row(page, text, of).click();
  await until(
    () => selected.allTextContents(),
    ([one = '', ...others]) => others.length === 0 && (text instanceof RegExp ? text.test(one) : one.includes(text)),
    `${text} to be selected`,
  );
}

/**
 * Waits until a row is selected whose text holds this.
 * @param {Page} page
 * @param {string} text
 */
export function waitForSelected(page, text) {
  return until(
    () => view(page, 'Workflow Runs').locator('.monaco-list-row.selected').allInnerTexts(),
    texts => texts.some(one => one.includes(text)),
    `"${text}" to be selected`,
  );
}

/**
 * Opens the menu of a node, and puts the keys onto an entry of it.
 * @param {Page} page
 * @param {string | RegExp} text
 * @param {string} entry
 */
export async function pointInMenu(page, text, entry) {
  await row(page, text).click({ button: 'right' });
  await pointAt(page, entry);
}

async function pointAt(page, entry) {
  const item = page.locator('.monaco-menu .action-item').filter({ hasText: entry }).first();
  await item.hover();
  // A menu takes no key before it has put the focus onto what the pointer is on.
  await item.and(page.locator('.focused')).waitFor();
}

/**
 * Chooses an entry of the menu that is open.
 * @param {Page} page
 * @param {string} entry
 */
export async function chooseFromMenu(page, entry) {
  await pointAt(page, entry);
  await page.keyboard.press('Enter');
}

/**
 * Chooses an entry of the menu of a node.
 * @param {Page} page
 * @param {string | RegExp} text
 * @param {string} entry
 */
export async function chooseInMenu(page, text, entry) {
  await pointInMenu(page, text, entry);
  await page.keyboard.press('Enter');
}

/**
 * Opens the box for the filter, empty or as it was.
 * @param {Page} page
 */
export async function openFilter(page) {
  await runCommand(page, 'Agent Envelopes: Filter Runs…');
  await page.locator('.quick-input-widget:visible .quick-input-title', { hasText: 'Filter Runs' }).waitFor();
}

/**
 * Takes an entry of a list of choices.
 * @param {Page} page
 * @param {string} label
 */
export async function choose(page, label) {
  await page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: label }).first().click();
}

/** The labels alone, of names that are read aloud. */
export function startsOf(names) {
  return names.map(name => name.split(',')[0]);
}

/**
 * Turns the wheel over a tree until a row is in view, and whole: of one that the edge cuts, the pointer misses the buttons.
 * @param {Page} page
 * @param {string | RegExp} text
 * @param {View} [of]
 */
export async function scrollTo(page, text, of = 'Workflow Runs') {
  const list = view(page, of).locator('.monaco-list');
  await list.hover();
  await until(
    async () => {
      const place = await list.evaluate(placeOfRow, await row(page, text, of).elementHandles());
      if (place !== 'inside') await page.mouse.wheel(0, place === 'above' ? -20 : 100);
      return place;
    },
    place => place === 'inside',
    `"${text}" in the tree`,
  );
}

/** Where a row lies in its list; one that is not drawn is looked for below. Runs in the page. */
function placeOfRow(list, [row]) {
  if (!row) return 'below';
  const around = list.getBoundingClientRect();
  const { top, bottom } = row.getBoundingClientRect();
  if (top < around.top) return 'above';
  return bottom > around.bottom ? 'below' : 'inside';
}
