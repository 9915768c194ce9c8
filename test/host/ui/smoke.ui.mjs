import assert from 'node:assert/strict';
import http from 'node:http';
import { arrange, awake, runCommand, shot } from './kit.mjs';

export const nightly = [showsTheLog, showsOnItsPageWhatItFinds];

export async function opensTheWorkspace({ page }) {
  await page.locator('.part.statusbar [id="status.problems"]').waitFor();
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
}

export async function showsTheLog({ page }) {
  await awake(page);
  await runCommand(page, 'Agent Envelopes: Show Extension Log');
  await page.locator('.part.panel .pane-body.output-view').waitFor();
}

export async function showsOnItsPageWhatItFinds({ page }) {
  await arrange(page, 'workbench.view.extensions');
  await page.locator('.extension-list-item', { hasText: 'Agent Envelopes' }).first().dblclick();
  const content = page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  await content.locator('pre', { hasText: 'must lie between 0 and 1' }).first().waitFor();
  assert.equal(await content.locator('img').count(), 0);
  await shot(page, 'extension-page');
}

export async function isClosedToWhoHasNotItsAddress({ page }) {
  const { port, search } = new URL(page.url());
  assert.doesNotMatch(search, /key=/);
  const visits = [{}, { headers: { host: `evil.example:${port}` } }, { path: '/healthz' }, { path: '/?key=x' }];
  for (const visit of visits) assert.deepEqual(await answerTo({ port, ...visit }), { status: 403, body: '' });
}

function answerTo(visit) {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', agent: false, ...visit }, async response => {
      const body = (await response.toArray()).join('');
      resolve({ status: response.statusCode, body });
    });
    request.once('error', reject);
  });
}
