// node test/host/run.mjs [--vsix=file] [--results=file] [--grep=text]
// Runs test/host/suite/*.test.ts with mocha inside a real VS Code, where the packaged extension is installed: the artefact
// is tested, not the sources. Packs it first unless a package is named. $VSCODE_BIN: in that desktop VS Code instead.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { optionValues, Refusal, root, runAsScript } from '../../tools/command.mjs';
import { packageExtension } from '../../tools/package.mjs';
import { copyWorkspace } from './workspaceCopy.mjs';

const here = path.join(root, 'test', 'host');
const bundles = path.join(root, '.vscode-test', 'host-tests');

async function runSuites() {
  const args = process.argv.slice(2);
  const vsix = optionValues(args, 'vsix')[0] ?? (await packageExtension());
  const results = path.resolve(
    optionValues(args, 'results')[0] ?? path.join(root, '.vscode-test', 'host-results.json'),
  );
  await bundleSuites();
  rmSync(results, { force: true });
  mkdirSync(path.dirname(results), { recursive: true });

  const workspace = copyWorkspace();
  const profile = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-profile-'));
  try {
    await runInCode({ vsix, results, profile, folder: workspace.folder, grep: optionValues(args, 'grep')[0] });
  } finally {
    workspace.remove();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  report(results);
}

/** Each suite to one CommonJS file. mocha stays outside: the suites must share the one that runs them. */
async function bundleSuites() {
  const { build } = await import('esbuild');
  const suites = readdirSync(path.join(here, 'suite')).filter(name => name.endsWith('.test.ts'));
  rmSync(bundles, { recursive: true, force: true });
  await build({
    entryPoints: suites.map(name => path.join(here, 'suite', name)),
    outdir: bundles,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'error',
  });
}

async function runInCode({ vsix, results, profile, folder, grep }) {
  const { runTests } = await import('@vscode/test-electron');
  const shim = path.join(here, 'codeShim.mjs');
  const desktop = process.env.VSCODE_BIN;
  const directories = [
    `--user-data-dir=${path.join(profile, 'user')}`,
    `--extensions-dir=${path.join(profile, 'extensions')}`,
  ];
  if (desktop) await installInDesktop(desktop, vsix, directories);
  else chmodSync(shim, 0o755);
  await runTests({
    vscodeExecutablePath: desktop ? desktopProgram(desktop) : shim,
    extensionDevelopmentPath: path.join(here, 'empty-extension'),
    extensionTestsPath: path.join(here, 'mochaEntry.cjs'),
    launchArgs: [folder, ...directories, ...(desktop ? [] : [`--install-extension=${path.resolve(vsix)}`])],
    extensionTestsEnv: {
      HOST_TEST_FILES: bundles,
      HOST_TEST_RESULTS: results,
      HOST_TEST_GREP: grep,
      HOST_TEST_SCREENSHOT: path.join(here, 'shots', 'FAILED-suites.png'),
    },
  }).catch(() => {}); // it tells only that something failed; what, is in the results
}

async function installInDesktop(desktop, vsix, directories) {
  const { resolveCliPathFromVSCodeExecutablePath } = await import('@vscode/test-electron');
  const cli = resolveCliPathFromVSCodeExecutablePath(desktopProgram(desktop));
  const args = ['--install-extension', path.resolve(vsix), '--force', ...directories];
  const { status } = spawnSync(cli, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Refusal(`${cli} could not install ${vsix}.`);
}

/** The program itself, also where VSCODE_BIN names the script `code`: that one returns before the tests end. */
function desktopProgram(named) {
  if (!existsSync(named)) throw new Refusal(`VSCODE_BIN names ${named}, which does not exist.`);
  const script = realpathSync(named);
  const candidates = [
    path.resolve(script, '..', '..', path.basename(script)), // Linux: <home>/bin/code
    path.resolve(script, '..', '..', '..', '..', 'MacOS', 'Electron'), // macOS: Contents/Resources/app/bin/code
  ];
  const inBin = path.basename(path.dirname(script)) === 'bin';
  return (inBin && candidates.find(existsSync)) || script;
}

function report(results) {
  if (!existsSync(results)) throw new Refusal('The suites did not run: VS Code ended before they reported.');
  const { passed, failed, skipped } = JSON.parse(readFileSync(results, 'utf8'));
  console.log(`in VS Code: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
}

await runAsScript(import.meta.url, runSuites);
