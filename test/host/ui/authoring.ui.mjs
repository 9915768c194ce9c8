// What an author meets: commands where they can act, repairs that are shown first, and a way back.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  arrange,
  awake,
  gotoLine,
  hoverAt,
  lightBulb,
  openFile,
  runCommand,
  setTheme,
  shot,
  until,
  waitForProblems,
  waitForSquiggle,
  waitUntilRecognised,
} from './kit.mjs';
import { message } from './replayKit.mjs';

export const nightly = [
  infersAProtocolBesideItsSamples,
  insertsAnEnvelopeIntoAnEmptyWindow,
  asksWhatAFileHoldsThatLooksLikeAnEnvelope,
  offersOnlyWhatCanBeDone,
  convertsNoTextThatHasChangedMeanwhile,
  showsTheDocsOfARuleRendered,
  putsTheCursorIntoTheAppendedLine,
  saysThatAFolderIsReadOnly,
  saysThatALargeTextIsNotChecked,
  asksForTheFolderWhereThereAreSeveral,
  insertsAnEnvelopeIntoAnEmptyWindow,
  repairsJsonAfterShowingIt,
  showsALargeRepairFirst,
  infersAProtocolBesideItsSamples,
];

const themes = { light: 'Default Light Modern', contrast: 'Default High Contrast', dark: 'Default Dark Modern' };

const BROKEN = `{
  'id': 'msg_900', 'timestamp': '2026-06-12T14:05:00Z',
  'from': 'vision', 'to': 'conductor', 'intent': 'idea',
  'context': {'project': 'boards', 'domain': 'feature', 'priority': 2, 'workflowId': 'wf_repair'},
  'payload': {'input': 'a', 'output': None, 'confidence': 0.95, 'needsReview': False,}, // done
}
`;

export async function repairsJsonAfterShowingIt({ page, folder }) {
  writeFileSync(path.join(folder, 'broken-python.json'), BROKEN);
  await openFile(page, 'broken-python.json');
  await waitForSquiggle(page, 'error');
  await runCommand(page, 'Agent Envelopes: Repair JSON');
  const repaired = page.locator('.part.editor .monaco-diff-editor .editor.modified .view-line', { hasText: 'null' });
  const apply = page.locator('.part.editor .editor-actions [aria-label^="Apply Repair"]');
  await repaired.waitFor();
  await apply.waitFor();
  for (const [name, theme] of Object.entries(themes)) {
    await setTheme(page, theme);
    await shot(page, `repair-preview-${name}`);
  }
  await arrange(page, 'workbench.action.closeActiveEditor');
  await page.locator('.part.editor .monaco-diff-editor').waitFor({ state: 'hidden' });
  assert.equal(readFileSync(path.join(folder, 'broken-python.json'), 'utf8'), BROKEN);
  // By the light bulb it is shown first, too.
  await (await lightBulb(page, 5, 3, 'Repair JSON')).click();
  await repaired.waitFor();
  await apply.click();
  await page.locator('.part.editor .monaco-diff-editor').waitFor({ state: 'hidden' });
  await waitForProblems(page, { errors: 0 });
  const text = (await page.locator('.editor-instance .view-lines').first().innerText()).replaceAll('\u00a0', ' ');
  assert.match(text, /"output": null/);
  assert.doesNotMatch(text, /'|None|done/);
  await shot(page, 'repair-applied');
  const tabs = page.locator('.part.editor .tab');
  assert.deepEqual(await tabs.evaluateAll(all => all.map(tab => tab.getAttribute('data-resource-name'))), [
    'broken-python.json',
  ]);
}

/** Its edit comes when it is chosen, not with the list of actions. */
export async function showsALargeRepairFirst({ page, folder }) {
  const words = Array.from({ length: 1000 }, () => "'a'").join(', ');
  writeFileSync(path.join(folder, 'broken-large.json'), BROKEN.replace("'input': 'a'", `'input': [${words}]`));
  await openFile(page, 'broken-large.json');
  await waitForSquiggle(page, 'error');
  await (await lightBulb(page, 5, 3, 'Repair JSON')).click();
  await page.locator('.part.editor .editor-actions [aria-label^="Apply Repair"]').click();
  await page.locator('.part.editor .monaco-diff-editor').waitFor({ state: 'hidden' });
  await waitForProblems(page, { errors: 0 });
}

export async function infersAProtocolBesideItsSamples({ page, folder }) {
  const lines = Array.from({ length: 12 }, (_, n) =>
    JSON.stringify({ job_id: `j-${n}`, asked_by: 'ann', goal_text: 'Go on', status: n % 2 ? 'open' : 'done' }),
  );
  writeFileSync(path.join(folder, 'jobs.jsonl'), `${lines.join('\n')}\n`);
  await openFile(page, 'jobs.jsonl');
  await runCommand(page, 'Agent Envelopes: Infer Protocol…');
  const input = page.locator('.quick-input-widget:visible input[type=text]');
  await input.waitFor();
  assert.equal(await input.inputValue(), 'jobs');
  await input.press('Enter');
  const tabs = page.locator('.part.editor .tab');
  await tabs.and(page.locator('[data-resource-name="jobs.agent-protocol.json"]')).waitFor();
  await page.locator('.editor-instance .view-line', { hasText: '"asked_by"' }).nth(12).waitFor();
  await shot(page, 'infer-protocol');
  assert.equal(await tabs.count(), 3);
  assert.equal(await page.locator('.editor-group-container').count(), 2);
  // Checked as a declaration before it is saved, and without a problem.
  await waitForProblems(page, { errors: 0, warnings: 0 });
  assert.equal(existsSync(path.join(folder, 'jobs.agent-protocol.json')), false);
  // Unsaved documents of their own would ask before they are closed.
  for (const left of [2, 1]) {
    await arrange(page, 'workbench.action.revertAndCloseActiveEditor');
    await until(
      () => tabs.count(),
      count => count === left,
      'the document to close',
    );
  }
}

export async function asksWhatAFileHoldsThatLooksLikeAnEnvelope({ page, folder }) {
  writeFileSync(path.join(folder, 'looks.json'), '{ "id": 1, "from": 2, "to": 3, "intent": 4, "handoff": 5 }\n');
  await openFile(page, 'looks.json');
  for (const [name, theme] of Object.entries(themes)) {
    await setTheme(page, theme);
    const status = page.locator('[id$="agentEnvelopes.file"]');
    await status.getByText('Not Recognised').waitFor();
    await status.click();
    await page.locator('.quick-input-widget:visible input[placeholder^="Looks like: Agent message."]').waitFor();
    await shot(page, `status-unrecognised-${name}`);
    await page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'Recognise This File as…' }).click();
    const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
    await rows.first().waitFor();
    assert.match((await rows.first().innerText()).replaceAll('\u00a0', ' '), /^Agent message/);
    await shot(page, `recognise-as-${name}`);
    await page.keyboard.press('Escape');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }
}

