// Tests that are functions: each export of a file is one, named by its words.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
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
 * Runs those whose names have all words, prints what came of each, and sets the exit code.
 * @param {Scenario[]} scenarios
 * @param {{ args: string[], timeout: number, atOnce?: number, run: (scenario: Scenario, attempt: (work: Promise<void>) => Promise<void>) => Promise<void> }} how
 *   `run` throws where the test fails; `attempt` ends what takes too long
 */
export async function runScenarios(scenarios, { args, timeout, run, atOnce = 1 }) {
  const words = args.filter(arg => !arg.startsWith('--'));
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const waiting = scenarios.filter(({ name }) => words.every(word => name.includes(word)));
  await Promise.all(Array.from({ length: atOnce }, runWaiting));
  console.log(JSON.stringify(counts));
  for (const file of optionValues(args, 'results')) {
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    writeFileSync(file, JSON.stringify(counts));
  }
  if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;

  async function runWaiting() {
    for (let scenario = waiting.shift(); scenario; scenario = waiting.shift()) {
      let outcome = await outcomeOf(scenario);
      // A browser on a busy machine stumbles at times, and each stumble is shown. A third is no accident.
      for (let again = 1; outcome === 'failed' && again <= 2; again++) {
        console.log(`  once more: ${scenario.name}`);
        outcome = await outcomeOf(scenario);
      }
      counts[outcome] += 1;
    }
  }

  async function outcomeOf(scenario) {
    const started = Date.now();
    try {
      await run(scenario, work => inTime(work, timeout));
      console.log(`✓ ${scenario.name} (${Date.now() - started} ms)`);
      return 'passed';
    } catch (error) {
      console.log(`✗ ${scenario.name} (${Date.now() - started} ms)\n${report(error)}`);
      return 'failed';
    }
  }
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
