import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { log, message } from '../kit/runsClient';
import { projectCommands as commands } from './projectCommands';
import { folder, run } from './run';

const FILE = '.agent-envelopes.json';
const toItself = message(1, { from: 'build', to: 'build' });
const rule = 'agent-message/to-itself';

/** A protocol whose rule compares the times of envelopes. */
const PINGS = JSON.stringify({
  id: 'p',
  title: 'P',
  kinds: {
    ping: {
      schema: {
        type: 'object',
        required: ['ping_id', 'at', 'sender_name'],
        properties: { ping_id: { type: 'string' }, at: { type: 'string' }, sender_name: { type: 'string' } },
      },
      tells: { at: '/at' },
    },
  },
  rules: { later: { advances: '/at' } },
});
const goesBack = [10, 9]
  .map(hour => `{"ping_id":"a","sender_name":"x","at":"2026-01-01T${hour.toString().padStart(2, '0')}:00:00Z"}\n`)
  .join('');

/** Each problem as `file rule severity`, and what else is said. */
async function checked(cwd: string, ...args: string[]) {
  const { code, out, err } = await run(['check', '--format', 'json', ...args], { cwd, commands });
  if (out === '') return { code, err, found: [] };
  const { files } = JSON.parse(out) as { files: { file: string; problems: { rule: string; severity: string }[] }[] };
  const found = files.flatMap(({ file, problems }) => problems.map(one => `${file} ${one.rule} ${one.severity}`));
  return { code, err, found };
}

test.each(['ask', 'answer'])('times of kinds with the side %s advance, too', async side => {
  const sided = PINGS.replace('"ping":{', `"ping":{"side":"${side}",`).replace(
    '"tells":{',
    '"tells":{"id":"/ping_id",',
  );
  const root = folder({ 'p.agent-protocol.json': sided, 'l.jsonl': goesBack.replace('"a"', '"b"') });
  expect((await checked(root, 'l.jsonl', '--rule', 'schema/*=off')).found).toContain('l.jsonl p/later error');
});

