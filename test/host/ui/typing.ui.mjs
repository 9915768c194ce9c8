// Suggestions come as a person types, where something is to be said, and nowhere else.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { awake, gotoLine, openFile, typeText, until } from './kit.mjs';

export const nightly = [suggestsInACellWithoutBeingAsked, leavesProseAlone];

const rows = '.suggest-widget.visible .monaco-list-row .label-name';

export async function suggestsInABlockWithoutBeingAsked({ page, folder }) {
  const block = '{\n  "from": "vision",\n  "to": "conductor",\n  "payload": { "confidence": 0.9 },\n  \n}';
  writeFileSync(path.join(folder, 'new.md'), `# Notes\n\n\`\`\`json\n${block}\n\`\`\`\n`);
  await awake(page);
  await openFile(page, 'new.md');
  await gotoLine(page, 8, 3);
  await typeText(page, '"int');
  await until(
    () => page.locator(rows).allInnerTexts(),
    shown => shown.includes('intent'),
    'the property intent',
  );
}

export async function suggestsInACellWithoutBeingAsked({ page, folder }) {
  const table = '| Workflow | Status |\n|----------|--------|\n| specify ';
  writeFileSync(path.join(folder, 'new.md'), `# Feature Index: x\n\n## Metadata\n\n## Workflow Status\n\n${table}`);
  await awake(page);
  await openFile(page, 'new.md');
  await gotoLine(page, 9, 11);
  await typeText(page, '| in');
  await until(
    () => page.locator(rows).allInnerTexts(),
    shown => shown.includes('in_progress'),
    'the status in_progress',
  );
}

export async function leavesProseAlone({ page, folder }) {
  writeFileSync(path.join(folder, 'new.md'), '# Feature Index: x\n\n## Metadata\n\n## Workflow Status\n\n');
  await awake(page);
  await openFile(page, 'new.md');
  await gotoLine(page, 7, 1);
  await typeText(page, 'The heading of a section: bold words, envelope by envelope ');
  // Whatever would be suggested is there by the time that the editor has taken the next word.
  await typeText(page, 'code');
  await page.locator('.view-line', { hasText: 'envelope code' }).first().waitFor();
  await until(
    () => page.locator(rows).count(),
    count => count === 0,
    'no suggestions',
  );
}
