// A person replays each run of the shared corpus, where it is there, from its first step to its last, and looks at the state
// at three places: it is what was worked out from the files on another way.
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../../tools/command.mjs';
import { copyWorkspace } from '../workspaceCopy.mjs';
import { corpusRuns, stateOf } from './corpusFold.mjs';
import { runCommand, shot, until } from './kit.mjs';
import { replay, waitForStep } from './replayKit.mjs';
import { openRuns, resize } from './runsKit.mjs';

export const settings = { 'editor.minimap.enabled': false, 'breadcrumbs.enabled': false };

const corpus = path.join(root, '..', 'shared', 'corpus');
/** What envelopes and traces lie in; the rest of the corpus are documents, and pieces of them. */
const FOLDERS = ['traces', 'cuga', 'aura', 'humaninloop/agent-protocol'];

export const replaysItsTraces = on => replayAll(on, 'traces', 8);
export const replaysItsEvents = on => replayAll(on, 'events', 4);
export const replaysItsCallsAndDecisions = on => replayAll(on, 'calls', 5);

async function replayAll({ page, host }, which, count) {
  if (!existsSync(corpus)) {
    console.log(`  skipped: there is no ${corpus}`);
    return;
  }
  await page.close();
  const runs = corpusRuns(corpus)[which];
  assert.equal(runs.length, count);
  const { folder, remove } = copyOfCorpus();
  const other = await host.open(folder, settings);
  try {
    await resize(other, { width: 1400, height: 900 });
    await openRuns(other);
    for (const run of runs) {
      await openRun(other, run.find);
      try {
        await replayOne(other, run.steps);
      } catch (error) {
        await shot(other, 'FAILED-replay-corpus');
        throw new Error(`${run.find}: ${error.message}`);
      }
      await runCommand(other, 'View: Close All Editors');
    }
  } finally {
    await other.close();
    remove();
  }
}

function copyOfCorpus() {
  const from = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-corpus-'));
  for (const name of FOLDERS) {
    mkdirSync(path.join(from, path.dirname(name)), { recursive: true });
    cpSync(path.join(corpus, name), path.join(from, name), { recursive: true });
  }
  try {
    return copyWorkspace(from);
  } finally {
    rmSync(from, { recursive: true, force: true });
  }
}

/** By the command, and the words that are left with one run alone. */
async function openRun(page, words) {
  await runCommand(page, 'Agent Envelopes: Open Replay');
  const pick = page.locator('.quick-input-widget:visible');
  const rows = pick.locator('.monaco-list-row');
  // A list of runs is as old as the last key: while the folder is still read it may lack some.
  for (let attempt = 1; ; attempt++) {
    await pick.locator('input[type=text]').fill('');
    await pick.locator('input[type=text]').fill(words);
    try {
      await until(
        async () => ({ count: await rows.count(), none: await rows.filter({ hasText: /^No run$/ }).count() }),
        ({ count, none }) => count === 1 && none === 0,
        `one run of "${words}"`,
        4000,
      );
      break;
    } catch (error) {
      if (attempt === 4) throw error;
    }
  }
  await rows.first().click();
  await replay(page).getByTestId('step-count').waitFor();
}

/** From the first step to the last by the keys, looking at the state at the first, one in the middle, and the last. */
async function replayOne(page, steps) {
  await replay(page).getByTestId('step-count').click();
  await page.keyboard.press('2');
  await replay(page).getByTestId('panel-state').waitFor();
  await page.keyboard.press('Home');
  const looked = new Set([0, Math.floor(steps.length / 2), steps.length - 1]);
  for (const [index, told] of steps.entries()) {
    if (index > 0) await page.keyboard.press('ArrowRight');
    await waitForStep(page, index + 1, steps.length);
    await waitForTitle(page, index, told);
    if (looked.has(index)) await checkState(page, stateOf(steps.slice(0, index + 1)), `step ${index + 1}`);
  }
  // There is no step after the last.
  await page.keyboard.press('ArrowRight');
  await waitForStep(page, steps.length, steps.length);
}

/** Who did what, as the playhead tells it. */
async function waitForTitle(page, index, { title, agent }) {
  await until(
    () => replay(page).getByTestId('playhead').getAttribute('aria-valuetext'),
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
  const { now, sections } = await replay(page)
    .getByTestId('panel-state')
    .evaluate(panel => {
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
