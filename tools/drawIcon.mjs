// node tools/drawIcon.mjs
// Draws docs/images/icon.svg into icon.png, which galleries take as a PNG only.
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
