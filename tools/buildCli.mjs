// node tools/buildCli.mjs [--if-missing]
// Builds the contents of the npm package (`npm pack`): the command line, the language server, and what programs import. Where nothing is
// installed yet, as in CI, it installs only what that needs: a tenth of the development packages.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleAll, bundles } from './build.mjs';
import { Refusal, root, runAsScript, runScript } from './command.mjs';
import { ensurePackages } from './setup.mjs';

/** The packages bundled into these, and those that bundle it. Their dependencies are installed with them. */
export const PACKAGES = [
  ...[
    '@bufbuild/protobuf',
    '@dagrejs/dagre',
    '@lezer/common',
    '@lezer/markdown',
    '@modelcontextprotocol/sdk',
    '@noble/hashes',
    '@preact/signals',
    '@tanstack/virtual-core',
  ],
  ...['@vscode/codicons', 'ajv', 'ajv-formats', 'diff', 'esbuild', 'jsonc-parser', 'jsondiffpatch', 'jsonrepair'],
  ...['preact', 'ret', 'vscode-languageserver', 'vscode-languageserver-types', 'vscode-uri', 'yaml'],
];

async function buildCli() {
  if (process.argv.includes('--if-missing') && existsSync(path.join(root, 'dist', 'cli.js'))) return;
  await ensurePackages(PACKAGES);
  if ((await runScript('tools/generate.mjs', ['--schemas'])) !== 0) {
    throw new Refusal('The build stopped: tools/generate.mjs failed.');
  }
  // Shared files have the same names in an editor build, with other contents.
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  mkdirSync(path.join(root, 'dist'));
  await bundleAll(
    bundles.filter(({ isOfCli }) => isOfCli),
    'production',
  );
}

await runAsScript(import.meta.url, buildCli);
