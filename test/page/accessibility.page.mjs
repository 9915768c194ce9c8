// Nothing serious that axe finds: every tab, side and dialog, in each theme, of a run of messages and of a trace of nested spans. The usual
// run looks at each tab of the dark theme, and at one in high contrast; each tab in each theme is looked at only with all.
import assert from 'node:assert/strict';
import axe from 'axe-core';
import {
  corpusFolder,
  goToStep,
  openTab,
  part,
  press,
  runsEverything,
  settled,
  TABS,
  tabsThere,
  unfocus,
  withRun,
} from './pageKit.mjs';

export const aRunOfMessagesInTheDarkTheme = ({ host }) => checkMessages(host, 'dark');
export const aRunOfMessagesInTheLightTheme = ({ host }) => checkMessages(host, 'light');
export const aRunOfMessagesInHighContrast = ({ host }) => checkMessages(host, 'contrast');
export const aRunOfMessagesInLightHighContrast = ({ host }) => checkMessages(host, 'contrastLight');
export const nestedSpansInTheDarkTheme = ({ host }) => checkSpans(host, 'dark');
export const nestedSpansInTheLightTheme = ({ host }) => checkSpans(host, 'light');
export const nestedSpansInHighContrast = ({ host }) => checkSpans(host, 'contrast');
export const nestedSpansInLightHighContrast = ({ host }) => checkSpans(host, 'contrastLight');
export const aDecisionTraceInTheDarkTheme = ({ host }) => checkWhy(host, 'dark');
export const aDecisionTraceInTheLightTheme = ({ host }) => checkWhy(host, 'light');
export const aDecisionTraceInHighContrast = ({ host }) => checkWhy(host, 'contrast');
export const aDecisionTraceInLightHighContrast = ({ host }) => checkWhy(host, 'contrastLight');

export const nightly = [
  aRunOfMessagesInTheLightTheme,
  aRunOfMessagesInHighContrast,
  aRunOfMessagesInLightHighContrast,
  nestedSpansInTheDarkTheme,
  nestedSpansInTheLightTheme,
  nestedSpansInHighContrast,
  nestedSpansInLightHighContrast,
  aDecisionTraceInTheDarkTheme,
  aDecisionTraceInLightHighContrast,
  aDecisionTraceInTheLightTheme,
];

async function checkMessages(host, theme) {
  await withRun({ host, options: { theme } }, async ({ page }) => {
    // A step with a problem, and with an artifact.
    await goToStep(page, 10);
    await checkTabs(page, theme === 'dark' ? [...TABS, 'compare'] : part([...TABS, 'compare']));
    await openTab(page, 'compare');
    await page
      .getByRole('button', { name: /^Compare with / })
      .first()
      .click();
    await page.getByTestId('compared').waitFor();
    await settled(page);
    await check(page, 'two runs compared');
    // Their colours are those of the tabs.
    if (theme === 'dark' || runsEverything) await checkDialogs(page);
  });
}

async function checkSpans(host, theme) {
  const folder = corpusFolder();
  if (!folder) return;
  await withRun({ host, folder, run: 'b47d761fe79be88aee41342cdd527268', options: { theme } }, async ({ page }) => {
    await goToStep(page, 5);
    await checkTabs(page, part(TABS));
    await unfocus(page);
    await press(page, 'Shift+F', 'w', 'w');
    await settled(page);
    await check(page, 'folded and zoomed');
  });
}

async function checkWhy(host, theme) {
  await withRun({ host, run: 'tr_dentist00615', options: { theme } }, async ({ page }) => {
    await openTab(page, 'why');
    await check(page, 'why');
  });
}

async function checkTabs(page, tabs) {
  for (const side of await tabsThere(page, ['steps', 'graph'])) {
    await openTab(page, side);
    await check(page, side);
  }
  for (const tab of tabs) {
    await openTab(page, tab);
    // What is around it was looked at with the sides.
    await check(page, tab, runsEverything ? undefined : `[data-testid="panel-${tab}"]`);
  }
  await page.getByTestId('search').fill('status:failed');
  await press(page, 'Enter');
  await openTab(page, 'envelope');
  await page.getByTestId('envelope-as-text').click();
  await settled(page);
  await check(page, 'an envelope as text, and a search');
}

async function checkDialogs(page) {
  await unfocus(page);
  await press(page, '?');
  await page.locator('.keys-dialog[open]').waitFor();
  await settled(page);
  await check(page, 'keys');
  await press(page, 'Escape', 'x');
  await page.getByTestId('export').waitFor();
  await page.getByTestId('covered').waitFor();
  await settled(page);
  await check(page, 'export');
}

/** Axe finds nothing serious in what is shown, or within an element of it, once the page has settled. */
async function check(page, shown, within) {
  // Given as an expression: the page's policy lets nothing in it be compiled.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async place => {
    const { violations } = await window.axe.run(place ?? document, { resultTypes: ['violations'] });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ''}`).join(' | ')}`,
      );
  }, within);
  assert.deepEqual(found, [], `of "${shown}"`);
}
