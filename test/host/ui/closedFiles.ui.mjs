// Problems of files that are not open stand in the list of problems; each leads to its place, and goes when its file is mended.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { arrange, awake, problemsCount, shot, until } from './kit.mjs';

// test/lsp/closedFiles.test.ts holds what is told of them.
export const nightly = true;

export const settings = { 'agentEnvelopes.checkClosedFiles': true };

export const freshWindows = [checksAFolderInWhichNothingWasOpened];

const WRONG = '{"call_id": "t_4k7m2p9x1c", "ok": true, "result": null, "error": null, "latency_ms": "4"}\n';

export async function checksAFolderInWhichNothingWasOpened({ page }) {
  await until(
    () => problemsCount(page),
    ({ errors }) => errors > 10,
    'the problems of the sample, of which no file was opened',
  );
}

export async function showsProblemsOfFilesThatAreNotOpen({ page, folder }) {
  const file = path.join(folder, 'late', 'late-results.jsonl');
  await awake(page);
  await until(
    () => problemsCount(page),
    ({ errors }) => errors > 10,
    'the problems of the sample',
  );
  const before = await problemsCount(page);
  mkdirSync(path.dirname(file));
  writeFileSync(file, WRONG);
  await until(
    () => problemsCount(page),
    ({ errors }) => errors === before.errors + 1,
    'the problem of a new file',
  );
  await arrange(page, 'workbench.actions.view.problems');
  const filter = page.locator('.markers-panel-filter-container input, .panel .viewpane-filter input').first();
  await filter.fill('late-results');
  const rows = page.locator('.markers-panel .monaco-list-row');
  await rows.filter({ hasText: 'late-results.jsonl' }).first().waitFor();
  await shot(page, 'closed-files');
  await rows.filter({ hasText: '"latency_ms" is' }).first().dblclick();
  await page.locator('.tab.active', { hasText: 'late-results.jsonl' }).waitFor();
  await page.locator('.monaco-editor .squiggly-error').first().waitFor({ state: 'attached' });
  // Open it is told of once, not twice.
  await until(
    () => problemsCount(page),
    ({ errors }) => errors === before.errors + 1,
    'one problem of the open file',
  );
  writeFileSync(file, WRONG.replace('"4"', '4'));
  await until(
    () => problemsCount(page),
    ({ errors }) => errors === before.errors,
    'the problem to go',
  );
  await filter.fill('');
}
