// node test/host/ui/run.mjs [--vsix=file] [--results=file] [words of a test's name…]
// Runs the functions that test/host/ui/*.ui.mjs export, each in a new window on its own copy of test/workspace, in a real
// VS Code with the packaged extension. Packs it first unless a package is named. Failures leave a picture in shots/.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { optionValues, root, runAsScript } from '../../../tools/command.mjs';
import { packageExtension } from '../../../tools/package.mjs';
import { startHost } from '../codeHost.mjs';
import { copyWorkspace } from '../workspaceCopy.mjs';
import { shot } from './kit.mjs';

const here = path.join(root, 'test', 'host', 'ui');
const timeout = 90_000;

/**
 * @typedef {object} UiTest
 * @property {string} name the file's, and the function's in words: "smoke: opens the workspace"
 * @property {(on: { page: import('playwright-core').Page, host: import('../codeHost.mjs').Host, folder: string }) => Promise<void>} run
 * @property {object} settings user settings for this file's tests
 */

async function runUiTests() {
  const args = process.argv.slice(2);
  const words = args.filter(arg => !arg.startsWith('--'));
  const tests = (await allTests()).filter(({ name }) => words.every(word => name.includes(word)));
  const vsix = optionValues(args, 'vsix')[0] ?? (await packageExtension());
  const host = await startHost({ vsix: [vsix] });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const test of tests) {
      let outcome = await runTest(host, test);
      // A whole editor in a browser on a busy machine stumbles at times. A second stumble is no accident; the first is shown.
      if (outcome === 'failed') {
        console.log('  once more:');
        outcome = await runTest(host, test);
      }
      counts[outcome] += 1;
    }
  } finally {
    await host.stop();
  }
  console.log(JSON.stringify(counts));
  for (const file of optionValues(args, 'results')) {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    writeFileSync(file, JSON.stringify(counts));
  }
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
}

/** @returns {Promise<UiTest[]>} */
async function allTests() {
  const files = readdirSync(here)
    .filter(name => name.endsWith('.ui.mjs'))
    .sort();
  const modules = await Promise.all(files.map(file => import(pathToFileURL(path.join(here, file)).href)));
  return modules.flatMap((module, at) =>
    Object.entries(module)
      .filter(([, value]) => typeof value === 'function')
      .map(([name, run]) => ({
        name: `${path.basename(files[at], '.ui.mjs')}: ${inWords(name)}`,
        run,
        settings: module.settings ?? {},
      })),
  );
}

/** `opensTheWorkspace` is "opens the workspace". */
function inWords(name) {
  return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

async function runTest(host, { name, run, settings }) {
  const started = Date.now();
  const picture = `FAILED-${name.replace(/\W+/g, '-')}`;
  rmSync(path.join(root, 'test', 'host', 'shots', `${picture}.png`), { force: true });
  const { folder, remove } = copyWorkspace();
  let page;
  try {
    page = await host.open(folder, settings);
    await inTime(run({ page, host, folder }));
    console.log(`✓ ${name} (${Date.now() - started} ms)`);
    return 'passed';
  } catch (error) {
    console.log(`✗ ${name} (${Date.now() - started} ms)\n${report(error)}`);
    if (page) await shot(page, picture).catch(() => {});
    return 'failed';
  } finally {
    await page?.close();
    remove();
  }
}

async function inTime(work) {
  let timer;
  const tooLong = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${timeout / 1000} s.`)), timeout);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** The message and the test's own frames, indented. */
function report(error) {
  const lines = stripVTControlCharacters(error?.stack ?? String(error)).split('\n');
  return lines
    .filter(line => !/^\s+at /.test(line) || /\.ui\.mjs|kit\.mjs/.test(line))
    .map(line => `    ${line}`.trimEnd())
    .join('\n');
}

await runAsScript(import.meta.url, runUiTests);
