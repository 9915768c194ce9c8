// Draws the pictures of the documentation into shots/: docs/images/ has those that were chosen. And one film.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { decode } from 'fast-png';
import { encode } from 'modern-gif';
import { root } from '../../../tools/command.mjs';
import { corpusFolder } from '../../kit/corpusFolder.mjs';
import { copyWorkspace } from '../workspaceCopy.mjs';
import {
  arrange,
  awake,
  openFile,
  runCommand,
  setTheme,
  shot,
  until,
  waitForSquiggle,
  waitUntilRecognised,
} from './kit.mjs';
import { replay, waitForReplay, waitForStep } from './replayKit.mjs';
import { choose, expand, openRuns, resize, row, rows, selectRow, view, waitForRuns, widen } from './runsKit.mjs';

export const nightly = true;
// The editor would open the file where the cursor was, and the replay at that step.
export const freshWindows = [aReplayInEachTheme];

const STEPS = 16;

const BROKEN = {
  id: 'msg_042',
  timestamp: '2026-06-12T14:05:00Z',
  from: 'security',
  to: 'conductor',
  intent: 'bug',
  context: { project: 'boards', domain: 'bugfix', priority: 7, workflowId: 'wf_boards' },
  payload: {
    input: 'The upload form',
    output: { found: 'no limit of its size' },
    confidence: 0.95,
    needsReview: false,
  },
  handoff: { nextAgent: 'fix', instructions: 'Limit the size' },
};

export async function envelopesInALogAndInADocument({ page, folder }) {
  const block = JSON.stringify(BROKEN, undefined, 2).replace(/^/gm, '> ');
  writeFileSync(path.join(folder, 'new.jsonl'), `${JSON.stringify(BROKEN)}\n`);
  writeFileSync(path.join(folder, 'new.md'), `# Notes\n\n> \`\`\`json\n${block}\n> \`\`\`\n`);
  await awake(page);
  await openFile(page, 'new.jsonl');
  // A line of a log is longer than any window: the picture shows it whole.
  await arrange(page, 'editor.action.toggleWordWrap');
  await waitForSquiggle(page, 'error');
  await shot(page, 'log');
  await openFile(page, 'new.md');
  await waitForSquiggle(page, 'error');
  await shot(page, 'document');
}

export async function aFilmOfAReplay({ page }) {
  await openRun(page);
  const view = replay(page);
  await view.getByTestId('tab-state').click();
  await view.getByTestId('speed').selectOption('2');
  await view.getByRole('button', { name: 'even pace' }).click();
  await view.getByTestId('play').click();
  const pictures = [];
  const shown = () => view.getByTestId('step-count').innerText();
  for (let last = ''; !last.startsWith(`step ${STEPS} `); ) {
    last = await until(shown, now => now !== last, 'the next step');
    pictures.push(await page.screenshot());
  }
  await waitForStep(page, STEPS, STEPS);
  assert.ok(pictures.length >= STEPS / 2, `only ${pictures.length} pictures of ${STEPS} steps`);
  await writeFilm('replay', pictures);
}

export async function aReplayInEachTheme({ page }) {
  await openRun(page);
  const view = replay(page);
  await view.getByTestId('tab-state').click();
  for (let at = 1; at < 11; at++) await view.getByTestId('step-on').click();
  await waitForStep(page, 11, STEPS);
  await shot(page, 'replay-dark');
  await setTheme(page, 'Default High Contrast');
  await waitForStep(page, 11, STEPS);
  await shot(page, 'replay-contrast');
  await setTheme(page, 'Default Light Modern');
  await view.getByTestId('tab-compare').click();
  await view
    .getByTestId('panel-compare')
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click();
  await view.getByText('missing').first().waitFor();
  await shot(page, 'replay-compare');
  await setTheme(page, 'Default Dark Modern');
}

export async function aConversationInEachTheme({ page, folder }) {
  const corpus = corpusFolder();
  if (!corpus) return;
  cpSync(path.join(corpus, 'traces', 'otlp', 'agent-prism__rag_earnings_agent.json'), path.join(folder, 'rag.json'));
  await awake(page);
  await resize(page, { width: 1240, height: 800 });
  await openFile(page, 'rag.json');
  await waitUntilRecognised(page);
  await runCommand(page, 'Agent Envelopes: Open Replay');
  await waitForStep(page, 1, 18);
  await replay(page).getByTestId('step-count').click();
  for (let step = 1; step < 16; step++) await page.keyboard.press('ArrowRight');
  await waitForStep(page, 16, 18);
  await replay(page).getByText("Meta Platforms Inc.'s revenue in Q4 2023 was").waitFor();
  await shot(page, 'replay-conversation');
  for (const [theme, name] of [
    ['Default Light Modern', 'light'],
    ['Default High Contrast', 'contrast'],
  ]) {
    await setTheme(page, theme);
    await shot(page, `replay-conversation-${name}`);
  }
}

