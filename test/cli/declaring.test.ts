import { symlinkSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CATALOGUE } from '../kit/catalogue';
import { REVIEWS } from '../kit/declaredProtocols';
import { temporaryFolder } from '../kit/temporaryFolder';
import { projectCommands as commands } from './projectCommands';
import { run } from './run';

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

/** What the command line says of folders among these files. */
function check(files: Record<string, string>, ...args: string[]) {
  return checkIn(testFolder(files), ...args);
}

async function checkIn(folder: Folder, ...args: string[]) {
  const { code, out, err } = await start(folder, [...args, '--format', 'json']);
  const found = /"rule":"([^"]+)"/g;
  return { code, said: err.trimEnd().split('\n'), rules: [...out.matchAll(found)].map(([, rule]) => rule) };
}

function start({ path }: Folder, args: string[], stdin = '') {
  return run(args, { cwd: path, stdin, commands });
}

type Folder = ReturnType<typeof temporaryFolder>;

function testFolder(files: Record<string, string>): Folder {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  return folder;
}

const told = (line: RegExp) => ({ code: 2, said: [expect.stringMatching(line)] });

describe('what declares something for all, and is not among what is checked', () => {
  test('says nothing where it is right', async () => {
    const files = { 'tool_catalog.json': CATALOGUE, 'logs/c.json': CALL, 'r.agent-protocol.json': protocol() };
    expect(await check(files, 'check', 'logs')).toEqual({ code: 1, said: [''], rules: ['toolcall/unknown-tool'] });
    const reviewed = await check({ ...files, 'data/r.json': REVIEW }, 'check', 'data');
    expect(reviewed).toEqual({ code: 1, said: [''], rules: ['schema/type'] });
  });

  test('is found in folders by any name', async () => {
    const files = { 'a (1)/r.agent-protocol.json': protocol(), 'a (1)/data/r.json': REVIEW };
    for (const settings of [{}, { protocols: ['a (1)/r.agent-protocol.json'] }]) {
      const found = await check({ ...files, ...named(settings) }, 'check', 'a (1)/data');
      expect(found).toEqual({ code: 1, said: [''], rules: ['schema/type'] });
    }
    // Under a root of such a name.
    for (const settings of ['{}', '{"protocols": ["r.agent-protocol.json"]}']) {
      const set = { 'a (1)/own.json': settings };
      const found = await check({ ...files, ...set }, 'check', '--config', 'a (1)/own.json', 'a (1)/data');
      expect(found).toEqual({ code: 1, said: [''], rules: ['schema/type'] });
    }
  });

  test.each([
    ['found', 'tool_catalog.json', {}],
    ['named', 'all.json', named({ toolCatalogues: ['all.json'] })],
    ['made nothing of', 'tool_catalog.json', named({ rules: { syntax: 'off', 'schema/*': 'off' } })],
  ])('a catalogue that is half there, %s', async (_, name, more) => {
    const files = { [name]: CATALOGUE.slice(0, -5), 'logs/c.json': CALL, ...more };
    const half = new RegExp(`^agent-envelopes: ${name} has 1 problem in line \\d+: .+ See it by`);
    expect(await check(files, 'check', 'logs')).toMatchObject(told(half));
    expect(await check(files, 'check', 'logs', name)).toMatchObject({ said: [''] });
  });

  test('a list of tools in the format of another program', async () => {
    const tools = (type: string) => [
      { name: 'NOPE', inputSchema: { type: 'object', properties: { n: { type } }, required: ['n'] } },
    ];
    const list = (type: string) => ({ 'mcp-tools.json': JSON.stringify({ tools: tools(type) }), 'logs/c.json': CALL });
    expect(await check(list('integer'), 'check', 'logs')).toEqual({
      code: 1,
      said: [''],
      rules: ['toolcall/arguments'],
    });
    expect(await check(list('int'), 'check', 'logs')).toMatchObject({ code: 0, rules: [] });
    expect(await check(list('int'), 'check', '.')).toMatchObject({ code: 0, rules: ['toolcall/catalogue-schema'] });
  });

  test('a catalogue with a schema that can not be used', async () => {
    const files = { 'tool_catalog.json': CATALOGUE.replace('"integer"', '"int"'), 'logs/c.json': CALL };
    expect(await check(files, 'check', 'logs')).toMatchObject(told(/tool_catalog\.json has 1 problem in line/));
  });

  test.each([
    ['that is no JSON', protocol().slice(0, -9)],
    ['whose schema is not there', protocol({ kinds: { request: { schema: './none.json', tells: {} } } })],
    ['whose id is taken', protocol({ id: 'toolcall' })],
  ])('a protocol %s', async (_, text) => {
    const line = /^agent-envelopes: (proto\/)?r(\.agent-protocol)?\.json has \d problems?(, the first)? in line 1: /;
    const found = { 'r.agent-protocol.json': text, 'data/r.json': REVIEW };
    const off = named({ rules: { 'agent-envelopes/*': 'off', syntax: 'off', 'schema/*': 'off' } });
    const byName = { 'proto/r.json': text, 'data/r.json': REVIEW, ...named({ protocols: ['proto/r.json'] }) };
    for (const files of [found, { ...found, ...off }, byName]) {
      expect(await check(files, 'check', 'data')).toMatchObject(told(line));
      expect(await check(files, 'runs', 'data')).toMatchObject({ said: [expect.stringMatching(line)] });
    }
    // By this name it is known for what it is only where it was named.
    expect(await check(byName, 'check', 'data', 'proto')).toMatchObject(told(line));
    expect(await check(found, 'check', '.')).toMatchObject({ code: 1, said: [''] });
  });
});

