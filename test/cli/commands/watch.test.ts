import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCommand } from '../../../server/src/cli/commands/check';
import { createChecker, createFixer } from '../../../server/src/features/fixes/checkAndFixFiles';
import { folder, run } from '../run';

/** What is printed after the first check, without the lines that problems are about. */
async function watched(cwd: string, meanwhile: (() => void)[], args: string[] = []) {
  const { code, out, err } = await run(['check', '--watch', ...args], { cwd, meanwhile });
  expect(code).toBe(0);
  const [first = '', ...rest] = out.split('\n\n').map(text => text.trim());
  return {
    first,
    out,
    err,
    rest: rest
      .join('\n')
      .split('\n')
      .filter(line => !/^ *\d* \|/.test(line)),
  };
}

/** The same with the real check. */
async function checked(cwd: string, meanwhile: (() => void)[], ...args: string[]) {
  const waiting = [...meanwhile];
  const pause = async () => {
    const next = waiting.shift();
    next?.();
    return next !== undefined;
  };
  const commands = [checkCommand({ createChecker, createFixer, pause, version: '1' })];
  const { out, err, code } = await run(['check', '--watch', ...args], { cwd, commands });
  expect(code).toBe(0);
  const lines = err.split('\n').filter(line => line !== '' && !/: watching /.test(line));
  return { out, said: lines.map(line => line.replace('agent-envelopes: ', '')) };
}

/** Of the problems of a rule: `new`, `gone`, or where they stand. */
function toldOf(out: string, rule: string): (string | undefined)[] {
  const lines = out.split('\n').filter(line => line.endsWith(rule));
  return lines.map(line => line.split(' ')[0]);
}

