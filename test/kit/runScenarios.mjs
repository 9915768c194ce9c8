// Tests that are functions: each export of a file is one, named by its words. What a file exports as `nightly`, a list of them or
// true for all, runs only with `npm test -- all`, or where it is named.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { optionValues } from '../../tools/command.mjs';

/**
 * @typedef {object} Scenario
 * @property {string} name the file's, and the function's in words: "smoke: opens the workspace"
 * @property {(on: any) => Promise<void>} run
 * @property {Record<string, any>} module what else its file exports
 */

/**
 * The tests of a folder.
 * @param {string} folder
 * @param {string} ending of their files: ".ui.mjs"
 * @returns {Promise<Scenario[]>}
 */
export async function scenariosIn(folder, ending) {
  const files = readdirSync(folder)
    .filter(name => name.endsWith(ending))
    .sort();
  const modules = await Promise.all(files.map(file => import(pathToFileURL(path.join(folder, file)).href)));
  return modules.flatMap((module, at) =>
    Object.entries(module)
      .filter(([, value]) => typeof value === 'function')
      .map(([name, run]) => ({ name: `${path.basename(files[at], ending)}: ${inWords(name)}`, run, module })),
  );
}

/**
 * Runs the scenarios whose names contain all words, prints their outcomes, and sets the exit code.
 * @param {Scenario[]} scenarios
 * @param {object} options
 * @param {string[]} options.args of the command line: words, `--results=file`, `--workers=number` of those that run at once
 * @param {number} options.timeout milliseconds
 * @param {(scenario: Scenario, worker: number, limit: (work: Promise<void>) => Promise<void>) => Promise<void>} options.run
 *   rejects where the test fails; `limit` rejects what takes too long
 * @param {(scenario: Scenario) => boolean} [options.isExclusive] whether a scenario runs after all others, by itself
 */
export async function runScenarios(scenarios, { args, timeout, run, isExclusive = () => false }) {
  const words = args.filter(arg => !arg.startsWith('--'));
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const everything = words.length > 0 || process.env.AGENT_ENVELOPES_TESTS === 'all';
  const chosen = scenarios.filter(
    one => words.every(word => one.name.includes(word)) && (everything || !isNightly(one)),
  );
  const workers = Number(optionValues(args, 'workers')[0] ?? availableParallelism());
  const shared = chosen.filter(scenario => !isExclusive(scenario));
  await Promise.all(Array.from({ length: workers }, (_, worker) => runQueue(shared, worker)));
  await runQueue(chosen.filter(isExclusive), 0);
  console.log(JSON.stringify({ ...counts, failures: undefined }));
  for (const file of optionValues(args, 'results')) {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    writeFileSync(file, JSON.stringify(counts));
  }
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;

  async function runQueue(queue, worker) {
    for (let scenario = queue.shift(); scenario; scenario = queue.shift()) {
      const started = Date.now();
      try {
        await run(scenario, worker, work => inTime(work, timeout));
        counts.passed++;
        console.log(`✓ ${scenario.name} (${Date.now() - started} ms)`);
      } catch (error) {
        counts.failed++;
        const reason = report(error);
        counts.failures.push({ name: scenario.name, reason });
        console.log(`✗ ${scenario.name} (${Date.now() - started} ms)\n${reason}`);
      }
    }
  }
}

function isNightly({ run, module: { nightly = [] } }) {
  return nightly === true || nightly.includes(run);
}

/** `opensTheWorkspace` is "opens the workspace". */
function inWords(name) {
  return name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}

async function inTime(work, timeout) {
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
    .filter(line => !/^\s+at /.test(line) || /\.(ui|page)\.mjs|kit\.mjs/i.test(line))
    .map(line => `    ${line}`.trimEnd())
    .join('\n');
}
