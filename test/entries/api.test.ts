import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { check, compileProtocol, GuardError, guard, runs, UsageError } from '../../server/src/entries/api';
import { files, message } from '../cli/commands/runsCommands';
import { folder } from '../cli/run';
import { projectRoot } from '../kit/corpus';
import { examples } from '../kit/examples';

const OUTPUT = {
  success: true,
  summary: 'Done.',
  recommendation: 'proceed' as const,
  artifacts: [{ path: 'docs/a.md', operation: 'create' as const, content: '# Notes\n' }],
};
const writing = (path: string, content = '# Notes\n') => ({
  ...OUTPUT,
  artifacts: [{ path, operation: 'create', content }],
});

/** The problems of a refused value. */
function refused(action: () => unknown) {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(GuardError);
    return (error as GuardError).problems;
  }
  throw new Error('it passed');
}

describe('guard', () => {
  const inFolder = (more: Record<string, string> = {}) => ({ cwd: folder(more) });

  test('returns what passes, as a copy', () => {
    const output = guard('agent-protocol/output', inFolder());
    const value = output(OUTPUT);
    expect(value).toEqual(OUTPUT);
    expect(value).not.toBe(OUTPUT);
    expect(output.parse(JSON.stringify(OUTPUT))).toEqual(OUTPUT);
  });

  test('returns what was checked, whatever the value does', () => {
    let reads = 0;
    const shifty = {
      ...OUTPUT,
      get artifacts() {
        reads++;
        return writing(reads > 1 ? '../../etc/passwd' : 'docs/a.md').artifacts;
      },
    };
    const value = guard('agent-protocol/output', inFolder())(shifty);
    expect(value.artifacts).toMatchObject([{ path: 'docs/a.md' }]);
    expect(value.artifacts).toMatchObject([{ path: 'docs/a.md' }]);
    const hidden = { ...OUTPUT, toJSON: () => writing('../x.md') };
    expect(refused(() => guard('agent-protocol/output', inFolder())(hidden))).not.toEqual([]);
  });

  test('says of each problem where it is and which rule found it', () => {
    const bad = { ...writing('docs/a.md', '<full spec>'), success: 'yes' };
    const problems = refused(() => guard('agent-protocol/output', inFolder())(bad));
    expect(problems).toEqual([
      expect.objectContaining({ path: '/success', rule: 'schema/type', severity: 'error' }),
      expect.objectContaining({ path: '/artifacts/0/content', rule: 'envelope/elided-content', severity: 'error' }),
    ]);
    const { message } = new GuardError('a/b', problems);
    expect(message).toMatch(/^not a\/b: .+ schema\/type, at "\/success" \(and 1 more\)$/);
  });

  test.each([
    ['a list', [OUTPUT]],
    ['an empty list', []],
    ['a text', 'x'],
    ['a number', 7],
    ['null', null],
    ['undefined', undefined],
    ['a function', () => OUTPUT],
    ['a big integer', { ...OUTPUT, n: 1n }],
    ['nothing of its kind', { a: 1 }],
  ])('refuses %s', (_, value) => {
    const problems = refused(() => guard('agent-protocol/output', inFolder())(value));
    expect(problems.length).toBeGreaterThan(0);
  });

  test('refuses a value that contains itself', () => {
    const value: Record<string, unknown> = { ...OUTPUT };
    value.self = value;
    expect(refused(() => guard('agent-protocol/output', inFolder())(value))).toHaveLength(1);
  });

  test.each([
    ['a fence', `\`\`\`json\n${JSON.stringify(OUTPUT)}\n\`\`\``],
    ['a mark', `\uFEFF${JSON.stringify(OUTPUT)}`],
    ['a key twice', JSON.stringify(OUTPUT).replace('{', '{"success":false,')],
    ['a list', JSON.stringify([OUTPUT])],
    ['nothing', ''],
    ['spaces', ' \n'],
    ['two', JSON.stringify(OUTPUT).repeat(2)],
    ['no JSON', 'Done.'],
  ])('parse refuses %s', (_, text) => {
    expect(refused(() => guard('agent-protocol/output', inFolder()).parse(text))).not.toEqual([]);
  });

  test('looks at the disk of its folder, anew for each value', () => {
    const cwd = folder({ 'docs/A.md': '# A\n' });
    const output = guard('agent-protocol/output', { cwd });
    expect(output(writing('out/x.md'))).toBeDefined();
    symlinkSync(folder({}), join(cwd, 'out'));
    expect(refused(() => output(writing('out/x.md')))).not.toEqual([]);
    expect(refused(() => output(writing('docs/a.md')))).not.toEqual([]);
  });

  test('heeds no settings file but one that is named', () => {
    const cwd = folder({
      '.agent-envelopes.json': '{"rules": {"envelope/elided-content": "off"}}',
      'own.json': '{"protectedPaths": {"docs": true}}',
    });
    expect(refused(() => guard('agent-protocol/output', { cwd })(writing('docs/a.md', '<full spec>')))).not.toEqual([]);
    expect(refused(() => guard('agent-protocol/output', { cwd, config: 'own.json' })(OUTPUT))).not.toEqual([]);
    const rules = { 'envelope/elided-content': 'off' as const };
    expect(guard('agent-protocol/output', { cwd, rules })(writing('docs/a.md', '<full spec>'))).toBeDefined();
  });

  test('heeds no settings file either where `config` is there, but undefined', () => {
    const cwd = folder({ '.agent-envelopes.json': '{"rules": {"envelope/elided-content": "off"}}' });
    const output = guard('agent-protocol/output', { cwd, config: undefined as never });
    expect(refused(() => output(writing('docs/a.md', '<full spec>')))).not.toEqual([]);
  });

  test.each([
    ['none', {}],
    ['those that are named', { config: 'own.json' }],
  ])('lets nothing through beside a broken declaration, under settings: %s', (_, more) => {
    const broken = { id: 'q', kinds: { a: { schema: { type: 3 }, signature: {} } } };
    const cwd = folder({ 'q.agent-protocol.json': JSON.stringify(broken), 'own.json': '{}' });
    for (const kind of ['q/a', 'agent-protocol/output']) {
      const created = () => guard(kind, { cwd, ...more });
      expect(created).toThrow(UsageError);
      expect(created).toThrow(/^q\.agent-protocol\.json has 1 problem in line 1: .*"\/type"/);
    }
  });

  test.each(['\n', '\r\n', '\r'])('knows where a problem is in a text with lines that end with %j', eol => {
    const text = JSON.stringify({ ...writing('docs/a.md', '<full spec>'), summary: 5 }, null, 2);
    const output = guard('agent-protocol/output', inFolder());
    const problems = refused(() => output.parse(text.replaceAll('\n', eol)));
    expect(problems.map(({ path }) => path)).toEqual(['/summary', '/artifacts/0/content']);
  });

  test.each([5, undefined, null, OUTPUT])('parse takes a text, and not %j', value => {
    const output = guard('agent-protocol/output', inFolder());
    const [problem] = refused(() => output.parse(value as never));
    expect(problem?.message).toMatch(/^It is no text, and "parse" takes only that; /);
  });

  test('is for kinds that there are', () => {
    const wrong = () => guard('agent-protocol/outputs', inFolder());
    expect(wrong).toThrow(UsageError);
    expect(wrong).toThrow(expect.objectContaining({ name: 'UsageError' }));
    expect(wrong).toThrow('did you mean "agent-protocol/output"?');
    expect(() => guard('otlp/span', inFolder())).toThrow(UsageError);
    expect(() => guard('agent-protocol/output', { ...inFolder(), config: 'gone.json' })).toThrow(UsageError);
  });

  test('is there for the kinds of shipped protocols that `check --as` takes', () => {
    const task = { id: 't-1', contextId: 'c-1', status: { state: 'TASK_STATE_WORKING' } };
    const only = guard('a2a/task', inFolder());
    expect(only(task)).toEqual(task);
    expect(refused(() => only({ ...task, status: { state: 'at work' } }))[0]?.path).toBe('/status/state');
  });

  test('lets each example through, and no other kind in its place', () => {
    const options = inFolder();
    const checked = examples.filter(({ kind }) => !kind.readOnly);
    expect(checked.length).toBeGreaterThan(10);
    for (const { kind, value } of checked) expect(guard(kind.id, options)(value), kind.id).toEqual(value);
    expect(refused(() => guard('agent-message/message', options)(OUTPUT))).not.toEqual([]);
  });
});

