import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runsEverything } from './amount';
import { projectRoot } from './corpus';

const VERSION = '4.6.2';
const folder = join(projectRoot, '.vscode-test', `pre-commit-${VERSION}`);

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const isOnPath = succeeds('pre-commit', '--version');
const isInstalled = () => existsSync(join(folder, 'pre_commit'));

/** Whether pre-commit can be run: it is there, or everything runs and pip can install it. */
export const hasPreCommit =
  process.platform !== 'win32' &&
  (isOnPath || isInstalled() || (runsEverything && succeeds('python3', '-m', 'pip', '--version')));

/** Makes the function that runs pre-commit in a folder, and the environment for git, whose hook runs it, too. Installs it at need. */
export function preCommit(home: string) {
  if (!isOnPath && !isInstalled()) {
    const args = ['-m', 'pip', 'install', '--quiet', '--target', folder, `pre-commit==${VERSION}`];
    const { status, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`pre-commit could not be installed: ${stderr}`);
  }
  const env = { PRE_COMMIT_HOME: home, PRE_COMMIT_COLOR: 'never', ...(!isOnPath && { PYTHONPATH: folder }) };
  const [command, ...before] = isOnPath ? ['pre-commit'] : ['python3', '-m', 'pre_commit'];
  return {
    env,
    run(cwd: string, args: readonly string[], more: Record<string, string> = {}) {
      const ran = spawnSync(command as string, [...before, ...args], {
        cwd,
        env: { ...process.env, ...env, ...more },
        encoding: 'utf8',
      });
      return { status: ran.status, output: ran.stdout + ran.stderr };
    },
  };
}
