// What UI tests do with the workbench, in the user's terms. Each function ends when what it asked for is on the screen:
// nothing here waits for a time to pass.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../tools/command.mjs';
import { until } from '../../kit/until.mjs';
import { askDriver } from './driver.mjs';

export { until };

/** @typedef {import('playwright-core').Page & { workspaceFolder?: string }} Page */

// For the workbench the control key is the command key on a Mac.
const mod = 'ControlOrMeta';
const quickInput = '.quick-input-widget:visible';
const editor = '.part.editor .editor-group-container.active .monaco-editor';

/** The end of the class that the workbench has under a theme. */
const themes = {
  'Default Light Modern': 'light_modern',
  'Default Dark Modern': 'dark_modern',
  'Default High Contrast': 'hc_black',
  'Default High Contrast Light': 'hc_light',
};

/**
 * Opens a file of the workspace in an editor, and leaves the cursor in it. By the driver extension: the list of files that VS Code has
 * lacks, for a while, those that were just written.
 * @param {Page} page
 * @param {string} file relative to the workspace, with slashes
 */
export async function openFile(page, file) {
  await askDriver(page, { action: 'openFile', file: path.join(page.workspaceFolder, file) });
  await page.locator(`.tab.active[data-resource-name="${path.posix.basename(file)}"]`).waitFor();
  await page.locator(`${editor}.focused .view-line`).first().waitFor();
}

/**
 * Waits until the language server answers: a person would look at a file first, too.
 * @param {Page} page
 */
export async function awake(page) {
  await openFile(page, 'messages/broken.json');
  await waitForSquiggle(page, 'error');
  await arrange(page, 'workbench.action.closeActiveEditor');
}

/**
 * Runs a command from the command palette.
 * @param {Page} page
 * @param {string} title with its category, as the palette shows it: "Agent Envelopes: Show Extension Log"
 */
export async function runCommand(page, title) {
  await askFor(page, 'F1', `>${title}`);
  await pickRow(page, new RegExp(`^${escapeRegExp(title)}(,|$)`));
}

/**
 * Runs a command of VS Code's own, by the driver extension, and waits until it has ended. A command chosen in the palette goes on after
 * the click, and may then take the focus from what is opened next.
 * @param {Page} page
 * @param {string} command its id
 */
export async function arrange(page, command) {
  await askDriver(page, { action: 'arrange', command });
}

/**
 * Waits until the editor in front is known to hold an envelope: the palette asks for that once, when it opens.
 * @param {Page} page
 */
export async function waitUntilRecognised(page) {
  await page.locator('.part.editor .editor-actions [aria-label^="Open Replay"]').waitFor();
}

/**
 * Moves the cursor of the active editor.
 * @param {Page} page
 * @param {number} line from 1
 * @param {number} [column] from 1
 */
export async function gotoLine(page, line, column = 1) {
  await askFor(page, 'Control+G', `:${line}:${column}`); // also on a Mac
  await page.keyboard.press('Enter');
  await page.locator(`[id="status.editor.selection"][aria-label^="Ln ${line}, Col ${column}"]`).waitFor();
  await page.locator(`${editor}.focused`).waitFor();
}

/**
 * Types into the active editor, key by key: brackets close themselves and suggestions appear, as for a person.
 * @param {Page} page
 * @param {string} text
 */
export async function typeText(page, text) {
  await page.locator(`${editor}.focused`).waitFor();
  await page.keyboard.type(text);
}

/**
 * Waits for a squiggle in the active editor.
 * @param {Page} page
 * @param {'error' | 'warning' | 'info' | 'hint'} severity
 */
export async function waitForSquiggle(page, severity = 'error') {
  await page.locator(`${editor} .squiggly-${severity}`).first().waitFor({ state: 'attached' });
}

/**
 * Waits until the editors show no problem.
 * @param {Page} page
 */
export async function waitForNoSquiggle(page) {
  await until(
    () => page.locator('.squiggly-error, .squiggly-warning').count(),
    count => count === 0,
    'no squiggle',
  );
}

