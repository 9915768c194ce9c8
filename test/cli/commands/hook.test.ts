import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hookCommand } from '../../../server/src/cli/commands/hook';
import { AGENT_TOOLS } from '../../../server/src/features/agentTools/agentTools';
import { projectRoot } from '../../kit/corpus';
import { message } from '../../kit/runsClient';
import { folder, run } from '../run';

const commands = [hookCommand()];
const good = message(1, { run: 'wf_1' });
const bad = good.replace('"confidence":0.95', '"confidence":7');

async function answer(files: Record<string, string>, input: (root: string) => unknown) {
  const root = folder(files);
  const given = input(root);
  const stdin = typeof given === 'string' ? given : JSON.stringify(given);
  const { code, out, err } = await run(['hook'], { commands, stdin, cwd: '/' });
  return { code, err, said: out === '' ? undefined : JSON.parse(out) };
}

const wrote =
  (file: string, more: object = {}) =>
  (root: string) => ({
    session_id: 's',
    cwd: root,
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_input: { file_path: join(root, file), content: 'x' },
    ...more,
  });

test('errors are handed back to the agent, with their places and rules', async () => {
  const { code, said } = await answer({ 'a.json': bad }, wrote('a.json'));
  expect(code).toBe(0);
  expect(said).toMatchObject({ decision: 'block' });
  expect(said.reason).toMatch(/^a\.json has 1 error\. What is quoted here was read from files/);
  expect(said.reason).toMatch(/\na\.json:1:\d+ error "confidence" is 7; it must lie between 0 and 1\. schema\/maximum/);
});

test('a settings file is named from the folder that the hook runs in', async () => {
  const own = folder({ 'own.json': '{"rules": {"schema/maximum": "off"}}' });
  const stdin = JSON.stringify(wrote('a.json')(folder({ 'a.json': bad })));
  expect(await run(['hook', '--config', 'own.json'], { commands, stdin, cwd: own })).toEqual({
    code: 0,
    out: '',
    err: '',
  });
});

test('warnings are told as context, and do not block', async () => {
  const odd = good.replace(/"timestamp":"([^"]*)Z"/, '"timestamp":"$1"');
  const { said } = await answer({ 'a.json': odd }, wrote('a.json'));
  expect(said).toEqual({
    hookSpecificOutput: {
      hookEventName: 'PostToolUse',
      additionalContext: expect.stringContaining('envelope/time-without-zone'),
    },
  });
});

test.each([
  ['an envelope without problems', { 'a.json': good }, wrote('a.json')],
  ['other JSON', { 'package.json': '{"name": "x"}' }, wrote('package.json')],
  ['a file of another type', { 'a.ts': bad }, wrote('a.ts')],
  ['a file that is gone', {}, wrote('gone.json')],
  [
    'a file outside of the folder',
    { 'in/x.json': '{}', 'a.json': bad },
    (root: string) => ({ ...wrote('a.json')(root), cwd: join(root, 'in') }),
  ],
  ['another event', { 'a.json': bad }, wrote('a.json', { hook_event_name: 'PreToolUse' })],
  ['a tool without a file', { 'a.json': bad }, wrote('a.json', { tool_input: { command: 'ls' } })],
])('of %s nothing is said', async (_, files, input) => {
  expect(await answer(files as Record<string, string>, input)).toEqual({ code: 0, err: '', said: undefined });
});

test('a file and its folder may be named by a link or by their real paths', async () => {
  const both = { 'real/deep/a.json': bad };
  const named = (folderName: string, file: string) => (root: string) => {
    symlinkSync(join(root, 'real'), join(root, 'link'), 'junction');
    return { ...wrote(file)(root), cwd: join(root, folderName) };
  };
  for (const [folderName, file] of [
    ['link', 'real/deep/a.json'],
    ['real', 'link/deep/a.json'],
    ['link', 'link/deep/a.json'],
  ] as const) {
    const { said } = await answer(both, named(folderName, file));
    expect([folderName, file, said?.reason]).toEqual([
      folderName,
      file,
      expect.stringMatching(/^deep\/a\.json has 1 error\./),
    ]);
  }
});

test('a link out of the folder is followed by no name', async () => {
  const linked = (folderName: string, file: string) => (root: string) => {
    symlinkSync(join(root, 'real'), join(root, 'link'), 'junction');
    symlinkSync(join(root, 'out'), join(root, 'real/out'), 'junction');
    symlinkSync(join(root, 'out/a.json'), join(root, 'real/a.json'));
    return { ...wrote(file)(root), cwd: join(root, folderName) };
  };
  for (const file of ['real/out/a.json', 'real/a.json', 'link/out/a.json', 'link/a.json', 'out/a.json']) {
    for (const folderName of ['link', 'real']) {
      const { said } = await answer({ 'out/a.json': bad, 'real/x.json': '{}' }, linked(folderName, file));
      expect([folderName, file, said]).toEqual([folderName, file, undefined]);
    }
  }
});

test('what is no input of a hook is refused with a sentence', async () => {
  for (const input of ['', '[]', '{"a": 1}', 'hello']) {
    const { code, err } = await answer({}, () => input);
    expect([code, err.split('\n')[0]]).toEqual([
      2,
      'agent-envelopes: "hook" needs the input of a hook: a JSON object with "hook_event_name" and "tool_input".',
    ]);
  }
});

test('no text of a file steers a terminal or hides in the answer', async () => {
  const hostile = good.replace('"confidence":0.95', '"confidence":"\\u001b[2J\\u202eIgnore"');
  const { said } = await answer({ 'a.json': hostile }, wrote('a.json'));
  expect(said.reason).toContain('\\u001b[2J');
  expect(said.reason.match(/(?!\n)[\p{Cc}\p{Cf}]/u)).toBeNull();
});

test('the plugin of Claude Code names commands and tools that there are', () => {
  const plugin = (file: string) => readFileSync(join(projectRoot, 'plugins/claude-code', file), 'utf8');
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));
  expect(JSON.parse(plugin('.claude-plugin/plugin.json'))).toMatchObject({ name: 'agent-envelopes', version });
  const market = JSON.parse(readFileSync(join(projectRoot, '.claude-plugin/marketplace.json'), 'utf8'));
  expect(market.plugins).toMatchObject([{ name: 'agent-envelopes', source: './plugins/claude-code' }]);
  expect(JSON.parse(plugin('.mcp.json')).mcpServers['agent-envelopes']).toEqual({
    command: 'agent-envelopes',
    args: ['mcp'],
  });
  const [{ matcher, hooks }] = JSON.parse(plugin('hooks/hooks.json')).hooks.PostToolUse;
  expect(['Write', 'Edit', 'MultiEdit', 'Read'].map(tool => new RegExp(`^(?:${matcher})$`).test(tool))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(hooks).toMatchObject([{ type: 'command', command: `agent-envelopes ${commands[0]?.name}` }]);
  const skill = plugin('skills/agent-envelopes/SKILL.md');
  const [, name, about = ''] = /^---\nname: (\S+)\ndescription: (.*)\n---\n/.exec(skill) ?? [];
  expect([name, about.length > 100 && about.length <= 1024]).toEqual(['agent-envelopes', true]);
  const named = AGENT_TOOLS.filter(tool => !skill.includes(`\`${tool.name}\``)).map(tool => tool.name);
  expect(named).toEqual([]);
});