describe('watch', () => {
  test('prints what is new and what is gone, of files that change, come and go', async () => {
    const cwd = folder({ 'a.json': 'bad', 'b.json': 'good' });
    const { out, err } = await watched(cwd, [
      () => {},
      () => writeFileSync(join(cwd, 'a.json'), 'good\nbad odd'),
      () => writeFileSync(join(cwd, 'c.jsonl'), 'hm'),
      () => rmSync(join(cwd, 'a.json')),
    ]);
    expect(err).toBe('agent-envelopes: watching .; Ctrl+C ends it.\n');
    expect(out.replace(/^ .*\n/gm, '')).toBe(`a.json:1:1 error "bad" is no word for this. words/bad

2 files, 0 envelopes: 1 error

new  a.json:2:5 warning "odd" is no word for this. words/odd
2 files, 0 envelopes: 1 error, 1 warning

new  c.jsonl:1:1 info "hm" is no word for this. words/hm
3 files, 0 envelopes: 1 error, 1 warning, 1 info

gone a.json:2:1 error "bad" is no word for this. words/bad
gone a.json:2:5 warning "odd" is no word for this. words/odd
2 files, 0 envelopes: 1 info
`);
  });

  test('says nothing of a file that changes and has the same problems', async () => {
    const cwd = folder({ 'a.json': 'bad' });
    const { rest } = await watched(cwd, [() => writeFileSync(join(cwd, 'a.json'), '\n\n  bad')]);
    expect(rest).toEqual(['1 file, 0 envelopes: 1 error']);
  });

  test('says once what can not be read, and what is mended', async () => {
    const cwd = folder({ 'a.json': 'bad' });
    const { err, rest } = await watched(
      cwd,
      [() => {}, () => writeFileSync(join(cwd, 'b.json'), 'odd'), () => rmSync(join(cwd, 'b.json'))],
      ['a.json', 'b.json'],
    );
    expect(err.match(/b\.json: does not exist/g)).toHaveLength(2);
    expect(rest.map(line => line.split(' ')[0])).toEqual(['1', 'new', '2', 'gone', '1']);
  });

  test('checks a file again when another one that it names comes or goes', async () => {
    const artifacts = [{ path: 'out.txt', operation: 'update', content: 'A' }];
    const envelope = { success: true, summary: 'x', recommendation: 'proceed', artifacts };
    const cwd = folder({ 'a.json': JSON.stringify(envelope), 'out.txt': '' });
    const { out } = await checked(cwd, [
      () => rmSync(join(cwd, 'out.txt')),
      () => {},
      () => writeFileSync(join(cwd, 'out.txt'), ''),
    ]);
    expect(out.split('\n').filter(line => /update-of-missing|file,/.test(line))).toEqual([
      '1 file, 1 envelope: no problems',
      expect.stringMatching(/^new {2}a\.json:1:\d+ \w+ .* envelope\/update-of-missing$/),
      expect.stringMatching(/^1 file, 1 envelope: 1 /),
      expect.stringMatching(/^gone a\.json:1:\d+ \w+ .* envelope\/update-of-missing$/),
      '1 file, 1 envelope: no problems',
    ]);
  });

  test('checks a file again when another one of its folder changes', async () => {
    const message = (id: string, minute: number) =>
      JSON.stringify({
        id,
        from: 'build',
        to: 'fix',
        timestamp: `2026-06-01T10:0${minute}:00Z`,
        context: { workflowId: 'w', project: 'p' },
        payload: { confidence: 1 },
      });
    const cwd = folder({ 'a.json': message('msg_1', 1), 'b.json': message('msg_2', 2), 'c.json': message('msg_3', 3) });
    const { out } = await checked(cwd, [() => writeFileSync(join(cwd, 'a.json'), message('msg_3', 1))]);
    expect(out).toMatch(/^new {2}c\.json:.* agent-message\/duplicate-id$/m);
  });

  test('checks all again when the settings are others', async () => {
    const cwd = folder({ 'a.jsonl': '{"from": "nobody", "to": "fix", "payload": {"confidence": 0.5}}' });
    const rule = 'agent-message/unknown-agent';
    const { out } = await checked(cwd, [
      () => writeFileSync(join(cwd, '.agent-envelopes.json'), JSON.stringify({ rules: { [rule]: 'off' } })),
      () => rmSync(join(cwd, '.agent-envelopes.json')),
    ]);
    expect(toldOf(out, rule)).toEqual(['a.jsonl:1:10', 'gone', 'new']);
  });

  test('the settings file that is named, too; while it is not there it waits', async () => {
    const message = '{"from": "nobody", "to": "fix", "payload": {"confidence": 0.5}}';
    const rule = 'agent-message/unknown-agent';
    const cwd = folder({ 'logs/a.jsonl': message, 'cfg.json': '{}' });
    const set = (text: string) => () => writeFileSync(join(cwd, 'cfg.json'), text);
    const { out, said } = await checked(
      cwd,
      [
        set(JSON.stringify({ rules: { [rule]: 'off' } })),
        () => rmSync(join(cwd, 'cfg.json')),
        () => {},
        set('{}'),
        set('{"agents": 5}'),
        () => {},
      ],
      'logs',
      '--config=cfg.json',
    );
    expect(toldOf(out, rule)).toEqual(['logs/a.jsonl:1:10', 'gone', 'new']);
    expect(said).toEqual([
      expect.stringMatching(/^"--config cfg\.json": does not exist/),
      expect.stringMatching(/^cfg\.json has 1 problem in line 1: "agents"/),
    ]);
  });

  test('says at the start, and later, that settings are broken, once each', async () => {
    const cwd = folder({ 'logs/a.jsonl': '{}', '.agent-envelopes.json': '{"agents": 5}' });
    const set = (text: string) => () => writeFileSync(join(cwd, '.agent-envelopes.json'), text);
    const later = [() => {}, set('{}'), set('{"rules": []}'), () => {}, set('{"agents": 5}')];
    const { said } = await checked(cwd, later, 'logs');
    expect(said.map(line => /in line 1: "(\w+)"/.exec(line)?.[1])).toEqual(['agents', 'rules', 'agents']);
  });

  test('a catalogue that is not among the paths is heeded when it changes, and told of when it is broken', async () => {
    const call = { call_id: 't_4k7m2p9x10', agent: 'comms', tool: 'snooze', args: {}, ts: '2026-06-01T07:30:00Z' };
    const cwd = folder({
      'logs/c.json': JSON.stringify({ ...call, confirm_required: true }),
      '.agent-envelopes.json': '{"toolCatalogues": ["all.json"]}',
      'all.json': '{"comms": []}',
    });
    const set = (text: string) => () => writeFileSync(join(cwd, 'all.json'), text);
    const { out, said } = await checked(cwd, [set('{"comms": ['), () => {}, set('{"comms": [] }')], 'logs');
    expect(toldOf(out, 'toolcall/unknown-tool')).toEqual([expect.stringContaining('logs/c.json'), 'gone', 'new']);
    expect(said).toEqual([expect.stringMatching(/^all\.json has \d problem/)]);
  });

  test.each(['--format=json', '--max-warnings=1', '--fix', '--changed-since=HEAD', '--threads=2'])(
    'goes without %s',
    async other => {
      const { code, err } = await run(['check', '--watch', other], { cwd: folder({}) });
      expect(code).toBe(2);
      expect(err).toContain(`can't be used with "${other.replace(/=.*/, '')}"; leave out one of them`);
    },
  );
});
