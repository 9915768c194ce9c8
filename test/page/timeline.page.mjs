// What the timeline shows by time: bars as long as their agents worked, and no idle time that hides all else.
import assert from 'node:assert/strict';
import { corpusFolder, goToStep, press, settled, unfocus, until, withRun } from './pageKit.mjs';

export const nightly = [theMinimapIsThereFromTheBeginning, aMessageIsAsLongAsItsAgentWorkedOnIt];

export async function aMessageIsAsLongAsItsAgentWorkedOnIt({ host }) {
  await withRun({ host }, async ({ page }) => {
    assert.equal(await page.getByTestId('axis-switch').getAttribute('aria-pressed'), 'true');
    const begins = {};
    for (const step of [8, 9]) begins[step] = await playheadAt(page, step);
    // Step 8 was sent when step 9 was begun.
    const middle = (begins[8] + begins[9]) / 2;
    await goToStep(page, 8);
    await settled(page);
    const lane = page.locator('.timeline-label.lit');
    const { y, height } = await lane.boundingBox();
    await page.mouse.move(middle, y + height / 2, { steps: 3 });
    const tip = page.getByTestId('timeline-tip');
    await tip.filter({ hasText: '8 · Invites are stored and sent' }).waitFor();
    await tip.filter({ hasText: '23 min' }).waitFor();
  });
}

export async function idleTimeIsCompressedOrShown({ host }) {
  const folder = corpusFolder();
  if (!folder) return;
  await withRun({ host, folder, run: 'b47d761fe79be88aee41342cdd527268' }, async ({ page }) => {
    const idle = page.getByTestId('idle-switch');
    assert.equal(await idle.getAttribute('aria-pressed'), 'true');
    const room = async () => (await playheadAt(page, 17)) - (await playheadAt(page, 2));
    const compressed = await room();
    await unfocus(page);
    await press(page, 'z');
    await until(
      () => idle.getAttribute('aria-pressed'),
      pressed => pressed === 'false',
      'the idle time',
    );
    await settled(page);
    const whole = await room();
    assert.ok(compressed > 10 * whole, `${compressed} pixels instead of ${whole}`);
    // A place on the axis leads to the step that is drawn there, in both.
    for (const step of [16, 7]) {
      await idle.click();
      await settled(page);
      const x = await playheadAt(page, step);
      await goToStep(page, 1);
      const { y, height } = await page.getByTestId('timeline-axis').boundingBox();
      await page.mouse.click(x + 2, y + height / 2);
      await until(
        () => page.getByTestId('playhead').getAttribute('aria-valuenow'),
        now => Number(now) >= step - 1 && Number(now) <= step + 2,
        `a step about ${step}`,
      );
    }
  });
}

export async function theMinimapIsThereFromTheBeginning({ host }) {
  for (const run of ['wf_team_invites', 'tr_dentist00615']) {
    await withRun({ host, run }, async ({ page }) => {
      await page.getByTestId('minimap-all').waitFor();
    });
  }
}

/** Where the playhead is at a step, in pixels of the window. */
async function playheadAt(page, step) {
  await goToStep(page, step);
  await settled(page);
  const { x, width } = await page.getByTestId('playhead').boundingBox();
  return x + width / 2;
}

export async function lanesAreByAgentKindOrService({ host }) {
  const folder = corpusFolder();
  if (!folder) return;
  await withRun({ host, folder, run: 'b47d761fe79be88aee41342cdd527268' }, async ({ page }) => {
    const names = () => page.locator('.timeline-name').allTextContents();
    // No span names an agent.
    await until(names, shown => shown.slice(0, 2).join() === 'chain,model', 'the kinds in view');
    await goToStep(page, 16);
    assert.equal(await page.locator('.timeline-label.lit .timeline-name').textContent(), 'model');
    await unfocus(page);
    await press(page, 'k');
    await until(names, shown => shown.join() === 'OpenTelemetry', 'the lane of spans without an agent');
    await page.getByTestId('lanes').selectOption('kind');
    await until(names, shown => shown.includes('model'), 'the kinds again');
  });
}
