// A run exported as a file replays in any browser, without a network, as it does in the editor.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../tools/command.mjs';
import { exported, NOTHING, withFile } from './exportedFile.mjs';
import {
  corpusFolder,
  goToStep,
  openTab,
  part,
  press,
  sample,
  shownStep,
  TABS,
  tabsThere,
  unfocus,
  until,
  withRun,
} from './pageKit.mjs';

export const nightly = [whatIsChosenIsCoveredBeforeItIsWritten, nestedSpansReplayFromAFile, aDecisionReplaysFromAFile];

export async function aRunOfMessagesReplaysFromAFile({ host }) {
  await withRun({ host }, on => checkExport(on, { steps: part([9, 1, 16], 3) }));
}

export async function nestedSpansReplayFromAFile({ host }) {
  const folder = corpusFolder();
  if (!folder) return;
  const run = 'b47d761fe79be88aee41342cdd527268';
  await withRun({ host, folder, run }, on => checkExport(on, { steps: [1, 9, 18] }));
}

export async function aDecisionReplaysFromAFile({ host }) {
  await withRun({ host, run: 'tr_dentist00615' }, on => checkExport(on, { steps: [1], tabs: ['why'] }));
}

export async function whatIsCoveredIsNotInTheFile({ host }) {
  await withRun({ host }, async ({ page, workspace, folder }) => {
    const redaction = { ...NOTHING, paths: true, fields: ['summary'] };
    const { text } = await exported(page, workspace, redaction);
    assert.ok(!text.includes(folder), 'where the workspace lies');
    assert.ok(!text.includes('Applied; all tests pass'), 'a field');
    await withFile(page, text, async file => {
      await goToStep(file, 16);
      for (const tab of TABS) await openTab(file, tab);
      assert.match(await shownIn(file, 'metrics'), /Steps/);
    });
  });
}

export async function whatIsChosenIsCoveredBeforeItIsWritten({ host }) {
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-personal-'));
  const messages = path.join(root, 'test', 'sample', 'messages', `${sample.run}.jsonl`);
  const message = JSON.parse(readFileSync(messages, 'utf8').split('\n')[0]);
  message.payload.output = { told: 'It answers at 203.0.113.77.', hosts: { '203.0.113.78': 'down' } };
  writeFileSync(path.join(folder, 'one.jsonl'), `${JSON.stringify(message)}\n`);
  try {
    await withRun({ host, folder }, async ({ page }) => {
      await unfocus(page);
      await press(page, 'x');
      const shown = page.getByTestId('export');
      const covered = shown.getByTestId('covered');
      await covered.filter({ hasText: 'Nothing to redact was found' }).waitFor();
      assert.match(await shown.getByTestId('promise').innerText(), /read the file before you give it away/);
      await shown.getByLabel(/^Personal data/).check();
      await shown.getByText('203.0.113.77').first().waitFor();
      assert.equal(await shown.getByText('203.0.113.78').count(), 0);
      await shown.getByLabel(/^Names of properties/).check();
      await shown.getByText('203.0.113.78').first().waitFor();
      await shown.getByTestId('save').click();
      const saved = await until(
        () => page.evaluate(() => window.told.find(({ type }) => type === 'save')),
        told => told !== undefined,
        'the page to ask for the file',
      );
      assert.deepEqual([saved.redaction.personal, saved.redaction.names], [true, true]);

      // The same dialog leads to a collector, once it is closed: a key in it opens nothing.
      await shown.waitFor({ state: 'hidden' });
      await press(page, 'x');
      await shown.getByLabel(/^E-mail addresses/).check();
      await shown.getByTestId('send').click();
      const sent = await until(
        () => page.evaluate(() => window.told.find(({ type }) => type === 'send')),
        told => told !== undefined,
        'the page to ask for a collector',
      );
      assert.deepEqual([sent.redaction.emails, sent.redaction.personal], [true, false]);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In each tab, at these steps, the file shows what the page in the editor shows. */
async function checkExport({ page, workspace }, { steps, tabs = [] }) {
  const { text, name } = await exported(page, workspace);
  assert.match(name, /\.html$/);
  await withFile(page, text, async file => {
    for (const step of steps) {
      for (const one of [page, file]) await goToStep(one, step);
      for (const tab of await tabsThere(page, ['steps', 'graph', ...TABS, ...tabs])) {
        for (const one of [page, file]) await openTab(one, tab);
        assert.equal(await shownIn(file, tab), await shownIn(page, tab), `${tab} at step ${step}`);
      }
    }
    await goToStep(file, 1);
    if (steps.length > 1) {
      await file.getByTestId('speed').selectOption('10');
      await file.getByTestId('play').click();
      await until(
        () => shownStep(file),
        ({ step }) => step > 1,
        'it to play',
      );
    }
    // In a browser elsewhere, times are those of another zone.
    assert.match(await file.locator('[data-item=started]').textContent(), /\d\d:\d\d UTC/);
    // Nothing is offered that only an editor can do.
    assert.equal(await file.getByText('Export…').count(), 0);
    assert.equal(await file.getByTestId('tab-compare').count(), 0);
  });
}

/** The text of a tab, but for what leads elsewhere in an editor, and what stands in for that in a file. */
function shownIn(page, tab) {
  return page.getByTestId(`panel-${tab}`).evaluate(panel => {
    const copy = panel.cloneNode(true);
    for (const one of copy.querySelectorAll('button, a, .state-links, .place, .artifact-texts')) one.remove();
    return copy.textContent.replace(/\s+/g, ' ').trim();
  });
}
