import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { serverPath } from '../kit/lspClient';

const cli = (...args: string[]) =>
  spawnSync(process.execPath, [join(dirname(serverPath), 'cli.js'), ...args], { encoding: 'utf8' }).stdout;

test('the built command line has the docs of every rule', () => {
  const { rules } = JSON.parse(cli('rules', '--format', 'json')) as { rules: { id: string; docs: string }[] };
  expect(rules.length).toBeGreaterThan(40);
  // The rules of stores' runs check what no file shows: they say where to look instead.
  for (const { id, docs } of rules)
    expect([id, docs]).toEqual([
      id,
      expect.stringMatching(id.startsWith('trace/') ? /^Reports / : /\*\*Good:\*\*[\s\S]*Source: /),
    ]);
  expect(cli('explain', 'envelope/elided-content')).toContain('replaces the whole file');
});
