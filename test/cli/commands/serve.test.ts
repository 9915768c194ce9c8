import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serveCommand } from '../../../server/src/cli/commands/serve';
import type { ReplayOverview, SaidAnswer } from '../../../server/src/shared/lspExtensions';
import type { RunList, RunsState } from '../../../server/src/shared/runsPageQuestions';
import { until } from '../../kit/until.mjs';
import { folder, run } from '../run';

const asset = (text: string) => ({ text, hash: `sha256-${text}` });
const PAGE = { script: asset('list'), replay: asset('replay'), style: asset('style'), notices: 'licences' };

interface Served {
  files?: Parameters<typeof folder>[0];
  args?: readonly string[];
  isBuilt?: boolean;
}

/** Runs the command until `test` is done with it; the test gets what it has printed. */
function serve({ files = {}, args = [], isBuilt = true }: Served) {
  const cwd = folder(files);
  let isOver = false;
  const printed = { out: '' };
  const command = serveCommand({
    // Each pause is over at once.
    pause: async () => {
      await new Promise(resolve => setImmediate(resolve));
      return !isOver;
    },
    page: () => (isBuilt ? PAGE : undefined),
    droppedRuns: () => asset('core'),
    replayPage: () => undefined,
    protocols: ['Agent Messages'],
  });
  const { run: runCommand } = command;
  const watched = {
    ...command,
    run: (given: Parameters<typeof runCommand>[0], io: Parameters<typeof runCommand>[1]) =>
      runCommand(given, {
        ...io,
        stdout: {
          write(text: string) {
            printed.out += text;
            return io.stdout.write(text);
          },
        },
      }),
  };
  const ended = run(['serve', ...args], { commands: [watched], cwd, tick: 1 });
  const address = async () => {
    await until(
      async () => printed.out,
      out => out.includes('http://'),
      'the address',
    );
    return /http:\S+/.exec(printed.out)?.[0] ?? '';
  };
  return {
    cwd,
    ended,
    address,
    async ask<T = Record<string, unknown>>(question: string, params: object = {}) {
      const response = await fetch(`${await address()}ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question, params }),
      });
      return (await response.json()) as { answer: T; fault?: string };
    },
    end() {
      isOver = true;
      return ended;
    },
  };
}

const message = (id: string, run = 'wf_1') =>
  `${JSON.stringify({
    id,
    timestamp: '2026-06-11T09:00:00Z',
    from: 'a',
    to: 'b',
    intent: 'idea',
    context: { workflowId: run },
    payload: { input: `Say ${id}` },
  })}\n`;

test('the runs of a folder are listed, searched and replayed, also those that arrive, until it is ended', async () => {
  const served = serve({ files: { 'log.jsonl': message('one') + message('two') } });
  const page = await (await fetch(await served.address())).text();
  expect(page).toContain('<div id="runs"></div>');
  expect(page).toContain("connect-src 'self'");
  const list = () => served.ask<RunList>('runs', { filter: '', sort: 'newest' });
  const listed = await until(list, ({ answer }) => answer.total === 1, 'the run');
  const [{ key, steps, files } = { key: '', steps: 0, files: [] }] = listed.answer.runs;
  expect([steps, files]).toEqual([2, ['log.jsonl']]);
  expect(listed.answer.zone).toMatch(/^UTC([+-]\d+(:\d\d)?)?$/);
  expect((await served.ask<SaidAnswer>('said', { words: '"say two"' })).answer.matches).toMatchObject([
    { opens: { run: key, step: 1 } },
  ]);
  const overview = { run: key, question: 'overview', params: {} };
  expect((await served.ask<ReplayOverview>('replay', overview)).answer.run.steps).toBe(2);

  const before = (await served.ask<RunsState>('state')).answer.revision;
  writeFileSync(join(served.cwd, 'log.jsonl'), message('one') + message('two') + message('three'));
  writeFileSync(join(served.cwd, 'other.jsonl'), message('four', 'wf_2'));
  await until(
    () => served.ask<RunsState>('state'),
    ({ answer }) => answer.runs === 2,
    'the other run',
  );
  expect((await served.ask<ReplayOverview>('replay', overview)).answer.run.steps).toBe(3);
  expect((await served.ask<RunsState>('state')).answer.revision).not.toBe(before);

  const { code, out, err } = await served.end();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^The runs in \S+ are shown at http:\/\/127\.0\.0\.1:\d+\/[\w-]{24}\/ until Ctrl\+C\.\n$/);
  await expect(fetch(/http:\S+/.exec(out)?.[0] ?? '')).rejects.toThrow();
});

test('a log of random bytes is listed with what check says of it', async () => {
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 89 + (index >> 3) * 57) % 256));
  const served = serve({ files: { 'random.jsonl': bytes } });
  const { unread } = await until(
    async () => (await served.ask<RunsState>('state')).answer,
    ({ unread: files }) => files.length === 1,
    'the log',
  );
  const { err } = await run(['check', 'random.jsonl'], { cwd: served.cwd });
  expect(err).toBe(`agent-envelopes: random.jsonl: ${unread[0]?.fault}\n`);
  expect((await served.end()).err).toContain(err);
});

test('files that can not be read are listed as long as they can not', async () => {
  const served = serve({ files: { 'log.jsonl': message('one'), 'a.json': '{\0\0', 'b.json': '{\0\0' } });
  const listed = (names: string) =>
    until(
      async () => (await served.ask<RunsState>('state')).answer,
      ({ unread }) => unread.map(({ path }) => path).join() === names,
      names,
    );
  const { unread, unreadFiles } = await listed('a.json,b.json');
  expect([unread[0]?.fault, unreadFiles]).toEqual([expect.stringContaining('is not UTF-8 text'), 2]);
  // One that was never read is gone, the other is mended; then it is as before, and gone.
  rmSync(join(served.cwd, 'b.json'));
  await listed('a.json');
  writeFileSync(join(served.cwd, 'a.json'), '{}');
  await listed('');
  writeFileSync(join(served.cwd, 'a.json'), '{\0\0');
  await listed('a.json');
  rmSync(join(served.cwd, 'a.json'));
  await listed('');
  expect((await served.end()).code).toBe(0);
});

test('a log of random bytes is listed as unreadable, as a document of them is', async () => {
  const noise = Buffer.from(Array.from({ length: 500 }, (_, index) => 1 + ((index * index * 31 + index * 7) % 255)));
  const served = serve({ files: { 'log.jsonl': message('one'), 'a.jsonl': noise, 'b.json': noise } });
  await until(
    async () => (await served.ask<RunsState>('state')).answer,
    ({ unread }) => unread.map(({ path }) => path).join() === 'a.jsonl,b.json',
    'both',
  );
  expect((await served.end()).code).toBe(0);
});

test('a question that is not known, or of another shape, is refused in one sentence', async () => {
  const served = serve({ files: { 'log.jsonl': message('one') } });
  const fault = 'The page asked for something that this version does not know; reload the page.';
  for (const question of ['__proto__', 'constructor', 'x', '']) expect(await served.ask(question)).toEqual({ fault });
  expect(await served.ask('runs', { filter: 1, sort: 'newest' })).toEqual({ fault });
  expect(await served.ask('runs', { filter: '', sort: 'toString' })).toEqual({ fault });
  expect(await served.ask('replay', { run: 'x', question: '__proto__', params: {} })).toEqual({
    fault: 'A run has no answer to "__proto__" with these parameters.',
  });
  expect(await served.ask('replay', { run: 'x', question: 'step', params: { step: 'x' } })).toHaveProperty('fault');
  expect(await served.ask('replay', { run: '__proto__', question: 'overview', params: {} })).toEqual({ answer: null });
  expect((await served.end()).code).toBe(0);
});

test('a folder without runs says what was looked for', async () => {
  const served = serve({ files: { 'a.json': '{}' } });
  await until(
    () => served.ask<RunsState>('state'),
    ({ answer }) => !answer.isReading,
    'the end of the reading',
  );
  const { err } = await served.end();
  expect(err).toBe(
    'agent-envelopes: no workflow run was found in . yet; the page shows those that arrive. Runs are put together from Agent Messages, in .json .jsonc .jsonl .ndjson .sse .traj .eval .yaml .yml .md .markdown files.\n',
  );
});

test.each([
  [['nowhere'], 'nowhere: does not exist; check the name.'],
  [['--port', 'x'], '--port takes a whole number from 0 to 65535; "x" is not one.'],
  [['--port', '70000'], '--port takes a whole number from 0 to 65535; "70000" is not one.'],
  [['--static', 'x.html', 'logs'], '"--static" writes a page without runs; leave out "logs".'],
  [['--static', 'x.html', '--port', '1'], '"--static" writes a page without runs; leave out "--port".'],
  [['--static', 'x.html', '--no-config'], '"--static" writes a page without runs; leave out "--no-config".'],
  [['--static', 'x.html', '--rule', 'a=off'], '"--static" writes a page without runs; leave out "--rule".'],
  [
    ['out.html'],
    'out.html: does not exist; check the name. To write a page, use "agent-envelopes serve --static out.html".',
  ],
  [['a.txt'], 'a.txt: has no runs; name a folder, or a file that ends in .json'],
  [['page.HTML'], 'To write a page, use "agent-envelopes serve --static page.HTML".'],
  [['--force'], '"--force" goes with "--static FILE".'],
])('%j is refused', async (args, fault) => {
  const { code, err, out } = await serve({ args, files: { 'a.txt': '', 'page.HTML': '<html>' } }).ended;
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(fault);
});

test('a port that is taken is named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise(resolve => other.once('listening', resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const { code, err } = await serve({ args: ['--port', String(port)] }).ended;
  expect([code, err]).toEqual([
    2,
    `agent-envelopes: port ${port} is taken by another program; leave out --port for a free one, or choose another.\n`,
  ]);
});

test('a page that was not built is told', async () => {
  const { code, err } = await serve({ isBuilt: false }).ended;
  expect([code, err]).toEqual([
    2,
    "agent-envelopes: the page is not there: this build can't show runs in a browser.\n",
  ]);
});

test('--static writes a page that asks nobody; only --force replaces a file', async () => {
  const first = serve({ args: ['--static', 'x.html'] });
  expect(await first.ended).toMatchObject({ code: 0, out: '' });
  const text = readFileSync(join(first.cwd, 'x.html'), 'utf8');
  expect(text).toContain("script-src 'sha256-core' 'sha256-list' 'sha256-replay'");
  expect(text).not.toContain('connect-src');
  const printed = await serve({ args: ['--static', '-'] }).ended;
  expect([printed.code, printed.out]).toEqual([0, text]);
  const again = await serve({ args: ['--static', 'x.html'], files: { 'x.html': 'mine' } }).ended;
  expect([again.code, again.err]).toEqual([2, expect.stringContaining('--force')]);
});
