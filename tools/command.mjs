// Functions that every script in this folder needs: the repository's path, how to start a program, and how to report a failure.
// Uses only built-in modules of Node, like every script that runs before `npm ci`.
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnCommand } from './spawnCommand.mjs';

/** The path of the repository's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A failure whose message is one sentence for the user: what is missing, and how to fix it. Shown without a stack. */
export class Refusal extends Error {}

/**
 * Runs `work` if the module at `url` is the script that Node was started with; does nothing when it was imported.
 * @param {string} url the script's `import.meta.url`
 * @param {() => unknown} work
 */
export async function runAsScript(url, work) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== realpathSync(fileURLToPath(url))) return;
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  }
}

/** Prints a line of progress. */
export function say(line) {
  console.log(line);
}

/**
 * Runs a program with its output going to ours, and resolves to its exit code: 127 where there is no such program, and
 * as in shells 128 and more where a signal ended it.
 * @param {string} program a path, or a name on PATH
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(program, args, options = {}) {
  return ended(start(program, args, options));
}

/** Runs one of this repository's own scripts or tests, by its path in the repository. */
export function runScript(script, args = [], options = {}) {
  return run(process.execPath, [path.join(root, script), ...args], options);
}

/** Runs a tool from node_modules. */
export function runTool(name, args, options = {}) {
  return run(path.join(root, 'node_modules', '.bin', name), args, options);
}

/**
 * Runs npm quietly.
 * @param {string[]} args
 * @param {string} what for the message: "The packages"
 * @throws {Refusal} with npm's own reason, from the middle of its output
 */
export async function runNpm(args, what, options = {}) {
  const quiet = [...args, '--no-audit', '--no-fund', '--loglevel=error'];
  const child = start('npm', quiet, { stdio: ['ignore', 'ignore', 'pipe'], env: localEnvironment(), ...options });
  let errors = '';
  child.stderr?.on('data', text => {
    errors += text;
  });
  const code = await ended(child);
  if (code === 0) return;
  const lines = errors.split('\n').map(line => line.replace(/^npm (error|ERR!) ?/, '').trim());
  const reason = lines
    .filter(line => line && !line.startsWith('npm warn'))
    .slice(0, 2)
    .join('; ');
  throw new Refusal(`${what} could not be installed: \`npm ${args[0]}\` failed (${reason || `exit code ${code}`}).`);
}

// `npm install --global` in this repository sets an option that its scripts, and so their npm, inherit.
function localEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_config_(global|location)$/i.test(name)),
  );
}

/** The values of `--name=value` among the arguments, in order. */
export function optionValues(args, name) {
  const prefix = `--${name}=`;
  return args.filter(arg => arg.startsWith(prefix)).map(arg => arg.slice(prefix.length));
}

function start(program, args, options) {
  const command = spawnCommand(program, args, process);
  return spawn(command.file, command.args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    ...command.options,
    ...options,
  });
}

/** @returns {Promise<number>} */
function ended(child) {
  return new Promise(resolve => {
    child.once('error', () => resolve(127));
    child.once('close', code => resolve(code ?? 128));
  });
}
