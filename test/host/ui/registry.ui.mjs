// A person reads and mends a state registry.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  arrange,
  awake,
  gotoLine,
  hoverAt,
  openFile,
  quickFix,
  runCommand,
  setTheme,
  shot,
  suggestWidget,
  typeText,
  until,
  waitForProblems,
  waitForSquiggle,
} from './kit.mjs';

export const nightly = [followsAGapToItsQuestion, makesANewRegistryAndAddsASection, mendsARegistry];

const broken = 'specs/005-team-invites/.workflow/broken-index.md';
const editor = '.part.editor .editor-group-container.active .monaco-editor';

export async function mendsARegistry({ page }) {
  await openFile(page, broken);
  await waitForSquiggle(page, 'warning');
  await waitForProblems(page, { errors: 1, warnings: 12 });
  await arrange(page, 'workbench.actions.view.problems');
  await page.locator('.markers-panel-container .monaco-list-row').nth(3).waitFor();
  await shot(page, 'registry');
  await setTheme(page, 'Default Light Modern');
  await shot(page, 'registry-light');
  await setTheme(page, 'Default Dark Modern');
  await arrange(page, 'workbench.action.togglePanel');

  await openFile(page, broken);
  await quickFix(page, 24, 15, 'Change to "completed"');
  await waitForProblems(page, { warnings: 11 });

  // A status is completed with the words of its column.
  await gotoLine(page, 41, 4);
  for (let i = 0; i < 'High'.length - 1; i++) await page.keyboard.press('Delete');
  await page.keyboard.press('Backspace');
  await suggestWidget(page, ['Critical', 'Important', 'Minor']);
  await shot(page, 'registry-completion');
  await typeText(page, 'Min');
  await page.keyboard.press('Enter');
  await waitForProblems(page, { warnings: 10 });
  await hoverAt(page, 37, 45, 'FR Reference');
  await page.keyboard.press('Escape');
}

export async function followsAGapToItsQuestion({ page }) {
  await awake(page);
  await openFile(page, 'specs/005-team-invites/.workflow/index.md');
  // The gap's own row is its definition; asked for it there, the editor shows who speaks of it.
  await gotoLine(page, 46, 15);
  await runCommand(page, 'Go to References');
  const references = page.locator('.reference-zone-widget .monaco-list-row');
  await until(
    () => references.allInnerTexts(),
    rows => rows.some(row => row.includes('C2.1')),
    'the question C2.1',
  );
  await shot(page, 'registry-references');
  await page.keyboard.press('Escape');
  await gotoLine(page, 40, 38);
  await runCommand(page, 'Go to Definition');
  await page.locator('[id="status.editor.selection"][aria-label^="Ln 57, "]').waitFor();
}

export async function makesANewRegistryAndAddsASection({ page, folder }) {
  await awake(page);
  await runCommand(page, 'Agent Envelopes: New State Registry…');
  const input = page.locator('.quick-input-widget:visible input[type=text]');
  await input.fill('006-reminders');
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget:visible:has-text("Branch")').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget:visible .monaco-list-row:has-text("specify")').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.quick-input-widget:visible .monaco-list-row:has-text("validation-loops")').click();
  await page.locator('.quick-input-widget:visible .monaco-button:has-text("OK")').click();
  await page.locator('.tab.active[data-resource-name="index.md"]').waitFor();
  const file = path.join(folder, 'specs/006-reminders/.workflow/index.md');
  assert.ok(existsSync(file));
  assert.match(readFileSync(file, 'utf8'), /## Gap Priority Queue/);

  await page.locator(`${editor}.focused`).waitFor();
  // Not from the palette, which asks when it opens whether the new file is known to be a registry.
  const added = arrange(page, 'agentEnvelopes.addSection');
  await input.fill('Priority Loop State');
  await page.locator('.quick-input-widget:visible .monaco-list-row:has-text("Priority Loop State")').waitFor();
  await page.keyboard.press('Enter');
  await added;
  await arrange(page, 'workbench.action.files.save');
  await until(
    async () => readFileSync(file, 'utf8'),
    text => /## Priority Loop State/.test(text),
    'the section',
  );
}