/**
 * The numbers in the status bar: those of all problems that VS Code knows of.
 * @param {Page} page
 */
export async function problemsCount(page) {
  const label = (await page.locator('[id="status.problems"]').getAttribute('aria-label')) ?? '';
  const count = name => Number(new RegExp(`${name}: (\\d+)`).exec(label)?.[1] ?? 0);
  return { errors: count('Errors'), warnings: count('Warnings'), infos: count('Infos') };
}

/**
 * Waits until the status bar shows these numbers; a number left out may be any.
 * @param {Page} page
 * @param {Partial<Awaited<ReturnType<typeof problemsCount>>>} wanted
 */
export async function waitForProblems(page, wanted) {
  await until(
    () => problemsCount(page),
    counts => Object.entries(wanted).every(([name, count]) => counts[name] === count),
    `the problems to be ${JSON.stringify(wanted)}`,
  );
}

/** Waits until the numbers in the status bar stay as they are for half a second. */
async function waitForStableProblems(page) {
  let last = '';
  let since = Date.now();
  await until(
    async () => {
      const now = JSON.stringify(await problemsCount(page));
      if (now !== last) since = Date.now();
      last = now;
      return now;
    },
    () => Date.now() - since >= 500,
    'the problems to stay as they are',
  );
}

/**
 * Asks for suggestions where the cursor is, unless they are shown, and returns the labels in view. With `labels`, waits
 * until all of these are among them. (The list is drawn only as far as it is in view: about twelve.)
 * @param {Page} page
 * @param {string[]} [labels]
 */
export async function suggestWidget(page, labels = []) {
  const rows = page.locator('.suggest-widget.visible .monaco-list-row');
  if ((await rows.count()) === 0) await page.keyboard.press('Control+Space');
  return until(
    () => rows.locator('.label-name').allInnerTexts(),
    shown => labels.every(label => shown.includes(label)),
    `the suggestions ${labels.join(', ')}`,
  );
}

/**
 * Shows the hover of a place, and returns its text once it holds `expected`.
 * @param {Page} page
 * @param {number} line from 1
 * @param {number} column from 1
 * @param {string} [expected]
 */
export async function hoverAt(page, line, column, expected = '') {
  await gotoLine(page, line, column);
  const hovers = page.locator('.monaco-hover:visible .monaco-hover-content');
  const read = async () => (await hovers.allInnerTexts()).join('\n');
  // In this order, also on a Mac with its own key. By keyboard, since a mouse would have to find the place first.
  await page.keyboard.press(`${mod}+K`);
  await page.keyboard.press(`${mod}+I`);
  return until(
    read,
    text => text !== '' && !text.includes('Loading...') && text.includes(expected),
    `a hover with "${expected}"`,
  );
}

/**
 * Opens the menu of the light bulb that a place has, and returns an entry of it. By a click: the menu has then what the bulb was shown
 * for, while a key asks anew, and the editor drops that question if it asks itself meanwhile.
 * @param {Page} page
 * @param {number} line from 1
 * @param {number} column from 1, not the last of the file
 * @param {string} title
 */
export async function lightBulb(page, line, column, title) {
  // What is checked anew closes the menu.
  await waitForStableProblems(page);
  await gotoLine(page, line, column);
  // The editor asks when the cursor moves, which it need not have.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  const bulb = await until(
    () => bulbInLine(page),
    found => found !== undefined,
    `a light bulb in line ${line}`,
  );
  await page.mouse.click(bulb.x + bulb.width / 2, bulb.y + bulb.height / 2);
  const action = page.locator('.action-widget .monaco-list-row').filter({ hasText: title }).first();
  await action.waitFor();
  return action;
}

/**
 * Where the light bulb of the cursor's line is: in it, or in one beside it that has room. That of another line stays in view until the
 * cursor's line has been asked about.
 */