export async function insertsAnEnvelopeIntoAnEmptyWindow({ host }) {
  const page = await host.open();
  await contributed(page);
  await runCommand(page, 'Agent Envelopes: Insert Envelope…');
  await page.locator('.quick-input-widget:visible input[type=text]').fill('agent-message/message');
  await page.locator('.quick-input-widget:visible .monaco-list-row').first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: '"intent"' }).first().waitFor();
}

export async function offersOnlyWhatCanBeDone({ page, folder }) {
  writeFileSync(path.join(folder, 'plain.json'), '{ "name": "x" }\n');
  await openFile(page, 'plain.json');
  assert.deepEqual(await offered(page, 'Convert'), []);
  assert.deepEqual(await offered(page, 'Extract'), []);
  assert.equal(await page.locator('.editor-actions [aria-label^="Open Replay"]').count(), 0);
  await openFile(page, 'messages/wf_team_invites.jsonl');
  await waitUntilRecognised(page);
  assert.deepEqual(await offered(page, 'Convert to JSON'), ['Agent Envelopes: Convert to JSON Array']);
}

export async function convertsNoTextThatHasChangedMeanwhile({ page, folder }) {
  const file = path.join(folder, 'return.json');
  const artifacts = [{ path: 'spec.md', operation: 'overwrite', content: '# Spec' }];
  const envelope = { success: true, message: 'Done.', artifacts, state_updates: {}, next_recommendation: 'proceed' };
  const text = `${JSON.stringify(envelope, null, 2)}\n`;
  writeFileSync(file, text);
  await openFile(page, 'return.json');
  await waitUntilRecognised(page);
  await gotoLine(page, 2);
  await runCommand(page, 'Agent Envelopes: Convert Envelope…');
  const choice = page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'an agent output' });
  await choice.waitFor();
  writeFileSync(file, `\n\n${text}`);
  await page.locator('.part.editor .line-numbers').getByText('15', { exact: true }).waitFor();
  await choice.click();
  await message(page, 'return.json has changed meanwhile');
  assert.equal(readFileSync(file, 'utf8'), `\n\n${text}`);
  await waitForProblems(page, { errors: 0 });
}

/** Waits until what the extension brings is there: its icon may be one that the workbench remembers, so the palette is looked into. */
async function contributed(page) {
  await page.locator('.activitybar .action-label[aria-label="Agent Envelopes"]').waitFor({ timeout: 60_000 });
  await until(
    () => offered(page, 'Insert Envelope'),
    entries => entries.length > 0,
    'the commands',
  );
}

