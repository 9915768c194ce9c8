// Names and texts of files that VS Code would take for links to commands, wherever the extension shows them in the real VS Code.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { copyWorkspace } from '../workspaceCopy.mjs';
import { arrange, gotoLine, hoverAt, openFile, runCommand, shot, waitUntilRecognised } from './kit.mjs';
import { message, pick, sayAsPage, takeOverPages, waitForReplay, waitForStep } from './replayKit.mjs';
import { chooseFromMenu, chooseInMenu, openFilter, openRuns, row, tooltipOf } from './runsKit.mjs';

// That no answer of the server holds such a link, test/hostile holds.
export const nightly = true;

const link = name => `[${name}](command:evil)`;
/** As a message shows it. */
const plain = name => `[${name}] (command:evil)`;
const FILE = `${link('file')}.jsonl`;

export async function noMessageHoldsALinkMadeOfAFile({ host }) {
  await inHostileFolder(host, async other => {
    await openFile(other, 'return.json');
    await message(other, plain('settings'));
    await hasNoLink(other, 'a warning of settings');

    await other.locator('.explorer-folders-view .monaco-list-row', { hasText: '[file]' }).click({ button: 'right' });
    await chooseFromMenu(other, 'Open Replay');
    // Until it has closed, a menu takes the keys.
    await other.locator('.monaco-menu').waitFor({ state: 'detached' });
    await message(other, `No workflow run was found in ${plain('file')}.jsonl`);
    await hasNoLink(other, 'the file without a run');

    await openFile(other, 'return.json');
    await gotoLine(other, 2);
    await runCommand(other, 'Agent Envelopes: Convert Envelope…');
    const choice = other.locator('.quick-input-widget:visible .monaco-list-row', { hasText: link('key') });
    await choice.first().waitFor();
    await hasNoLink(other, 'a choice of conversions');
    await pick(other, 'an agent output');
    await message(other, plain('key'));
    await hasNoLink(other, 'what a conversion left out');
    await shot(other, 'links-messages');

    await openRuns(other);
    await openFilter(other);
    await other.keyboard.type(link('filter'));
    await other.keyboard.press('Enter');
    // Until it has closed, a box takes the focus back.
    await other.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await openFile(other, 'log.jsonl');
    await waitUntilRecognised(other);
    await runCommand(other, 'Agent Envelopes: Show in Runs');
    await message(other, `The filter "${plain('filter')}" hides this run.`);
    await hasNoLink(other, 'a filter');
    await runCommand(other, 'Agent Envelopes: Clear Filter');

    await openFile(other, FILE);
    await runCommand(other, 'Agent Envelopes: Mark This File as No Envelope');
    await message(other, `${plain('file')}.jsonl is no longer checked`);
    await hasNoLink(other, 'the name of a file');
  });
}

export async function noViewHoldsALinkMadeOfAFile({ host }) {
  await inHostileFolder(host, async other => {
    await openFile(other, 'review.json');
    const status = other.locator('[id$="agentEnvelopes.file"]');
    await status.getByText(plain('Kind')).first().waitFor();
    await hasNoLink(other, 'the status of the file');
    await status.click();
    await other.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'Explain' }).click();
    await other.locator('.monaco-dialog-box', { hasText: plain('Kind') }).waitFor();
    await hasNoLink(other, 'the explanation of what a file is');
    await other.keyboard.press('Escape');
    assert.match(await hoverAt(other, 1, 5, '[Review](command:evil)'), /command:evil/);
    await hasNoLink(other, 'a hover');
    await openFile(other, 'log.jsonl');
    await other
      .locator('.codelens-decoration', { hasText: link('run') })
      .first()
      .waitFor();
    await hasNoLink(other, 'a line above an envelope');

    await openRuns(other);
    // The last time that it is drawn anew, which hides its tooltip, is when its problems are counted.
    await row(other, link('run')).locator('[class*=itemBadge]').first().waitFor();
    assert.match(await tooltipOf(other, link('run')), /command:evil/);
    await hasNoLink(other, 'a tree and its tooltip');
    const copied = other.locator('.part.statusbar .statusbar-item', { hasText: `Copied ${plain('run')}` });
    await chooseInMenu(other, link('run'), 'Copy ID');
    await copied.waitFor();
    await hasNoLink(other, 'the status bar');

    await arrange(other, 'workbench.action.closeAllEditors');
    await takeOverPages(other);
    await runCommand(other, 'Agent Envelopes: Open Replay');
    await other
      .locator('.quick-input-widget:visible .monaco-list-row', { hasText: link('run') })
      .first()
      .waitFor();
    await hasNoLink(other, 'a list of runs');
    await pick(other, link('run'));
    await waitForReplay(other, link('run'));
    await waitForStep(other, 1, 2);
    await sayAsPage(other, { type: 'openDiff', step: 1, path: link('artifact'), against: 'disk' });
    await message(other, `There is no file ${plain('artifact')} in this workspace`);
    await hasNoLink(other, 'an artifact');
    await shot(other, 'links-views');
  });
}

async function inHostileFolder(host, walk) {
  const from = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-links-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(from, name), text);
  const { folder, remove } = copyWorkspace(from);
  rmSync(from, { recursive: true });
  const other = await host.open(folder);
  try {
    await walk(other);
  } finally {
    await other.close();
    remove();
  }
}

/** No element of the workbench leads where a file says. */
async function hasNoLink(page, where) {
  const links = await page.evaluate(() =>
    [...document.querySelectorAll('a, [data-href], [href]')]
      .map(one => `${one.getAttribute('href') ?? ''} ${one.getAttribute('data-href') ?? ''}`)
      .filter(target => target.includes('evil')),
  );
  assert.deepEqual(links, [], where);
}

const messageOf = (number, artifacts) =>
  JSON.stringify({
    id: `msg_${number}`,
    timestamp: `2026-07-01T09:00:0${number}Z`,
    from: link('agent'),
    to: 'conductor',
    intent: 'idea',
    context: { project: 'boards', domain: 'feature', priority: 1, workflowId: link('run') },
    payload: {
      input: link('input'),
      output: {},
      artifacts,
      confidence: 0.95,
      needsReview: false,
      reasoning: link('why'),
    },
    handoff: { nextAgent: 'scope', instructions: link('next') },
  });

const FILES = {
  '.agent-envelopes.json': JSON.stringify({ associations: { [`${link('settings')}/**`]: 'no/kind' } }),
  [FILE]: '{}\n',
  'log.jsonl': [
    messageOf(1, []),
    messageOf(2, [{ type: 'code', path: link('artifact'), content: 'x = 1\n' }]),
    '',
  ].join('\n'),
  'return.json': JSON.stringify(
    {
      success: true,
      message: 'Written.',
      artifacts: [{ path: 'spec.md', operation: 'overwrite', content: '# Spec\n' }],
      state_updates: { [link('key')]: { passed: 3 } },
      next_recommendation: 'proceed',
    },
    undefined,
    2,
  ),
  'reviews.agent-protocol.json': JSON.stringify({
    id: 'review-queue',
    title: link('Protocol'),
    description: link('Source'),
    kinds: {
      request: {
        title: link('Kind'),
        schema: {
          type: 'object',
          required: ['review_id', 'change', 'asked_by', 'summary'],
          properties: {
            review_id: { type: 'string', title: link('Review'), description: link('Meaning') },
            change: { type: 'string' },
            asked_by: { type: 'string' },
            summary: { type: 'string' },
          },
        },
      },
    },
  }),
  'review.json': JSON.stringify({ review_id: 'R-1', change: 'C-7', asked_by: 'ada', summary: 'Look at it' }),
};
