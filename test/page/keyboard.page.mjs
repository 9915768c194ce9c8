// All that can be done is done by keys, each key does what it is said to do, and none is taken from VS Code.
import assert from 'node:assert/strict';
import {
  focused,
  goToStep,
  openTab,
  part,
  press,
  settled,
  TABS,
  unfocus,
  until,
  waitForStep,
  withRun,
} from './pageKit.mjs';

/** A run with nested steps (7 to 10 in 6), failures (3, 14), a problem (4), times, and no end yet. */
const run = 'digest-0615';
const STEPS = 20;

/** What each key does: it is pressed at a step, and what is to be seen then. */
const KEYS = [
  { key: 'Space', press: 'Space', look: isPlaying, from: false, to: true },
  { key: '→', press: 'ArrowRight', at: 4, step: 5 },
  { key: '←', press: 'ArrowLeft', at: 4, step: 3 },
  { key: 'Shift+→', press: 'Shift+ArrowRight', at: 6, step: 11 },
  { key: 'Shift+←', press: 'Shift+ArrowLeft', at: 11, step: 6 },
  { key: '↓', press: 'ArrowDown', at: 6, step: 7 },
  { key: '↑', press: 'ArrowUp', at: 9, step: 6 },
  { key: 'Home', press: 'Home', at: 9, step: 1 },
  { key: 'End', press: 'End', at: 9, step: STEPS },
  { key: '>', press: '>', look: speed, from: '1', to: '2' },
  { key: '<', press: '<', look: speed, from: '2', to: '1' },
  { key: 'i', press: 'i', look: evenPace, from: 'false', to: 'true' },
  { key: '[', press: '[', at: 3, look: loop, from: '', to: 'loop 3 to end' },
  { key: ']', press: ']', at: 5, look: loop, from: 'loop 3 to end', to: 'loop 3 to 5' },
  { key: '\\', press: '\\', look: loop, from: 'loop 3 to 5', to: '' },
  { key: '.', press: '.', at: 2, step: STEPS, look: following, from: 'false', to: 'true' },
  { key: 'e', press: 'e', at: 4, step: 14 },
  { key: 'Shift+E', press: 'Shift+E', at: 14, step: 3 },
  { key: 'p', press: 'p', at: 1, step: 4 },
  { key: 'Shift+P', press: 'Shift+P', at: 14, step: 4 },
  { key: 'n', press: 'n', at: 3, step: 4 },
  { key: 'Shift+N', press: 'Shift+N', at: 5, step: 4 },
  { key: '/', press: '/', look: async page => (await focused(page)).id, from: '', to: 'search' },
  { key: 'm', search: 'tool:query_orders', press: 'm', at: 5, step: 13 },
  { key: 'Shift+M', search: 'tool:query_orders', press: 'Shift+M', at: 15, step: 14 },
  {
    key: 'o',
    press: 'o',
    at: 4,
    look: told('openEnvelope'),
    from: undefined,
    to: { type: 'openEnvelope', step: 3, envelope: 0 },
  },
  { key: 'w', press: 'w', look: shownShare, from: 100, to: 60 },
  { key: '+', press: '+', look: shownShare, from: 60, to: 36 },
  { key: 's', press: 's', look: shownShare, from: 36, to: 60 },
  { key: '-', press: '-', look: shownShare, from: 60, to: 100 },
  // What is zoomed around is the playhead: at the first step, the beginning.
  { key: 'd', at: 1, before: ['w'], press: 'd', look: shownFrom, from: 0, to: 15 },
  { key: 'a', press: 'a', look: shownFrom, from: 15, to: 0 },
  { key: '0', press: '0', look: shownShare, from: 60, to: 100 },
  { key: 'z', press: 'z', look: withoutIdle, from: 'true', to: 'false' },
  { key: 't', press: 't', look: byTime, from: 'true', to: 'false' },
  { key: 'k', press: 'k', look: page => page.getByTestId('lanes').inputValue(), from: 'agent', to: 'kind' },
  { key: 'f', side: 'steps', press: 'f', at: 6, look: rowsShown, from: STEPS, to: STEPS - 4 },
  { key: 'Shift+F', press: 'Shift+F', look: foldsAll, from: 'Fold All (Shift+F)', to: 'Unfold All (Shift+F)' },
  { key: 'g', press: 'g', look: panel('.side'), from: 'panel-steps', to: 'panel-errors' },
  { key: 'b', press: 'b', look: panel('.tabs'), from: 'panel-envelope', to: 'panel-state' },
  { key: 'l', press: 'l', at: 4, look: told('copyLink'), from: undefined, to: { type: 'copyLink', step: 3 } },
  { key: '1', before: ['2'], press: '1', look: panel('.tabs'), from: 'panel-state', to: 'panel-envelope' },
  { key: '2', press: '2', look: panel('.tabs'), from: 'panel-envelope', to: 'panel-state' },
  { key: '3', press: '3', look: panel('.tabs'), from: 'panel-state', to: 'panel-changes' },
  { key: '4', press: '4', look: panel('.tabs'), from: 'panel-changes', to: 'panel-conversation' },
  { key: '5', press: '5', look: panel('.tabs'), from: 'panel-conversation', to: 'panel-why' },
  { key: '6', press: '6', look: panel('.tabs'), from: 'panel-why', to: 'panel-metrics' },
  { key: 'q', press: 'q', look: async page => (await focused(page)).id, from: '', to: 'find' },
  { key: 'c', press: 'c', look: panel('.tabs'), from: 'panel-conversation', to: 'panel-compare' },
  { key: 'x', press: 'x', look: openDialog, from: '', to: 'export-title' },
  { key: '?', press: '?', look: openDialog, from: '', to: 'keys-title' },
];

