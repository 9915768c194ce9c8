// node test/page/run.mjs [--results=file] [--workers=number] [words of a test's name…]
// Runs the functions that test/page/*.page.mjs export: the replay page in a Chromium over the language server, both as they
// lie in dist/.
import path from 'node:path';
import { root, runAsScript } from '../../tools/command.mjs';
import { runScenarios, scenariosIn } from '../kit/runScenarios.mjs';
import { startPageHost } from './pageHost.mjs';

await runAsScript(import.meta.url, async () => {
  const scenarios = await scenariosIn(path.join(root, 'test', 'page'), '.page.mjs');
  const host = await startPageHost();
  try {
    await runScenarios(scenarios, {
      args: process.argv.slice(2),
      timeout: 240_000,
      run: (scenario, _worker, limit) => limit(scenario.run({ host })),
    });
  } finally {
    await host.stop();
  }
});
