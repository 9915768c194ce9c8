// A person replays runs: from where they are opened, and how the page and the editor lead to each other.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { arrange, awake, gotoLine, openFile, runCommand, setTheme, shot, until } from './kit.mjs';
import {
  message,
  pick,
  reopenWith,
  replay,
  sayAsPage,
  showTab,
  stepOn,
  takeOverPages,
  waitForReplay,
  waitForReplays,
  waitForStep,
} from './replayKit.mjs';
import { chooseInMenu, openRuns, row, scrollTo, selectRow, view, waitForRuns, waitForSelected } from './runsKit.mjs';

export const nightly = [
  opensFromTheTreeOnePanelARun,
  showsWhatAStepWroteInADiff,
  opensFromTheText,
  opensAFileAsAReplay,
  asksBeforeItOpensALink,
  asksBeforeItWritesThroughALink,
  comparesTwoRuns,
  keepsItsPlace,
];

export const freshWindows = [keepsItsPlace];

const editor = '.part.editor .editor-group-container .monaco-editor';
const log = 'messages/wf_team_invites.jsonl';
const run = 'wf_team_invites';
const STEPS = 16;

export async function opensFromTheTreeOnePanelARun({ page }) {
  const refused = [];
  page.on('console', said => {
    if (/Content Security Policy/i.test(said.text())) refused.push(said.text());
  });
  await start(page);
  await openFromTree(page, run);
  await waitForReplay(page, run);
  await waitForStep(page, 1, STEPS);
  // The tree follows, and opens the run itself. A step of the same run is shown in the same panel.
  await waitForSelected(page, 'vision → conductor');
  const step = 'scope → architect';
  await scrollTo(page, step);
  await openFromTree(page, step);
  await waitForStep(page, 6, STEPS);
  await chooseInMenu(page, 'wf_guest_links', 'Open Replay');
  await waitForReplay(page, 'wf_guest_links');
  await waitForStep(page, 1, 1);
  await waitForReplays(page, [run, 'wf_guest_links']);
  // It comes back to the front, and has kept its place. Rows move no more where the tree shows the step.
  await waitForSelected(page, 'vison → scope');
  await scrollTo(page, run);
  await openFromTree(page, run);
  await waitForReplay(page, run);
  await waitForStep(page, 6, STEPS);
  await waitForReplays(page, [run, 'wf_guest_links']);
  // The page asks for nothing that it may not have.
  assert.deepEqual(refused, []);
}

export async function opensFromTheText({ page }) {
  await awake(page);
  await openFile(page, log);
  const lens = page.locator(`${editor} .codelens-decoration`, { hasText: `step 1 of ${STEPS} in ${run}` });
  // One lens leads to its step in the tree, wherever the cursor is, the other to the replay.
  await gotoLine(page, 12);
  await lens.locator('a', { hasText: `step 1 of ${STEPS}` }).click();
  await waitForSelected(page, 'vision → conductor');
  await lens.locator('a', { hasText: 'Replay' }).click();
  await waitForStep(page, 1, STEPS);

  await showTab(page, 'wf_team_invites.jsonl');
  await gotoLine(page, 7, 20);
  await page.locator('.part.editor .editor-actions .action-label[aria-label^="Open Replay"]').click();
  await waitForStep(page, 7, STEPS);

  await showTab(page, 'wf_team_invites.jsonl');
  await gotoLine(page, 9, 20);
  await runCommand(page, 'Agent Envelopes: Open Replay');
  await waitForStep(page, 9, STEPS);
  await waitForReplays(page, [run]);

  // Without an editor it is asked for.
  await arrange(page, 'workbench.action.closeAllEditors');
  await runCommand(page, 'Agent Envelopes: Open Replay');
  await pick(page, run, run);
  await waitForReplay(page, run);
  await waitForStep(page, 1, STEPS);
}

export async function opensAFileAsAReplay({ page, folder }) {
  await awake(page);
  await reopenWith(page, log, 'Trace Replay');
  await waitForStep(page, 1, STEPS);
  assert.equal(await page.locator('.part.editor .tab').count(), 1);
  await arrange(page, 'workbench.action.closeAllEditors');

  // One with several runs offers them.
  await reopenWith(page, 'tools/calls.jsonl', 'Trace Replay');
  await replay(page)
    .getByTestId('step-count')
    .filter({ hasText: /^step 1 of/ })
    .waitFor();
  await arrange(page, 'workbench.action.closeAllEditors');

  // One with none says so, and shows what is written into it.
  const { file, text } = { file: path.join(folder, 'data', 'orders.json'), text: '{"not": "an envelope"}' };
  writeFileSync(file, text);
  await reopenWith(page, 'data/orders.json', 'Trace Replay');
  const nothing = replay(page).getByTestId('nothing');
  await nothing.filter({ hasText: 'No workflow run was found in data/orders.json' }).waitFor();
  await shot(page, 'replay-nothing');
  const line = readFileSync(path.join(folder, log), 'utf8').split('\n')[0];
  writeFileSync(file, line.replaceAll(run, 'wf_late'));
  await waitForStep(page, 1, 1);
  // A run that it gets later can be chosen.
  writeFileSync(file, `[${line.replaceAll(run, 'wf_late')}, ${line.replaceAll(run, 'wf_later')}]`);
  await replay(page)
    .getByRole('combobox', { name: 'Run of this file' })
    .locator('option', { hasText: 'wf_later' })
    .waitFor({ state: 'attached' });
}

