import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CATALOGUE } from '../kit/catalogue';
import { REVIEWS } from '../kit/declaredProtocols';
import { serverPath } from '../kit/lspClient';
import { temporaryFolder } from '../kit/temporaryFolder';

// What declares something, and for what, is held by test/cli/declaring.test.ts, in the process of the test.

const REVIEW = JSON.stringify({ review_id: 'r', change: 'c', asked_by: 'me', summary: 5 });
const PROTOCOL = JSON.stringify(REVIEWS);

function testFolder(files: Record<string, string>) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  return folder;
}

/** Starts the built command line. */
function start({ path }: { path: string }, args: readonly string[], options: readonly string[] = []) {
  const cli = join(dirname(serverPath), 'cli.js');
  return spawnSync(process.execPath, [...options, cli, ...args], { cwd: path, encoding: 'utf8' });
}

test('what a protocol and a catalogue declare counts', () => {
  const files = { 'tool_catalog.json': CATALOGUE.slice(0, -5), 'r.agent-protocol.json': PROTOCOL };
  const { stdout, stderr, status } = start(testFolder({ ...files, 'data/r.json': REVIEW }), ['check', 'data']);
  expect(stdout).toContain('schema/type');
  expect(stderr).toMatch(/^agent-envelopes: tool_catalog\.json has 1 problem in line \d+: .+ See it by/);
  expect(status).toBe(2);
});

test('a check of one file reads no folder but those that it lies in', () => {
  const folder = testFolder({
    'a/b/review.json': REVIEW,
    'a/c/d/x.json': '{}',
    'e/f/x.json': '{}',
    'r.agent-protocol.json': PROTOCOL,
    '.hook.cjs': `const fs = require('node:fs');
      const { readdirSync } = fs;
      fs.readdirSync = (path, ...rest) => {
        const names = readdirSync(path, ...rest);
        fs.appendFileSync('read.log', path + '\\n');
        return names;
      };`,
  });
  const hook = ['--require', folder.pathOf('.hook.cjs')];
  for (const more of [[], ['--no-config']]) {
    expect(start(folder, ['check', 'a/b/review.json', ...more], hook).status).toBe(1);
  }
  const read = readFileSync(folder.pathOf('read.log'), 'utf8').split('\n');
  const names = read.filter(path => path.startsWith(folder.path)).map(path => relative(folder.path, path));
  expect([...new Set(names)].sort()).toEqual(['', 'a', 'a/b']);
});
