// node test/host/ui/run.mjs [--vsix=file] [--results=file] [--workers=number] [words of a test's name…]
// Runs the functions that test/host/ui/*.ui.mjs export in a real VS Code with the packaged extension. Packs it first unless a package is
// named. Failures leave a picture in shots/.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { optionValues, root, runAsScript } from '../../../tools/command.mjs';
import { packageExtension } from '../../../tools/package.mjs';
import { runScenarios, scenariosIn } from '../../kit/runScenarios.mjs';
import { startHost } from '../codeHost.mjs';
import { inView, shot } from './kit.mjs';
import { isFresh, testWindows } from './testWindows.mjs';

await runAsScript(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const scenarios = await scenariosIn(path.join(root, 'test', 'host', 'ui'), '.ui.mjs');
  const vsix = optionValues(args, 'vsix')[0] ?? (await packageExtension());
  const packages = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-driver-'));
  const host = await startHost({ vsix: [vsix, await packDriverExtension(packages)] });
  const windows = testWindows(host);
  try {
    // Those that get a window of their own come at the very end: after one, the next would have to open one, too.
    const inTurn = scenarios.toSorted((one, other) => Number(isFresh(one)) - Number(isFresh(other)));
    await runScenarios(inTurn, {
      args,
      timeout: 240_000,
      isExclusive: scenario => scenario.module.isExclusive === true || isFresh(scenario),
      run: (scenario, worker, limit) => runInWindow(windows, scenario, worker, limit),
    });
  } finally {
    await host.stop();
    windows.removeFolders();
    rmSync(packages, { recursive: true });
  }
});

async function packDriverExtension(folder) {
  const { createVSIX } = await import('@vscode/vsce');
  const packagePath = path.join(folder, 'driver.vsix');
  await createVSIX({
    cwd: path.join(root, 'test', 'host', 'driver-extension'),
    packagePath,
    dependencies: false,
    allowMissingRepository: true,
    skipLicense: true,
  });
  return packagePath;
}

async function runInWindow(windows, { name, run, module }, worker, limit) {
  const picture = `FAILED-${name.replace(/\W+/g, '-')}`;
  rmSync(path.join(root, 'test', 'host', 'shots', `${picture}.png`), { force: true });
  const opened = await windows.open(worker, { run, module });
  let isClean = false;
  try {
    await limit(run(opened));
    isClean = true;
  } catch (error) {
    if (opened.page) await shot(opened.page, picture).catch(() => {});
    // In words, too: the picture stays where the tests ran.
    if (opened.page) error.stack += `\nIn view: ${await inView(opened.page).catch(String)}`;
    throw error;
  } finally {
    await windows.release(worker, { isClean });
  }
}
