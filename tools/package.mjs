// node tools/package.mjs
// Builds for production and packs agent-envelopes.vsix. What goes into it is listed in .vscodeignore.
import { statSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { Refusal, root, runAsScript } from './command.mjs';
import { packagedReadme } from './packagedReadme.mjs';

const largest = 1024 * 1024;

const vsixFile = path.join(root, 'agent-envelopes.vsix');

/**
 * Builds and packs, and returns the package's path.
 * @throws {Refusal} when it became larger than a megabyte: then something is in it that does not belong there
 */
export async function packageExtension() {
  await build('production');
  const { createVSIX } = await import('@vscode/vsce');
  // Prints the list of what it packs, with sizes.
  await createVSIX({
    cwd: root,
    packagePath: vsixFile,
    dependencies: false, // all are in the bundles
    allowMissingRepository: true,
    rewriteRelativeLinks: false, // they could be rewritten only to addresses of a public repository
  });
  await replaceReadme();
  const { size } = statSync(vsixFile);
  if (size > largest) throw new Refusal(`The package is ${kilobytes(size)}; it may be at most ${kilobytes(largest)}.`);
  return vsixFile;
}

/** Gives the package its own README. The packing tool refuses pictures that lie in the text, and an editor shows no others. */
async function replaceReadme() {
  const { default: AdmZip } = await import('adm-zip');
  const zip = new AdmZip(vsixFile);
  const readme = 'extension/readme.md';
  zip.updateFile(readme, Buffer.from(packagedReadme(zip.readAsText(readme))));
  zip.writeZip(vsixFile);
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} kB`;
}

await runAsScript(import.meta.url, packageExtension);