describe('protocols count', () => {
  const NAME = 'r.agent-protocol.json';
  const found = { code: 1, said: [''], rules: ['schema/type'] };
  const unknown = { code: 0, said: [''], rules: [] };

  test.each([
    ['beside a file', `a/b/${NAME}`, 'a/b/review.json', found],
    ['in a folder above it', `a/${NAME}`, 'a/b/review.json', found],
    ['in the current folder', NAME, 'a/b/review.json', found],
    ['below a folder that is named', `a/c/d/${NAME}`, 'a', found],
    ['above a folder that is named', `a/${NAME}`, 'a/b', found],
    ['but not below a folder beside the file', `a/c/${NAME}`, 'a/b/review.json', unknown],
    ['but not elsewhere in the current folder', `z/${NAME}`, 'a', unknown],
  ])('%s', async (_, place, named, said) => {
    const folder = testFolder({ 'a/b/review.json': REVIEW, [place]: protocol() });
    expect(await checkIn(folder, 'check', named)).toEqual(said);
    expect(await checkIn(folder, 'check', named, '--no-config')).toEqual(said);
  });

  test('for standard input by the name that it is given', async () => {
    const folder = testFolder({ [`a/${NAME}`]: protocol(), 'a/b/x.json': '' });
    const input = async (name: string) => (await start(folder, ['check', '-', '--stdin-name', name], REVIEW)).code;
    expect([await input('a/b/review.json'), await input('review.json')]).toEqual([1, 0]);
  });

  test.each([{}, { protocols: [`z/${NAME}`] }])('anywhere in a project with the settings %j', async settings => {
    const files = { 'a/review.json': REVIEW, [`z/${NAME}`]: protocol(), ...named(settings) };
    expect(await check(files, 'check', 'a')).toEqual(found);
    expect(await check(files, 'check', 'a/review.json')).toEqual(found);
    expect(await check(files, 'check', 'a/review.json', '--no-config')).toEqual(unknown);
  });

  test('for the runs that files tell of', async () => {
    const files = { 'a/review.json': REVIEW.replace('5', '"s"'), [NAME]: protocol(), 'z/x.json': '{}' };
    for (const args of [
      ['runs', 'a'],
      ['runs', 'a/review.json'],
      ['replay', 'a/review.json'],
    ]) {
      const { code, out } = await start(testFolder(files), [...args, '--format', 'json']);
      expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('review-queue') });
    }
  });

  test.each([{}, named({})])('never behind a link out of the folder, with %j', async settings => {
    const away = testFolder({ [NAME]: protocol() });
    const folder = testFolder({ 'a/review.json': REVIEW, ...settings });
    symlinkSync(away.path, folder.pathOf('a/linked'));
    symlinkSync(away.pathOf(NAME), folder.pathOf(`a/${NAME}`));
    expect(await checkIn(folder, 'check', 'a/review.json')).toEqual(unknown);
    expect((await checkIn(folder, 'check', '.')).code).toBe(0);
  });

  test('as settings leave folders out, but for those that are named', async () => {
    const files = { 'a/review.json': REVIEW, [`a/old/${NAME}`]: protocol(), ...named({ exclude: ['a/old'] }) };
    expect(await check(files, 'check', 'a')).toEqual(unknown);
    expect(await check(files, 'check', 'a/review.json', 'a/old')).toEqual(found);
  });

  test('though another one far away has the same id', async () => {
    const other = { [`z/${NAME}`]: protocol({ title: 'Another one' }) };
    const files = { 'a/review.json': REVIEW, [NAME]: protocol(), ...other };
    for (const args of [['a'], ['a/review.json'], ['a/review.json', '--no-config']]) {
      expect(await check(files, 'check', ...args)).toEqual(found);
    }
  });

  test('once, where there is a copy', async () => {
    const files = { 'a/review.json': REVIEW, [NAME]: protocol(), [`a/${NAME}`]: protocol() };
    for (const path of ['.', 'a', 'a/review.json']) expect(await check(files, 'check', path)).toEqual(found);
  });
});
