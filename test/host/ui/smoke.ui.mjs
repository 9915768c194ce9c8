import { awake, runCommand } from './kit.mjs';

export async function opensTheWorkspace({ page }) {
  await page.locator('.part.statusbar [id="status.problems"]').waitFor();
  await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
}

export async function showsTheLog({ page }) {
  await awake(page);
  await runCommand(page, 'Agent Envelopes: Show Log');
  await page.locator('.part.panel .pane-body.output-view').waitFor();
}
