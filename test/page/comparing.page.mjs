// Two steps of a run held against each other, its failed steps as a list, and what can be taken along from a step.
import assert from 'node:assert/strict';
import { goToStep, openTab, press, settled, unfocus, until, waitForStep, withRun } from './pageKit.mjs';

export const nightly = [whatFailedIsAList, aJsonPathAndALinkAreCopied, aLongValueOpensInPlace];

const failing = 'digest-0615';

export async function theStateAtTwoStepsSideBySide({ host }) {
  await withRun({ host }, async ({ page }) => {
    await goToStep(page, 12);
    // Shift-click on another step, in the list.
    await openTab(page, 'steps');
    await page.locator('.outline-row[data-step="3"]').click({ modifiers: ['Shift'] });
    const between = page.getByTestId('state-between');
    await between.filter({ hasText: 'State at step 4 and step 12' }).waitFor();
    await waitForStep(page, 12);
    await settled(page);
    const all = await tables(page);
    assert.ok(
      all.Artifacts.some(([, before, after]) => before.startsWith('–') && /step \d+/.test(after)),
      JSON.stringify(all),
    );
    assert.ok(all.Notes.length > 0, JSON.stringify(all));
    // It goes along with the shown step, whichever comes first.
    await goToStep(page, 2);
    await between.filter({ hasText: 'State at step 2 and step 4' }).waitFor();
    // On the timeline, too.
    await page.getByTestId('axis-switch').click();
    await settled(page);
    const { x, width } = await page.getByTestId('playhead').boundingBox();
    const lane = await page.locator('.timeline-label.lit').boundingBox();
    await page.keyboard.down('Shift');
    await page.mouse.click(x + width / 2 + 20, lane.y + lane.height / 2);
    await page.keyboard.up('Shift');
    await between.filter({ hasText: 'State at step 2 and step 2' }).waitFor();
    // And by keys alone.
    await unfocus(page);
    await press(page, 'b');
    await until(
      () => between.count(),
      count => count === 0,
      'one state',
    );
    await press(page, 'b', 'ArrowRight', 'ArrowRight');
    await between.filter({ hasText: 'State at step 2 and step 4' }).waitFor();
    await page.getByTestId('outline').focus();
    await settled(page);
    await press(page, 'ArrowDown');
    await settled(page);
    await press(page, 'Shift+Enter');
    await between.filter({ hasText: 'State at step 4 and step 5' }).waitFor();
  });
}

export async function whatFailedIsAList({ host }) {
  await withRun({ host, run: failing }, async ({ page }) => {
    await page
      .getByTestId('tab-errors')
      .filter({ hasText: /Errors\s*2/ })
      .waitFor();
    await openTab(page, 'errors');
    const rows = page.getByTestId('errors').locator('.match');
    assert.equal(await rows.count(), 2);
    // The message has the width of the list, and a second line where it needs one.
    for (const row of await rows.all()) {
      const [whole, message] = [await row.boundingBox(), await row.locator('.failure').boundingBox()];
      assert.ok(message && whole && message.width > whole.width - 40, `${message?.width} of ${whole?.width}`);
      assert.equal(
        await row.locator('.failure').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
        false,
      );
    }
    await rows.nth(1).click();
    await waitForStep(page, 14);
    await rows.nth(1).and(page.locator('[aria-current=step]')).waitFor();
    await rows.nth(1).focus();
    await press(page, 'ArrowUp', 'Enter');
    await waitForStep(page, 3);
  });
  await withRun({ host }, async ({ page }) => {
    await openTab(page, 'errors');
    await page.getByTestId('panel-errors').filter({ hasText: 'No failed steps.' }).waitFor();
  });
}

export async function aJsonPathAndALinkAreCopied({ host }) {
  await withRun({ host }, async ({ page }) => {
    await goToStep(page, 8);
    await settled(page);
    const tree = page.getByTestId('envelope-0').getByRole('tree');
    await tree.getByRole('treeitem', { name: /^workflowId/ }).click();
    await tree.focus();
    await press(page, 'Shift+C');
    await copied(page, 'copy', { type: 'copy', text: '$.context.workflowId' });
    await page.getByRole('button', { name: 'Copy Link' }).click();
    await copied(page, 'copyLink', { type: 'copyLink', step: 7 });
  });
}

export async function aLongValueOpensInPlace({ host }) {
  await withRun({ host }, async ({ page }) => {
    await goToStep(page, 4);
    await settled(page);
    const tree = page.getByTestId('envelope-0').getByRole('tree');
    const row = tree.getByRole('treeitem', { name: /^instructions/ });
    const text = await row.locator('.tree-value').innerText();
    await row.click();
    await tree
      .locator('.long-value pre')
      .filter({ hasText: text.slice(0, 30) })
      .waitFor();
    // A run that goes on is loaded again and again; so is the envelope of another step.
    await page.tell({ type: 'changed' });
    await settled(page);
    assert.equal(await tree.locator('.long-value pre').count(), 1);
    await goToStep(page, 5);
    await settled(page);
    await goToStep(page, 4);
    await settled(page);
    assert.equal(await tree.locator('.long-value pre').count(), 1);
    await tree.focus();
    await press(page, 'Enter');
    await until(
      () => tree.locator('.long-value').count(),
      count => count === 0,
      'it to be closed',
    );
    await press(page, 'Enter');
    await tree.locator('.long-value pre').waitFor();
    assert.deepEqual(await page.evaluate(() => window.told.filter(({ type }) => type === 'openEnvelope')), []);
  });
}

function copied(page, type, wanted) {
  return until(
    () => page.evaluate(wantedType => window.told.findLast(message => message.type === wantedType), type),
    told => JSON.stringify(told) === JSON.stringify(wanted),
    JSON.stringify(wanted),
  );
}

/** The rows of each table, by its title. */
function tables(page) {
  return page
    .getByTestId('state-between')
    .evaluate(section =>
      Object.fromEntries(
        [...section.querySelectorAll('table')].map(table => [
          table.caption.firstChild.textContent,
          [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.innerText.trim())),
        ]),
      ),
    );
}