export async function aKeyRightAfterEscapeIsNotLost({ host }) {
  await withRun({ host }, async ({ page }) => {
    await unfocus(page);
    await press(page, '?');
    await page.locator('.keys-dialog[open]').waitFor();
    // A browser closes a dialog some time after it was cancelled: the next key may come before.
    await page.evaluate(() => {
      document.querySelector('.keys-dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }));
    });
    await page.getByTestId('export').waitFor();
    await page.locator('.keys-dialog[open]').waitFor({ state: 'detached' });
  });
}

export async function escapeRightAfterTheKeyOfADialogClosesIt({ host }) {
  await withRun({ host }, async ({ page }) => {
    await unfocus(page);
    for (const key of ['?', 'x']) {
      await page.evaluate(
        keys => {
          for (const one of keys) {
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: one, bubbles: true, cancelable: true }));
          }
        },
        [key, 'Escape'],
      );
      await settled(page);
      assert.equal(await openDialog(page), '', `behind "${key}"`);
    }
  });
}

export async function whatIsTypedRightAfterTheKeyOfAFieldIsInIt({ host }) {
  // In a narrow page the search is hidden until it is asked for.
  await withRun({ host, run, options: { size: { width: 620, height: 800 } } }, async ({ page }) => {
    for (const [key, field] of [
      ['/', 'search'],
      ['q', 'find'],
    ]) {
      await unfocus(page);
      // Elsewhere these are keys, too.
      await page.keyboard.type(`${key}tzk`);
      await until(
        () => page.getByTestId(field).inputValue(),
        value => value === 'tzk',
        `what was typed after "${key}"`,
      );
      await press(page, 'Escape', 'Escape');
    }
  });
}

export async function everyKeyDoesWhatItsTitleSays({ host }) {
  await withRun({ host, run }, async ({ page }) => {
    await press(page, '?');
    const listed = await page.locator('.keys-dialog kbd').allTextContents();
    assert.deepEqual(
      listed.toSorted(),
      KEYS.map(({ key }) => key).toSorted(),
      'the keys in the dialog are those tested here',
    );
    await press(page, 'Escape');
    await until(
      () => openDialog(page),
      id => id === '',
      'no dialog',
    );
    for (const key of KEYS) {
      try {
        await check(page, key);
      } catch (error) {
        throw new Error(`"${key.key}": ${error.message}`);
      }
    }
  });
}

async function check(page, { press: pressed, before = [], search, side, at, step, look, from, to }) {
  if (search) {
    await page.getByTestId('search').fill(search);
    await page.getByTestId('search-found').filter({ hasText: /\d/ }).waitFor();
  }
  if (side) await openTab(page, side);
  if (at) await goToStep(page, at);
  await unfocus(page);
  await press(page, ...before);
  await settled(page);
  if (look) assert.deepEqual(await look(page), from, 'before');
  await press(page, pressed);
  if (look)
    await until(
      () => look(page),
      now => isSame(now, to),
      JSON.stringify(to),
    );
  if (step) await waitForStep(page, step);
  if (await isPlaying(page)) await page.getByTestId('play').click();
  if ((await openDialog(page)) !== '') await press(page, 'Escape');
  if (search) await page.getByTestId('search').fill('');
}

