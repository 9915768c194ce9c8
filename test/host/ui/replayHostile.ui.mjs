// A trace that was written to break whoever looks at it, in the real VS Code: the editor's own policy stands around it.
import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeHostileTrace } from '../../kit/hostileTrace.mjs';
import { copyWorkspace } from '../workspaceCopy.mjs';
import { arrange, runCommand, shot, until } from './kit.mjs';
import { replay, waitForStep } from './replayKit.mjs';
import { openRuns, row } from './runsKit.mjs';

export const nightly = true;

/** Keys of the tabs, and what they show. */
const TABS = { 1: 'envelope', 2: 'state', 3: 'changes', 4: 'conversation', 5: 'why', 6: 'metrics', c: 'compare' };

export async function aHostileTraceIsText({ host }) {
  const from = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-hostile-'));
  writeHostileTrace(from);
  const { folder, remove } = copyWorkspace(from);
  rmSync(from, { recursive: true, force: true });
  const other = await host.open(folder);
  const happened = [];
  other.on('dialog', dialog => {
    happened.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  other.on('popup', popup => happened.push(`popup ${popup.url()}`));
  try {
    await openRuns(other);
    await row(other, 'span 3').waitFor();
    await open(other, 'wf_hostile');
    for (const [step, name] of [
      [1, 'tags'],
      [2, 'prototypes'],
      [4, 'long'],
      [6, 'deep'],
    ]) {
      await goTo(other, step, 1006);
      await lookAtTabs(other, `${name}, step ${step}`);
      await shot(other, `replay-hostile-${name}`);
    }
    await press(other, 'End');
    await waitForStep(other, '1,006', '1,006');
    await lookAtTabs(other, 'the end');

    await arrange(other, 'workbench.action.closeAllEditors');
    await open(other, 'path:cycles');
    await goTo(other, 3, 205);
    await lookAtTabs(other, 'cycles');
    await shot(other, 'replay-hostile-cycles');
    assert.deepEqual(happened, []);
  } finally {
    await other.close();
    remove();
  }
}

async function open(page, words) {
  await runCommand(page, 'Agent Envelopes: Open Replay');
  const pick = page.locator('.quick-input-widget:visible');
  await pick.locator('input[type=text]').fill(words);
  const rows = pick.locator('.monaco-list-row');
  await until(
    () => rows.count(),
    count => count === 1,
    `one run of "${words}"`,
  );
  await rows.first().click();
  await replay(page).getByTestId('step-count').click();
}

async function goTo(page, step, of) {
  await press(page, 'Home', ...Array.from({ length: step - 1 }, () => 'ArrowRight'));
  await waitForStep(page, step, of.toLocaleString('en'));
}

async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

async function lookAtTabs(page, at) {
  for (const [key, tab] of Object.entries(TABS)) {
    await press(page, key);
    await replay(page).getByTestId(`panel-${tab}`).waitFor();
    await press(page, 'g');
    const { nodes, ...found } = await replay(page)
      .locator('body')
      .evaluate(body => {
        const root = body.querySelector('#replay');
        return {
          nodes: root.querySelectorAll('*').length,
          broken: body.ownerDocument.defaultView.broken,
          made: [...root.querySelectorAll('script, img, iframe, object, embed')].map(one => one.outerHTML),
          links: [...root.querySelectorAll('a[href]')].map(a => a.href).filter(href => !href.startsWith('https:')),
          odd: body.innerText.match(/\bNaN\b|\bInfinity\b|\bundefined\b/)?.[0],
        };
      });
    assert.deepEqual(found, { broken: undefined, made: [], links: [], odd: undefined }, `${tab} at ${at}`);
    assert.ok(nodes < 6000, `${nodes} elements in ${tab} at ${at}`);
  }
  assert.equal(await page.evaluate(() => window.broken), undefined);
  await press(page, '1');
  await replay(page).getByTestId('envelope-0').waitFor();
}
