import assert from 'node:assert/strict';
import { arrange, openFile, runCommand, servers, setTheme, shot, until, waitForSquiggle } from './kit.mjs';
import { message } from './replayKit.mjs';
import { openRuns, rows } from './runsKit.mjs';

// What ends and what is offered then is held by test/client/superviseServer.test.ts and test/hostile/memory.test.ts.
export const nightly = true;
// Ends the servers of all windows.
export const isExclusive = true;
export const freshWindows = true;

const STATUS = '[id$="agentEnvelopes.server"]';

export async function saysThatTheServerHasStoppedAndOffersToRestartIt({ page }) {
  await openFile(page, 'messages/broken.json');
  await waitForSquiggle(page, 'error');
  await openRuns(page);
  await killUntilItStops(page);

  const stopped = await message(page, 'The Agent Envelopes server has stopped');
  await stopped.getByRole('button', { name: 'Restart Server' }).waitFor();
  assert.equal(await page.locator('.notification-list-item').count(), 1);
  await page.locator('.pane-body .welcome-view', { hasText: 'server has stopped' }).first().waitFor();
  for (const [name, theme] of Object.entries(THEMES)) {
    await setTheme(page, theme);
    await shot(page, `dead-server-${name}`);
  }
  await stopped.getByRole('button', { name: 'Show Extension Log' }).click();
  await page.locator('.part.panel .pane-body.output-view').waitFor();
  await arrange(page, 'workbench.action.togglePanel');
  await arrange(page, 'notifications.clearAll');

  await runCommand(page, 'Agent Envelopes: Insert Envelope…');
  const needed = await message(page, 'Insert Envelope needs the Agent Envelopes server, which has stopped.');
  await needed.getByRole('button', { name: 'Restart Server' }).click();
  await waitForSquiggle(page, 'error');
  await page.locator(STATUS).waitFor({ state: 'hidden' });
  await runCommand(page, 'Agent Envelopes: Insert Envelope…');
  await page.locator('.quick-input-widget:visible .monaco-list-row').first().waitFor();
  await page.keyboard.press('Escape');
  await until(
    () => rows(page),
    shown => shown.length > 0,
    'the runs',
  );
}

const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern', contrast: 'Default High Contrast' };

/** Ends each server as soon as it is there, as a crash would. */
async function killUntilItStops(page) {
  await until(
    async () => {
      for (const pid of servers()) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It ended by itself.
        }
      }
      return page.locator(STATUS).count();
    },
    count => count > 0,
    'the status of a server that has stopped',
  );
}
