// Stepping and playing, searching, zooming and folding; and that the place is kept whatever happens to the page.
import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { exported, withFile } from './exportedFile.mjs';
import { setTheme } from './pageHost.mjs';
import {
  goToStep,
  openTab,
  part,
  press,
  sample,
  settled,
  shownStep,
  unfocus,
  until,
  waitForStep,
  withRun,
} from './pageKit.mjs';

export const nightly = [
  whatIsShownGrowsWithTheRun,
  anotherRunBeginsAnew,
  foldsWhatIsNested,
  loopsARange,
  matchesAreTicksOnTheTimeline,
  zoomsPansAndShowsAllByTheMouse,
  realPaceShortensLongGaps,
  findsTheStepsOfARule,
  anotherThemeKeepsThePlace,
  aStepThatTwoFilesTellOfLeadsToBoth,
  thePlayheadIsDragged,
  aRunThatIsAddedMeanwhileCanBeComparedWith,
  allIsFoundInALongRunUpToItsEnd,
];

const nested = 'digest-0615';

export async function stepsByButtonsAndTellsTheEditorOfEachStep({ host }) {
  await withRun({ host }, async ({ page }) => {
    assert.deepEqual(await shownStep(page), { step: 1, of: sample.steps });
    for (let step = 2; step <= sample.steps; step++) {
      await page.getByTestId('step-on').click();
      await waitForStep(page, step);
    }
    await page.getByTestId('step-on').click();
    await waitForStep(page, sample.steps);
    await page.getByTestId('step-back').click();
    await waitForStep(page, sample.steps - 1);
    await settled(page);
    const told = await page.evaluate(() => window.told.filter(({ type }) => type === 'at').map(({ step }) => step));
    assert.deepEqual(told, [...Array.from({ length: sample.steps }, (_, step) => step), sample.steps - 2]);
  });
}

export async function theWholePageShowsTheSameStep({ host }) {
  await withRun({ host }, async ({ page }) => {
    await openTab(page, 'steps');
    // The answer of the user stands in another log, so what comes after it a line earlier.
    for (const [step, line] of [
      [1, 1],
      [7, 7],
      [12, 12],
      [sample.steps, sample.steps - 1],
    ]) {
      await goToStep(page, step);
      await settled(page);
      assert.equal(await page.getByTestId('playhead').getAttribute('aria-valuenow'), String(step));
      const chosen = page.getByTestId('outline').locator('[aria-selected=true]');
      assert.equal(await chosen.getAttribute('data-step'), String(step - 1));
      await openTab(page, 'conversation');
      assert.match(await page.locator('.said[aria-current=step]').innerText(), new RegExp(`step ${step}\\b`));
      await openTab(page, 'envelope');
      assert.match(await page.getByTestId('envelope-tab').innerText(), new RegExp(`wf_team_invites.jsonl:${line}\\b`));
    }
  });
}

export async function playsToTheEndAtSpeed10AndAPauseKeepsThePlace({ host }) {
  await withRun({ host }, async ({ page }) => {
    await page.clock.install();
    await page.getByTestId('speed').selectOption('10');
    await unfocus(page);
    await press(page, 'i', 'Space');
    await until(
      () => shownStep(page),
      ({ step }) => step > 3,
      'it to play',
    );
    await press(page, 'Space');
    const { step: paused } = await shownStep(page);
    // In these seconds, which pass at once, it would be over.
    await page.clock.runFor(10_000);
    assert.deepEqual(await shownStep(page), { step: paused, of: sample.steps });
    await press(page, 'Space');
    await waitForStep(page, sample.steps);
    await page.getByTestId('play').and(page.getByLabel('Play')).waitFor();
    // From the end it begins again; slowly, or it would be at the end before anybody looks.
    await page.getByTestId('speed').selectOption('1');
    await unfocus(page);
    await page.getByTestId('play').click();
    await page.getByTestId('play').and(page.getByLabel('Pause')).waitFor();
    await until(
      () => shownStep(page),
      ({ step }) => step < sample.steps,
      'it to begin again',
    );
    // To step is to pause.
    await page.getByTestId('step-on').click();
    await page.getByTestId('play').and(page.getByLabel('Play')).waitFor();
  });
}

