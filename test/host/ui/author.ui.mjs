// A person writes and mends envelopes: in JSON, in a line of a log, in a block of a Markdown file.
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

export const nightly = [
  insertsAndMendsABlockOfADocument,
  insertsByCommandAndSaysWhatAFileHolds,
  saysByItsSchemaWhatAFileHolds,
  insertsAndMendsALineOfALog,
  mendsABrokenMessage,
  opensTheDocsOfARule,
];

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

export async function insertsAndMendsALineOfALog({ page, folder }) {
  writeFileSync(path.join(folder, 'new.jsonl'), '\n');
  await awake(page);
  await openFile(page, 'new.jsonl');
  await insertMessage(page);
  const line = await lineText(page, 1);
  assert.match(line, /"from": "security"/);
  await hoverAt(page, 1, 1, 'security → conductor');
  await page.keyboard.press('Escape');
  await replaceValue(page, 1, '"priority": 1', '7');
  await waitForSquiggle(page, 'error');
  // A line of a log is longer than any window: the picture shows it whole.
  await arrange(page, 'editor.action.toggleWordWrap');
  await waitForSquiggle(page, 'error');
  await shot(page, 'log');
  await arrange(page, 'editor.action.toggleWordWrap');
  await replaceValue(page, 1, '"priority": 7', '2');
  await waitForProblems(page, { errors: 0, warnings: 0 });
}

export async function insertsAndMendsABlockOfADocument({ page, folder }) {
  writeFileSync(path.join(folder, 'new.md'), '# Notes\n\n> ```json\n> \n> ```\n');
  await awake(page);
  await openFile(page, 'new.md');
  await gotoLine(page, 4, 3);
  await insertMessage(page);
  await hoverAt(page, 4, 3, 'security → conductor');
  await page.keyboard.press('Escape');
  await replaceValue(page, 13, '"priority": 1', '7');
  await waitForSquiggle(page, 'error');
  await shot(page, 'document');
  await replaceValue(page, 13, '"priority": 7', '2');
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
  await runCommand(page, 'Agent Envelopes: Not an Envelope');
  await waitForProblems(page, { errors: 0, warnings: 0 });
}

export async function opensTheDocsOfARule({ page }) {
  await openFile(page, 'messages/broken.json');
  await waitForSquiggle(page, 'error');
  await arrange(page, 'workbench.actions.view.problems');
  await page.locator('.markers-panel-container .monaco-list-row a:has-text("agent-message/unknown-agent")').click();
  await page.locator('.tab.active:has-text("unknown-agent.md")').waitFor();
  await shot(page, 'docs');
}

async function insertMessage(page) {
  await suggestWidget(page);
  await typeText(page, 'envelope-message');
  await page.locator('.suggest-widget.visible .monaco-list-row.focused:has-text("envelope-message")').waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.suggest-widget.visible .monaco-list-row.focused').waitFor({ state: 'hidden' });
  await page.keyboard.press('Escape');
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

export async function saysByItsSchemaWhatAFileHolds({ page, folder }) {
  writeFileSync(path.join(folder, 'named.json'), '{\n  \n}\n');
  await awake(page);
  await openFile(page, 'named.json');
  await gotoLine(page, 2, 3);
  await typeText(page, '"$sch');
  await suggestWidget(page, ['$schema']);
  await page.keyboard.press('Enter');
  // The list of schemas opens by itself.
  await page
    .locator('.suggest-widget.visible .monaco-list-row', { hasText: 'agent-message/message' })
    .first()
    .waitFor();
  await typeText(page, 'agent-message/mess');
  await until(
    () => suggestWidget(page),
    ([first]) => first === 'agent-message/message',
    'the schema to be offered first',
  );
  await page.keyboard.press('Enter');
  await until(
    () => lineText(page, 2),
    text => text.trim() === '"$schema": "agent-envelopes:/agent-message/message.schema.json"',
    'the id of the schema',
  );
}
