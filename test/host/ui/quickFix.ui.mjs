// The light bulb: what is missing is added at once, with the cursor where the first value goes.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lightBulb, openFile, shot, typeText, until, waitForSquiggle } from './kit.mjs';

export const nightly = [addsWhatIsMissingAndPutsTheCursorIntoTheFirst];

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
