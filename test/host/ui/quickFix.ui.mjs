// The light bulb: what is missing is added at once, with the cursor where the first value goes; and a save mends what is certain.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  awake,
  gotoLine,
  lightBulb,
  openFile,
  quickFix,
  shot,
  typeText,
  until,
  waitForProblems,
  waitForSquiggle,
} from './kit.mjs';

export const nightly = [addsIntoABlockOfAList, mendsWhatIsCertainOnSave, addsWhatIsMissingAndPutsTheCursorIntoTheFirst];

export const settings = {
  'editor.codeActionsOnSave': { 'source.fixAll.agentEnvelopes': 'explicit' },
};

export async function addsWhatIsMissingAndPutsTheCursorIntoTheFirst({ page, folder }) {
  await openFile(page, 'drafts/next-message.json');
  await waitForSquiggle(page, 'error');
  const action = await lightBulb(page, 1, 1, 'Add both missing properties');
  await shot(page, 'lightbulb');
  await action.click();
  // The time is selected, then the project: what is typed takes its place.
  await until(
    () => page.locator('[id="status.editor.selection"]').getAttribute('aria-label'),
    label => /^Ln 3, Col \d+ \(\d+ selected\)/.test(label ?? ''),
    'the time to be selected',
  );
  await shot(page, 'added');
  await typeText(page, '2026-06-12T14:05:00Z');
  await page.keyboard.press('Tab');
  await typeText(page, 'invites');
  await page.keyboard.press('Tab');
  await typeText(page, 'product');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+S');
  const saved = () => readFileSync(path.join(folder, 'drafts/next-message.json'), 'utf8');
  const text = await until(saved, now => now.includes('product'), 'the file to be saved');
  assert.deepEqual(JSON.parse(text).context, { project: 'invites', domain: 'product', priority: 1 });
  assert.match(text, /^\{\n {2}"id": "msg_041",\n {2}"timestamp": "2026-06-12T14:05:00Z",\n {2}"from"/);
  assert.match(
    text,
    /\n {2}"context": \{\n {4}"project": "invites",\n {4}"domain": "product",\n {4}"priority": 1\n {2}\},\n {2}"payload"/,
  );
}

export async function addsIntoABlockOfAList({ page, folder }) {
  const json =
    '{\n  "id": "msg_041",\n  "from": "document",\n  "to": "conductor",\n  "intent": "task",\n  "payload": {\n    "confidence": 0.9\n  }\n}';
  const block = `- An item\n\n  > \`\`\`json\n${json.replace(/^/gm, '  > ')}\n  > \`\`\`\n`;
  writeFileSync(path.join(folder, 'new.md'), block);
  await awake(page);
  await openFile(page, 'new.md');
  await waitForSquiggle(page, 'error');
  await quickFix(page, 9, 9, 'Add all 3 missing properties');
  await page.locator('.view-line', { hasText: 'needsReview' }).first().waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+S');
  const saved = () => readFileSync(path.join(folder, 'new.md'), 'utf8');
  const text = await until(saved, now => now.includes('needsReview'), 'the file to be saved');
  assert.match(
    text,
    /\n {2}> {5}"input": .*,\n {2}> {5}"output": .*,\n {2}> {5}"confidence": 0.9,\n {2}> {5}"needsReview": .*\n {2}> {3}\}\n/,
  );
}

export async function mendsWhatIsCertainOnSave({ page, folder }) {
  const file = path.join(folder, 'new.json');
  const output =
    '{"success": true, "summary": "s", "artifacts": [], "next_recommendation": "proceed", "notes": null, "$schema": "agent-envelopes:/agent-protocol/output.schema.json"}\n';
  writeFileSync(file, output);
  await awake(page);
  await openFile(page, 'new.json');
  await waitForSquiggle(page, 'error');
  await gotoLine(page, 1, 1);
  await page.keyboard.press('End');
  await typeText(page, ' ');
  await page.keyboard.press('ControlOrMeta+S');
  await until(
    () => readFileSync(file, 'utf8'),
    now => !now.includes('null') && now.includes(' "recommendation"'),
    'the fixes to be in the file',
  );
  await waitForProblems(page, { errors: 0, warnings: 0 });
}
