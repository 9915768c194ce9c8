// node tools/package.mjs [--generated] [--quick] [--release]
// Builds for production and packs agent-envelopes.vsix. .vscodeignore decides its contents. With "--generated" it generates nothing before.
// With "--quick" it compresses large files no further than zlib does: the package is a few per cent larger, and made ten seconds sooner.
// With "--release" it refuses what can't be published; without, it only says so.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ownPublicationFaults, unpublishable } from './addresses.mjs';
import { build } from './build.mjs';
import { Refusal, root, runAsScript, say } from './command.mjs';
import { packagedReadme } from './packagedReadme.mjs';
import { compressFurther } from './zip.mjs';

/** The maximum size of the package, in bytes; compressed by zlib alone, it is 3.6 % larger. */
const largest = isQuick() ? 1_360_000 : 1_307_000;
/** The maximum size, in bytes, of a file that is compressed further if packing must be quick. */
const LARGEST_QUICK = 5_000;

const vsixFile = path.join(root, 'agent-envelopes.vsix');
const readmeFile = path.join(root, 'dist', 'README.md');

/** Builds and packs, and returns the package's path. */
export async function packageExtension() {
  const faults = ownPublicationFaults();
  if (faults.length > 0) {
    if (process.argv.includes('--release')) throw unpublishable(faults);
    say(`This package is not for publication:\n${faults.map(fault => `  ${fault}`).join('\n')}`);
  }
  const isPublic = faults.length === 0;
  await build('production', { isGenerated: process.argv.includes('--generated') });
  await minifyFurther();
  if (!isPublic) writeReadme();
  await pack(isPublic);
  writeFileSync(vsixFile, await compressFurther(readFileSync(vsixFile), isQuick() ? LARGEST_QUICK : undefined));
  return vsixFile;
}

/** Packs what `.vscodeignore` names. From a copy: the packer compares each file of its folder with each line, downloaded editors too. */
async function pack(isPublic) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-package-'));
  try {
    for (const name of packedEntries()) cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    const { createVSIX } = await import('@vscode/vsce');
    // Prints the packed files with their sizes.
    await createVSIX({
      cwd: folder,
      packagePath: vsixFile,
      dependencies: false, // all are bundled
      // Links and pictures of the README lead into the public repository.
      ...(isPublic ? {} : { readmePath: path.relative(root, readmeFile), rewriteRelativeLinks: false }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The entries of the root that something is packed from, and what the packer reads itself. */
function packedEntries() {
  const named = readFileSync(path.join(root, '.vscodeignore'), 'utf8').matchAll(/^!([^/\n]+)/gm);
  return new Set(['.vscodeignore', 'README.md', ...Array.from(named, ([, name]) => name)]);
}

function isQuick() {
  return process.argv.includes('--quick');
}

/** Minifies the bundles again: swc saves a few per cent more than esbuild; installs from source skip it. */
async function minifyFurther() {
  const { minify } = await import('@swc/core');
  const folder = path.join(root, 'dist');
  for (const name of readdirSync(folder).filter(file => file.endsWith('.js'))) {
    const file = path.join(folder, name);
    const { code } = await minify(readFileSync(file, 'utf8'), name === 'cli.js' ? swc(2015) : swc(2020));
    writeFileSync(file, code);
  }
}

// Each bundle is a module: what is at its top level can be renamed and inlined as anything else.
/**
 * @param {2015 | 2020} ecma the year of the syntax: what begins the command line tells an old Node that it is too old
 * @returns {import('@swc/core').JsMinifyOptions}
 */
function swc(ecma) {
  return { module: true, compress: { passes: 3, ecma, toplevel: true }, mangle: { toplevel: true }, ecma };
}

/** Rejects a package that grew: it probably contains unintended or duplicate files, and would work all the same. */
function refuseLarge() {
  const { size } = statSync(vsixFile);
  if (size > largest) throw new Refusal(`The package is ${kilobytes(size)}; it may be at most ${kilobytes(largest)}.`);
}

/**
 * Writes the package's README; its picture is replaced by the command line's output for the sample's broken message.
 */
function writeReadme() {
  const broken = path.join('messages', 'broken.json');
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'dist', 'cli.js'), 'check', broken, '--no-config'], {
    cwd: path.join(root, 'test', 'sample'),
    encoding: 'utf8',
  });
  writeFileSync(readmeFile, packagedReadme(readFileSync(path.join(root, 'README.md'), 'utf8'), stdout));
}

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} kB`;
}

await runAsScript(import.meta.url, async () => {
  await packageExtension();
  refuseLarge();
});
