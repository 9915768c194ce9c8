import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CATALOGUE } from '../kit/catalogue';
import { REVIEWS } from '../kit/declared';
import { serverPath } from '../kit/lspClient';
import { temporary } from '../kit/temporary';

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
  const folder = temporary(files);
  onTestFinished(folder.dispose);
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(dirname(serverPath), 'cli.js'), ...args, '--format', 'json'],
    { cwd: folder.path, encoding: 'utf8' },
  );
  const found = /"rule":"([^"]+)"/g;
  return { status, said: stderr.trimEnd().split('\n'), rules: [...stdout.matchAll(found)].map(([, rule]) => rule) };
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
