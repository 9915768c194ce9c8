// A trace that was written to break whoever looks at it renders as the text that it is.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeHostileTrace } from '../kit/hostileTrace.mjs';
import {
  clickTab,
  goToStep,
  openTab,
  press,
  runsEverything,
  settled,
  shownStep,
  TABS,
  tabsThere,
  unfocus,
  until,
  waitForStep,
  withRun,
} from './pageKit.mjs';

export const nightly = [
  impossibleTimesBreakNoAxis,
  aThousandLanesScroll,
  theLastOfAThousandAgents,
  anEnvelopeOfTenMegabytesIsShownInParts,
  aRingOfParentsShowsAllOfItsSpans,
  hostileRunsAreComparedAndExported,
  aHostileDecisionExplainsItself,
  aHostileConversationIsText,
];

const ALL = ['steps', 'graph', ...TABS];
/** Seconds that the page may work, on whatever machine beside whatever else, until what was asked of it is there. */
const MOST_WORK = 6;

export async function hostileTextIsTextInEveryTab({ host }) {
  await withHostile(host, 'wf_hostile', async ({ page }) => {
    // Script tags, names of prototypes, signs that turn the text, long names, deep lists, links.
    for (const step of [1, 2, 3, 5, 6, 7])
      await checkTabs(page, step, runsEverything || step === 1 ? ALL : ['envelope']);
    assert.equal((await shownStep(page)).of, 1006);
  });
}

export async function anEnvelopeOfTenMegabytesIsShownInParts({ host }) {
  await withHostile(host, 'wf_hostile', async ({ page }) => {
    await page.getByTestId('search').fill('agent:big');
    await page.getByTestId('search-found').filter({ hasText: '1 found' }).waitFor();
    await press(page, 'Enter');
    await waitForStep(page, 4);
    await checkTabs(page, 4, ALL);
    await openTab(page, 'envelope');
    await page.getByTestId('envelope-as-text').click();
    await check(page, '10 MB as text');
    await page.getByTestId('panel-envelope').locator('.virtual-list').first().press('End');
    await check(page, 'the end of 10 MB');
  });
}

export async function theLastOfAThousandAgents({ host }) {
  await withHostile(host, 'wf_hostile', async ({ page }) => {
    await unfocus(page);
    await press(page, 'End');
    await waitForStep(page, 1006);
    for (const tab of ALL) {
      await clickTab(page, tab);
      await check(page, `${tab} at the end`);
    }
    for (const key of ['t', 'w', 'w', 'd', '0']) {
      await unfocus(page);
      await press(page, key);
      await check(page, `after ${key}`);
    }
  });
}

export async function aThousandLanesScroll({ host }) {
  await withHostile(host, 'wf_hostile', async ({ page }) => {
    const lanes = page.getByTestId('timeline-lanes');
    const names = () => lanes.getByRole('listitem').allInnerTexts();
    assert.ok((await names()).length < 60);
    const height = await lanes.evaluate(element => element.scrollHeight);
    assert.ok(height > 1000 * 15, `${height} pixels`);
    for (const share of [0.25, 0.5, 1]) {
      await lanes.evaluate((element, to) => element.scrollTo(0, to), height * share);
      const shown = await until(
        names,
        all => all.length > 2 && all.every(name => name.trim() !== ''),
        `the lanes at ${share}`,
      );
      assert.ok(shown.length < 60);
      await check(page, `lanes at ${share}`);
    }
  });
}

export async function aRingOfParentsShowsAllOfItsSpans({ host }) {
  await withHostile(host, 'c'.repeat(32), async ({ page }) => {
    const { of } = await shownStep(page);
    assert.equal(of, 205);
    await openTab(page, 'steps');
    const seen = new Set();
    const outline = page.getByTestId('outline');
    await outline.press('Home');
    for (let i = 0; i < 40 && seen.size < of; i++) {
      await settled(page);
      const steps = await outline.locator('[data-step]').evaluateAll(rows => rows.map(row => row.dataset.step));
      for (const step of steps) seen.add(step);
      await outline.press('PageDown');
    }
    assert.equal(seen.size, of);
    for (const step of [1, 3, 5, 100]) await checkTabs(page, step, ALL);
    // In and out of what is nested ends.
    await goToStep(page, 1);
    for (let i = 0; i < 10; i++) await press(page, 'ArrowDown', 'Shift+ArrowRight', 'ArrowUp', 'Shift+ArrowLeft');
    await unfocus(page);
    await press(page, 'Shift+F');
    await check(page, 'folded');
  });
}

