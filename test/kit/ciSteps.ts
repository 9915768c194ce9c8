import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from './corpus';
import { temporaryFolder } from './temporaryFolder';

export interface RanScript {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a script as a runner of GitHub runs a step with `shell: bash`. */
export function runBash(
  script: string,
  { cwd, env = {}, input = '' }: { cwd: string; env?: Record<string, string>; input?: string },
): RanScript {
  const file = temporaryFolder({ 'step.sh': script });
  try {
    const args = ['--noprofile', '--norc', '-eo', 'pipefail', file.pathOf('step.sh')];
    const { status, stdout, stderr } = spawnSync('bash', args, {
      cwd,
      env: { ...process.env, ...env },
      input,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return { status, stdout, stderr };
  } finally {
    file.dispose();
  }
}

/** The action, as it is declared. */
export const ACTION = parse(readFileSync(join(projectRoot, 'action.yml'), 'utf8'));

/**
 * Runs the action's only step in a folder.
 *
 * @param checkout where the action's repository is checked out; by default this one, which is built
 */
export function runAction(
  inputs: Readonly<Record<string, unknown>>,
  { cwd, checkout = projectRoot, env = {} }: { cwd: string; checkout?: string; env?: Record<string, string> },
): RanScript {
  const unknown = Object.keys(inputs).filter(name => !Object.hasOwn(ACTION.inputs, name));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(', ')}.`);
  const [step] = ACTION.runs.steps;
  const given = (expression: string) =>
    expression.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, name) =>
      String(inputs[name] ?? ACTION.inputs[name].default),
    );
  const inputEnv = Object.entries<string>(step.env).map(([name, value]) => [name, given(value)]);
  return runBash(step.run, { cwd, env: { ...env, ...Object.fromEntries(inputEnv), GITHUB_ACTION_PATH: checkout } });
}

/** Runs git in a folder, as somebody who is nobody here; returns what it prints. Throws where it fails. */
export function git(cwd: string, args: readonly string[], env: Record<string, string> = {}): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
  const ran = spawnSync('git', [...identity, ...args], { cwd, env: { ...process.env, ...env }, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.status} ${ran.stdout}${ran.stderr}`);
  return ran.stdout;
}
