// At every size, from half a screen beside the text to a panel of a few lines: nothing is cut off, and every control is there.
import assert from 'node:assert/strict';
import {
  corpusFolder,
  openTab,
  part,
  press,
  settled,
  shownStep,
  TABS,
  tabsThere,
  unfocus,
  until,
  waitForStep,
  withRun,
} from './pageKit.mjs';

/** What a page is given, in pixels of the screen; `zoom` as in a browser. */
const SIZES = [
  { size: { width: 1440, height: 900 } },
  { size: { width: 900, height: 700 } },
  { size: { width: 540, height: 760 } },
  { size: { width: 540, height: 450 } },
  { size: { width: 540, height: 350 } },
  { size: { width: 1440, height: 900 }, zoom: 2 },
  { size: { width: 900, height: 700 }, zoom: 2 },
  { size: { width: 640, height: 700 }, zoom: 2 },
];

/** What the header and the playback offer, wherever there is room for it. */
const CONTROLS = [
  /^Export/,
  /^Compare/,
  /^Copy ID/,
  /^(Next Problem|2 problems)/,
  /^Play$/,
  /^First Step/,
  /^Previous Step/,
  /^Next Step/,
  /^(Next Failed Step|next error)/,
  /^(Next Step with Problems|next problem)/,
  /^(Next Step of This Agent|next of agent)/,
  /^even pace$|^Even Pace/,
  /^Keyboard Shortcuts/,
];

export const nothingIsCutOffOfARunOfMessages = ({ host }) => checkSizes(host, undefined, 'wf_team_invites');

export const nightly = [
  everyControlIsThereOrInAMenu,
  nothingIsCutOffOfNestedSpans,
  aLongIdIsShortAndCopied,
  theSearchIsAnIconUntilItIsUsed,
];

export async function nothingIsCutOffOfNestedSpans({ host }) {
  const folder = corpusFolder();
  if (folder) await checkSizes(host, folder, 'b47d761fe79be88aee41342cdd527268');
}

export async function everyControlIsThereOrInAMenu({ host }) {
  await withRun({ host, options: SIZES[0] }, async ({ page }) => {
    for (const one of part(SIZES, 3)) {
      await resize(page, one);
      const names = await controlNames(page);
      for (const control of CONTROLS)
        assert.ok(
          names.some(name => control.test(name)),
          `${control} of ${JSON.stringify(one)}: ${names.join(' | ')}`,
        );
      await checkTabs(page);
    }
  });
}

export async function whatIsInAMenuDoesWhatItSays({ host }) {
  await withRun({ host, options: { size: { width: 540, height: 450 } } }, async ({ page }) => {
    await page.getByRole('button', { name: 'More of playback' }).click();
    await page.getByRole('menuitem', { name: /^Next Step with Problems/ }).click();
    await until(
      () => shownStep(page),
      ({ step }) => step > 1,
      'the next problem',
    );
    await unfocus(page);
    await page.getByRole('button', { name: 'More of playback' }).press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await press(page, 'End', 'Escape');
    assert.equal(await page.getByRole('menu').count(), 0, 'Escape closes the menu');
    await press(page, 'Home');
    await waitForStep(page, 1);
  });
}

export async function oneColumnHasOneListOfTabs({ host }) {
  await withRun({ host, options: { size: { width: 540, height: 700 } } }, async ({ page }) => {
    assert.equal(await page.getByRole('tablist').count(), 1);
    await openTab(page, 'steps');
    assert.equal(await page.getByTestId('panel-envelope').count(), 0);
    await unfocus(page);
    await press(page, '2');
    await page.getByTestId('panel-state').waitFor();
    await press(page, 'g');
    await page.getByTestId('panel-errors').waitFor();
    await press(page, 'g');
    await page.getByTestId('panel-graph').waitFor();
    // The arrow keys go through all of them, and those in the menu come out.
    await page.getByTestId('tab-graph').focus();
    await press(page, 'ArrowLeft');
    const last = page.getByRole('tab', { selected: true });
    assert.equal(await last.getAttribute('data-testid'), 'tab-compare');
    assert.ok(await last.evaluate(tab => tab === document.activeElement && tab.getBoundingClientRect().width > 0));
    await page.setViewportSize({ width: 1200, height: 700 });
    await until(
      () => page.getByRole('tablist').count(),
      count => count === 2,
      'two columns',
    );
    await page.getByTestId('panel-compare').waitFor();
    await page.getByTestId('panel-graph').waitFor();
  });
}

export async function theTimelineGivesWay({ host }) {
  await withRun({ host, options: { size: { width: 540, height: 350 } } }, async ({ page }) => {
    const heightOf = id => page.getByTestId(id).evaluate(element => element.getBoundingClientRect().height);
    assert.ok((await heightOf('panel-envelope')) >= 120, 'there is room for the envelope');
    const small = await heightOf('timeline');
    await page.setViewportSize({ width: 540, height: 900 });
    await until(
      () => heightOf('timeline'),
      height => height > small + 60,
      'a higher timeline',
    );
  });
}

export async function theSearchIsAnIconUntilItIsUsed({ host }) {
  await withRun({ host, options: { size: { width: 540, height: 500 } } }, async ({ page }) => {
    const field = page.getByTestId('search');
    assert.equal(await field.isVisible(), false);
    await press(page, '/');
    await field.fill('agent:build');
    await page.getByTestId('search-found').filter({ hasText: 'found' }).waitFor();
    await settled(page);
    await assertWhole(page, 'a search');
    await press(page, 'Escape', 'Escape');
    await field.waitFor({ state: 'hidden' });
    await page.getByTestId('search-open').click();
    await until(
      () => field.evaluate(input => input === document.activeElement),
      has => has,
      'the field to have the focus',
    );
  });
}

