import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { replayCommand } from '../../../server/src/cli/commands/replay';
import type { EnvelopeProblem } from '../../../server/src/features/replay/replayedRun';
import { noRequest } from '../noRequest';
import { folder, run } from '../run';

const PAGE = {
  core: { text: 'core()', hash: 'sha256-core' },
  script: { text: 'script()', hash: 'sha256-script' },
  style: { text: 'a{}', hash: 'sha256-style' },
  notices: 'Whose code this is --> and <b>more',
};

function replay(args: string[], cwd: string, page: () => typeof PAGE | undefined = () => PAGE) {
  return run(['replay', ...args], {
    cwd,
    commands: [
      replayCommand({
        page,
        request: noRequest,
        sendRun: async () => 0,
      }),
    ],
  });
}

function message(id: string, more: object = {}): string {
  const [workflowId, number] = id.split('.');
  return `${JSON.stringify({
    id,
    timestamp: `2026-06-01T10:00:0${number}Z`,
    from: 'plan',
    to: 'build',
    intent: 'idea',
    context: { project: 'boats', domain: 'feature', priority: 1, workflowId },
    payload: { input: 'Invites', output: `Output ${id}`, confidence: 0.95, needsReview: false, ...more },
  })}\n`;
}

const files = {
  'logs/one.jsonl': message('wf_one.1', { reasoning: 'Ask ann@example.com' }) + message('wf_one.2'),
  'logs/two.jsonl': message('wf_two.1') + message('wf_three.1'),
};

describe('a run', () => {
  test('of a file is written as a page, and it is said where', async () => {
    const cwd = folder(files);
    const { code, out, err } = await replay(['logs/one.jsonl'], cwd);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: 'Written to wf_one.replay.html.\n' });
    const page = readFileSync(join(cwd, 'wf_one.replay.html'), 'utf8');
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain('<script>core()</script>');
    expect(page).toContain('Output wf_one.2');
    expect(page).not.toContain(cwd);
  });

  test('has the problems of its lines in the page', async () => {
    const lines = message('wf_one.1') + message('wf_one.2', { confidence: 1.4 });
    const cwd = folder({ 'log.jsonl': lines });
    await replay(['log.jsonl'], cwd);
    const [, packed = ''] =
      /id="run">(.*?)<\/script>/s.exec(readFileSync(join(cwd, 'wf_one.replay.html'), 'utf8')) ?? [];
    const { envelopes } = JSON.parse(packed);
    const told = envelopes.flatMap(({ part, problems = [] }: { part: string; problems?: EnvelopeProblem[] }) =>
      problems.map(({ rule, path }) => `${part} ${path.join('/')} ${rule}`),
    );
    expect(told).toEqual([
      'line 1 from agent-message/unknown-agent',
      'line 2 from agent-message/unknown-agent',
      'line 2 payload/confidence schema/maximum',
    ]);
  });

  test.each([
    ['its id', ['wf_two']],
    ['how it begins', ['wf_tw', '.']],
    ['its id and a file', ['wf_two', 'logs/two.jsonl']],
    ['a file and its id', ['logs/two.jsonl', 'wf_two']],
  ])('is named by %s', async (_, args) => {
    const { code, out } = await replay([...args, '--format', 'json'], folder(files));
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ id: 'wf_two', files: ['logs/two.jsonl'] });
  });

  test.each([
    ['mermaid', /^sequenceDiagram\n/],
    ['otlp', /^\{"resourceSpans":/],
    ['jsonl', /^\{"index":0,.*\}\n\{"index":1,.*\}\n$/],
  ])('is printed as %s', async (format, expected) => {
    const { code, out, err } = await replay(['wf_one', '--format', format], folder(files));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(expected);
  });

  test('is written where it is said', async () => {
    const cwd = folder(files);
    const { code, out, err } = await replay(['wf_one', '--format', 'otlp', '--out', 'logs/x.json'], cwd);
    expect({ code, out, err }).toEqual({ code: 0, out: '', err: 'Written to logs/x.json.\n' });
    expect(JSON.parse(readFileSync(join(cwd, 'logs/x.json'), 'utf8'))).toHaveProperty('resourceSpans');
  });

  test('is written over a file that is there where that is wanted', async () => {
    const cwd = folder({ ...files, 'x.html': 'before' });
    expect((await replay(['wf_one', '--out', 'x.html'], cwd)).code).toBe(2);
    expect(readFileSync(join(cwd, 'x.html'), 'utf8')).toBe('before');
    expect((await replay(['wf_one', '--out', 'x.html', '--force'], cwd)).code).toBe(0);
    expect(readFileSync(join(cwd, 'x.html'), 'utf8')).toMatch(/^<!doctype html>/);
  });

  test('is printed as a page, too', async () => {
    expect((await replay(['wf_one', '--out', '-'], folder(files))).out).toMatch(/^<!doctype html>/);
  });

  test('is printed without what steers a terminal', async () => {
    const cwd = folder({ 'a.jsonl': message('wf_a.1', { output: '\u009b31m \u001b[2J' }) });
    for (const format of ['json', 'jsonl', 'otlp', 'atif', 'mermaid', 'html']) {
      const { out } = await replay(['wf_a', '--format', format, '--out', '-'], cwd);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });
});