export async function keepsItsPlace({ page }) {
  await start(page);
  await openFromTree(page, run);
  await waitForStep(page, 1, STEPS);
  await stepOn(page, 4);
  await waitForStep(page, 5, STEPS);

  await openFile(page, log);
  await showTab(page, `Replay: ${run}`);
  await waitForStep(page, 5, STEPS);
  await stepOn(page, 1);

  await setTheme(page, 'Default Light Modern');
  await waitForStep(page, 6, STEPS);

  // A workbench in a browser writes down what it shows some seconds later.
  await until(
    () => writtenDown(page),
    texts => texts.some(text => /\\*"step\\*":5\b/.test(text) && text.includes(run)),
    'the workbench to write down step 6',
  );
  await page.reload();
  await page.waitForSelector('.monaco-workbench[class*="vscode-theme-"]', { timeout: 60_000 });
  // Which editor was in front the workbench may not have written down before it was closed.
  await showTab(page, `Replay: ${run}`);
  await waitForStep(page, 6, STEPS);
  // It is the one panel of this run still. Where the tree shows its step, rows move no more.
  await waitForSelected(page, 'scope → architect');
  await scrollTo(page, run);
  await openFromTree(page, run);
  await waitForReplays(page, [run]);
  await waitForStep(page, 6, STEPS);
}

export async function leadsToTheEnvelopeAndFollowsTheCursor({ page }) {
  await start(page);
  await openFromTree(page, run);
  await waitForStep(page, 1, STEPS);
  await stepOn(page, 6);
  await waitForStep(page, 7, STEPS);

  // From the step to the text, beside the page.
  await sayAsPage(page, { type: 'openEnvelope', step: 6, envelope: 0 });
  await page.locator('.part.editor .tab.active[data-resource-name="wf_team_invites.jsonl"]').waitFor();
  await page.locator('[id="status.editor.selection"][aria-label^="Ln 7, Col"]').waitFor();
  assert.equal(await page.locator('.editor-group-container').count(), 2);
  await waitForStep(page, 7, STEPS);

  // From the cursor to the step.
  await gotoLine(page, 10, 30);
  await waitForStep(page, 10, STEPS);
  await page.keyboard.press('ArrowUp');
  await waitForStep(page, 9, STEPS);

  // The next envelope is shown in that same editor.
  await sayAsPage(page, { type: 'openEnvelope', step: 3, envelope: 0, path: ['payload'] });
  await page.locator('[id="status.editor.selection"][aria-label^="Ln 4,"]').waitFor();
  assert.equal(await page.locator('.editor-group-container').count(), 2);
  await shot(page, 'replay-beside');

  await sayAsPage(page, { type: 'showInRuns', step: 5 });
  await waitForSelected(page, 'scope → architect');
}

export async function showsWhatAStepWroteInADiff({ page }) {
  await start(page);
  await openFromTree(page, run);
  await waitForStep(page, 1, STEPS);
  await sayAsPage(page, { type: 'openDiff', step: 9, path: 'src/invites.py', against: 'disk' });
  await page.locator('.tab.active', { hasText: 'src/invites.py (step 10 ↔ on disk)' }).waitFor();
  await page.locator('.monaco-diff-editor .view-line').first().waitFor();
  await showTab(page, `Replay: ${run}`);
  await waitForStep(page, 1, STEPS);
  await sayAsPage(page, { type: 'openDiff', step: 9, path: 'src/invites.py', against: 'previous' });
  await page.locator('.tab.active', { hasText: /src\/invites\.py \((new|step \d+) ↔ step 10\)/ }).waitFor();
  await shot(page, 'replay-diff');
  await showTab(page, `Replay: ${run}`);
  await waitForStep(page, 1, STEPS);
  await sayAsPage(page, { type: 'openDiff', step: 0, path: 'no/such.py', against: 'previous' });
  await message(page, 'No step has written it yet');
}

