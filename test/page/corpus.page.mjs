// A person replays each run of the shared corpus (the usual run: some of them) from its first step to its last, and looks at the state at three of them: it is what
// was computed from the files in another way.
import assert from 'node:assert/strict';
import { corpusRuns, stateOf } from './corpusFold.mjs';
import { corpusFolder, openTab, part, press, sharedCopy, unfocus, until, waitForStep } from './pageKit.mjs';

export const replaysItsTraces = on => replayAll(on, 'traces', 8);
export const replaysItsEvents = on => replayAll(on, 'events', 4);
export const replaysItsCallsAndDecisions = on => replayAll(on, 'calls', 5);

export const nightly = [replaysItsTraces, replaysItsCallsAndDecisions];

async function replayAll({ host }, which, count) {
  const corpus = corpusFolder();
  if (!corpus) return;
  const runs = corpusRuns(corpus)[which];
  assert.equal(runs.length, count);
  const { workspace } = await sharedCopy(host, 'corpus', corpus);
  for (const { find, steps } of part(runs, 2)) await replayOne(workspace, find, steps);
}

/** Replays the one run that the words find, by the keys; looks at the state at its first step, one in the middle, and the last. */
async function replayOne(workspace, words, steps) {
  const found = await workspace.runs(words);
  assert.equal(found.length, 1, `one run of "${words}"`);
  const page = await workspace.openRun(found[0].key);
  try {
    await openTab(page, 'state');
    await unfocus(page);
    await press(page, 'Home');
    const looked = new Set([0, Math.floor(steps.length / 2), steps.length - 1]);
    for (const [index, told] of steps.entries()) {
      if (index > 0) await press(page, 'ArrowRight');
      await waitForStep(page, index + 1);
      await waitForTitle(page, index, told);
      if (looked.has(index)) await checkState(page, stateOf(steps.slice(0, index + 1)), `step ${index + 1}`);
    }
    // There is no step after the last.
    await press(page, 'ArrowRight');
    await waitForStep(page, steps.length);
    assert.deepEqual(page.faults, []);
  } catch (error) {
    throw new Error(`${words}: ${error.message}`, { cause: error });
  } finally {
    await page.close();
  }
}

/** Who did what, as the playhead tells it. */
async function waitForTitle(page, index, { title, agent }) {
  await until(
    () => page.getByTestId('playhead').getAttribute('aria-valuetext'),
    text => text?.includes(`: ${[agent, title.slice(0, 60)].filter(name => name !== undefined).join(', ')}`),
    `step ${index + 1} to be "${title}" by ${agent ?? 'nobody'}`,
  );
}

async function checkState(page, { tokens, cost, artifacts, decisions, notes, ...one }, at) {
  const wanted = {
    agent: one.agent,
    approval: one.approval,
    budget: one.budget,
    tokens: tokens > 0 ? tokens : undefined,
    cost: cost > 0 ? Number(cost.toPrecision(3)) : undefined,
    handoff: one.handoff,
    artifacts: [...artifacts].map(([name, status]) => `${name} ${status}`),
    decisions: decisions.map(beginning),
    notes: notes.map(beginning),
    others: [],
  };
  await until(
    async () => JSON.stringify(await stateShown(page)),
    shown => shown === JSON.stringify(wanted),
    `the state at ${at} to be ${JSON.stringify(wanted)}`,
    8000,
  );
}

/** What the tab shows, in the terms of the fold. */
async function stateShown(page) {
  const { now, sections } = await page.getByTestId('panel-state').evaluate(panel => {
    const text = (element, part) => element.querySelector(part)?.textContent.trim();
    const rows = [...panel.querySelectorAll('.now-rows > li')].filter(row => row.querySelector('.now-name'));
    const found = [...panel.querySelectorAll('[data-testid^=state-]:not([data-testid=state-now]).state-section')];
    return {
      now: rows.map(row => [text(row, '.now-name'), text(row, '.now-value .after')]),
      sections: found.map(section => [
        section.dataset.testid,
        [...section.querySelectorAll('li')].map(row => ({
          name: text(row, '.state-name'),
          status: text(row, '.status'),
        })),
      ]),
    };
  });
  const { 'Active agent': agent, Approval: approval, Budget: budget, Tokens, Cost, Handoff } = Object.fromEntries(now);
  const {
    'state-artifacts': artifacts,
    'state-decisions': decisions,
    'state-notes': notes,
    ...others
  } = Object.fromEntries(sections);
  return {
    agent,
    approval,
    budget,
    tokens: Tokens && Number(Tokens.replaceAll(',', '')),
    cost: Cost && Number(Cost.replace('$', '')),
    // `from → to: what to do`
    handoff: Handoff?.split(' → ').at(-1).split(': ')[0],
    artifacts: (artifacts ?? []).map(({ name, status }) => `${name} ${status}`),
    decisions: (decisions ?? []).map(({ name }) => beginning(name)),
    notes: (notes ?? []).map(({ name }) => beginning(name)),
    others: Object.keys(others),
  };
}

// A line is cut where it is long.
function beginning(text) {
  return text.slice(0, 60);
}