export async function realPaceShortensLongGaps({ host }) {
  await withRun({ host }, async ({ page }) => {
    // An hour and a half, gaps of half an hour: at speed 10 it is over in seconds.
    await page.getByTestId('speed').selectOption('10');
    await page.getByTestId('play').click();
    await until(
      () => shownStep(page),
      ({ step }) => step === sample.steps,
      'the end',
      15_000,
    );
  });
}

export async function loopsARange({ host }) {
  await withRun({ host }, async ({ page }) => {
    await page.getByTestId('speed').selectOption('10');
    await goToStep(page, 4);
    await press(page, '[');
    await goToStep(page, 6);
    await press(page, ']', 'i');
    await page.evaluate(() => {
      window.shown = [];
      const count = document.querySelector('[data-testid=step-count]');
      new MutationObserver(() => window.shown.push(Number(/step (\d+)/.exec(count.textContent)[1]))).observe(count, {
        subtree: true,
        characterData: true,
        childList: true,
      });
    });
    await press(page, 'Space');
    // A slow page passes over steps, also over the last one.
    const shown = await until(
      () => page.evaluate(() => window.shown),
      steps => new Set(steps).size >= 3 && steps.filter((step, at) => step < (steps[at - 1] ?? 0)).length >= 2,
      'some rounds',
    );
    assert.deepEqual(new Set(shown), new Set([4, 5, 6]));
    await press(page, '\\');
    await waitForStep(page, sample.steps);
  });
}

export async function stepsIntoAndOutOfWhatIsNested({ host }) {
  await withRun({ host, run: nested }, async ({ page }) => {
    await goToStep(page, 6);
    await page.getByRole('button', { name: /^Step Into/ }).click();
    await waitForStep(page, 7);
    await page.getByRole('button', { name: /^Step Out/ }).click();
    await waitForStep(page, 6);
    // Where there is nothing to go to, it stays and says so.
    await press(page, 'ArrowUp');
    await page
      .locator('[role=status].read-aloud', { hasText: 'not nested in another one' })
      .waitFor({ state: 'attached' });
    await waitForStep(page, 6);
  });
}

/** Words of a filter, and the steps of the run that they are about. */
const SEARCHES = [
  [sample.run, 'storage', [6]],
  [sample.run, 'agent:build', [8, 10, 16]],
  [sample.run, 'agent:conductor confidence>0.99', [15]],
  [sample.run, 'confidence<0.7', [4]],
  [sample.run, 'confidence<=0.76', [4, 8]],
  [sample.run, 'no such words', []],
  [nested, 'status:failed', [3, 14]],
  [nested, 'tool:render_digest status:ok', [17, 18].filter(step => step !== 17)],
];

export async function findsByWordsAndFilters({ host }) {
  for (const run of [sample.run, nested]) {
    await withRun({ host, run }, async ({ page }) => {
      for (const [of, words, steps] of part(SEARCHES, 2)) if (of === run) await search(page, words, steps);
    });
  }
}

export async function whatIsFoundIsMarkedInTheListOfSteps({ host }) {
  await withRun({ host, run: 'digest-0615' }, async ({ page }) => {
    await openTab(page, 'errors');
    await page.getByTestId('search').fill('status:failed');
    await page.locator('.outline-row.found').first().waitFor();
  });
}

export async function findsTheStepsOfARule({ host }) {
  await withRun({ host }, async ({ page }) => {
    await goToStep(page, 1);
    await press(page, 'p');
    const { step } = await until(
      () => shownStep(page),
      shown => shown.step > 1,
      'a step with a problem',
    );
    await openTab(page, 'envelope');
    const problems = page.getByTestId('problems').first();
    const [, rule] = /\b([a-z-]+\/[a-z-]+)\b/.exec(await problems.innerText());
    await page.getByTestId('search').fill(`rule:${rule}`);
    const found = await foundSteps(page, `rule:${rule}`);
    assert.ok(found.includes(step), `${rule} is found at ${found}, not at ${step}`);
    assert.ok(found.length < sample.steps);
  });
}