describe('the settings file', () => {
  test('holds for what is checked in its folder, and from below it', async () => {
    const rules = JSON.stringify({ rules: { [rule]: 'error' } });
    const root = folder({ 'a.json': toItself, 'sub/deep/b.json': toItself, [FILE]: rules });
    expect(await checked(root, 'a.json')).toMatchObject({ code: 1, found: [`a.json ${rule} error`] });
    expect((await checked(join(root, 'sub/deep'))).found).toEqual([`b.json ${rule} error`]);
  });

  test("is not VS Code's: what only the editor reads is said, once", async () => {
    const settings =
      '{\n  // A choice.\n  "agentEnvelopes.associations": { "plain.json": "agent-message/message" },\n}\n';
    const plain = '{"name": "x"}';
    const root = folder({ 'plain.json': plain, '.vscode/settings.json': settings, 'sub/plain.json': plain });
    const line =
      'agent-envelopes: .vscode/settings.json: only the editor reads "agentEnvelopes.associations". Move it to "associations" in .agent-envelopes.json.\n';
    expect(await checked(root, '.')).toEqual({ code: 0, err: line, found: [] });
    expect((await checked(root, 'plain.json', 'sub')).err).toBe(line);
    expect((await checked(join(root, '..'), root)).err).toMatch(/\.vscode\/settings\.json: only the editor reads/);
    expect((await checked(root, '--no-config', '.')).err).toBe('');
    for (const other of [
      '{}',
      '{"agentEnvelopes.associations": {}}',
      '[]',
      '{',
      '{"x": "agentEnvelopes.associations"}',
    ])
      expect((await checked(folder({ 'a.json': plain, '.vscode/settings.json': other }), 'a.json')).err).toBe('');
  });

  test('is the nearest, and that alone', async () => {
    const root = folder({
      [FILE]: JSON.stringify({ rules: { [rule]: 'error' }, agents: ['mine'] }),
      [`sub/${FILE}`]: '{}',
      'sub/a.json': message(1, { from: 'mine' }),
    });
    expect((await checked(join(root, 'sub'))).found).toEqual(['a.json agent-message/unknown-agent warning']);
    expect((await checked(root, 'sub/a.json')).found).toEqual([]);
  });

  test('applies from outside as from inside, to each file the one above it', async () => {
    const own = (severity: string) => JSON.stringify({ rules: { [rule]: severity }, exclude: ['left'] });
    const root = folder({
      [`one/${FILE}`]: own('off'),
      'one/a.json': toItself,
      [`two/${FILE}`]: own('error'),
      'two/deep/b.json': toItself,
      'two/left/c.json': toItself,
      'three/d.json': toItself,
    });
    const found = [`three/d.json ${rule} warning`, `two/deep/b.json ${rule} error`];
    expect((await checked(root, '.')).found.sort()).toEqual(found);
    expect((await checked(root, 'one', 'two', 'three')).found.sort()).toEqual(found);
    expect((await checked(root, 'one/a.json')).found).toEqual([]);
    expect((await checked(join(root, 'three'), '../two/deep/b.json')).found).toEqual([
      `../two/deep/b.json ${rule} error`,
    ]);
    expect((await checked(root, '--no-config', 'one')).found).toEqual([`one/a.json ${rule} warning`]);
    expect((await checked(root, '--config', `two/${FILE}`, 'one')).found).toEqual([`one/a.json ${rule} error`]);
  });

  test('tells of its errors from outside, too', async () => {
    const root = folder({ [`one/${FILE}`]: '{"rules": {"agent-message/*": "of"}}', 'one/a.json': toItself });
    const { code, err } = await checked(root, 'one/a.json');
    expect(code).toBe(2);
    expect(err).toContain(`one/${FILE}`);
  });

  test('is not chosen by the name of a demanded input', async () => {
    const root = folder({ [`out/${FILE}`]: JSON.stringify({ rules: { [rule]: 'off' } }) });
    const asked = ['check', '-', '--format', 'json', '--as', 'agent-message/message', '--stdin-name', 'out/a.json'];
    const { out } = await run(asked, { cwd: root, commands, stdin: toItself });
    expect(out).toContain(rule);
  });

  test('declares agents, intents and what files hold', async () => {
    const own = { agents: ['mine'], associations: { 'none/*': 'none' } };
    const files = { 'a.json': message(1, { from: 'mine' }), 'none/b.json': toItself };
    expect((await checked(folder(files))).found).toHaveLength(2);
    expect((await checked(folder({ ...files, [FILE]: JSON.stringify(own) }))).found).toEqual([]);
  });

  test('says which files of folders are looked at, and never of what is named', async () => {
    const files = {
      'a.json': toItself,
      'old/b.json': toItself,
      'logs/c.jsonl': log(toItself),
      'logs/old/d.json': toItself,
      'node_modules/e.json': toItself,
    };
    const names = async (own: object, ...args: string[]) => {
      const root = folder({ ...files, [FILE]: JSON.stringify(own) });
      return (await checked(root, ...args)).found.map(one => one.split(' ')[0]);
    };
    expect(await names({ exclude: ['old'] })).toEqual(['a.json', 'logs/c.jsonl']);
    expect(await names({ exclude: ['old/**'] })).toEqual(['a.json', 'logs/c.jsonl', 'logs/old/d.json']);
    expect(await names({ include: ['logs/**'] })).toEqual(['logs/c.jsonl', 'logs/old/d.json']);
    expect(await names({ include: ['*.jsonl'] })).toEqual(['logs/c.jsonl']);
    expect(await names({ exclude: ['old'] }, 'old/b.json', 'logs')).toEqual(['old/b.json', 'logs/c.jsonl']);
    // A folder that is named is looked through, as node_modules would be.
    expect(await names({ exclude: ['old'] }, 'old')).toEqual(['old/b.json']);
  });

  test('holds for runs and for replays', async () => {
    const files = { 'a.jsonl': log(message(1)), 'old/b.jsonl': log(message(2, { run: 'wf_old' })) };
    const root = folder({ ...files, [FILE]: '{"exclude": ["old"]}' });
    const all = await run(['runs', '--no-config'], { cwd: root, commands });
    expect(all.out).toContain('wf_old');
    const some = await run(['runs'], { cwd: root, commands });
    expect(some).toMatchObject({ code: 0, err: '' });
    expect(some.out).toContain('wf_1');
    expect(some.out).not.toContain('wf_old');
    const replayed = await run(['replay', 'wf_1', '--format', 'json'], { cwd: root, commands });
    expect(replayed.code).toBe(0);
    expect((await run(['replay', 'wf_old', '--format', 'json'], { cwd: root, commands })).code).toBe(2);
    expect((await run(['replay', 'wf_old', '--no-config', '--format', 'json'], { cwd: root, commands })).code).toBe(0);
  });

  test('is checked with the rest, and is no envelope', async () => {
    const root = folder({ 'a.json': message(1), [FILE]: '{"rulez": {}} // ours' });
    expect(await checked(root)).toMatchObject({
      // What it sets is not all there: told with the rest, it is still no verdict on the rest.
      code: 2,
      err: '',
      found: [`${FILE} schema/additionalProperties error`],
    });
    const { out } = await run(['check', FILE], { cwd: root, commands });
    expect(out).not.toMatch(/1 envelope/);
  });

  test('that has problems and is not checked says so in one line', async () => {
    const root = folder({
      'sub/a.json': message(1),
      [FILE]: '{\n  "agents": "x",\n  "rules": {"schema/enums": "off"}\n}',
    });
    const { err, code } = await checked(join(root, 'sub'));
    // What it sets is not all there: the check may have said too little.
    expect(code).toBe(2);
    expect(err).toBe(
      'agent-envelopes: ../.agent-envelopes.json has 2 problems, the first in line 2: "agents" is "x", a string; it must be an array. See all by "agent-envelopes check ../.agent-envelopes.json".\n',
    );
    const { err: said } = await run(['runs'], { cwd: join(root, 'sub'), commands });
    expect(said).toBe(err);
  });

  test.each([
    ['under another name', 'ci.json', '{"rules":{"schema/type":"offf"},"exclude":5}', ['--config', 'ci.json']],
    ['by what it says of rules', FILE, '{"rules":{"schema/*":"off"},"agents":5,"nope":1}', []],
    ['by an option', FILE, '{"rules":[]}', ['--rule', 'schema/type=off']],
  ])('that is broken is told of, though %s it would not be', async (_, name, text, options) => {
    const root = folder({ 'logs/a.json': message(1), [name]: text });
    for (const path of ['logs', '.']) {
      const { code, err, found } = await checked(root, path, ...options);
      expect({ code, found }).toEqual({ code: 2, found: [] });
      expect(err).toMatch(new RegExp(`^agent-envelopes: ${name} has \\d problems?( in|, the first in) line 1: .+\n$`));
    }
  });

  test('that is broken ends with 2 whether or not it is listed', async () => {
    const root = folder({ 'logs/a.json': message(1), [FILE]: '{"rules":[]}' });
    expect(await checked(root, 'logs')).toMatchObject({ code: 2, found: [], err: expect.stringContaining(FILE) });
    expect(await checked(root, '.')).toEqual({ code: 2, err: '', found: [`${FILE} schema/type error`] });
  });

  test.each([
    ['toolCatalogues', 'tools/none.json', 'does not exist'],
    ['toolCatalogues', '../none.json', 'does not exist'],
    ['toolCatalogues', '/no/such/none.json', 'does not exist'],
    ['toolCatalogues', 'logs', 'is a folder'],
    ['toolCatalogues', '//server/none.json', 'is on another machine'],
    ['toolCatalogues', '', 'is not a path'],
    ['protocols', '..\\\\none.agent-protocol.json', 'does not exist'],
    ['protocols', 'none.agent-protocol.json', 'does not exist'],
  ])('%s that names %j, which %s, is one line', async (property, path, fault) => {
    const root = folder({ 'logs/a.json': message(1), [FILE]: `{"${property}": ["${path}"]}` });
    for (const args of [['logs'], ['logs', '--rule', 'agent-envelopes/*=off']]) {
      const { code, err } = await checked(root, ...args);
      expect(err).toMatch(new RegExp(`^agent-envelopes: ${FILE} names ".*", which ${fault}.*\\n$`));
      expect(code).toBe(2);
    }
    expect((await checked(root, 'logs', '--no-config')).code).toBe(0);
  });

  test('that is broken is no reason to say nothing of the rest', async () => {
    const root = folder({ 'sub/a.json': toItself, [FILE]: '{"rules": ' });
    const { err, found } = await checked(join(root, 'sub'));
    expect(found).toEqual([`a.json ${rule} warning`]);
    expect(err).toMatch(/has 1 problem in line 1: .*See it by/);
  });
});

