// npm test [-- step…]
// Every check and every test, in steps. All steps run, whatever failed before, but those that need a step that failed.
// The last line is always "N passed, N failed".
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Refusal, root, runAsScript, runScript, runTool, say } from './command.mjs';
import { ensureDependencies } from './setup.mjs';

const resultsFolder = path.join(root, '.vscode-test', 'results');
const vsix = '--vsix=agent-envelopes.vsix';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} needs steps without which this one can't run; they run too when this one is named
 * @property {(results: string) => Promise<number>} run resolves to an exit code; tests write their counts to `results`
 * @property {(results: any) => Counts} [count] reads them; a step without is itself one test
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** @type {Step[]} */
const steps = [
  // Before generating, which would repair what is stale.
  { name: 'stale', needs: [], run: () => runScript('tools/generate.mjs', ['--check']) },
  { name: 'generate', needs: [], run: () => runScript('tools/generate.mjs') },
  { name: 'types', needs: ['generate'], run: () => runTool('tsc', ['-b']) },
  { name: 'lint', needs: [], run: () => runTool('biome', ['check', '.']) },
  { name: 'unused', needs: ['generate'], run: () => runTool('knip', []) },
  { name: 'unit', needs: ['generate'], run: results => vitest('unit', results), count: countVitest },
  { name: 'sweep', needs: ['generate'], run: results => vitest('sweep', results), count: countVitest },
  { name: 'build', needs: [], run: () => runScript('tools/package.mjs') },
  { name: 'lsp', needs: ['build'], run: results => vitest('lsp', results), count: countVitest },
  { name: 'hostile', needs: ['build'], run: results => vitest('hostile', results), count: countVitest },
  { name: 'page', needs: ['build'], run: results => inBrowser('test/page/run.mjs', results), count: asCounted },
  { name: 'host', needs: ['build'], run: results => inCode('test/host/run.mjs', results), count: asCounted },
  { name: 'ui', needs: ['build'], run: results => inCode('test/host/ui/run.mjs', results), count: asCounted },
];

async function test() {
  const chosen = chooseSteps(process.argv.slice(2));
  await ensureDependencies();
  mkdirSync(resultsFolder, { recursive: true });

  const summary = [];
  const broken = new Set();
  for (const step of chosen) {
    const outcome = await runStep(step, broken);
    if (outcome.failed > 0) broken.add(step.name);
    summary.push(outcome);
  }
  say('');
  for (const { line } of summary) say(line);
  const total = what => summary.reduce((sum, outcome) => sum + outcome[what], 0);
  // Set, not called: what is printed before must come out whole.
  process.exitCode = total('failed') > 0 ? 1 : 0;
  say(`${total('passed')} passed, ${total('failed')} failed`);
}

/** The named steps and those that they need, in the order above; all when none is named. */
function chooseSteps(names) {
  for (const name of names) {
    if (steps.some(step => step.name === name)) continue;
    throw new Refusal(`There is no step "${name}"; the steps are ${steps.map(step => step.name).join(', ')}.`);
  }
  if (names.length === 0) return steps;
  const wanted = new Set(names.flatMap(name => [name, ...stepNamed(name).needs]));
  return steps.filter(step => wanted.has(step.name));
}

function stepNamed(name) {
  return /** @type {Step} */ (steps.find(step => step.name === name));
}

/** @returns {Promise<Counts & { line: string }>} */
async function runStep(step, broken) {
  const missing = step.needs.find(need => broken.has(need));
  if (missing) {
    return { passed: 0, failed: 1, skipped: 0, line: `✗ ${step.name}: not run, since "${missing}" failed` };
  }
  say(`\n── ${step.name} ${'─'.repeat(60 - step.name.length)}`);
  const started = Date.now();
  const results = path.join(resultsFolder, `${step.name}.json`);
  rmSync(results, { force: true });
  const code = await step.run(results);
  const counts = countStep(step, code, results);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const line = `${counts.failed > 0 ? '✗' : '✓'} ${step.name}${inWords(step, counts)} (${seconds} s)`;
  say(line);
  return { ...counts, line };
}

/** @returns {Counts} */
function countStep(step, code, results) {
  const counts = step.count ? readCounts(step.count, results) : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  // A step that failed for another reason than a test, such as an error after the last one, has failed all the same.
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) return { ...counts, failed: 1 };
  return counts;
}

function readCounts(count, file) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }; // it ended before it had any
  }
}

function inWords(step, { passed, failed, skipped }) {
  if (!step.count) return '';
  return `: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} SKIPPED` : ''}`;
}

function vitest(project, results) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  return runTool('vitest', ['run', '--project', project, ...reporters]);
}

/** A file that could not be loaded has no tests in the report, but it counts as one that failed. */
function countVitest(report) {
  const unloaded = report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function inBrowser(script, results) {
  return runScript(script, [`--results=${results}`]);
}

function inCode(script, results) {
  return runScript(script, [vsix, `--results=${results}`]);
}

/** Our own runners write just the counts. */
function asCounted({ passed, failed, skipped }) {
  return { passed, failed, skipped };
}

await runAsScript(import.meta.url, async () => {
  try {
    await test();
  } catch (error) {
    // Also then the last line is the count, for whatever reads only that.
    console.error(error instanceof Refusal ? error.message : error);
    say('0 passed, 1 failed');
    process.exitCode = 1;
  }
});