async function search(page, words, steps) {
  await page.getByTestId('search').fill(words);
  assert.deepEqual(await foundSteps(page, words), steps, words);
  // From one to the next, and from the last to the first.
  await goToStep(page, 1);
  if (steps.length === 0) return;
  const after = steps
    .filter(step => step > 1)
    .concat(steps)
    .slice(0, steps.length + 1);
  await page.getByTestId('search').focus();
  for (const step of after.slice(0, 2)) {
    await press(page, 'Enter');
    await waitForStep(page, step);
  }
}

/** Those that are marked in the list of steps; there must be as many as the search says. */
async function foundSteps(page, words) {
  await openTab(page, 'steps');
  await until(
    () => page.evaluate(() => window.kept.query),
    query => query === words,
    `a search for ${words}`,
  );
  await settled(page);
  const says = await page.getByTestId('search-found').innerText();
  const marked = page.locator('.outline-row.found');
  const steps = await marked.evaluateAll(rows => rows.map(row => Number(row.dataset.step) + 1));
  assert.equal(steps.length, Number(/(\d+)(?: found)?$/.exec(says)?.[1]), says);
  return steps;
}

export async function matchesAreTicksOnTheTimeline({ host }) {
  await withRun({ host }, async ({ page }) => {
    const axis = page.getByTestId('timeline-axis');
    const before = await axis.screenshot();
    const changed = async what =>
      until(
        async () => !(await axis.screenshot()).equals(before),
        is => is === what,
        `ticks ${what ? 'on' : 'off'} the axis`,
      );
    await page.getByTestId('search').fill('agent:build');
    await changed(true);
    await page.getByTestId('search').fill('');
    await unfocus(page);
    await changed(false);
  });
}

export async function aSearchThatIsNotUnderstoodSaysSo({ host }) {
  await withRun({ host }, async ({ page }) => {
    await page.getByTestId('search').fill('confidence<much');
    await page.locator('[data-testid=search-found].bad').waitFor();
    await page.getByTestId('search').fill('agent:build');
    await page.getByTestId('search-found').filter({ hasText: '3 found' }).waitFor();
  });
}

export async function keepsItsStateAndRestoresIt({ host }) {
  await withRun({ host, run: nested }, async ({ page }) => {
    await goToStep(page, 13);
    await openTab(page, 'conversation');
    await openTab(page, 'steps');
    await page.getByTestId('speed').selectOption('5');
    await page.getByTestId('search').fill('status:failed');
    await page.getByTestId('search-found').filter({ hasText: '2 found' }).waitFor();
    await unfocus(page);
    await press(page, 'i', 't', 'w', '[', 'Shift+F');
    await settled(page);
    const kept = await page.evaluate(() => window.kept);
    assert.equal(kept.step, 12);
    assert.equal(kept.tab, 'conversation');
    await reloadWith(page, kept);
    await waitForStep(page, 13);
    await page.getByTestId('panel-conversation').waitFor();
    await page.getByTestId('panel-steps').waitFor();
    await page.getByTestId('search-found').filter({ hasText: '2 found' }).waitFor();
    assert.equal(await page.getByTestId('speed').inputValue(), '5');
    assert.equal(await page.getByTestId('search').inputValue(), 'status:failed');
    assert.equal(await page.getByTestId('axis-switch').getAttribute('aria-pressed'), 'false');
    await page.getByTestId('minimap-all').waitFor();
    assert.deepEqual(await page.evaluate(() => window.kept), kept);
  });
}

export async function believesNothingThatIsKept({ host }) {
  await withRun({ host }, async ({ page }) => {
    const { run } = await page.evaluate(() => window.kept);
    for (const kept of part(
      [
        { run, step: 1e9, tab: '<b>', side: 7, range: { from: 5, to: -5 }, speed: 'x', loop: { from: -1, to: 'a' } },
        { run, step: -1, range: { from: 0, to: 1e300 }, folded: { all: 1, but: [Number.NaN, '1'] }, query: ['a'] },
        { run, step: '1', loop: { from: 1e9, to: 0 }, folded: null, comparedWith: 'gone', tab: 'compare' },
        { run: 'another', step: 4 },
        null,
        'text',
      ],
      2,
    )) {
      await reloadWith(page, kept);
      await page.getByTestId('step-count').waitFor();
      const { step } = await shownStep(page);
      assert.ok(step >= 1 && step <= sample.steps, `step ${step}`);
      await settled(page);
      assert.equal(await page.evaluate(() => /NaN|undefined|Infinity/.test(document.body.innerText)), false);
      await goToStep(page, 3);
    }
  });
}