export async function keysWithCtrlAltOrMetaAreLeftToVsCode({ host }) {
  await withRun({ host, run }, async ({ page }) => {
    await goToStep(page, 6);
    await page.getByTestId('tab-steps').click();
    await press(page, 'w');
    for (const tab of part([...TABS, 'text'], 5)) {
      if (tab === 'text') {
        await openTab(page, 'envelope');
        await page.getByTestId('envelope-as-text').click();
        await settled(page);
      } else await openTab(page, tab);
      const before = await page.evaluate(() => JSON.stringify(window.kept));
      const taken = await page.evaluate(keysTaken);
      assert.deepEqual(taken, [], `in ${tab}`);
      assert.equal(await page.evaluate(() => JSON.stringify(window.kept)), before);
    }
  });
}

/** In the page: the keys that do not come through to the window as they were, with where they were pressed. */
function keysTaken() {
  const keys = [...'abcdefghijklmnopqrstuvwxyz0123456789[]\\/.,<>?+- ', 'Enter', 'Escape', 'Home', 'End', 'PageUp'];
  keys.push('PageDown', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Tab', 'Backspace', 'Delete');
  const modifiers = [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { ctrlKey: true, shiftKey: true }];
  const heard = new Set();
  const hear = event => heard.add(event);
  window.addEventListener('keydown', hear);
  const places = [document.body, ...document.querySelectorAll('button, input, select, [tabindex]')];
  const taken = [];
  for (const place of places) {
    const presses = keys.flatMap(key =>
      modifiers.map(held => ({ key: held.shiftKey && key.length === 1 ? key.toUpperCase() : key, ...held })),
    );
    presses.push({ key: 'F1' }, { key: 'F5' }, { key: 'F6', shiftKey: true }, { key: 'F12' });
    for (const one of presses) {
      const event = new KeyboardEvent('keydown', { ...one, bubbles: true, cancelable: true });
      place.dispatchEvent(event);
      // But to copy is what it is everywhere.
      const copies = one.key === 'c' && (one.ctrlKey || one.metaKey);
      if (!copies && (event.defaultPrevented || !heard.has(event))) {
        taken.push(`${JSON.stringify(one)} at ${place.outerHTML.slice(0, 80)}`);
      }
    }
  }
  window.removeEventListener('keydown', hear);
  return taken.slice(0, 20);
}

export async function aKeyTypedAsTheSearchBeginsIsNotLost({ host }) {
  await withRun({ host, run }, async ({ page }) => {
    // Types one more letter in the very moment in which the page asks for what was typed; a slow page asks for the beginning, too.
    await page.evaluate(() => {
      const push = window.asked.push.bind(window.asked);
      window.asked.push = question => {
        const input = document.querySelector('#search');
        if (question === 'search' && input.value === 'too') {
          window.asked.push = push;
          input.value += 'l';
          input.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }
        return push(question);
      };
    });
    await press(page, '/');
    await page.keyboard.type('too');
    await until(
      () => page.evaluate(() => window.kept.query),
      query => query === 'tool',
      'the search for all that was typed',
    );
    assert.equal(await page.getByTestId('search').inputValue(), 'tool');
  });
}

export async function enterRightAfterTheLastKeyGoesToTheMatch({ host }) {
  await withRun({ host, run }, async ({ page }) => {
    // The matches come after the moment in which the page would search by itself.
    await page.clock.install();
    await page.evaluate(() => {
      const ask = window.askHost;
      const held = new Promise(resolve => {
        window.release = resolve;
      });
      window.askHost = async message => {
        const answer = await ask(message);
        if (message.question === 'search') await held;
        return answer;
      };
    });
    await press(page, '/');
    await page.keyboard.type('status:failed');
    await press(page, 'Enter');
    await page.clock.runFor(1000);
    await page.evaluate(() => window.release());
    await waitForStep(page, 3);
  });
}

export async function typingInTheSearchBoxDoesNotStep({ host }) {
  await withRun({ host, run }, async ({ page }) => {
    await goToStep(page, 6);
    await press(page, '/');
    await page.keyboard.type('nope 123 [w]');
    await press(page, 'ArrowLeft', 'Home', 'End', 'Space');
    assert.equal(await page.getByTestId('search').inputValue(), 'nope 123 [w] ');
    await waitForStep(page, 6);
    assert.equal(await isPlaying(page), false);
    assert.equal(await panel('.tabs')(page), 'panel-envelope');
    // Escape empties it, and a second one leaves it.
    await press(page, 'Escape');
    await until(
      () => page.getByTestId('search').inputValue(),
      text => text === '',
      'the search to be empty',
    );
    await press(page, 'Escape');
    await until(
      () => focused(page),
      ({ id }) => id !== 'search',
      'the focus to leave the search',
    );
    await press(page, 'ArrowRight');
    await waitForStep(page, 7);
  });
}

export async function dialogsCloseWithEscapeAndGiveTheFocusBack({ host }) {
  await withRun({ host, run }, async ({ page }) => {
    for (const [key, opener] of [
      ['?', page.getByTestId('step-on')],
      ['x', page.getByTestId('step-on')],
      ['Enter', page.getByRole('button', { name: 'Keyboard Shortcuts (?)' })],
      ['Enter', page.getByRole('button', { name: 'Export…' })],
    ]) {
      await opener.focus();
      await press(page, key);
      await until(
        () => openDialog(page),
        id => id !== '',
        'a dialog',
      );
      // Behind it nothing moves, and Tab stays in it.
      await press(page, 'ArrowRight', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab');
      const isInside = () =>
        page.evaluate(() => document.activeElement === document.body || !!document.activeElement.closest('dialog'));
      assert.ok(await isInside());
      await press(page, 'Escape');
      await until(
        () => openDialog(page),
        id => id === '',
        'no dialog',
      );
      assert.ok(await opener.evaluate(element => element === document.activeElement), `focus after ${key}`);
      await waitForStep(page, 1);
    }
  });
}

export const tabReachesAllOfEnvelopeAndGraph = ({ host }) => checkTabbing(host, 'envelope', 'graph');
export const tabReachesAllOfStateAndSteps = ({ host }) => checkTabbing(host, 'state', 'steps');
export const tabReachesAllOfChangesAndConversation = ({ host }) => checkTabbing(host, 'conversation', 'steps');
export const tabReachesAllOfMetrics = ({ host }) => checkTabbing(host, 'metrics', 'graph');
export const tabReachesAllOfCompare = ({ host }) => checkTabbing(host, 'compare', 'graph');

export const nightly = [
  keysWithCtrlAltOrMetaAreLeftToVsCode,
  tabReachesAllOfStateAndSteps,
  tabReachesAllOfMetrics,
  tabReachesAllOfCompare,
  tabReachesAllOfChangesAndConversation,
];

/** What can be clicked can be reached by Tab, is seen to have the focus, and has a name. */
async function checkTabbing(host, tab, side) {
  await withRun({ host, run }, async ({ page }) => {
    await goToStep(page, 6);
    await page.getByTestId('search').fill('tool:');
    await page.getByTestId('search-found').filter({ hasText: 'found' }).waitFor();
    await unfocus(page);
    await press(page, 't', 'w');
    await openTab(page, side);
    await openTab(page, tab);
    // A control that finds room, or loses it, behind the focus would be passed over.
    await settled(page);
    await beginAtTheTop(page);
    const session = await page.context().newCDPSession(page);
    await page.evaluate(hideCaret);
    let visited = 0;
    for (let i = 0; i < 150; i++) {
      await press(page, 'Tab');
      const html = await page.evaluate(() => {
        const { activeElement: element } = document;
        if (element === document.body || element.dataset.visited) return undefined;
        element.dataset.visited = 'yes';
        return element.outerHTML.slice(0, 160);
      });
      if (html === undefined) break;
      visited++;
      assert.ok((await nameOfFocused(session)) !== '', `no name: ${html}`);
      assert.ok(await isFocusSeen(page, session), `the focus is not seen: ${html}`);
    }
    const missed = await page.evaluate(() =>
      [...document.querySelectorAll('button, input, select, textarea, a[href], summary, [role=slider], [role=button]')]
        .filter(element => !element.disabled && element.checkVisibility() && !element.dataset.visited)
        // Of these one is reached, and arrows lead to the others.
        .filter(
          element =>
            !element.closest('[role=tree], [role=listbox], [role=grid], [role=treegrid], [data-testid=graph-svg]'),
        )
        .filter(
          element => !(element.role === 'tab' && element.closest('[role=tablist]').querySelector('[data-visited]')),
        )
        .map(element => element.outerHTML.slice(0, 160)),
    );
    assert.deepEqual(missed, []);
    assert.ok(visited > 20);
  });
}

/** So that the next Tab leads to the first element. */
function beginAtTheTop(page) {
  return page.evaluate(() => {
    const top = document.getElementById('replay');
    top.tabIndex = -1;
    top.focus();
    top.removeAttribute('tabindex');
  });
}

async function nameOfFocused(session) {
  const { result } = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { nodes } = await session.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId,
    fetchRelatives: false,
  });
  return nodes[0]?.name?.value ?? '';
}

