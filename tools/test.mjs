// npm test [-- [all] [step…]]
// Runs every check, and the tests that guard each promise to users; with "all", every test and all cases of each. A failed step stops only the
// steps that need it. Runs as many at once as there are cores; prints the output of each when it ends. The last line is always "N passed, N
// failed".
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { Refusal, root, runAsScript, say } from './command.mjs';
import { ensureChdb } from './installChdb.mjs';
import { ensureCodeServer } from './installCodeServer.mjs';
import { ensureChromium, ensureDependencies } from './setup.mjs';
import { spawnCommand } from './spawnCommand.mjs';

const resultsFolder = path.join(root, '.vscode-test', 'results');

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} needs steps that must have passed; they run too when this one is named
 * @property {true} [isNamedOnly] it runs only when it is named: it needs what most machines lack
 * @property {'one' | 'free'} cores it keeps one core busy, or is told to use all that are free when it starts
 * @property {(how: { results: string, cores: number }) => string[]} command what to run; tests write their counts to `results`
 * @property {(results: any) => Counts} [count] reads them; a step without is itself one test
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {{ name: string, reason: string }[]} [failures] where they are known
 */

/** The first step that is due starts: long ones first, so that at the end no core waits for the last one. @type {Step[]} */
const steps = [
  // Repairs no stale file: that fails.
  { name: 'generate', needs: [], cores: 'one', command: () => script('tools/generate.mjs', '--check') },
  {
    name: 'build',
    needs: ['generate'],
    cores: 'one',
    command: () => script('tools/package.mjs', '--generated', ...(isEverything() ? [] : ['--quick'])),
  },
  { name: 'types', needs: ['generate'], cores: 'one', command: () => tool('tsc', '-b') },
  { name: 'lint', needs: [], cores: 'one', command: () => tool('biome', 'check', '.') },
  { name: 'unused', needs: ['generate'], cores: 'one', command: () => tool('knip') },
  {
    name: 'page',
    needs: ['build'],
    cores: 'one',
    command: ({ results }) => script('test/page/run.mjs', '--workers=1', `--results=${results}`),
    count: asCounted,
  },
  vitest('lsp', 'build'),
  vitest('sweep', 'generate'),
  vitest('hostile', 'build'),
  vitest('unit', 'generate'),
  inEditor('ui', 'test/host/ui/run.mjs'),
  vitest('stores', 'build'),
  {
    // Beside another step: it compares what it measures in turns, and what is slowed for a while is measured again.
    name: 'bench',
    needs: ['generate'],
    cores: 'one',
    command: ({ results }) => script('test/bench/checkRatios.mjs', `--results=${results}`),
    count: asCounted,
  },
  inEditor('host', 'test/host/run.mjs'),
  {
    // Neovim and Emacs, where they are installed.
    name: 'editors',
    needs: ['build'],
    cores: 'one',
    isNamedOnly: true,
    command: ({ results }) => script('test/editors/run.mjs', `--results=${results}`),
    count: asCounted,
  },
];

async function test() {
  const words = process.argv.slice(2);
  const chosen = chooseSteps(words.filter(word => word !== 'all'));
  // Runners and test kits read it.
  if (words.includes('all')) process.env.AGENT_ENVELOPES_TESTS = 'all';
  await ensureDependencies();
  // Here, since two steps would install them at the same time. The benchmarks run VS Code's own JSON server.
  if (chosen.some(({ name }) => ['ui', 'host', 'bench'].includes(name))) await ensureCodeServer();
  if (chosen.some(({ name }) => ['ui', 'host', 'page'].includes(name))) await ensureChromium();
  if (chosen.some(({ name }) => name === 'stores')) await ensureChdb();
  mkdirSync(resultsFolder, { recursive: true });

  const outcomes = await runSteps(chosen, availableParallelism());
  say('');
  for (const { name } of chosen) {
    const { line, failures = [] } = outcomes.get(name);
    say(line);
    // Once more here, since a log may keep only its end.
    for (const { name, reason } of failures) say(`    ✗ ${name}\n${beginning(reason)}`);
  }
  const total = what => [...outcomes.values()].reduce((sum, outcome) => sum + outcome[what], 0);
  // Set, not called: earlier output must be printed completely.
  process.exitCode = total('failed') > 0 ? 1 : 0;
  say(`${total('passed')} passed, ${total('failed')} failed`);
}

function isEverything() {
  return process.env.AGENT_ENVELOPES_TESTS === 'all';
}

/** The named steps and those that they need, in the order above; all when none is named. */
function chooseSteps(names) {
  for (const name of names) {
    if (steps.some(step => step.name === name)) continue;
    throw new Refusal(`There is no step "${name}"; the steps are ${steps.map(step => step.name).join(', ')}.`);
  }
  if (names.length === 0) return steps.filter(({ isNamedOnly }) => !isNamedOnly);
  const wanted = new Set(names.flatMap(withNeeds));
  return steps.filter(step => wanted.has(step.name));
}

function withNeeds(name) {
  return [name, ...stepNamed(name).needs.flatMap(withNeeds)];
}