export async function asksBeforeItOpensALink({ page }) {
  await page.evaluate(() => {
    window.opened = [];
    window.openBefore = window.open;
    window.open = address => {
      window.opened.push(String(address));
      return null;
    };
  });
  await start(page);
  await openFromTree(page, run);
  await waitForStep(page, 1, STEPS);
  const href = 'https://example.org/a%2Fb?next=a%26b%3Dc&x=1';
  await sayAsPage(page, { type: 'openLink', href });
  const dialog = page.locator('.monaco-dialog-box');
  await dialog.getByText('Open a page of example.org?').waitFor();
  await dialog.getByText(href).waitFor();
  await shot(page, 'replay-link');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await sayAsPage(page, { type: 'openLink', href });
  await dialog.getByText('Open a page of example.org?').waitFor();
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  // VS Code asks, too.
  await dialog.getByText('open the external website').waitFor();
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  for (const refused of ['javascript:alert(1)', 'http://example.org', 'file:///etc/passwd', 'https://a@example.org/']) {
    await sayAsPage(page, { type: 'openLink', href: refused });
    await message(page, 'This link is not opened');
    await arrange(page, 'notifications.clearAll');
  }
  assert.equal(await dialog.count(), 0);
  const opened = await page.evaluate(() => {
    window.open = window.openBefore;
    return window.opened;
  });
  assert.deepEqual(opened, [href]);
}

export async function comparesTwoRuns({ page }) {
  await start(page);
  await selectRow(page, 'wf_guest_links');
  await waitForPreview(page, 'broken.json');
  await row(page, run).click({ modifiers: ['ControlOrMeta'] });
  await until(
    () => view(page, 'Workflow Runs').locator('.monaco-list-row.selected').count(),
    count => count === 2,
    'two runs to be selected',
  );
  await chooseInMenu(page, run, 'Compare Runs…');
  await waitForReplay(page, run);
  await waitForCompared(page);
  await waitForReplays(page, [run]);
  await arrange(page, 'workbench.action.closeAllEditors');

  // One alone asks for the other.
  await selectRow(page, run);
  await waitForPreview(page, 'wf_team_invites.jsonl');
  const question = page.locator('.quick-input-widget:visible input[placeholder^="Select a run to compare with"]');
  await chooseInMenu(page, run, 'Compare Runs…');
  await question.waitFor();
  await pick(page, 'wf_guest_links', 'guest');
  await waitForCompared(page);
}

export async function writesAnExportWhereTheUserSays({ page, folder }) {
  await start(page);
  await openFromTree(page, run);
  await waitForStep(page, 1, STEPS);
  const file = path.join(folder, 'exported.json');
  await exportTo(page, file);
  await written(file);
  const done = await message(page, 'Exported to exported.json');
  await done.locator('.monaco-button', { hasText: 'Open' }).click();
  await page.locator('.tab.active[data-resource-name="exported.json"]').waitFor();
}

export async function asksBeforeItWritesThroughALink({ page, folder }) {
  const outside = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'agent-envelopes-outside-'));
  try {
    const target = path.join(outside, 'profile');
    const link = path.join(folder, 'planted.json');
    symlinkSync(target, link);
    await start(page);
    await openFromTree(page, run);
    await waitForStep(page, 1, STEPS);
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'Write through the link planted.json?' });
    await exportTo(page, link);
    await overwrite(page);
    await dialog.waitFor();
    await shot(page, 'write-through-link');
    await dialog.locator('.monaco-button', { hasText: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(existsSync(target), false);
    await exportTo(page, link);
    await overwrite(page);
    await dialog.locator('.monaco-button', { hasText: 'Write There' }).click();
    await written(target);
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
}

/** Exports the run in view, and types where to. */
async function exportTo(page, file) {
  const redaction = { paths: false, emails: false, secrets: false, fields: [] };
  await sayAsPage(page, { type: 'save', format: 'json', redaction });
  const input = page.locator('.quick-input-widget:visible input[type=text]');
  // It proposes a name first; what is typed before that is typed over.
  await until(
    () => input.inputValue(),
    proposed => proposed.includes(run),
    'a name for the file',
  );
  await input.fill(file);
  await page.locator('.quick-input-widget:visible .monaco-list-row').first().waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
}

/** Says yes to the editor, which asks by itself about a name that is taken, but tells of no link. */
async function overwrite(page) {
  await page.locator('.quick-input-widget:visible', { hasText: 'already exists' }).waitFor();
  await page.keyboard.press('Enter');
}

async function written(file) {
  await until(
    async () => existsSync(file) && readFileSync(file, 'utf8'),
    text => text !== false && text.includes(run),
    'the export',
  );
}

async function start(page) {
  await takeOverPages(page);
  await awake(page);
  await openRuns(page);
  await waitForRuns(page);
}

async function openFromTree(page, text) {
  await row(page, text).hover();
  await row(page, text).locator('.action-label[aria-label^="Open Replay"]').click();
  await page.locator('.part.editor .tab.active', { hasText: 'Replay: ' }).first().waitFor();
}

/** Waits until a click on a row has opened its file. */
async function waitForPreview(page, name) {
  await page.locator(`.part.editor .tab.active[data-resource-name="${name}"]`).waitFor();
}

async function waitForCompared(page) {
  await replay(page).getByTestId('panel-compare').waitFor();
}

/** All texts that the workbench keeps in the browser. */
function writtenDown(page) {
  return page.evaluate(async () => {
    const done = request =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames)
        texts.push(
          ...(await done(database.transaction(store).objectStore(store).getAll())).map(value => JSON.stringify(value)),
        );
      database.close();
    }
    return texts;
  });
}
