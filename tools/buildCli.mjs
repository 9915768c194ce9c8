// node tools/buildCli.mjs [--if-missing]
// Builds what `npm pack` takes: the command line, and what it needs beside itself. Where nothing is installed yet, as in CI,
// it installs no more than that takes: a tenth of what development does.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleAll, bundles } from './build.mjs';
import { Refusal, root, runAsScript, runScript } from './command.mjs';
import { ensurePackages } from './setup.mjs';

/** The packages that are bundled into the command line, and those that bundle it. They bring what they need themselves. */
export const PACKAGES = [
  ...['@dagrejs/dagre', '@lezer/common', '@lezer/markdown', '@preact/signals', '@tanstack/virtual-core'],
  ...['@vscode/codicons', 'ajv', 'ajv-formats', 'diff', 'esbuild', 'jsonc-parser', 'jsondiffpatch'],
  ...['preact', 'ret', 'vscode-uri'],
];

async function buildCli() {
  if (process.argv.includes('--if-missing') && existsSync(path.join(root, 'dist', 'cli.js'))) return;
  await ensurePackages(PACKAGES);
  if ((await runScript('tools/generate.mjs', ['--schemas'])) !== 0) {
    throw new Refusal('The build stopped: tools/generate.mjs failed.');
  }
  // Files that bundles share go by the same names where they are built for an editor, and hold something else.
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  mkdirSync(path.join(root, 'dist'));
  await bundleAll(
    bundles.filter(({ isOfCli }) => isOfCli),
    'production',
  );
}

await runAsScript(import.meta.url, buildCli);