describe('what is covered', () => {
  test('is nothing without an option', async () => {
    const { out } = await replay(['wf_one', '--format', 'jsonl'], folder(files));
    expect(out).toContain('ann@example.com');
  });

  test('are addresses and the like', async () => {
    const { out } = await replay(['wf_one', '--format', 'jsonl', '--redact'], folder(files));
    expect(out).not.toContain('ann@example.com');
    expect(out).toContain('Ask [email 1]');
    expect(out).toContain('Output wf_one.1');
  });

  test('is personal data, and names of properties, where that is asked for', async () => {
    const files = { 'a.jsonl': message('wf_a.1', { reasoning: '10.1.2.3', more: { 'ann@example.com': 1 } }) };
    const exported = async (...args: string[]) =>
      (await replay(['wf_a', '--format', 'jsonl', ...args], folder(files))).out;
    expect(await exported('--redact')).toMatch(/10\.1\.2\.3.*ann@example/);
    expect(await exported('--redact-personal')).toMatch(/\[address 1\].*ann@example/);
    expect(await exported('--redact', '--redact-names')).toMatch(/10\.1\.2\.3.*\[email 1\]/);
  });

  test('are fields', async () => {
    const args = ['--redact-field', 'output', '--redact-field', 'reasoning, input'];
    const { out } = await replay(['wf_one', '--format', 'jsonl', ...args], folder(files));
    expect(out).not.toMatch(/Output wf|Invites|ann@/);
    expect(JSON.parse(out.split('\n')[0] ?? '').envelopes[0].payload).toEqual({
      input: expect.stringMatching(/^\[field \d\]$/),
      output: expect.stringMatching(/^\[field \d\]$/),
      reasoning: expect.stringMatching(/^\[field \d\]$/),
      confidence: 0.95,
      needsReview: false,
    });
  });
});

describe('what is wrong', () => {
  test.each([
    ['no run', [], 'no run was named'],
    ['a run that is not there', ['wf_on2', 'logs'], 'there is no run "wf_on2"; did you mean "wf_one"?'],
    [
      'several runs',
      ['logs/two.jsonl'],
      'logs/two.jsonl contains 2 runs; choose one by "agent-envelopes replay RUN logs/two.jsonl": ',
    ],
    ['several that begin so', ['wf_', 'logs'], '"wf_" is 3 runs'],
    ['another format', ['wf_one', '--format', 'pdf'], '"--format" takes one of html, mermaid, otlp, atif, jsonl, json'],
    ['no field', ['wf_one', '--redact-field'], '"--redact-field" needs a value'],
    ['a file without runs', ['notes.json'], 'notes.json: contains no workflow run.'],
    [
      'a folder that is not there',
      ['wf_one', '--out', 'none/x.html'],
      "none/x.html: can't be written: its folder is not there",
    ],
    ['a file of the run', ['wf_one', '--out', './logs/one.jsonl'], 'is a file that contains the run'],
    [
      'a file that is there',
      ['wf_one', '--out', 'notes.json'],
      'notes.json: is there already and was left as it is; add --force',
    ],
    ['a folder as a file', ['wf_one', '--out', 'logs'], "logs: can't be written: it is a folder"],
  ])('%s', async (_, args, expected) => {
    const { code, out, err } = await replay(args, folder({ ...files, 'notes.json': '{}' }));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(expected);
  });

  test('a page that was not built', async () => {
    const { code, err } = await replay(['wf_one'], folder(files), () => undefined);
    expect(code).toBe(2);
    expect(err).toBe('agent-envelopes: The replay page is not there: this build can export other formats only.\n');
  });
});

test('help says what there is', async () => {
  const { out } = await replay(['--help'], '/');
  expect(out).toMatch(/^Usage: agent-envelopes replay FILE\|RUN \[paths…\] /);
  expect(out).toContain('--redact-field NAME');
  expect(
    Math.max(
      ...out
        .split('\n')
        .slice(1)
        .map(line => line.length),
    ),
  ).toBeLessThanOrEqual(120);
});