const DECLARATION = {
  id: 'ledger',
  kinds: {
    entry: {
      schema: {
        type: 'object',
        required: ['entry', 'amount', 'booked'],
        properties: { entry: { type: 'string' }, amount: { type: 'number' }, booked: { type: 'boolean' } },
      },
    },
  },
};
const ENTRY = { entry: 'e-1', amount: 3, booked: true };

describe('compileProtocol', () => {
  test('makes guards and checks of a declaration, from its value', () => {
    const ledger = compileProtocol(DECLARATION, { cwd: folder({}) });
    expect(ledger).toMatchObject({ id: 'ledger', kinds: ['ledger/entry'] });
    for (const kind of ['entry', 'ledger/entry']) expect(ledger.guard(kind)(ENTRY)).toEqual(ENTRY);
    const problems = refused(() => ledger.guard('entry')({ ...ENTRY, amount: '3' }));
    expect(problems).toMatchObject([{ path: '/amount', rule: 'schema/type' }]);
    const report = ledger.check(`${JSON.stringify(ENTRY)}\n${JSON.stringify({ ...ENTRY, booked: 1 })}\n`, 'log.jsonl');
    expect(report.parts.map(({ kind }) => kind)).toEqual(['ledger/entry', 'ledger/entry']);
    expect(report.problems).toMatchObject([{ rule: 'schema/type', range: { start: { line: 1 } } }]);
    expect(() => ledger.guard('entries')).toThrow('did you mean "ledger/entry"?');
  });

  test('from a file, with the schemas beside it', () => {
    const cwd = join(projectRoot, 'test/sample');
    const reviews = compileProtocol('reviews/review-queue.agent-protocol.json', { cwd });
    expect(reviews.kinds).toContain('review-queue/verdict');
    expect(refused(() => reviews.guard('verdict')({}))).not.toEqual([]);
    const log = readFileSync(join(cwd, 'reviews/invites.jsonl'), 'utf8');
    expect(reviews.check(log, 'reviews/invites.jsonl').parts.length).toBeGreaterThan(1);
  });

  test('refuses a declaration with errors, and says which', () => {
    const broken = { ...DECLARATION, kinds: { entry: { schema: { type: 'objekt' } } } };
    const problems = refused(() => compileProtocol(broken, { cwd: folder({}) }));
    expect(problems).toContainEqual(
      expect.objectContaining({ path: expect.stringMatching(/^\/kinds\/entry\/schema/), severity: 'error' }),
    );
    expect(() => compileProtocol('gone.json', { cwd: folder({}) })).toThrow(UsageError);
    for (const value of [5, null, [], {}]) refused(() => compileProtocol(value as never, { cwd: folder({}) }));
  });

  test.each(['\n', '\r\n'])('says where the errors of a declaration in YAML are, with lines that end with %j', eol => {
    const lines = [
      'id: ledger',
      'more: 1',
      'kinds:',
      '  entry:',
      '    schema:',
      '      required: 3',
      '  other: {}',
      '',
    ];
    const cwd = folder({ 'ledger.agent-protocol.yaml': lines.join(eol) });
    const problems = refused(() => compileProtocol('ledger.agent-protocol.yaml', { cwd }));
    expect(problems.map(({ path }) => path)).toEqual(['/more', '/kinds/entry/schema', '/kinds/other']);
  });

  test.each([
    ['contains itself', 'circular', () => Object.assign({ self: {} }, DECLARATION)],
    ['is undefined', 'undefined', () => undefined],
    ['is a function', 'function', () => () => DECLARATION],
    ['has a big integer', 'BigInt', () => ({ ...DECLARATION, n: 1n })],
  ])('says in a sentence that a value %s', (_, word, create) => {
    const value = create();
    if (value && 'self' in value) value.self = value;
    const compiled = () => compileProtocol(value as never, { cwd: folder({}) });
    expect(compiled).toThrow(UsageError);
    expect(compiled).toThrow(new RegExp(`^the declaration can't be written as JSON: .*${word}.*\\. Give the path`));
  });

  test('the kinds that a folder declares, or that of its settings, have a guard by their names', () => {
    const cwd = folder({ 'ledger.agent-protocol.json': JSON.stringify(DECLARATION), 'out/a.json': '{}' });
    expect(guard<typeof ENTRY>('ledger/entry', { cwd })(ENTRY).amount).toBe(3);
    expect(() => guard('ledger/entry', { cwd: join(cwd, 'out') })).toThrow(UsageError);
    const above = folder({ 'in/ledger.agent-protocol.json': JSON.stringify(DECLARATION), 'own.json': '{}' });
    expect(() => guard('ledger/entry', { cwd: above })).toThrow(UsageError);
    expect(guard<typeof ENTRY>('ledger/entry', { cwd: above, config: 'own.json' })(ENTRY).amount).toBe(3);
  });
});

