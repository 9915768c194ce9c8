import { spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CATALOGUE } from '../kit/catalogue';
import { REVIEWS } from '../kit/declaredProtocols';
import { serverPath } from '../kit/lspClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const CALL = JSON.stringify({
  call_id: 't_4k7m2p9x10',
  agent: 'comms',
  tool: 'NOPE',
  args: {},
  ts: '2026-06-01T07:30:00Z',
  confirm_required: true,
});
const REVIEW = JSON.stringify({ review_id: 'r', change: 'c', asked_by: 'me', summary: 5 });
const protocol = (more: object = {}) => JSON.stringify({ ...REVIEWS, ...more });
const named = (settings: object) => ({ '.agent-envelopes.json': JSON.stringify(settings) });

/** What the built command line says of folders among these files. */
function check(files: Record<string, string>, ...args: string[]) {
  return checkIn(testFolder(files), ...args);
}

function checkIn(folder: Folder, ...args: string[]) {
  const { stdout, stderr, status } = start(folder, [...args, '--format', 'json']);
  const found = /"rule":"([^"]+)"/g;
  return { status, said: stderr.trimEnd().split('\n'), rules: [...stdout.matchAll(found)].map(([, rule]) => rule) };
}

function start({ path }: Folder, args: readonly string[], { input = '', options = [] as readonly string[] } = {}) {
  const cli = join(dirname(serverPath), 'cli.js');
  return spawnSync(process.execPath, [...options, cli, ...args], { cwd: path, encoding: 'utf8', input });
}

type Folder = ReturnType<typeof temporaryFolder>;

function testFolder(files: Record<string, string>): Folder {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  return folder;
}

const told = (line: RegExp) => ({ status: 2, said: [expect.stringMatching(line)] });

describe('what declares something for all, and is not among what is checked', () => {
  test('says nothing where it is right', () => {
    const files = { 'tool_catalog.json': CATALOGUE, 'logs/c.json': CALL, 'r.agent-protocol.json': protocol() };
    expect(check(files, 'check', 'logs')).toEqual({ status: 1, said: [''], rules: ['toolcall/unknown-tool'] });
    const reviewed = check({ ...files, 'data/r.json': REVIEW }, 'check', 'data');
    expect(reviewed).toEqual({ status: 1, said: [''], rules: ['schema/type'] });
  });

  test('is found in folders by any name', () => {
    const files = { 'a (1)/r.agent-protocol.json': protocol(), 'a (1)/data/r.json': REVIEW };
    for (const settings of [{}, { protocols: ['a (1)/r.agent-protocol.json'] }]) {
      const found = check({ ...files, ...named(settings) }, 'check', 'a (1)/data');
      expect(found).toEqual({ status: 1, said: [''], rules: ['schema/type'] });
    }
    // Under a root of such a name.
    for (const settings of ['{}', '{"protocols": ["r.agent-protocol.json"]}']) {
      const set = { 'a (1)/own.json': settings };
      const found = check({ ...files, ...set }, 'check', '--config', 'a (1)/own.json', 'a (1)/data');
      expect(found).toEqual({ status: 1, said: [''], rules: ['schema/type'] });
    }
  });

  test.each([
    ['found', 'tool_catalog.json', {}],
    ['named', 'all.json', named({ toolCatalogues: ['all.json'] })],
    ['made nothing of', 'tool_catalog.json', named({ rules: { syntax: 'off', 'schema/*': 'off' } })],
  ])('a catalogue that is half there, %s', (_, name, more) => {
    const files = { [name]: CATALOGUE.slice(0, -5), 'logs/c.json': CALL, ...more };
    const half = new RegExp(`^agent-envelopes: ${name} has 1 problem in line \\d+: .+ See it by`);
    expect(check(files, 'check', 'logs')).toMatchObject(told(half));
    expect(check(files, 'check', 'logs', name)).toMatchObject({ said: [''] });
  });

  test('a catalogue with a schema that can not be used', () => {
    const files = { 'tool_catalog.json': CATALOGUE.replace('"integer"', '"int"'), 'logs/c.json': CALL };
    expect(check(files, 'check', 'logs')).toMatchObject(told(/tool_catalog\.json has 1 problem in line/));
  });

  test.each([
    ['that is no JSON', protocol().slice(0, -9)],
    ['whose schema is not there', protocol({ kinds: { request: { schema: './none.json', tells: {} } } })],
    ['whose id is taken', protocol({ id: 'toolcall' })],
  ])('a protocol %s', (_, text) => {
    const line = /^agent-envelopes: (proto\/)?r(\.agent-protocol)?\.json has \d problems?(, the first)? in line 1: /;
    const found = { 'r.agent-protocol.json': text, 'data/r.json': REVIEW };
    const off = named({ rules: { 'agent-envelopes/*': 'off', syntax: 'off', 'schema/*': 'off' } });
    const byName = { 'proto/r.json': text, 'data/r.json': REVIEW, ...named({ protocols: ['proto/r.json'] }) };
    for (const files of [found, { ...found, ...off }, byName]) {
      expect(check(files, 'check', 'data')).toMatchObject(told(line));
      expect(check(files, 'runs', 'data')).toMatchObject({ said: [expect.stringMatching(line)] });
    }
    // By this name it is known for what it is only where it was named.
    expect(check(byName, 'check', 'data', 'proto')).toMatchObject(told(line));
    expect(check(found, 'check', '.')).toMatchObject({ status: 1, said: [''] });
  });
});

