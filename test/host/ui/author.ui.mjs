// A person mends an envelope, and inserts one by a command.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  arrange,
  awake,
  gotoLine,
  hoverAt,
  openFile,
  problemsCount,
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
import { message } from './replayKit.mjs';

export const nightly = [insertsByCommandAndSaysWhatAFileHolds, mendsABrokenMessage];

export async function mendsABrokenMessage({ page }) {
  await openFile(page, 'messages/broken.json');
  await waitForSquiggle(page, 'error');
  await waitForProblems(page, { errors: 5, warnings: 2 });
  await arrange(page, 'workbench.actions.view.problems');
  await page.locator('.markers-panel-container .monaco-list-row').first().waitFor();
  await shot(page, 'problems');
  await setTheme(page, 'Default Light Modern');
  await shot(page, 'problems-light');
  await setTheme(page, 'Default High Contrast');
  await shot(page, 'problems-contrast');
  await setTheme(page, 'Default Dark Modern');
  await arrange(page, 'workbench.action.togglePanel');

  await openFile(page, 'messages/broken.json');
  await hoverAt(page, 18, 8, 'How sure');
  await page.keyboard.press('Escape');
  await hoverAt(page, 1, 1, 'vison → conductor');
  await page.keyboard.press('Escape');

  await quickFix(page, 4, 12, 'Change to "vision"');
  await quickFix(page, 23, 8, 'Rename to "instructions"');
  await waitForProblems(page, { errors: 4, warnings: 1 });

  // A value that is not allowed gives way to one that is.
  await replaceValue(page, 27, '"severity": "critical"', '"error"');
  await replaceValue(page, 10, '"priority": 5', '1');
  await replaceValue(page, 18, '"confidence": 1.4', '0.9');
  await replaceValue(page, 3, '"timestamp": "2026-06-12T14:05:00"', '"2026-06-12T14:05:00Z"');

  // What is missing is offered first.
  await gotoLine(page, 19, 52);
  await page.keyboard.press('End');
  await typeText(page, ',\n"');
  const labels = await suggestWidget(page, ['needsReview']);
  assert.equal(labels[0], 'needsReview');
  await shot(page, 'completion');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await waitForProblems(page, { errors: 0, warnings: 0 });
}

export async function insertsByCommandAndSaysWhatAFileHolds({ page, folder }) {
  writeFileSync(path.join(folder, 'fresh.json'), '');
  await awake(page);
  await openFile(page, 'fresh.json');
  await runCommand(page, 'Agent Envelopes: Insert Envelope…');
  await page.locator('.quick-input-widget:visible input[type=text]').fill('toolcall/result');
  await shot(page, 'insert');
  await page.keyboard.press('Enter');
  await until(
    () => lineText(page, 2),
    text => text.includes('call_id'),
    'the envelope',
  );
  await page.keyboard.press('Escape');
  await waitForProblems(page, { errors: 0, warnings: 0 });

  // Told that it is a call, it is checked as one; told that it is none, not at all.
  await arrange(page, 'workbench.action.files.save');
  await associate(page, 'Agent Envelopes: Recognise This File as…', 'toolcall/call');
  await until(
    () => problemsCount(page),
    ({ errors }) => errors > 1,
    'a result to be no call',
  );
  await runCommand(page, 'Agent Envelopes: Mark This File as No Envelope');
  await waitForProblems(page, { errors: 0, warnings: 0 });
  // And there is a way back.
  const said = await message(page, 'fresh.json is no longer checked');
  await said.getByRole('button', { name: 'Undo' }).click();
  await until(
    () => problemsCount(page),
    ({ errors }) => errors > 1,
    'it to be checked again',
  );
}

/** Puts a new value where a property has another: finds it on its line and types over it. */
async function replaceValue(page, line, before, value) {
  await page.keyboard.press('Escape');
  const text = await until(
    () => lineText(page, line),
    one => one.includes(before),
    `${before} on line ${line}`,
  );
  const start = text.indexOf(before) + before.indexOf(':') + 2;
  await gotoLine(page, line, start + 1);
  for (let i = before.indexOf(':') + 2; i < before.length; i++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(value);
  await page.keyboard.press('Escape');
}

async function associate(page, command, kind) {
  await runCommand(page, command);
  await page.locator('.quick-input-widget:visible input[type=text]').fill(kind);
  await page.locator(`.quick-input-widget:visible .monaco-list-row:has-text("${kind}")`).first().waitFor();
  await page.keyboard.press('Enter');
}

/** A line of the active editor as it is drawn; the first shown is counted as its number says. */
async function lineText(page, line) {
  const editor = '.part.editor .editor-group-container.active .monaco-editor';
  return page.locator(editor).evaluate((element, wanted) => {
    const numbers = [...element.querySelectorAll('.margin-view-overlays .line-numbers')];
    const number = numbers.find(one => one.textContent === String(wanted));
    const top = number?.parentElement?.style.top;
    const lines = [...element.querySelectorAll('.view-lines .view-line')];
    const found = lines.find(one => one.style.top === top);
    return (found?.textContent ?? '').replaceAll('\u00a0', ' ');
  }, line);
}