/** Shows the page again, with what was kept of it. */
async function reloadWith(page, kept) {
  await page.addInitScript(given => {
    const before = window.acquireVsCodeApi;
    window.acquireVsCodeApi = () => ({ ...before(), getState: () => given ?? undefined });
  }, kept);
  await page.reload();
}

export async function anotherThemeKeepsThePlace({ host }) {
  await withRun({ host }, async ({ page }) => {
    await goToStep(page, 9);
    await openTab(page, 'state');
    await press(page, 'w');
    await settled(page);
    const picture = () => page.getByTestId('timeline-lanes').screenshot();
    const [kept, dark] = [await page.evaluate(() => JSON.stringify(window.kept)), await picture()];
    for (const theme of ['light', 'contrast', 'dark']) {
      await setTheme(page, theme);
      await settled(page);
      await waitForStep(page, 9);
      await page.getByTestId('panel-state').waitFor();
      assert.equal(await page.evaluate(() => JSON.stringify(window.kept)), kept);
      // What is drawn has the theme's colours as well.
      await until(
        async () => (await picture()).equals(dark),
        same => same === (theme === 'dark'),
        `the timeline in ${theme}`,
      );
    }
  });
}

export async function zoomsPansAndShowsAllByTheMouse({ host }) {
  await withRun({ host }, async ({ page }) => {
    const range = () => page.evaluate(() => window.kept.range);
    await page.getByTestId('zoom-in').click();
    const zoomed = await until(range, shown => shown !== undefined, 'less to be shown');
    await page.getByTestId('minimap-to').press('ArrowLeft');
    await until(range, shown => shown.to < zoomed.to && shown.from === zoomed.from, 'its end to move');
    await page.getByTestId('zoom-fit').click();
    await until(range, shown => shown === undefined, 'all to be shown');
  });
}

export async function thePlayheadIsDragged({ host }) {
  await withRun({ host }, async ({ page }) => {
    const byTime = page.getByTestId('axis-switch');
    if ((await byTime.getAttribute('aria-pressed')) === 'true') await byTime.click();
    const middleOf = async () => {
      await settled(page);
      const { x, width } = await page.getByTestId('playhead').boundingBox();
      return x + width / 2;
    };
    const first = await middleOf();
    await press(page, 'End');
    const last = await middleOf();
    const { y } = await page.getByTestId('playhead').boundingBox();
    await page.mouse.move(last, y + 4);
    await page.mouse.down();
    await page.mouse.move((first + last) / 2, y + 4, { steps: 5 });
    await until(
      () => shownStep(page),
      ({ step }) => step >= 8 && step <= 9,
      'the middle',
    );
    await page.mouse.move(last + 300, y + 4, { steps: 5 });
    await waitForStep(page, sample.steps);
    await page.mouse.up();
    await waitForStep(page, sample.steps);
  });
}

export async function foldsWhatIsNested({ host }) {
  await withRun({ host, run: nested }, async ({ page }) => {
    await openTab(page, 'steps');
    const rows = page.getByTestId('outline').getByRole('treeitem');
    assert.equal(await rows.count(), 20);
    await page.getByTestId('outline').locator('[aria-expanded=true] .chevron').click();
    await until(
      () => rows.count(),
      count => count === 16,
      'the nested ones to be folded',
    );
    // A step that is folded away is shown all the same, and its row is that of the one around it.
    await goToStep(page, 8);
    await until(
      () => page.getByTestId('outline').locator('[aria-selected=true]').getAttribute('data-step'),
      step => step === '5',
      'the row around it',
    );
    await press(page, 'Shift+F');
    await press(page, 'Shift+F');
    await until(
      () => rows.count(),
      count => count === 20,
      'all rows',
    );
  });
}

