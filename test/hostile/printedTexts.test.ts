import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectRoot } from '../kit/corpus';
import { temporaryFolder } from '../kit/temporaryFolder';
import { commandInProcess } from './commandInProcess';
import { payloadsInTurn, poisonedExamples, poisonedProtocol, poisonedRegistry } from './poisonedFiles';
import { commandsIn, messagesIn, steering, TERMINAL_PAYLOADS } from './printedText';
import { PAYLOADS } from './renderedLinks';

const NAMES = [
  '::add-mask::evil.jsonl',
  '  ::error::evil.jsonl',
  '##[add-mask]evil.jsonl',
  'a\n::error::evil.jsonl',
  'b%0A::error file=evil,line=1::evil.jsonl',
  'c,line=1::evil.jsonl',
  '\u001b]8;;https:evil\u0007.jsonl',
  '[x](command:evil).jsonl',
  '\u202egpj.jsonl',
];
const REGISTRY = readFileSync(join(projectRoot, 'test/sample/specs/005-team-invites/.workflow/index.md'), 'utf8');

const folder = temporaryFolder();
const next = payloadsInTurn([...TERMINAL_PAYLOADS, ...PAYLOADS]);
const poisoned = [
  ...poisonedExamples(next).filter((_, index) => index % 3 === 0),
  ...poisonedProtocol(next),
  ...poisonedRegistry(REGISTRY, next),
];

/** Not on Windows: there such names can't be. */
describe.skipIf(process.platform === 'win32')('what the command line prints of hostile files is text', () => {
  beforeAll(() => {
    for (const { name, text } of poisoned) folder.write(name, text);
    for (const [index, name] of NAMES.entries()) {
      const run = `${NAMES[(index + 1) % NAMES.length]}`;
      folder.write(name, `${message(run, 'gone.md')}\n${message(run, TERMINAL_PAYLOADS[index] ?? '')}\n{"torn"\n`);
    }
    folder.write('latin.jsonl', Buffer.from([0, 1, 2, 0xff]));
    spawnSync('git', ['init', '-q', folder.path]);
  });
  afterAll(() => folder.dispose());

  const command = commandInProcess();
  const run = (...args: string[]) => command(args, { cwd: folder.path });

  test.each([
    { args: ['check', '.'] },
    { args: ['check', '--', ...NAMES] },
    { args: ['check', '--format', 'json'] },
    { args: ['check', '--format', 'sarif'] },
    { args: ['check', '--changed-since', '::error::evil'] },
    { args: ['runs'] },
    { args: ['runs', '--format', 'json'] },
    { args: ['runs', '--run', NAMES[1] ?? ''] },
    { args: ['runs', '--run', '::error::evil'] },
    { args: ['runs', '--run', NAMES[2] ?? '', '--format', 'mermaid'] },
    { args: ['replay', '--format', 'otlp', '--', NAMES[3] ?? ''] },
    { args: ['replay', '--', '::error::evil'] },
    { args: ['search', 'evil'] },
    { args: ['search', 'evil', '--format', 'json'] },
    { args: ['search', 'evil', '--', ...NAMES] },
    { args: ['search', '::error::evil', '--limit', '1'] },
    { args: ['search', 'evil status:::error::evil'] },
    { args: ['::error::evil'] },
    { args: ['check', '--config', '::error::evil'] },
  ])('$args', async ({ args }) => {
    const { out, err } = await run(...args);
    expect(`${out}${err}`).toMatch(/evil|command:/);
    expect(commandsIn(out)).toEqual([]);
    expect(commandsIn(err)).toEqual([]);
    expect(steering(out)).toEqual([]);
    expect(steering(err)).toEqual([]);
  });

  test('a file whose name is a command is still told of', async () => {
    const { out } = await run('check', '--', ...NAMES);
    expect(out).toContain('\n:\\u003aadd-mask::evil.jsonl:1:');
    expect(out).toContain('##\\u005badd-mask]evil.jsonl:1:');
  });

  test('as annotations, each line is one of ours', async () => {
    const { out } = await run('check', '--format', 'github');
    const json = JSON.parse((await run('check', '--format', 'json')).out);
    const { errors, warnings, infos } = json.summary;
    const lines = out.split('\n').slice(0, -1);
    expect(lines).toHaveLength(errors + warnings + infos + (json.unread?.length ?? 0));
    const place = /(?:line=\d+,(?:col=\d+,)?endLine=\d+,(?:endColumn=\d+,)?)?/.source;
    const ours = new RegExp(`^::(?:error|warning|notice) file=[^,:]*,${place}title=[^,:]*::[^\\r\\n]*$`);
    expect(lines.filter(line => !ours.test(line))).toEqual([]);
    expect(steering(out)).toEqual([]);
  });

  test('a SARIF log knows no link', async () => {
    const log = JSON.parse((await run('check', '--format', 'sarif')).out);
    const texts = messagesIn(log.runs[0]);
    expect(texts.join()).toContain('](command:evil'.replace('](', '] ('));
    expect(texts.filter(text => text.includes(']('))).toEqual([]);
    expect(JSON.stringify(log.runs[0].tool.driver.rules)).not.toMatch(/evil/);
  });
});

function message(run: string, path: string): string {
  return JSON.stringify({
    id: `msg_${run}`,
    timestamp: '2026-07-01T09:00:00Z',
    from: run,
    to: run,
    intent: run,
    context: { project: run, domain: 'feature', priority: 9, workflowId: run },
    payload: { input: run, output: { artifacts: [{ path, operation: run, content: run }] }, confidence: 7 },
  });
}
