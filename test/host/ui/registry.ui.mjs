import {
  arrange,
  gotoLine,
  hoverAt,
  openFile,
  quickFix,
  setTheme,
  shot,
  suggestWidget,
  typeText,
  waitForProblems,
  waitForSquiggle,
} from './kit.mjs';

export const nightly = [mendsARegistry];

const broken = 'specs/005-team-invites/.workflow/broken-index.md';

export async function mendsARegistry({ page }) {
  await openFile(page, broken);
  await waitForSquiggle(page, 'warning');
  await waitForProblems(page, { errors: 1, warnings: 12 });
  await arrange(page, 'workbench.actions.view.problems');
  await page.locator('.markers-panel-container .monaco-list-row').nth(3).waitFor();
  await shot(page, 'registry');
  await setTheme(page, 'Default Light Modern');
  await shot(page, 'registry-light');
  await setTheme(page, 'Default Dark Modern');
  await arrange(page, 'workbench.action.togglePanel');

  await openFile(page, broken);
  await quickFix(page, 24, 15, 'Change to "completed"');
  await waitForProblems(page, { warnings: 11 });

  // A status is completed with the words of its column.
  await gotoLine(page, 41, 4);
  for (let i = 0; i < 'High'.length - 1; i++) await page.keyboard.press('Delete');
  await page.keyboard.press('Backspace');
  await suggestWidget(page, ['Critical', 'Important', 'Minor']);
  await shot(page, 'registry-completion');
  await typeText(page, 'Min');
  await page.keyboard.press('Enter');
  await waitForProblems(page, { warnings: 10 });
  await hoverAt(page, 37, 45, 'FR Reference');
  await page.keyboard.press('Escape');
}