export async function aPausedPlaceIsKeptWhileStepsArrive({ host }) {
  await withRun({ host, run: 'wf_csv_import', changesFiles: true }, async ({ page, workspace, folder }) => {
    await goToStep(page, 3);
    const file = path.join(folder, 'messages', 'torn.jsonl');
    const before = readFileSync(file, 'utf8');
    const more = arriving({ workspace, folder });
    await more(2);
    await page.getByTestId('arrived').filter({ hasText: '2 new steps' }).waitFor();
    await page.getByTestId('step-count').filter({ hasText: 'step 3 of 8' }).waitFor();
    await more(1);
    await page.getByTestId('arrived').filter({ hasText: '3 new steps' }).waitFor();
    await page.getByTestId('arrived').click();
    await waitForStep(page, 9);
    assert.equal(await page.getByTestId('arrived').count(), 0);
    // Who has caught up follows.
    await more(1);
    await waitForStep(page, 10);
    assert.equal(await page.getByTestId('arrived').count(), 0);
    assert.equal(await page.getByTestId('live').getAttribute('aria-pressed'), 'true');
    // Who goes back follows no longer.
    await press(page, 'ArrowLeft');
    await waitForStep(page, 9);
    await more(1);
    await page.getByTestId('arrived').filter({ hasText: '1 new step' }).waitFor();
    await waitForStep(page, 9);
    // An exported page has nothing to follow.
    await withFile(page, (await exported(page, workspace)).text, async one =>
      assert.equal(await one.getByTestId('live').count(), 0),
    );
    // Of a log that is cut off, no step is new.
    writeFileSync(file, before);
    workspace.server.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: pathToFileURL(file).href, type: 2 }] });
    await waitForStep(page, 6);
    assert.equal(await page.getByTestId('arrived').count(), 0);
  });
}

export async function whatIsShownGrowsWithTheRun({ host }) {
  await withRun({ host, run: 'wf_csv_import', changesFiles: true }, async ({ page, workspace, folder }) => {
    await openTab(page, 'steps');
    await press(page, '.');
    await page.getByTestId('search').fill('arrived');
    await page.getByTestId('search-found').filter({ hasText: '0 found' }).waitFor();
    await arriving({ workspace, folder })(3);
    await waitForStep(page, 9);
    await page.getByTestId('search-found').filter({ hasText: '3' }).waitFor();
    await until(
      () => page.getByTestId('outline').getByRole('treeitem').count(),
      count => count === 9,
      'rows of the new steps',
    );
    assert.equal(await page.getByTestId('playhead').getAttribute('aria-valuemax'), '9');
  });
}

/** Lets steps arrive in the log of wf_csv_import, and tells the server as an editor does. */
function arriving({ workspace, folder }) {
  let count = 0;
  return async steps => {
    const file = path.join(folder, 'messages', 'torn.jsonl');
    const lines = Array.from({ length: steps }, () => JSON.stringify(messageOf(++count)));
    // What the log ends in is half a line.
    appendFileSync(file, `\n${lines.join('\n')}\n`);
    workspace.server.tell('workspace/didChangeWatchedFiles', { changes: [{ uri: pathToFileURL(file).href, type: 2 }] });
  };
}

function messageOf(number) {
  return {
    id: `msg_late_${number}`,
    timestamp: new Date(Date.now() + number).toISOString(),
    from: 'fix',
    to: 'review',
    intent: 'bug',
    context: { project: 'boards', domain: 'bugfix', priority: 2, workflowId: 'wf_csv_import' },
    payload: {
      input: 'x',
      output: { summary: `arrived ${number}` },
      confidence: 0.9,
      needsReview: false,
      reasoning: 'x',
    },
    handoff: { nextAgent: 'review', instructions: 'look' },
  };
}

export async function anotherRunBeginsAnew({ host }) {
  await withRun({ host }, async ({ page, workspace }) => {
    await goToStep(page, 14);
    await press(page, '[', 'End', ']', 'Shift+F', 'w');
    await page.getByText('loop 14 to 16').waitFor();
    const other = (await workspace.runs()).find(({ key }) => key.includes('wf_csv_import'));
    page.run = other.key;
    await page.tell({ type: 'show', run: other.key });
    await page.getByTestId('run-title').filter({ hasText: other.label }).waitFor();
    await page.getByTestId('step-count').filter({ hasText: 'step 1 of 6' }).waitFor();
    assert.equal(await page.getByText('loop 14').count(), 0);
    const { range, loop, folded } = await page.evaluate(() => window.kept);
    assert.deepEqual({ range, loop, folded }, { range: undefined, loop: {}, folded: { all: false, but: [] } });
  });
}