function stepNamed(name) {
  return /** @type {Step} */ (steps.find(step => step.name === name));
}

/** @typedef {Counts & { line: string }} Outcome */

/**
 * Starts each step as soon as the steps it waits for have ended and its cores are free.
 * @param {readonly Step[]} chosen
 * @param {number} cores
 * @returns {Promise<Map<string, Outcome>>}
 */
async function runSteps(chosen, cores) {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map();
  const waiting = [...chosen];
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  let free = cores;
  const isDue = step => step.needs.every(name => outcomes.has(name));
  while (waiting.length + running.size > 0) {
    for (let at = waiting.findIndex(isDue); at >= 0 && free > 0; at = waiting.findIndex(isDue)) {
      const [step] = waiting.splice(at, 1);
      const own = step.cores === 'one' ? 1 : free;
      free -= own;
      const ended = runStep(step, { cores: own, outcomes }).then(outcome => {
        outcomes.set(step.name, outcome);
        free += own;
        running.delete(ended);
      });
      running.add(ended);
    }
    await Promise.race(running);
  }
  return outcomes;
}

/** @returns {Promise<Outcome>} */
async function runStep(step, { cores, outcomes }) {
  const missing = step.needs.find(need => outcomes.get(need)?.failed > 0);
  if (missing) {
    return { passed: 0, failed: 1, skipped: 0, line: `✗ ${step.name}: not run, since "${missing}" failed` };
  }
  const started = Date.now();
  const [results, output] = ['json', 'log'].map(ending => path.join(resultsFolder, `${step.name}.${ending}`));
  rmSync(results, { force: true });
  const code = await runInto(output, step.command({ results, cores }));
  const counts = countStep(step, code, results);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const line = `${counts.failed > 0 ? '✗' : '✓'} ${step.name}${inWords(step, counts)} (${seconds} s)`;
  say(`\n── ${step.name} ${'─'.repeat(60 - step.name.length)}\n${readFileSync(output, 'utf8').trimEnd()}\n${line}`);
  return { ...counts, line };
}

/** Runs a program, its output going to a file; resolves to its exit code. @returns {Promise<number>} */
function runInto(file, [program, ...args]) {
  const command = spawnCommand(program, args, process);
  const output = openSync(file, 'w');
  const env = process.stdout.isTTY ? { ...process.env, FORCE_COLOR: '1' } : process.env;
  const options = { cwd: root, env, stdio: /** @type {const} */ (['ignore', output, output]), ...command.options };
  return new Promise(resolve => {
    const child = spawn(command.file, command.args, options);
    child.once('error', () => resolve(127));
    child.once('close', code => resolve(code ?? 128));
  }).finally(() => closeSync(output));
}

/** @returns {Counts} */
function countStep(step, code, results) {
  const counts = step.count ? readCounts(step.count, results) : { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 };
  // A step that failed outside its tests, such as after the last one, has failed all the same.
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) return { ...counts, failed: 1 };
  return counts;
}

function readCounts(count, file) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }; // it ended before writing any
  }
}

function inWords(step, { passed, failed, skipped }) {
  if (!step.count) return '';
  return `: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} SKIPPED` : ''}`;
}

/** One of this repository's own scripts. */
function script(file, ...args) {
  return [process.execPath, path.join(root, file), ...args];
}

/** A tool from node_modules. */
function tool(name, ...args) {
  return [path.join(root, 'node_modules', '.bin', name), ...args];
}

/** @returns {Step} */
function vitest(name, needed) {
  return {
    name,
    needs: [needed],
    cores: 'free',
    command({ results, cores }) {
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
      return tool('vitest', 'run', '--project', name, `--maxWorkers=${cores}`, ...reporters);
    },
    count: countVitest,
  };
}

/** @returns {Step} */
function inEditor(name, file) {
  return {
    name,
    needs: ['build'],
    cores: 'one',
    command: ({ results }) => script(file, '--vsix=agent-envelopes.vsix', '--workers=1', `--results=${results}`),
    count: asCounted,
  };
}

/** A file that failed to load has no tests in the report, but counts as one failure. */
function countVitest(report) {
  const unloaded = report.testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...unloaded.map(({ name, message }) => ({ name: path.relative(root, name), reason: message })),
      ...report.testResults.flatMap(({ assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({ name: fullName, reason: failureMessages.join('\n') })),
      ),
    ],
  };
}

/** The first lines of why a test failed, indented. */
function beginning(reason) {
  const lines = stripVTControlCharacters(reason).split('\n');
  return lines
    .slice(0, 12)
    .map(line => `        ${line.trim().slice(0, 300)}`)
    .join('\n');
}

/** Our own runners report the counts themselves. */
function asCounted({ passed, failed, skipped, failures }) {
  return { passed, failed, skipped, failures };
}

await runAsScript(import.meta.url, async () => {
  try {
    await test();
  } catch (error) {
    // The last line is always the count, even for callers that read only that.
    console.error(error instanceof Refusal ? error.message : error);
    say('0 passed, 1 failed');
    process.exitCode = 1;
  }
});