async function bulbInLine(page) {
  const bulbs = page.locator(
    `${editor} .lightBulbWidget:visible, ${editor} [class*="codicon-gutter-lightbulb"]:visible`,
  );
  const line = await page.locator(`${editor} .active-line-number`).boundingBox();
  const boxes = await Promise.all((await bulbs.all()).map(bulb => bulb.boundingBox()));
  return boxes.find(box => box && line && Math.abs(box.y - line.y) < 1.5 * line.height);
}

/**
 * Applies a quick fix by the light bulb's menu, and waits until the problem is gone.
 * @param {Page} page
 * @param {number} line from 1
 * @param {number} column from 1, not the last of the file
 * @param {string} title
 */
export async function quickFix(page, line, column, title) {
  const action = await lightBulb(page, line, column, title);
  const before = JSON.stringify(await problemsCount(page));
  await action.click();
  await until(
    () => problemsCount(page),
    now => JSON.stringify(now) !== before,
    `what "${title}" mends to be gone`,
  );
}

/**
 * Changes the colour theme.
 * @param {Page} page
 * @param {keyof typeof themes} name as in the setting `workbench.colorTheme`
 */
export async function setTheme(page, name) {
  await askDriver(page, { action: 'configure', settings: { 'workbench.colorTheme': name } });
  await page.locator(`.monaco-workbench[class*="${themes[name]}-json"]`).waitFor();
}

/**
 * Draws the page into test/host/shots/<name>.png.
 * @param {Page} page
 * @param {string} name
 */
export async function shot(page, name) {
  const folder = path.join(root, 'test', 'host', 'shots');
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}

/**
 * What a person sees first, in words: open tabs, lists, menus and messages, and what has the focus.
 * @param {Page} page
 */
export async function inView(page) {
  const places = {
    tabs: '.part.editor .tab',
    list: `${quickInput} input, ${quickInput} .monaco-list-row`,
    menu: '.monaco-menu .action-item, .action-widget .monaco-list-row',
    messages: '.notification-list-item-message',
    dialog: '.monaco-dialog-box',
    tree: '.part.sidebar .monaco-list-row.focused, .part.sidebar .monaco-list-row.selected',
    focus: ':focus',
  };
  const textsOf = selector =>
    page.locator(selector).evaluateAll(all =>
      all
        .filter(one => one.checkVisibility())
        .slice(0, 12)
        .map(one => (one.getAttribute('aria-label') || one.value || one.textContent || one.className).slice(0, 100)),
    );
  const found = await Promise.all(
    Object.entries(places).map(async ([name, selector]) => [name, await textsOf(selector)]),
  );
  return found
    .filter(([, texts]) => texts.length > 0)
    .map(([name, texts]) => `${name}: ${texts.map(text => `"${text}"`).join(', ')}`)
    .join('; ');
}

/** The language servers below this process: it has started the VS Code that started them. */
export function servers() {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const all = lines.flatMap(line => {
    const [, pid, parent, args] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid ? [{ pid: Number(pid), parent: Number(parent), args }] : [];
  });
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isBelow = pid => {
    for (let at = pid; at && at !== 1; at = parents.get(at)) if (at === process.pid) return true;
    return false;
  };
  return all.filter(({ pid, args }) => /dist[\\/]server\.js\b/.test(args) && isBelow(pid)).map(({ pid }) => pid);
}

/** Opens the quick input by its key, and types into it. */
async function askFor(page, key, text) {
  const input = page.locator(`${quickInput} input[type=text]`);
  await page.keyboard.press(key);
  await input.fill(text);
}

/** Takes a row of the open quick input by its name. */
async function pickRow(page, name) {
  const rows = page.locator(`${quickInput} .monaco-list-row`);
  const labels = () => rows.evaluateAll(all => all.map(row => row.getAttribute('aria-label') ?? ''));
  const shown = await until(labels, all => all.some(label => name.test(label)), `the entry ${name}`);
  // By its name: the list may change until the click, and then its place is another's.
  const label = shown.find(one => name.test(one)) ?? '';
  await page
    .locator(`${quickInput} .monaco-list-row[aria-label=${JSON.stringify(label)}]`)
    .first()
    .click();
}

function escapeRegExp(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