export async function impossibleTimesBreakNoAxis({ host }) {
  await withHostile(host, 'd'.repeat(32), async ({ page }) => {
    assert.equal((await shownStep(page)).of, 121);
    for (const step of [1, 13, 60, 121]) await checkTabs(page, step, ALL);
    for (const key of ['t', 'w', 'a', 'd', 's', '0', 't', 'w', 'w']) {
      await unfocus(page);
      await press(page, key);
      await check(page, `after ${key}`);
    }
  });
}

export async function aHostileConversationIsText({ host }) {
  await withHostile(host, 'e'.repeat(32), async ({ page }) => {
    assert.equal((await shownStep(page)).of, 5);
    for (const step of [1, 2, 3, 4, 5]) {
      await checkTabs(page, step, ['conversation']);
      const list = page.getByTestId('exchange');
      // What is folded hides further buttons.
      const buttons = list.locator('button:not([inert] *)', { hasText: /^Show (All|More)/ });
      for (let i = 0; i < 20 && (await buttons.count()) > 0; i++) {
        await buttons.first().click();
        await check(page, `more of step ${step}`);
      }
      await list.press('End');
      await check(page, `the end of step ${step}`);
    }
  });
}

export async function aHostileDecisionExplainsItself({ host }) {
  await withHostile(host, 'tr_hostile00001', async ({ page }) => {
    await checkTabs(page, 1, [...ALL, 'why']);
  });
}

export async function hostileRunsAreComparedAndExported({ host }) {
  await withHostile(host, 'wf_hostile', async ({ page }) => {
    await openTab(page, 'compare');
    await check(page, 'the candidates');
    await page
      .getByRole('button', { name: /^Compare with / })
      .first()
      .click();
    await page.getByTestId('compared').waitFor();
    await check(page, 'compared');
    await unfocus(page);
    await press(page, 'x');
    await page.getByTestId('covered').waitFor();
    await check(page, 'the export');
  });
}

/** Opens a hostile run; no dialog, no other page, no request and no fault may come of it. */
async function withHostile(host, run, test) {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-hostile-'));
  writeHostileTrace(folder);
  try {
    await withRun({ host, folder, run }, async on => {
      const { page } = on;
      const happened = [];
      page.on('dialog', dialog => {
        happened.push(`dialog ${dialog.message()}`);
        void dialog.dismiss();
      });
      page.on('popup', popup => happened.push(`popup ${popup.url()}`));
      page.on('framenavigated', frame => happened.push(`navigated to ${frame.url()}`));
      page.on('request', request => happened.push(`asked for ${request.url().slice(0, 200)}`));
      page.workSinceLast = await measureWork(page);
      await check(page, 'at first');
      await test(on);
      assert.deepEqual(happened, []);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A function that gives the seconds that the page has worked since it was called before. */
async function measureWork(page) {
  const session = await page.context().newCDPSession(page);
  // Counts no time in which others have the core.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  let before = 0;
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const { value } = metrics.find(({ name }) => name === 'TaskDuration');
    const work = value - before;
    before = value;
    return work;
  };
}

async function checkTabs(page, step, tabs) {
  await goToStep(page, step);
  for (const tab of await tabsThere(page, tabs)) {
    await clickTab(page, tab);
    await check(page, `${tab} at step ${step}`);
  }
}

/** Nothing ran, nothing is too much, and all that is shown has a value. */
async function check(page, what) {
  await settled(page);
  const work = await page.workSinceLast();
  assert.ok(work < MOST_WORK, `${what} takes ${work} s`);
  const { nodes, ...found } = await page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    const root = document.getElementById('replay');
    const ownText = element =>
      [...element.childNodes].reduce((sum, node) => sum + (node.nodeType === 3 ? node.data.length : 0), 0);
    const attributes = all.flatMap(element => [...element.attributes]);
    const values = [root.textContent, ...attributes.map(({ value }) => value)];
    return {
      nodes: all.length,
      broken: window.broken,
      long: all.filter(element => ownText(element) > 100_000).map(({ className }) => className),
      longAttributes: attributes.filter(({ value }) => value.length > 100_000).map(({ name }) => name),
      made: [...root.querySelectorAll('script, img, iframe, object, embed, style, link')].map(one => one.outerHTML),
      handlers: attributes.map(({ name }) => name).filter(name => name.startsWith('on')),
      links: [...document.querySelectorAll('a[href]')].map(a => a.href).filter(href => !href.startsWith('https:')),
      odd: values.flatMap(value => value.match(/.{0,40}(?:\bNaN\b|\bInfinity\b|\bundefined\b|\[object ).{0,40}/) ?? []),
    };
  });
  assert.deepEqual(
    found,
    { broken: undefined, long: [], longAttributes: [], made: [], handlers: [], links: [], odd: [] },
    what,
  );
  assert.ok(nodes < 6000, `${what}: ${nodes} elements`);
}
