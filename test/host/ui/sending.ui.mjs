// A run is sent to a collector on this machine.
import assert from 'node:assert/strict';
import { answers, traceCollector } from '../../kit/traceCollector.mjs';
import { awake, runCommand, shot, until } from './kit.mjs';
import { message, pick } from './replayKit.mjs';
import { chooseInMenu, openRuns, waitForRuns } from './runsKit.mjs';

// test/lsp/sendRun.test.ts holds what is sent, and that it is shown before.
export const nightly = true;

// The addresses and headers are remembered by a window's extension, not by its workspace.
export const isExclusive = true;

export async function sendsARunAfterAPreview({ page }) {
  const collector = await traceCollector();
  try {
    await awake(page);
    await openRuns(page);
    await waitForRuns(page);
    await chooseInMenu(page, 'wf_team_invites', 'Send Run to…');
    const input = page.locator('.quick-input-widget:visible input[type=text]');
    const rows = page.locator('.quick-input-widget:visible .monaco-list-row');
    await rows.filter({ hasText: 'http://127.0.0.1:4318' }).first().waitFor();
    await input.fill('collector:4318');
    await rows.filter({ hasText: 'begins with http://' }).waitFor();
    await input.fill(collector.address);
    await rows
      .filter({ hasText: `${collector.address}/v1/traces` })
      .first()
      .waitFor();
    await shot(page, 'sending-address');
    await page.keyboard.press('Enter');
    await rows.filter({ hasText: 'Keys and tokens' }).waitFor();
    await shot(page, 'sending-redaction');
    await page.keyboard.press('Enter');
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'Send this run to 127.0.0.1:' });
    await dialog.waitFor();
    assert.match(await dialog.innerText(), /16 spans in 1 batch/);
    await shot(page, 'sending-confirmation');
    assert.equal(collector.requests.length, 0);
    await dialog.locator('.monaco-button', { hasText: 'Preview' }).click();
    await page.locator('.tab.active', { hasText: 'Run.otlp.json' }).waitFor();
    await rows.filter({ hasText: 'Keys and tokens' }).waitFor();
    await shot(page, 'sending-preview');
    await input.press('Enter');
    await dialog.waitFor();
    await dialog.locator('.monaco-button', { hasText: /^Send$/ }).click();
    await message(page, `Sent 16 spans to ${collector.address}/v1/traces.`);
    await shot(page, 'sending-sent');
    assert.deepEqual(
      collector.requests.map(({ method, url }) => `${method} ${url}`),
      ['POST /v1/traces'],
    );
  } finally {
    collector.close();
  }
}

export async function asksForHeadersThatACollectorDemands({ page }) {
  const collector = await traceCollector([answers(401)]);
  try {
    await awake(page);
    // The palette has the command once there are runs.
    await openRuns(page);
    await waitForRuns(page);
    await runCommand(page, 'Agent Envelopes: Send Run to…');
    await pick(page, 'wf_team_invites', 'wf_team_invites');
    await pick(page, `${collector.address}/v1/traces`, collector.address);
    await page.locator('.quick-input-widget:visible', { hasText: 'Keys and tokens' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.locator('.monaco-dialog-box', { hasText: 'Send this run to 127.0.0.1:' });
    await dialog.locator('.monaco-button', { hasText: /^Send$/ }).click();
    const failed = await message(page, 'answered 401; no span arrived');
    await failed.locator('.monaco-button', { hasText: 'Set Headers…' }).click();
    const secret = page.locator('.quick-input-widget:visible input[type=password]');
    await secret.fill('x-key=one%20two');
    await shot(page, 'sending-headers');
    await secret.press('Enter');
    await until(
      async () => collector.requests.map(({ headers }) => headers['x-key']),
      keys => keys.length === 2 && keys[1] === 'one two',
      'a request with the header',
    );
    await message(page, `Sent 16 spans to ${collector.address}`);
  } finally {
    collector.close();
  }
}