describe('check', () => {
  test('reports what the command line reports', async () => {
    const bad = JSON.stringify({ ...OUTPUT, success: 'yes' });
    const cwd = folder({ 'out/a.json': bad, 'b.json': '{}' });
    const { files, unread, summary } = await check(['out', 'b.json', 'gone.json'], { cwd });
    expect(files).toMatchObject([
      { file: join('out', 'a.json'), parts: [{ kind: 'agent-protocol/output' }], problems: [{ rule: 'schema/type' }] },
      { file: 'b.json', parts: [], problems: [] },
    ]);
    expect(unread).toEqual([{ file: 'gone.json', message: 'does not exist; check the name.' }]);
    expect(summary).toMatchObject({ files: 2, errors: 1 });
  });

  test('under the settings of its folder, others, or none', async () => {
    const cwd = folder({
      'a.json': JSON.stringify(writing('docs/a.md', '<full spec>')),
      '.agent-envelopes.json': '{"rules": {"envelope/elided-content": "warning"}}',
    });
    const severities = async (more: object) =>
      (await check('a.json', { cwd, ...more })).files.flatMap(({ problems }) => problems.map(one => one.severity));
    expect(await severities({})).toEqual(['warning']);
    expect(await severities({ config: false })).toEqual(['error']);
    expect(await severities({ rules: { 'envelope/elided-content': 'off' } })).toEqual([]);
    await expect(check('a.json', { cwd, rules: { 'envelope/no': 'off' } })).rejects.toThrow(UsageError);
  });

  test('says what is wrong with the settings', async () => {
    const cwd = folder({ 'a.json': '{}', '.agent-envelopes.json': '{"rules": 1}' });
    const { unread } = await check('a.json', { cwd });
    expect(unread).toEqual([{ file: '', message: expect.stringMatching(/^\.agent-envelopes\.json has 1 problem/) }]);
  });
});

describe('runs', () => {
  test('are those of the command line', async () => {
    const all = await runs('logs', { cwd: folder(files) });
    expect(all.map(({ id, status, steps }) => [id, status, steps.length])).toEqual([
      ['wf_one', 'succeeded', 2],
      ['wf_two', 'succeeded', 1],
    ]);
    expect(all[0]?.steps[0]).toMatchObject({
      index: 0,
      agent: 'vision',
      peer: 'build',
      outcome: 'ok',
      file: 'logs/one.jsonl',
    });
  });

  test('that can not be read are an error', async () => {
    const cwd = folder({ 'a.jsonl': message('wf_a.1', 'vision', 'build') });
    await expect(runs(['a.jsonl', 'gone.jsonl'], { cwd })).rejects.toThrow('gone.jsonl: does not exist');
  });
});

test('works in the current folder by default', async () => {
  const before = process.cwd();
  onTestFinished(() => expect(process.cwd()).toBe(before));
  expect((await check('package.json')).files).toMatchObject([{ file: 'package.json' }]);
});
