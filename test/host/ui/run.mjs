// node test/host/ui/run.mjs [--vsix=file] [--results=file] [words of a test's name…]
// Runs the functions that test/host/ui/*.ui.mjs export, each in a new window on its own copy of test/workspace, in a real
// VS Code with the packaged extension. Packs it first unless a package is named. Failures leave a picture in shots/.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { optionValues, root, runAsScript } from '../../../tools/command.mjs';
import { packageExtension } from '../../../tools/package.mjs';
import { runScenarios, scenariosIn } from '../../kit/runScenarios.mjs';
import { startHost } from '../codeHost.mjs';
import { copyWorkspace } from '../workspaceCopy.mjs';
import { shot } from './kit.mjs';

// The sample's other problems would be counted with those of the file that is looked at.
const OPEN_FILES_ONLY = { 'agentEnvelopes.checkClosedFiles': false };

// A folder without files; git keeps none that is empty.
const EMPTY = mkdtempSync(path.join(os.tmpdir(), 'agent-envelopes-empty-'));

await runAsScript(import.meta.url, async () => {
  const args = process.argv.slice(2);
  const scenarios = await scenariosIn(path.join(root, 'test', 'host', 'ui'), '.ui.mjs');
  const vsix = optionValues(args, 'vsix')[0] ?? (await packageExtension());
  const host = await startHost({ vsix: [vsix] });
  try {
    await runScenarios(scenarios, {
      args,
      timeout: 90_000,
      run: (scenario, attempt) => inWindow(host, scenario, attempt),
    });
  } finally {
    await host.stop();
    rmSync(EMPTY, { recursive: true });
  }
});

/** User settings for the tests of a file are what it exports as `settings`. */
async function inWindow(host, { name, run, module }, attempt) {
  const picture = `FAILED-${name.replace(/\W+/g, '-')}`;
  rmSync(path.join(root, 'test', 'host', 'shots', `${picture}.png`), { force: true });
  const { folder, remove } = copyWorkspace(module.startsEmpty ? EMPTY : undefined);
  let page;
  try {
    page = await host.open(folder, { ...OPEN_FILES_ONLY, ...module.settings });
    await attempt(run({ page, host, folder }));
  } catch (error) {
    if (page) await shot(page, picture).catch(() => {});
    throw error;
  } finally {
    await page?.close();
    remove();
  }
}