export async function aLongIdIsShortAndCopied({ host }) {
  const folder = corpusFolder();
  if (!folder) return;
  const run = 'b47d761fe79be88aee41342cdd527268';
  await withRun({ host, folder, run, options: { size: { width: 1440, height: 900 } } }, async ({ page }) => {
    const copy = page.getByTestId('run-copy-id');
    assert.equal((await copy.textContent())?.trim(), 'Copy ID b47d761f…');
    await copy.click();
    assert.deepEqual(await page.evaluate(() => window.told.filter(({ type }) => type === 'copy')), [
      { type: 'copy', text: run },
    ]);
    assert.match((await page.locator('.header').textContent()) ?? '', /51 s.*648 tokens/);
  });
}

async function checkSizes(host, folder, run) {
  await withRun({ host, folder, run, options: SIZES[0] }, async ({ page }) => {
    // One agent alone has no graph.
    const sides = await tabsThere(page, ['graph', 'steps']);
    for (const one of part(SIZES, 3)) {
      await resize(page, one);
      for (const tab of [...sides, ...TABS]) {
        await showTab(page, tab);
        await assertWhole(page, `${tab} at ${JSON.stringify(one)}`);
      }
    }
    await unfocus(page);
    await press(page, '?');
    await page.locator('.keys-dialog[open]').waitFor();
    await settled(page);
    await assertWhole(page, 'the keys, small');
    await press(page, 'Escape');
    // That a dialog closed is told a moment after it did.
    await page.locator('.keys-dialog[open]').waitFor({ state: 'detached' });
    await settled(page);
    await press(page, 'x');
    await page.getByTestId('covered').waitFor();
    await settled(page);
    await assertWhole(page, 'the export, small');
  });
}

async function resize(page, { size, zoom = 1 }) {
  await page.setViewportSize({ width: Math.round(size.width / zoom), height: Math.round(size.height / zoom) });
  await settled(page);
}

/** Opens a tab where it is: in its list, or in the menu at the end of that. */
async function showTab(page, id) {
  const tab = page.getByTestId(`tab-${id}`);
  if (await tab.isVisible()) await tab.click();
  else {
    await page.locator('.tab-row .more:not(.empty) button').last().click();
    await page.getByTestId(`more-${id}`).click();
  }
  await page.getByTestId(`panel-${id}`).waitFor();
  await settled(page);
}

/** Each tab can be opened. */
async function checkTabs(page) {
  for (const tab of ['graph', 'steps', ...TABS, 'compare']) await showTab(page, tab);
  await showTab(page, 'envelope');
}

/** The names of all controls in the header and the playback: of those that are to be seen whole, and of those in their menus. */
async function controlNames(page) {
  const names = await page.locator('.header button:visible, .transport button:visible').evaluateAll(buttons =>
    buttons
      .filter(button => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      })
      .map(button => (button.getAttribute('aria-label') ?? button.textContent ?? '').trim()),
  );
  for (const more of await page
    .locator('.header .more:not(.empty) > button, .transport .more:not(.empty) > button')
    .all()) {
    await more.click();
    names.push(...(await page.getByRole('menu').locator('[role^=menuitem] .menu-title').allTextContents()));
    await press(page, 'Escape');
  }
  return names;
}

/** No text and no control is cut off, once the page has settled, but for texts that end in "…", and what can be scrolled to. */
async function assertWhole(page, where) {
  const faults = await page.evaluate(() => {
    const found = [];
    const name = element => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page is wider than the window');
    const dialog = document.querySelector('dialog[open]');
    const all = (dialog ?? document.querySelector('#replay')).querySelectorAll('*');
    for (const element of all) {
      if (element.closest('svg, canvas, .read-aloud, [role=img]')) continue;
      // A button under what is clamped shows all of it.
      if (element.closest('.message-clamped')?.nextElementSibling?.matches('button[aria-expanded=false]')) continue;
      const isControl = element.matches('button, select, input, a, [role=tab]');
      const hasText = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim() !== '');
      if (!isControl && !hasText) continue;
      const box = element.getBoundingClientRect();
      if (box.width === 0 || box.height === 0 || getComputedStyle(element).clipPath === 'inset(50%)') continue;
      const cut = cutBy(element, box);
      if (cut) found.push(`${name(element)} "${(element.textContent ?? '').trim().slice(0, 30)}" is cut off by ${cut}`);
    }
    return found;

    /** What hides a part of it that nobody can scroll to. */
    function cutBy(element, box) {
      for (let around = element; around && around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(around);
        const { left, right, top, bottom } = around.getBoundingClientRect();
        const ends = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        if (/auto|scroll/.test(overflowX + overflowY)) {
          // What scrolls shows the rest; it must be wide enough itself, which its parents are asked.
          if (/auto|scroll/.test(overflowX) || ends) return undefined;
          if (box.right > right + 1 || box.left < left - 1) return name(around);
          return undefined;
        }
        if (overflowX === 'visible') continue;
        if (around === element) {
          if (!ends && around.scrollWidth > around.clientWidth + 1) return 'itself';
          if (ends) return undefined;
          continue;
        }
        if (ends) return undefined;
        if (around.closest('.timeline-lanes, .graph-view, .graph-box')) return undefined;
        if (box.right > right + 1 || box.left < left - 1 || box.bottom > bottom + 1 || box.top < top - 1)
          return name(around);
      }
      return undefined;
    }
  });
  assert.deepEqual(faults, [], where);
}
