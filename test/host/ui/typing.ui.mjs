// Suggestions come as a person types, without being asked for.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { awake, gotoLine, openFile, typeText, until } from './kit.mjs';

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
