// The extension runs in the browser, as on a page without a server behind it: the setting puts it into the web extension host.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { lightBulb, openFile, runCommand, servers, setTheme, shot, waitForSquiggle } from './kit.mjs';
import { stepOn, waitForStep } from './replayKit.mjs';
import { chooseInMenu, expand, openRuns, RUNS, rows, waitForRuns } from './runsKit.mjs';

export const settings = { 'remote.extensionKind': { 'agent-envelopes.agent-envelopes': ['web'] } };
// A window reads this setting as it opens.
export const freshWindows = true;
// The usual run has the same server in a browser's worker, and the page over it: test/page/browserServer.page.mjs.
export const nightly = true;

export async function fixesListsReplaysAndSearchesInTheBrowser({ page }) {
  // A broken envelope, and its fix.
  await openFile(page, 'drafts/next-message.json');
  await waitForSquiggle(page, 'error');
  assert.deepEqual(servers(), []);
  const action = await lightBulb(page, 1, 1, 'Add both missing properties');
  await shot(page, 'browser-fix');
  await action.click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+S');

  // The tree.
  await openRuns(page);
  await waitForRuns(page);
  assert.equal((await rows(page)).length, RUNS);
  await expand(page, 'wf_team_invites');
  await shot(page, 'browser-tree');

  // A replay.
  await chooseInMenu(page, 'wf_team_invites', 'Open Replay');
  await waitForStep(page, 1, 16);
  await stepOn(page, 2);
  await waitForStep(page, 3, 16);
  await shot(page, 'browser-replay');
  await setTheme(page, 'Default Light Modern');
  await shot(page, 'browser-replay-light');

  // An export, which the page downloads.
  const replay = page.frameLocator('iframe.webview').frameLocator('#active-frame');
  await page.keyboard.press('x');
  const [download] = await Promise.all([page.waitForEvent('download'), replay.getByTestId('save').click()]);
  assert.equal(download.suggestedFilename(), 'wf_team_invites.replay.html');
  assert.match(readFileSync(await download.path(), 'utf8'), /^<!doctype html>[\s\S]*Let teams invite people/);

  // A search.
  await runCommand(page, 'Agent Envelopes: Search in Runs…');
  await page.locator('.quick-input-widget:visible .quick-input-title', { hasText: 'Search in Runs' }).waitFor();
  await page.keyboard.type('stored in the clear');
  const found = page.locator('.quick-input-widget:visible .monaco-list-row');
  const match = found.filter({ hasText: 'The token is stored in the clear' }).first();
  await match.waitFor();
  await shot(page, 'browser-search');
  await match.click();
  // At the step whose words these are.
  await waitForStep(page, 9, 16);

  // What needs Node is not offered.
  await page.keyboard.press('F1');
  await page.keyboard.type('Agent Envelopes: ');
  await found.filter({ hasText: 'Open Replay' }).waitFor();
  const offered = await found.evaluateAll(all => all.map(one => one.getAttribute('aria-label')));
  assert.ok(offered.length > 3, offered.join());
  assert.deepEqual(
    offered.filter(name => /Receiving|Session|Add Source|Sample/.test(name)),
    [],
  );
}