/** In the page: one that blinks would make a field look otherwise by itself. */
function hideCaret() {
  const style = new CSSStyleSheet();
  style.replaceSync('* { caret-color: transparent !important }');
  document.adoptedStyleSheets.push(style);
}

/** It looks otherwise than without the focus. */
async function isFocusSeen(page, session) {
  const clip = await page.evaluate(() => {
    const { left, top, right, bottom } = document.activeElement.getBoundingClientRect();
    const [x, y] = [Math.max(0, left - 4), Math.max(0, top - 4)];
    const [width, height] = [Math.min(innerWidth, right + 4) - x, Math.min(innerHeight, bottom + 4) - y];
    return { x, y, width: Math.max(1, width), height: Math.max(1, height), scale: 1 };
  });
  // Without what Playwright does around a picture, such as a look at all fonts: there are two for each element.
  const look = async () =>
    (await session.send('Page.captureScreenshot', { format: 'png', clip, optimizeForSpeed: true })).data;
  const has = await look();
  const element = await page.evaluateHandle(() => document.activeElement);
  await element.evaluate(one => one.blur());
  const had = await look();
  await element.evaluate(one => one.focus({ preventScroll: true }));
  return has !== had;
}

async function isPlaying(page) {
  return (await page.getByTestId('play').getAttribute('aria-label')) === 'Pause';
}

