// node tools/drawIcon.mjs
// Converts the extension's icon from docs/images/icon.svg to icon.png, since extension galleries accept only PNG.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { root, runAsScript } from './command.mjs';
import { ensureChromium } from './setup.mjs';

const SIZE = 128;

await runAsScript(import.meta.url, async () => {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  const svg = readFileSync(path.join(root, 'docs', 'images', 'icon.svg'), 'utf8');
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
  writeFileSync(path.join(root, 'icon.png'), await page.screenshot({ omitBackground: true }));
  await browser.close();
});
