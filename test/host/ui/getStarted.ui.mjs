import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { openFile, servers, setTheme, shot, waitForNoSquiggle, waitForSquiggle } from './kit.mjs';

// Each opens windows without the sample, and counts the servers of this machine's user that are below this process.
export const isExclusive = true;
export const freshWindows = true;

export const nightly = [startsNoServerBeforeThereIsSomethingToCheck];

const input = '.quick-input-widget:visible input[type=text]';

export async function leadsFromAnEmptyWindowToAReplayedRunByKeyboard({ host }) {
  const page = await host.open();
  const start = Date.now();
  let keys = 0;
  const press = async key => {
    keys++;
    await page.keyboard.press(key);
  };
  const pressUntil = async (key, isThere) => {
    for (let times = 0; times < 12 && !(await isThere()); times++) await press(key);
    assert.ok(await isThere());
  };
  const stepButton = async title => {
    const button = page.locator('.getting-started-step.expanded .monaco-button', { hasText: title });
    await button.waitFor();
    await pressUntil('Tab', () => button.evaluate(one => one === document.activeElement));
    await press('Enter');
  };

  await press('F1');
  await page.locator(input).fill('>Welcome: Open Walkthrough');
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Open Walkthrough' }).first().waitFor();
  await press('Enter');
  await page.locator(`${input}[placeholder*="walkthrough"]`).waitFor();
  await page.keyboard.type('Get Started with Agent');
  await page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Agent Envelopes' }).first().waitFor();
  await press('Enter');
  await page.locator('.getting-started-step.expanded', { hasText: 'Open the Sample' }).waitFor();
  assert.equal(servers().length, 0, 'a walkthrough needs no server');

  // The sample is opened in this window, where the walkthrough goes on.
  await stepButton('Open Sample…');
  await page.locator('.quick-input-widget .monaco-list-row.focused', { hasText: 'Temporary Folder' }).waitFor();
  await press('Enter');
  await page.locator('.explorer-folders-view').getByText('messages', { exact: true }).waitFor();
  await page.locator('.getting-started-step.expanded', { hasText: 'Break an Envelope' }).waitFor();
  const sampleOpened = seconds(start);

  await stepButton('Break an Envelope');
  await page.locator('.tab.active[data-resource-name="checkpoint.json"]').waitFor();
  await waitForSquiggle(page, 'error');
  await press('F8');
  await page.locator('.marker-widget', { hasText: 'usre' }).waitFor();
  await shot(page, 'walkthrough-broken');
  await press('Control+.');
  await page.locator('.action-widget .monaco-list-row', { hasText: '"user"' }).first().waitFor();
  await press('Enter');
  await waitForNoSquiggle(page);
  const fixed = seconds(start);

  await press('Control+PageUp');
  await page.locator('.gettingStartedContainer:visible').waitFor();
  const replay = page.locator('.getting-started-step', { hasText: 'Replay a Run' });
  await pressUntil('Tab', () => replay.evaluate(one => one === document.activeElement));
  if (!(await replay.evaluate(one => one.classList.contains('expanded')))) await press('Enter');
  await stepButton('Replay a Run');
  await page.locator('.tab.active', { hasText: 'wf_team_invites' }).waitFor();
  const frame = page.frameLocator('iframe.webview').frameLocator('#active-frame');
  await frame.locator('#replay canvas').first().waitFor();
  const replayed = seconds(start);
  console.log(`  ${keys} keys; the sample ${sampleOpened} s, fixed ${fixed} s, a replayed run ${replayed} s`);

  await shot(page, 'walkthrough-replayed');
  await page.locator('.tab', { hasText: 'Welcome' }).click();
  await page.locator('.gettingStartedContainer:visible').waitFor();
  const isDone = title =>
    page.locator('.getting-started-step', { hasText: title }).locator('.codicon-getting-started-step-checked');
  for (const title of ['Open the Sample', 'Break an Envelope', 'Replay a Run']) await isDone(title).waitFor();
  await page.close();
}

export async function startsNoServerBeforeThereIsSomethingToCheck({ page, folder }) {
  writeFileSync(
    path.join(folder, 'package.json'),
    '{ "name": "shop", "version": "1.0.0", "scripts": { "test": "vitest" } }\n',
  );
  writeFileSync(path.join(folder, 'README.md'), '# Shop\n\n```sh\nnpm start\n```\n');
  await openFile(page, 'package.json');
  await openFile(page, 'README.md');
  // Long enough for a server that was wanted to be there.
  await page.waitForTimeout(5000);
  assert.deepEqual(servers(), []);
  assert.equal(await page.locator('.notification-list-item').count(), 0);

  writeFileSync(
    path.join(folder, 'plain.json'),
    '{ "from": "build", "to": "fix", "intent": "bug", "payload": { "confidence": 1.4 } }\n',
  );
  await openFile(page, 'plain.json');
  await waitForSquiggle(page, 'error');
  assert.equal(servers().length, 1);
  const status = page.locator('[id$="agentEnvelopes.file"]');
  await status.getByText('Agent message').waitFor();
  for (const [name, theme] of Object.entries(THEMES)) {
    await setTheme(page, theme);
    await status.click();
    await page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'Explain' }).waitFor();
    await shot(page, `status-recognised-${name}`);
    await page.keyboard.press('Escape');
  }
  await status.click();
  await page.locator('.quick-input-widget:visible .monaco-list-row', { hasText: 'Explain' }).click();
  await page.locator('.monaco-dialog-box', { hasText: 'Its properties tell so: ' }).waitFor();
  await page.keyboard.press('Escape');
}

export const startsEmpty = true;

const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern', contrast: 'Default High Contrast' };

function seconds(start) {
  return ((Date.now() - start) / 1000).toFixed(1);
}
