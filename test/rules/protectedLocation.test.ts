import fc from 'fast-check';
import { expect, test } from 'vitest';
import { protectedLocation } from '../../server/src/rules/protectedLocation';

test('files of code in protected places are found', () => {
  for (const path of [
    'node_modules/a.js',
    'src/sitecustomize.py',
    'Jenkinsfile.ts',
    'a/x.git/hooks/b.py',
    'pnpmfile.cjs',
  ])
    expect(protectedLocation(path), path).toBeDefined();
  expect(protectedLocation('src/hooks/write.ts')).toBeUndefined();
});

test('a path leads to the same place however it is written', () => {
  const segment = fc.constantFrom(
    ...['src', 'hooks', 'node_modules', 'vendor', 'bundle', 'a.git', 'config', 'systemd', 'user', 'templates', 'cvs'],
    ...['gradle', 'wrapper', 'venv', 'bin', 'tools', 'Programs', 'Startup', 'ci_scripts', 'zuul.d'],
  );
  const name = fc.constantFrom(
    ...['a.ts', 'sitecustomize.py', 'pnpmfile.js', 'Jenkinsfile.ts', 'husky.config.js', 'secrets.yaml', 'pre-commit'],
    ...['a.service', 'AGENTS.md', 'agents.md', 'a.pem', 'a.tfvars', 'update', 'a.code-workspace', 'usercustomize.py'],
    ...[
      'lint-staged.config.mjs',
      'a.env',
      'wg0.conf',
      'mcp.json',
      'a.pth',
      'jenkinsfile-b.js',
      'head',
      'x.Html',
      'b.sql',
    ],
  );
  const path = fc
    .tuple(fc.array(segment, { maxLength: 3 }), name)
    .map(([folders, file]) => [...folders, file].join('/'));
  fc.assert(
    fc.property(path, plain => {
      expect(protectedLocation(`./${plain}`)).toEqual(protectedLocation(plain));
    }),
    { numRuns: 2000, seed: 35 },
  );
});