describe('protocols count', () => {
  const NAME = 'r.agent-protocol.json';
  const found = { status: 1, said: [''], rules: ['schema/type'] };
  const unknown = { status: 0, said: [''], rules: [] };

  test.each([
    ['beside a file', `a/b/${NAME}`, 'a/b/review.json', found],
    ['in a folder above it', `a/${NAME}`, 'a/b/review.json', found],
    ['in the current folder', NAME, 'a/b/review.json', found],
    ['below a folder that is named', `a/c/d/${NAME}`, 'a', found],
    ['above a folder that is named', `a/${NAME}`, 'a/b', found],
    ['but not below a folder beside the file', `a/c/${NAME}`, 'a/b/review.json', unknown],
    ['but not elsewhere in the current folder', `z/${NAME}`, 'a', unknown],
  ])('%s', (_, place, named, said) => {
    const folder = testFolder({ 'a/b/review.json': REVIEW, [place]: protocol() });
    expect(checkIn(folder, 'check', named)).toEqual(said);
    expect(checkIn(folder, 'check', named, '--no-config')).toEqual(said);
  });

  test('for standard input by the name that it is given', () => {
    const folder = testFolder({ [`a/${NAME}`]: protocol(), 'a/b/x.json': '' });
    const input = (name: string) => start(folder, ['check', '-', '--stdin-name', name], { input: REVIEW }).status;
    expect([input('a/b/review.json'), input('review.json')]).toEqual([1, 0]);
  });

  test.each([{}, { protocols: [`z/${NAME}`] }])('anywhere in a project with the settings %j', settings => {
    const files = { 'a/review.json': REVIEW, [`z/${NAME}`]: protocol(), ...named(settings) };
    expect(check(files, 'check', 'a')).toEqual(found);
    expect(check(files, 'check', 'a/review.json')).toEqual(found);
    expect(check(files, 'check', 'a/review.json', '--no-config')).toEqual(unknown);
  });

  test('for the runs that files tell of', () => {
    const files = { 'a/review.json': REVIEW.replace('5', '"s"'), [NAME]: protocol(), 'z/x.json': '{}' };
    for (const args of [
      ['runs', 'a'],
      ['runs', 'a/review.json'],
      ['replay', 'a/review.json'],
    ]) {
      const { status, stdout } = start(testFolder(files), [...args, '--format', 'json']);
      expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('review-queue') });
    }
  });

  test.each([{}, named({})])('never behind a link out of the folder, with %j', settings => {
    const away = testFolder({ [NAME]: protocol() });
    const folder = testFolder({ 'a/review.json': REVIEW, ...settings });
    symlinkSync(away.path, folder.pathOf('a/linked'));
    symlinkSync(away.pathOf(NAME), folder.pathOf(`a/${NAME}`));
    expect(checkIn(folder, 'check', 'a/review.json')).toEqual(unknown);
    expect(checkIn(folder, 'check', '.').status).toBe(0);
  });

  test('as settings leave folders out, but for those that are named', () => {
    const files = { 'a/review.json': REVIEW, [`a/old/${NAME}`]: protocol(), ...named({ exclude: ['a/old'] }) };
    expect(check(files, 'check', 'a')).toEqual(unknown);
    expect(check(files, 'check', 'a/review.json', 'a/old')).toEqual(found);
  });

  test('though another one far away has the same id', () => {
    const other = { [`z/${NAME}`]: protocol({ title: 'Another one' }) };
    const files = { 'a/review.json': REVIEW, [NAME]: protocol(), ...other };
    for (const args of [['a'], ['a/review.json'], ['a/review.json', '--no-config']]) {
      expect(check(files, 'check', ...args)).toEqual(found);
    }
  });

  test('once, where there is a copy', () => {
    const files = { 'a/review.json': REVIEW, [NAME]: protocol(), [`a/${NAME}`]: protocol() };
    for (const path of ['.', 'a', 'a/review.json']) expect(check(files, 'check', path)).toEqual(found);
  });
});

test('a check of one file reads no folder but those that it lies in', () => {
  const folder = testFolder({
    'a/b/review.json': REVIEW,
    'a/c/d/x.json': '{}',
    'e/f/x.json': '{}',
    'r.agent-protocol.json': protocol(),
    '.hook.cjs': `const fs = require('node:fs');
      const { readdirSync } = fs;
      fs.readdirSync = (path, ...rest) => {
        const names = readdirSync(path, ...rest);
        fs.appendFileSync('read.log', path + '\\n');
        return names;
      };`,
  });
  const options = ['--require', folder.pathOf('.hook.cjs')];
  for (const more of [[], ['--no-config']]) {
    expect(start(folder, ['check', 'a/b/review.json', ...more], { options }).status).toBe(1);
  }
  const read = readFileSync(folder.pathOf('read.log'), 'utf8').split('\n');
  const names = read.filter(path => path.startsWith(folder.path)).map(path => relative(folder.path, path));
  expect([...new Set(names)].sort()).toEqual(['', 'a', 'a/b']);
});