export async function theTreesBesideALog({ page }) {
  await awake(page);
  await resize(page, { width: 1400, height: 880 });
  await openRuns(page);
  await waitForRuns(page);
  await widen(page, 560);
  await selectRow(page, '005-team-invites · specify');
  await row(page, 'G-002', 'State').waitFor();
  await row(page, 'wf_csv_import').locator('.monaco-tl-twistie').click();
  await arrange(page, 'workbench.action.closeAllEditors');
  await openFile(page, 'messages/torn.jsonl');
  // A line of a log is longer than any window: the picture shows it whole.
  await arrange(page, 'editor.action.toggleWordWrap');
  await page.mouse.move(1000, 780);
  await page.locator('.codelens-decoration', { hasText: 'in wf_csv_import' }).first().waitFor();
  await page.locator('.activitybar .badge:visible').waitFor({ state: 'hidden' });
  await shot(page, 'runs-tree');
}

export async function theCorpusInTheTree({ host }) {
  const corpus = corpusFolder();
  if (!corpus) return;
  const { folder, remove } = copyWorkspace(corpus);
  const other = await host.open(folder);
  try {
    await resize(other, { width: 1400, height: 880 });
    await openRuns(other);
    await widen(other, 640);
    await runCommand(other, 'Agent Envelopes: Group Runs By…');
    await choose(other, 'Family');
    await until(
      () => rows(other),
      all => all.length >= 6 && all.every(name => / runs?\b/.test(name)),
      'the families',
    );
    await view(other, 'State').locator('.pane-header').click();
    await expand(other, 'OpenTelemetry');

    // A trace opens as it is nested: each step below the one that made it.
    await expand(other, '18 steps');
    const steps = view(other, 'Workflow Runs').locator('.monaco-list-row:not([aria-level="1"], [aria-level="2"])');
    const closed = steps.and(other.locator('[aria-expanded=false]'));
    while ((await steps.count()) < 18) {
      await closed.first().waitFor();
      const before = await steps.count();
      await closed.first().locator('.monaco-tl-twistie').click();
      await until(
        () => steps.count(),
        count => count > before,
        'what is nested',
      );
    }
    const levels = await steps.evaluateAll(all => all.map(one => Number(one.getAttribute('aria-level'))));
    assert.equal(Math.max(...levels) - Math.min(...levels), 7);
    await row(other, 'ChatOpenAI').click();
    await other.locator('.tab.active[data-resource-name="agent-prism__rag_earnings_agent.json"]').waitFor();
    await shot(other, 'runs-corpus');
  } finally {
    await other.close();
    remove();
  }
}

async function openRun(page) {
  await awake(page);
  await resize(page, { width: 1200, height: 760 });
  await openFile(page, 'messages/wf_team_invites.jsonl');
  await waitUntilRecognised(page);
  await runCommand(page, 'Agent Envelopes: Open Replay');
  await waitForReplay(page, 'wf_team_invites');
  await arrange(page, 'workbench.action.closeOtherEditors');
  await arrange(page, 'workbench.action.toggleSidebarVisibility');
  await waitForStep(page, 1, STEPS);
}

/** A film of pictures that all have one size, in test/host/shots/<name>.gif. */
async function writeFilm(name, pictures) {
  const frames = pictures.map((picture, at) => ({
    ...rgba(decode(picture)),
    delay: at === pictures.length - 1 ? 2500 : 700,
  }));
  const [{ width, height }] = frames;
  const film = await encode({ width, height, frames, maxColors: 96 });
  const folder = path.join(root, 'test', 'host', 'shots');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.gif`), Buffer.from(film));
}

function rgba({ width, height, data, channels }) {
  if (channels === 4) return { width, height, data: new Uint8ClampedArray(data) };
  const full = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let at = 0; at < width * height; at++) full.set(data.subarray(at * 3, at * 3 + 3), at * 4);
  return { width, height, data: full };
}
