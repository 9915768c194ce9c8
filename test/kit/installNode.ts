import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Installs another Node, which the registry has as a package for each platform; returns the path of its program.
 *
 * @param major such as `22`
 * @param folder one with a package.json
 */
export function installNode(major: string, folder: string): string {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${major}`];
  const { status, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`Node ${major} could not be installed: ${stderr}`);
  return join(folder, `node_modules/${name}/bin/node${process.platform === 'win32' ? '.exe' : ''}`);
}
