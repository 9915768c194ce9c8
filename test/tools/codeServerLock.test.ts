import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../kit/corpus';

interface Lock {
  packages: Record<string, { version?: string; integrity?: string; resolved?: string; dependencies?: object }>;
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(join(projectRoot, 'tools/code-server', name), 'utf8'));
}

test.each(['package-lock.json', 'vscode/package-lock.json'])(
  '%s says the hash of each package, and no registry',
  name => {
    const { packages } = read<Lock>(name);
    const { '': _, ...all } = packages;
    expect(Object.keys(all).length).toBeGreaterThan(100);
    const unlocked = Object.entries(all).filter(
      ([, { integrity = '', resolved }]) => !/\bsha512-/.test(integrity) || resolved !== undefined,
    );
    expect(unlocked).toEqual([]);
  },
);

test('the lock is of the packages that are asked for, each in one version', () => {
  const { dependencies, optionalDependencies } = read<Record<string, Record<string, string>>>('package.json');
  const { packages } = read<Lock>('package-lock.json');
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies })) {
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  }
});