describe('options', () => {
  test('--rule has the last word, for a rule, several, or a family', async () => {
    const root = folder({ 'a.json': toItself, [FILE]: JSON.stringify({ rules: { [rule]: 'error' } }) });
    expect((await checked(root, '--rule', `${rule}=info`)).found).toEqual([`a.json ${rule} info`]);
    expect((await checked(root, '--rule', `${rule}=off`)).found).toEqual([]);
    expect(
      (await checked(root, '--no-config', '--rule', 'agent-message/*=off', '--rule', 'schema/enum=error')).found,
    ).toEqual([]);
  });

  test.each([
    [{ [rule]: 'error' }, ['agent-message/*=off'], undefined],
    [{ [rule]: 'error', 'agent-message/*': 'off' }, [], 'error'],
    [{ [rule]: 'error' }, ['agent-message/*=off', `${rule}=info`], 'info'],
    [{ [rule]: 'error' }, ['schema/*=off'], 'error'],
    [{}, [`${rule}=off`, 'agent-message/*=error'], 'error'],
    [{}, [`${rule}=off,agent-message/*=error`], 'error'],
    [{}, ['agent-message/*=error', `${rule}=off`], undefined],
    [{ 'agent-message/*': 'off' }, ['agent-message/*=info'], 'info'],
  ])('what comes later holds: %j, then %j', async (rules, options, severity) => {
    const root = folder({ 'a.json': toItself, [FILE]: JSON.stringify({ rules }) });
    const { found } = await checked(root, ...options.flatMap(one => ['--rule', one]));
    expect(found).toEqual(severity === undefined ? [] : [`a.json ${rule} ${severity}`]);
  });

  test('--rule is of a protocol that is declared for what is checked, with and without a settings file', async () => {
    const root = folder({ 'p.agent-protocol.json': PINGS, 'l.jsonl': goesBack, 'out/a.json': '{}' });
    expect((await checked(root)).found).toEqual(['l.jsonl p/later error']);
    for (const args of [[], ['l.jsonl'], ['--no-config']]) {
      expect(await checked(root, ...args, '--rule', 'p/later=off')).toMatchObject({ code: 0, found: [] });
      expect((await checked(root, ...args, '--rule', 'p/*=info')).found).toEqual(['l.jsonl p/later info']);
    }
    expect(await checked(join(root, 'out'), '../l.jsonl', '--rule', 'p/later=off')).toMatchObject({ code: 0, err: '' });
    expect((await run(['runs', '.', '--rule', 'p/later=off'], { cwd: root, commands })).code).toBe(0);
    const settings = folder({ 'deep/p.agent-protocol.json': PINGS, 'deep/l.jsonl': goesBack, [FILE]: '{}' });
    expect(await checked(settings, '--rule', 'p/later=off')).toMatchObject({ code: 0, found: [] });
  });

  test('--rule of no protocol is refused; of one that is broken, the error is that', async () => {
    const root = folder({ 'p.agent-protocol.json': PINGS, 'l.jsonl': goesBack });
    const { code, err } = await checked(root, '--rule', 'p/latter=off');
    expect([code, err]).toEqual([2, expect.stringContaining('"p/latter" is not a rule; did you mean "p/later"?')]);
    const broken = folder({ 'p.agent-protocol.json': PINGS.slice(0, -9), 'l.jsonl': goesBack });
    expect((await checked(broken, 'l.jsonl', '--rule', 'p/later=off')).err).toMatch(
      /^agent-envelopes: p.agent-protocol.json has/,
    );
  });

  test('--config names another file, whose folder paths are relative to', async () => {
    const root = folder({
      'a.json': toItself,
      [FILE]: '{}',
      'ci/strict.json': JSON.stringify({ rules: { [rule]: 'error', 'no/rule': 'off' } }),
    });
    const { found, err } = await checked(root, 'a.json', '--config', 'ci/strict.json');
    expect(found).toEqual([`a.json ${rule} error`]);
    expect(err).toBe(
      'agent-envelopes: ci/strict.json has 1 problem in line 1: "no/rule" is not a rule; each problem shows the id of its rule, such as "schema/enum".\n',
    );
  });

  test.each([
    [['--rule', 'agent-message/to-itslef=off'], 'did you mean "agent-message/to-itself"?'],
    [['--rule', `${rule}=of`], '"of" is not one of error, warning, info, off; did you mean "off"?'],
    [['--rule', `${rule}=error=off`], 'has more than one severity; give one: agent-message/to-itself=error'],
    [['--rule', rule], `needs a severity: ${rule}=off`],
    [['--config', 'none.json'], '"--config none.json":'],
    [['--config', 'x.json', '--no-config'], 'contradict each other'],
  ])('%j is wrong usage', async (args, said) => {
    for (const command of ['check', 'runs']) {
      const { code, err } = await run([command, ...args], { cwd: folder({}), commands });
      expect(code).toBe(2);
      expect(err).toContain(said);
    }
  });
});
