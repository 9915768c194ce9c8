// A person follows the ids and names of a run through the files, from an editor.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { awake, gotoLine, openFile, runCommand, shot, until } from './kit.mjs';
import { waitForSelected } from './runsKit.mjs';

export const nightly = [
  findsAllMessagesOfAWorkflow,
  findsRunsAndAgentsByName,
  tellsWhoHandsToWhom,
  showsInTheTextWhereOneIs,
  renamesAnAgentInThreeFiles,
];

const log = 'messages/wf_team_invites.jsonl';
const editor = '.part.editor .editor-group-container.active .monaco-editor';

export async function findsAllMessagesOfAWorkflow({ page, folder }) {
  await awake(page);
  await cursorIn({ page, folder }, log, 1, '"wf_team_invites"');
  await page.keyboard.press('Shift+F12');
  const peek = page.locator('.reference-zone-widget');
  const names = () =>
    peek.locator('.monaco-list-row').evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''));
  const found = await until(names, all => all.length > 8, 'the references');
  assert.ok(found.some(name => /^14 symbols in wf_team_invites\.jsonl/.test(name)));
  assert.ok(found.some(name => /^1 symbol in audit\.jsonl/.test(name)));
  // In the order of the run; those further down come into view when one scrolls.
  const lines = found.flatMap(name => / on line (\d+) at column \d+$/.exec(name)?.[1] ?? []).map(Number);
  assert.deepEqual(
    lines,
    Array.from({ length: lines.length }, (_, i) => i + 1),
  );
  await shot(page, 'runs-references');
}

export async function renamesAnAgentInThreeFiles({ page, folder }) {
  const files = [log, 'messages/torn.jsonl', 'docs/handoff-notes.md'];
  const before = files.map(file => textOf(folder, file));
  assert.ok(
    before.every(text => text.includes('"conductor"')),
    'a sample that has it in all three',
  );
  await awake(page);
  await cursorIn({ page, folder }, log, 2, '"conductor"');
  await page.keyboard.press('F2');
  const box = page.locator('.rename-box:visible .rename-input');
  await box.waitFor();
  await box.fill('director');
  await page.keyboard.press('ControlOrMeta+Enter');
  const preview = page.locator('.bulk-edit-panel');
  await preview.locator('.monaco-list-row', { hasText: 'handoff-notes.md' }).first().waitFor();
  await shot(page, 'runs-rename');
  await preview.locator('.monaco-button', { hasText: 'Apply' }).click();
  await until(
    async () => files.map(file => textOf(folder, file)),
    texts => texts.every(text => text.includes('"director"') && !text.includes('"conductor"')),
    'the new name in all three files',
  );
  // Nothing else was touched.
  assert.deepEqual(
    files.map(file => textOf(folder, file)),
    before.map(text => text.replaceAll('"conductor"', '"director"')),
  );
}

export async function findsRunsAndAgentsByName({ page }) {
  await awake(page);
  await openFile(page, 'README.md');
  await page.keyboard.press('ControlOrMeta+T');
  const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
  const names = () => rows.evaluateAll(all => all.map(one => one.getAttribute('aria-label') ?? ''));
  await page.keyboard.type('wf_csv');
  await until(names, ([first]) => first?.includes('wf_csv_import'), 'the run');
  await page.locator('.quick-input-widget:visible input[type=text]').fill('#architect');
  await until(names, all => all.some(name => name.startsWith('architect')), 'the agent');
  await shot(page, 'runs-symbols');
  await page.locator('.quick-input-widget:visible input[type=text]').fill('#Design storage');
  await until(names, ([first]) => first?.startsWith('Design storage and expiry'), 'the step');
  await page.keyboard.press('Enter');
  await page.locator('.tab.active[data-resource-name="wf_team_invites.jsonl"]').waitFor();
  await page.locator('[id="status.editor.selection"][aria-label^="Ln 6, "]').waitFor();
}

export async function tellsWhoHandsToWhom({ page, folder }) {
  await awake(page);
  await cursorIn({ page, folder }, log, 9, '"review"');
  await runCommand(page, 'Calls: Show Call Hierarchy');
  const tree = page.locator('.part.sidebar .monaco-list-row');
  const names = () => tree.allInnerTexts();
  await until(names, all => all.some(name => /build\s*2 handoffs/.test(name)), 'who hands to the review');
  await shot(page, 'runs-calls');
  await page.locator('.part.sidebar .action-label[aria-label*="Show Outgoing Calls"]').first().click();
  await until(names, all => all.some(name => /security\s*1 handoff/.test(name)), 'whom the review hands to');
}

export async function showsInTheTextWhereOneIs({ page }) {
  await awake(page);
  await openFile(page, log);
  const lens = page.locator(`${editor} .codelens-decoration`, { hasText: 'step 1 of 16 in wf_team_invites' });
  await lens.waitFor();
  const lines = page.locator(`${editor} .view-lines`);
  await until(
    () => lines.innerText(),
    text => /\+20\s+s/.test(text) && /\+7\s+min/.test(text),
    'the elapsed times',
  );
  await openFile(page, 'messages/broken.json');
  await page
    .locator(`${editor} .codelens-decoration`, { hasText: 'step 1 of 1 in wf_guest_links · 7 problems' })
    .waitFor();
  await openFile(page, 'tools/results.jsonl');
  await until(
    () => lines.innerText(),
    text => text.includes('load_score'),
    'the tool of a result',
  );
  await shot(page, 'runs-hints');

  // Wherever the cursor is, the lens leads to its own step.
  await openFile(page, log);
  await gotoLine(page, 12);
  await lens.locator('a', { hasText: 'step 1 of 16' }).click();
  await waitForSelected(page, 'vision → conductor');
}

async function cursorIn({ page, folder }, file, line, text) {
  await openFile(page, file);
  const column = textOf(folder, file).split('\n')[line - 1].indexOf(text);
  assert.ok(column >= 0, `${text} on line ${line} of ${file}`);
  await gotoLine(page, line, column + 4);
}

function textOf(folder, file) {
  return readFileSync(path.join(folder, file), 'utf8');
}
