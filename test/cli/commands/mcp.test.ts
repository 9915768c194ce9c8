import { truncateSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { mcpCommand } from '../../../server/src/cli/commands/mcp';
import type { McpService } from '../../../server/src/entries/mcp';
import { allRules } from '../../../server/src/sources/traceRules';
import { toFileUri } from '../../../server/src/workspace/fileUri';
import { message } from '../../kit/runsClient';
import { folder, run } from '../run';

afterEach(() => vi.restoreAllMocks());

/** What the command offers to clients: its protocol is replaced by one that is called here. */
async function serviceOf(cwd: string, ...args: string[]) {
  const code = folder({ 'mcp.js': '' });
  const protocol = createRequire(join(code, 'commands.js'))('./mcp.js');
  let service: McpService | undefined;
  protocol.serveMcp = async (offered: McpService) => {
    service = offered;
  };
  const { code: exit, err } = await run(['mcp', ...args], {
    commands: [mcpCommand({ version: '1.2.3', rules: allRules, code })],
    cwd,
  });
  expect([exit, err]).toEqual([0, '']);
  const { call, onRoots, tools } = service as McpService;
  return {
    tools,
    onRoots,
    async ask(name: string, input: object = {}) {
      const answer = await call(name, input, new AbortController().signal);
      return 'error' in answer
        ? { said: answer.error, data: {} }
        : { said: answer.text, data: answer.data as Record<string, unknown> };
    },
  };
}

describe('the folders of a client', () => {
  test('are those that have a path here', async () => {
    const root = folder({ 'one/a.json': '{}', 'two/b.json': '{}' });
    const { onRoots, ask } = await serviceOf(join(root, 'one'));
    for (const uri of ['file:///a%2Fb', 'file:///a%00b', 'http://server/x', 'file://%', '']) {
      onRoots?.([uri]);
      expect([uri, (await ask('check', { path: 'a.json' })).data['files']]).toEqual([uri, 1]);
    }
    onRoots?.(['file:///a%2Fb', toFileUri(join(root, 'two'))]);
    expect((await ask('check', { path: 'b.json' })).data['files']).toBe(1);
  });

  test.skipIf(process.platform === 'win32')('are not on another machine', async () => {
    const { onRoots, ask } = await serviceOf(folder({ 'a.json': '{}' }));
    onRoots?.(['file://server/share']);
    expect((await ask('check', { path: 'a.json' })).data['files']).toBe(1);
  });
});

test('options are read as those of other commands, and wrong ones are told at once', async () => {
  const root = folder({ 'here/own.json': '{"rules": {"schema/maximum": "off"}}', 'logs/a.json': '{}' });
  const { ask } = await serviceOf(join(root, 'here'), '--config', 'own.json', '../logs');
  expect((await ask('check', { path: 'a.json' })).data['files']).toBe(1);
  const wrong = { commands: [mcpCommand({ version: '1.2.3', rules: allRules, code: root })], cwd: root };
  expect(await run(['mcp', '--rule', 'nosuch/rule=off', 'logs'], wrong)).toMatchObject({
    code: 2,
    err: expect.stringContaining('nosuch/rule'),
  });
});

test('a query that finds nothing for what it is, not for what was said, says so', async () => {
  const { ask } = await serviceOf(folder({ 'a.json': '{}' }));
  expect((await ask('search', { words: '-x' })).said).toContain('has no words to search for: what is left out');
  expect((await ask('search', { words: 'x status:' })).said).toContain('"status:" has no value.');
  for (const [filter, said] of [
    ['confidence<', '"confidence<" has no value.'],
    ['confidence>0.', '"confidence>0." is not finished.'],
    ['confidence<0', '"confidence<0" is not finished.'],
    ['confidence > 0.5', '"confidence >" has a space before its operator.'],
    ['status :failed', '"status :failed" has a space before its operator.'],
    ['agent!=x', 'There is no operator "!="'],
    ['-', '"-" has no words.'],
  ])
    expect((await ask('runs', { filter })).said).toContain(said);
  expect((await ask('runs', { filter: '"confidence<"' })).said).toContain('0 runs.');
});

describe('errors are redacted', () => {
  const path = '/home/alice.miller/notes.json';
  const key = 'sk-proj-Zk83hfQpLmW02xTvBn47Rd1cYaJs96Ue';

  test.each([
    ['of every call with --redact', ['--redact'], {}],
    ['of a call that asks for it', [], { redact: true }],
  ])('%s', async (_, args, more) => {
    const { ask } = await serviceOf(folder({ 'a.json': message(1, { run: 'wf_1' }) }), ...args);
    const outside = (await ask('check', { path, ...more })).said;
    expect(outside).toContain('is outside of the folders that are read');
    expect(outside).not.toContain('alice');
    expect((await ask('explain', { rule: key, ...more })).said).toMatch(/^There is no rule "\[secret 1\]"/);
    expect((await ask(key, more)).said).toMatch(/^There is no tool "\[secret 1\]"/);
    // Names of runs stay.
    expect((await ask('runs', { run: 'wf_2', ...more })).said).toContain('did you mean "wf_1"?');
  });

  test('unless nobody asks for it', async () => {
    const { ask } = await serviceOf(folder({}));
    expect((await ask('check', { path })).said).toContain('alice');
  });
});

test('each answer about runs says that files are still being read', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_, at) => [`${at}.json`, message(at, { run: `wf_${at % 10}` })]),
  );
  const { ask, tools } = await serviceOf(folder(files));
  const now = performance.now();
  let [past, looks] = [0, 0];
  // No call has the time to read all: after some looks at the clock it is late.
  vi.spyOn(performance, 'now').mockImplementation(() => {
    past += looks++ % 60 === 59 ? 30_000 : 40;
    return now + past;
  });
  const first = await ask('runs');
  expect(first.data).toMatchObject({ isReading: true });
  expect(first.said).toMatch(/^\d+ runs?\. Files are still being read; ask again for all\.\n/);
  expect(first.data['total']).toBeGreaterThan(1);
  const [one, other] = (first.data['runs'] as { run: string }[]).map(({ run: name }) => name);
  const asked: [string, object][] = [
    ['search', { words: 'x' }],
    ['step', { run: 'latest', step: 0 }],
    ['state', { run: 'latest' }],
    ['compare', { run: one, with: other }],
  ];
  for (const [tool, input] of asked) {
    const { said, data } = await ask(tool, input);
    expect([tool, data['isReading'], said.split('\n')[0]]).toEqual([
      tool,
      true,
      expect.stringMatching(/\. Files are still being read; ask again for all\.$/),
    ]);
  }
  expect((await ask('step', { run: 'nothing', step: 0 })).said).toBe(
    'There is no run "nothing". Files are still being read; ask again for all.',
  );
  expect((await ask('check')).data).not.toHaveProperty('isReading');
  vi.restoreAllMocks();
  expect((await ask('runs')).data).toMatchObject({ total: 10 });
  expect((await ask('runs')).data).not.toHaveProperty('isReading');
  const declaring = tools.filter(({ outputSchema }) => Object.hasOwn(outputSchema?.properties ?? {}, 'isReading'));
  expect(declaring.map(({ name }) => name)).toEqual(['runs', 'search', 'step', 'state', 'compare']);
});

describe('check', () => {
  test('refuses a byte order mark before a text of a kind, as the command does', async () => {
    const { ask } = await serviceOf(folder({}));
    const good = message(1, { run: 'wf_1' });
    const kind = 'agent-message/message';
    expect((await ask('check', { text: good, kind })).data).toMatchObject({ errors: 0 });
    expect((await ask('check', { text: `\uFEFF${good}`, kind })).data).toMatchObject({
      errors: 1,
      problems: [{ rule: 'envelope/ambiguous-json', line: 1, column: 1 }],
    });
    expect((await ask('check', { text: `\uFEFF${good}` })).data).toMatchObject({ errors: 0 });
  });

  test('counts all files that it could not check', async () => {
    const root = folder({});
    for (let at = 0; at < 12; at++) {
      writeFileSync(join(root, `${at}.json`), '');
      truncateSync(join(root, `${at}.json`), 17 * 1024 * 1024);
    }
    const { ask } = await serviceOf(root);
    const { said, data } = await ask('check');
    expect(said).toBe('0 errors, 0 warnings and 0 infos in 0 files with 0 envelopes; 12 files not checked.');
    expect(data).toMatchObject({ filesNotChecked: 12, notChecked: { length: 10 } });
  });
});
