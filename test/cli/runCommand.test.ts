import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkCommand } from '../../server/src/cli/commands/check';
import { compareCommand } from '../../server/src/cli/commands/compare';
import { completionCommand } from '../../server/src/cli/commands/completion';
import { explainCommand } from '../../server/src/cli/commands/explain';
import { generateCommand } from '../../server/src/cli/commands/generate';
import { lspCommand } from '../../server/src/cli/commands/lsp';
import { fileRules } from '../../server/src/features/rulePages';
import { findWords, folder, run } from './run';

const check = checkCommand({
  createChecker: () => findWords,
  createFixer:
    () =>
    ({ text }) => ({ text, rules: [] }),
  pause: async () => false,
  version: '1.2.3',
});
const commands = [check, compareCommand(), generateCommand(fileRules), lspCommand(), explainCommand(fileRules)];

describe('--color', () => {
  const files = { 'a.json': '{"bad": 1}' };
  const isColoured = async (args: string[], env: Record<string, string>, tty: boolean) =>
    (await run(['check', 'a.json', ...args], { cwd: folder(files), env, tty })).out.includes('\u001b[');

  test.each([
    { args: [], env: {}, tty: true, coloured: true },
    { args: [], env: {}, tty: false, coloured: false },
    { args: ['--color=auto'], env: { NO_COLOR: '1' }, tty: true, coloured: false },
    { args: ['--color=auto'], env: { FORCE_COLOR: '1' }, tty: false, coloured: true },
    { args: ['--color', 'always'], env: { NO_COLOR: '1' }, tty: false, coloured: true },
    { args: ['--color', 'never'], env: { FORCE_COLOR: '1' }, tty: true, coloured: false },
  ])('$args $env on a terminal: $tty', async ({ args, env, tty, coloured }) => {
    expect(await isColoured(args, env as Record<string, string>, tty)).toBe(coloured);
  });

  test('takes three words', async () => {
    expect(await run(['check', '--color', 'yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('one of auto, always, never'),
    });
  });
});

describe('--quiet', () => {
  const quiet = (text: string, ...args: string[]) =>
    run(['check', 'a.json', '--quiet', ...args], { cwd: folder({ 'a.json': text }) });

  test('prints errors only', async () => {
    const { code, out } = await quiet('{"bad": "odd hm"}');
    expect(code).toBe(1);
    expect(out).toContain('words/bad');
    expect(out).not.toMatch(/words\/(odd|hm)/);
  });

  test('prints nothing without errors, and warnings count', async () => {
    expect(await quiet('{"odd": 1}')).toEqual({ code: 0, out: '', err: '' });
    expect(await quiet('{"odd": 1}', '--max-warnings', '0')).toMatchObject({ code: 1, out: '' });
    const { out } = await quiet('{"odd": 1}', '--format', 'json');
    expect(JSON.parse(out).files).toMatchObject([{ file: 'a.json', problems: [] }]);
  });
});

describe('globs that the shell leaves alone', () => {
  const files = {
    'a.json': '{}',
    'logs/b.jsonl': '{}',
    'logs/deep/c.jsonl': '{}',
    'logs/note.txt': 'x',
    'node_modules/d.json': '{}',
    '[x].json': '{}',
    'out-1/e.json': '{}',
    'out-2/f.json': '{}',
  };
  const checked = async (...paths: string[]) => {
    const { code, out, err } = await run(['check', ...paths, '--format', 'json'], { cwd: folder(files) });
    const { files: reports } = JSON.parse(out) as { files: { file: string }[] };
    return { code, err, files: reports.map(({ file }) => file) };
  };

  test.each([
    [['*.json'], ['[x].json', 'a.json']],
    [['logs/*.jsonl'], ['logs/b.jsonl']],
    [['logs/**/*.jsonl'], ['logs/b.jsonl', 'logs/deep/c.jsonl']],
    [
      ['**/*.{json,jsonl}'],
      ['[x].json', 'a.json', 'logs/b.jsonl', 'logs/deep/c.jsonl', 'out-1/e.json', 'out-2/f.json'],
    ],
    [['./out-*'], ['out-1/e.json', 'out-2/f.json']],
    [['[x].json'], ['[x].json']],
    [['node_modules/*.json'], ['node_modules/d.json']],
  ])('%j', async (paths, found) => {
    expect(await checked(...paths)).toEqual({ code: 0, err: '', files: found });
  });

  test('without a match are a path that does not exist', async () => {
    const { code, err } = await checked('nothing/*.json');
    expect(code).toBe(2);
    expect(err).toBe('agent-envelopes: nothing/*.json: does not exist; check the name.\n');
  });

  test('follow no link, and are names after "--" as well', async () => {
    const cwd = folder({ 'a.json': '{}' });
    const outside = folder({ 'secret.json': '{}' });
    symlinkSync(outside, join(cwd, 'linked'));
    mkdirSync(join(cwd, 'sub'));
    symlinkSync(join(outside, 'secret.json'), join(cwd, 'sub', 'x.json'));
    const { out } = await run(['check', '--format', 'json', '--', '**/*.json'], { cwd });
    expect((JSON.parse(out) as { files: object[] }).files).toHaveLength(1);
  });
});

describe('completion', () => {
  const script = async (shell: string) => {
    const { code, out } = await run(['completion', shell], { commands: [...commands, completionCommand(commands)] });
    expect(code).toBe(0);
    return out;
  };

  test.skipIf(process.platform === 'win32')('in bash names commands, options and their values', async () => {
    const source = await script('bash');
    const completed = (...words: string[]) => {
      const typed = words.map(word => `'${word}'`).join(' ');
      const program = `${source}\nCOMP_WORDS=(agent-envelopes ${typed}); COMP_CWORD=${words.length}; _agent_envelopes; echo "\${COMPREPLY[@]}"`;
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', program], { encoding: 'utf8' });
      expect(stderr).toBe('');
      return stdout.trim();
    };
    expect(completed('')).toBe('check compare generate lsp explain completion --help --version');
    expect(completed('ch')).toBe('check');
    expect(completed('check', '--fo')).toBe('--format');
    expect(completed('check', '--format', '')).toBe('pretty json github sarif');
    expect(completed('check', '--color', 'al')).toBe('always');
    expect(completed('check', '--config', '')).toBe('');
    expect(completed('check', '--fix', '--w')).toBe('--watch');
    expect(completed('explain', 'envelope/elided')).toBe('envelope/elided-content');
    expect(completed('completion', '')).toBe('bash zsh fish');
    expect(completed('check', '-', '--as', 'agent-message/mes')).toBe('agent-message/message');
    expect(completed('generate', 'agent-io/re')).toBe('agent-io/request agent-io/response');
    // Of a protocol whose declaration is read on demand.
    expect(completed('generate', '--target', 'zod', 'a2a/ta').split(' ')).toContain('a2a/task');
    expect(completed('generate', '--target', 'open')).toBe('openai-schema');
    expect(completed('compare', '--fields', 'st')).toBe('steps status');
    expect(completed('compare', '--format', '')).toBe('pretty json markdown');
  });

  test('has all options of the help', async () => {
    const { out: help } = await run(['check', '--help'], { commands });
    const options = [...help.matchAll(/^ {2}(?:-\w,| {3}) --([\w-]+)/gm)].map(([, name]) => name as string);
    expect(options.length).toBeGreaterThan(12);
    const [bash, zsh, fish] = await Promise.all(['bash', 'zsh', 'fish'].map(script));
    for (const name of options) {
      expect(bash).toContain(`--${name}`);
      expect(zsh).toContain(`--${name}[`);
      expect(fish).toContain(` -l ${name}`);
    }
  });

  test.each(['zsh', 'fish'])('is a script that %s reads', async shell => {
    const source = await script(shell);
    const { error, status, stderr } = spawnSync(shell, ['-n'], { input: source, encoding: 'utf8' });
    // Not every machine has these shells.
    if (!error) expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('is for a shell', async () => {
    const all = [...commands, completionCommand(commands)];
    expect((await run(['completion'], { commands: all })).err).toContain('no shell was named');
    expect((await run(['completion', 'fsh'], { commands: all })).err).toContain('"fsh" is not one of them');
  });
});

test('"lsp" says what it lacks', async () => {
  expect(await run(['lsp'], { commands })).toMatchObject({ code: 2, err: expect.stringContaining('add --stdio') });
});