function speed(page) {
  return page.getByTestId('speed').inputValue();
}

function evenPace(page) {
  return page.getByRole('button', { name: 'even pace' }).getAttribute('aria-pressed');
}

async function loop(page) {
  const chip = page.locator('.transport .chip').filter({ hasText: 'loop' });
  return (await chip.count()) === 0 ? '' : (await chip.locator('.long').textContent()).trim();
}

function following(page) {
  // Its button is there only while the run may go on.
  return page.evaluate(() => String(window.kept.following));
}

function withoutIdle(page) {
  return page.getByTestId('idle-switch').getAttribute('aria-pressed');
}

function byTime(page) {
  return page.getByTestId('axis-switch').getAttribute('aria-pressed');
}

function foldsAll(page) {
  return page.getByTestId('fold-all').getAttribute('aria-label');
}

function rowsShown(page) {
  return page.getByTestId('outline').getByRole('treeitem').count();
}

function panel(of) {
  return page => page.locator(`${of} [role=tabpanel]`).getAttribute('data-testid');
}

function openDialog(page) {
  return page.evaluate(() => document.querySelector('dialog[open]')?.getAttribute('aria-labelledby') ?? '');
}

function told(type) {
  return page => page.evaluate(wanted => window.told.findLast(message => message.type === wanted), type);
}

/** How much of the run the timeline shows, in percent, and from where on. */
async function shownRange(page) {
  const window = page.getByTestId('minimap-all');
  if ((await window.count()) === 0) return { from: 0, to: 100 };
  const [from, to] = (await window.getAttribute('aria-valuetext')).match(/\d+/g).map(Number);
  return { from, to };
}

async function shownShare(page) {
  const { from, to } = await shownRange(page);
  return to - from;
}

async function shownFrom(page) {
  return (await shownRange(page)).from;
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}
