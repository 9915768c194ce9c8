import assert from 'node:assert/strict';
import { awake, runCommand, shot } from './kit.mjs';

export async function opensTheWorkspace({ page }) {
  await page.locator('.part.statusbar [id="status.problems"]').waitFor();
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
}

export async function showsTheLog({ page }) {
  await awake(page);
  await runCommand(page, 'Agent Envelopes: Show Log');
  await page.locator('.part.panel .pane-body.output-view').waitFor();
}

export async function showsOnItsPageWhatItFinds({ page }) {
  await runCommand(page, 'View: Show Extensions');
  await page.locator('.extension-list-item', { hasText: 'Agent Envelopes' }).first().dblclick();
  const content = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await content.locator('pre', { hasText: 'must lie between 0 and 1' }).first().waitFor();
  assert.equal(await content.locator('img').count(), 0);
  await shot(page, 'extension-page');
}