export async function aStepThatTwoFilesTellOfLeadsToBoth({ host }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'copies-'));
  try {
    const lines = [messageOf(1), messageOf(2)].map(message => `${JSON.stringify(message)}\n`);
    writeFileSync(path.join(folder, 'log.jsonl'), lines.join(''));
    writeFileSync(path.join(folder, 'saved.jsonl'), lines[1]);
    await withRun({ host, folder, run: 'wf_csv_import' }, async ({ page }) => {
      assert.equal((await shownStep(page)).of, 2);
      await openTab(page, 'envelope');
      assert.equal(await page.getByTestId('copies').count(), 0);
      await goToStep(page, 2);
      await settled(page);
      const copies = page.getByTestId('copies');
      assert.match(await copies.innerText(), /Also in\s+saved\.jsonl:1/);
      await copies.getByRole('button').click();
      const told = await page.evaluate(() => window.told.filter(({ type }) => type === 'openEnvelope'));
      assert.deepEqual(told, [{ type: 'openEnvelope', step: 1, envelope: 1 }]);
      const screenshot = process.env.SCREENSHOT;
      if (screenshot) await page.screenshot({ path: screenshot });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function allIsFoundInALongRunUpToItsEnd({ host }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'long-'));
  try {
    const count = 2702;
    const lines = Array.from({ length: count }, (_, place) => {
      const message = messageOf(place);
      message.timestamp = new Date(Date.UTC(2026, 5, 20) + place * 1000).toISOString();
      return `${JSON.stringify({ ...message, issues: [{ severity: 'error', message: 'It broke' }] })}\n`;
    });
    writeFileSync(path.join(folder, 'log.jsonl'), lines.join(''));
    await withRun({ host, folder, run: 'wf_csv_import' }, async ({ page }) => {
      const says = () => page.getByTestId('search-found').innerText();
      await page.getByTestId('search').fill('status:failed');
      await until(says, text => text === '1 of 2,702' || text === '2,702 found', 'all are found');
      await until(
        () => ticksAtTheEnd(page),
        ticks => ticks > 0,
        'ticks up to the end',
      );
      await page.getByTestId('search').fill('duration>1s');
      await until(says, text => text.startsWith('There is no key "duration"'), 'a key that there is none of');
      const screenshot = process.env.SCREENSHOT;
      if (screenshot) await page.screenshot({ path: screenshot });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** How many pixels of the minimap's upper edge, where what is found is ticked, are drawn in its last hundredth. */
function ticksAtTheEnd(page) {
  return page.getByTestId('minimap').evaluate(minimap => {
    const canvas = minimap.querySelector('canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return 0;
    const ratio = canvas.height / 30;
    const width = Math.ceil(canvas.width / 100);
    const { data } = context.getImageData(canvas.width - width, Math.round(3 * ratio), width, 1);
    return data.filter((value, at) => at % 4 === 3 && value > 0).length;
  });
}

export async function aRunThatIsAddedMeanwhileCanBeComparedWith({ host }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'added-'));
  try {
    const line = (number, workflowId) => {
      const message = messageOf(number);
      return `${JSON.stringify({ ...message, context: { ...message.context, workflowId } })}\n`;
    };
    writeFileSync(path.join(folder, 'one.jsonl'), line(1, 'wf_one'));
    writeFileSync(path.join(folder, 'two.jsonl'), line(2, 'wf_two'));
    await withRun({ host, folder, run: 'wf_one' }, async ({ page, workspace, folder: copy }) => {
      await openTab(page, 'compare');
      const offered = page.getByTestId('candidates').getByRole('button', { name: /^Compare with / });
      await until(
        () => offered.count(),
        count => count === 1,
        'the other run',
      );
      const file = path.join(copy, 'three.jsonl');
      writeFileSync(file, line(3, 'wf_three'));
      workspace.server.tell('workspace/didChangeWatchedFiles', {
        changes: [{ uri: pathToFileURL(file).href, type: 1 }],
      });
      await until(
        () => offered.count(),
        count => count === 2,
        'the run that was added',
      );
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