/** What the palette offers, of all that has these words. */
async function offered(page, words) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget:visible input[type=text]').fill(`>Agent Envelopes: ${words}`);
  const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
  // The list is there when anything is in it: what matches, or that nothing does.
  const labels = await until(
    () => rows.evaluateAll(all => all.map(row => row.getAttribute('aria-label') ?? '')),
    all => all.length > 0,
    'the palette',
  );
  await page.keyboard.press('Escape');
  return labels.map(label => label.replace(/,.*$/, '')).filter(label => label.startsWith(`Agent Envelopes: ${words}`));
}

export async function showsTheDocsOfARuleRendered({ page }) {
  await openFile(page, 'messages/broken.json');
  await waitForSquiggle(page, 'error');
  await hoverAt(page, 18, 22, 'schema/maximum');
  await page.locator('.monaco-hover:visible a.code-link', { hasText: 'schema/maximum' }).click();
  const docs = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await docs.getByRole('heading', { name: 'schema/maximum' }).waitFor();
  await shot(page, 'rule-docs');
}

export async function putsTheCursorIntoTheAppendedLine({ page }) {
  await openFile(page, 'messages/checkpoint.json');
  await waitUntilRecognised(page);
  await runCommand(page, 'Agent Envelopes: Append to Log…');
  await page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'Append to torn.jsonl' }).click();
  await page.locator('.tab.active[data-resource-name="torn.jsonl"]').waitFor();
  const lines = readFileSync(path.join(import.meta.dirname, '../../sample/messages/torn.jsonl'), 'utf8').split('\n');
  const line = lines.at(-1) === '' ? lines.length : lines.length + 1;
  await page.locator(`[id="status.editor.selection"][aria-label^="Ln ${line}, Col 1"]`).waitFor();
}

export async function saysThatAFolderIsReadOnly({ page, folder }) {
  await openFile(page, 'messages/broken.json');
  await waitForSquiggle(page, 'error');
  const writable = readOnly(path.join(folder, 'specs'));
  try {
    await runCommand(page, 'Agent Envelopes: Create State Registry…');
    const input = page.locator('.quick-input-widget:visible input[type=text]');
    await input.fill('905-locked');
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget:visible', { hasText: '(2/4)' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget:visible', { hasText: '(3/4)' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget:visible', { hasText: '(4/4)' }).waitFor();
    await page.keyboard.press('Enter');
    const said = await message(
      page,
      "Create State Registry failed: specs/905-locked/.workflow/index.md can't be written",
    );
    await shot(page, 'read-only-folder');
    assert.match(await said.innerText(), /permission is denied|read-only/);
  } finally {
    writable();
  }
}

export async function saysThatALargeTextIsNotChecked({ page, folder }) {
  const line = `${JSON.stringify({ from: 'vision', to: 'conductor', payload: { confidence: 0.95 }, text: '-'.repeat(1000) })}\n`;
  writeFileSync(path.join(folder, 'large.jsonl'), line.repeat(Math.ceil((51 * 1024 * 1024) / line.length)));
  await awake(page);
  await page.keyboard.press('ControlOrMeta+P');
  await page.locator('.quick-input-widget:visible input[type=text]').fill('large.jsonl');
  await page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'large.jsonl' }).first().click();
  await page.locator('[id$="agentEnvelopes.large"]', { hasText: 'Text Not Checked' }).waitFor();
  await shot(page, 'large-log');
  await openFile(page, 'messages/broken.json');
  await page.locator('[id$="agentEnvelopes.large"]').waitFor({ state: 'hidden' });
}

export async function asksForTheFolderWhereThereAreSeveral({ host, folder }) {
  const workspace = path.join(folder, 'several.code-workspace');
  writeFileSync(workspace, JSON.stringify({ folders: [{ path: 'messages' }, { path: 'specs' }] }));
  const page = await host.open(workspace);
  await contributed(page);
  await runCommand(page, 'Agent Envelopes: Create State Registry…');
  const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
  await rows.filter({ hasText: 'messages' }).waitFor();
  await rows.filter({ hasText: 'specs' }).waitFor();
  // By the keys: what is told of the row that the pointer rests on may lie above it.
  await page.keyboard.type('specs');
  await rows.filter({ hasText: 'messages' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget:visible', { hasText: 'Create State Registry (1/4)' }).waitFor();
}

/** Makes a folder one that nothing can be written into, for root as well; gives back what makes it as it was. */
function readOnly(folder) {
  chmodSync(folder, 0o555);
  const isRoot = process.getuid?.() === 0;
  // Permissions hold nobody who is root: for that the folder itself is made immutable.
  if (isRoot) execFileSync('chattr', ['+i', folder]);
  return () => {
    if (isRoot) execFileSync('chattr', ['-i', folder]);
    chmodSync(folder, 0o755);
  };
}
