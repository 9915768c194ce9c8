import { expect, test } from 'vitest';
import { metricsCommand } from '../../../server/src/cli/commands/metrics';
import { replayCommand } from '../../../server/src/cli/commands/replay';
import { noRequest } from '../noRequest';
import { folder, run } from '../run';
import { files } from './runsCommands';

const span = (name: string, at: number, attributes: Record<string, string | number>, failed = false) => ({
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: `b7ad6b716920333${at}`,
  ...(at > 0 && { parentSpanId: 'b7ad6b7169203330' }),
  name,
  startTimeUnixNano: `${1_780_000_000 + at}000000000`,
  endTimeUnixNano: `${1_780_000_001 + at}500000000`,
  ...(failed && { status: { code: 2, message: 'no route' } }),
  attributes: Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  })),
});
const chat = (model: string, input: number, output: number) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': model,
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output,
});
const tool = (name: string) => ({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name });
const trace = JSON.stringify({
  resourceSpans: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'planner' } }] },
      scopeSpans: [
        {
          spans: [
            span('invoke_agent planner', 0, {
              'gen_ai.operation.name': 'invoke_agent',
              'gen_ai.agent.name': 'planner',
            }),
            span('chat small', 1, chat('small-1', 100, 20)),
            span('chat large', 2, chat('large-1', 1000, 300)),
            span('chat small', 3, chat('small-1', 50, 30)),
            span('execute_tool search', 4, tool('search')),
            span('execute_tool search', 5, tool('search'), true),
            span('execute_tool fetch', 6, tool('fetch')),
          ],
        },
      ],
    },
  ],
});

const metrics = (args: string[], more: Record<string, string> = {}) =>
  run(['metrics', ...args], { cwd: folder({ ...files, ...more }), commands: [metricsCommand()] });
const json = async (args: string[], more?: Record<string, string>) =>
  JSON.parse((await metrics([...args, '--format', 'json'], more)).out);

test('of each run, and of all', async () => {
  const { code, out, err } = await metrics([]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatchInlineSnapshot(`
    "run     duration  steps  failed  retries  problems
    wf_one       1 s      2       0        0         0
    wf_two         –      1       0        0         1
    total        1 s      3       0        0         1
    "
  `);
});

test.each(['otlp', 'atif'])('of an export as %s, whose problems are not known', async format => {
  const replay = replayCommand({
    page: { script: '', style: '' } as never,
    request: noRequest,
    sendRun: async () => 0,
  });
  const { out } = await run(['replay', 'wf_two', '--format', format], { cwd: folder(files), commands: [replay] });
  const more = { 'exported.json': out };
  expect((await metrics(['exported.json'], more)).out).not.toContain('problems');
  expect((await metrics(['exported.json', '--format', 'markdown'], more)).out).not.toContain('problems');
  expect((await metrics(['exported.json', '--by', 'agent'], more)).out).not.toContain('problems');
  const { rows, total } = await json(['exported.json'], more);
  expect([rows[0].problems, total.problems]).toEqual([null, null]);
  // Beside a run whose problems are known.
  expect((await json(['.'], more)).total.problems).toBe(1);
});

test('by model', async () => {
  const { by, runs, rows, total } = await json(['trace.json', '--by', 'model'], { 'trace.json': trace });
  expect({ by, runs }).toEqual({ by: 'model', runs: 1 });
  const unknown = { cached: null, written: null, reasoning: null, cost: null };
  expect(rows).toEqual([
    { name: 'small-1', calls: 2, tokens: 200, input: 150, output: 50, ...unknown },
    { name: 'large-1', calls: 1, tokens: 1300, input: 1000, output: 300, ...unknown },
  ]);
  expect(total).toMatchObject({ steps: 7, failed: 1, tokens: 1500, cost: null });
});

test('by tool, summed over runs', async () => {
  const other = trace.replaceAll('0af7651916cd43dd8448eb211c80319c', '1af7651916cd43dd8448eb211c80319c');
  const more = { 'a.json': trace, 'b.json': other };
  expect((await json(['a.json', 'b.json', '--by', 'tool'], more)).rows).toEqual([
    { name: 'search', calls: 4, failed: 2, durationMs: 6000 },
    { name: 'fetch', calls: 2, failed: 0, durationMs: 3000 },
  ]);
});

test('by agent', async () => {
  const { rows } = await json(['logs', '--by', 'agent']);
  expect(rows).toEqual([
    expect.objectContaining({ name: 'vision', steps: 2, failed: 0, problems: 1 }),
    expect.objectContaining({ name: 'build', steps: 1, failed: 0, problems: 0 }),
  ]);
});

test('as Markdown', async () => {
  const { out } = await metrics(['logs', '--by', 'agent', '--format', 'markdown']);
  expect(out).toMatch(
    /^\| agent \| .*steps .*\|\n\| --- \|( ---: \|)+\n\| vision \|.*\n\| build \|.*\n\| total \|.*\n$/,
  );
});

test.each([
  ['tokens=1500', 0],
  ['tokens=1499', 1],
  ['failed=0', 1],
  ['duration=10m,failed=1', 0],
  ['cost=1.5', 2],
])('--fail-over %s of all runs', async (limit, code) => {
  const answer = await metrics(['trace.json', '--fail-over', limit], { 'trace.json': trace });
  expect(answer.code).toBe(code);
  expect(answer.err === '').toBe(code === 0);
});

test('a percentage belongs to a comparison', async () => {
  const { code, err } = await metrics(['--fail-over', 'cost=+20%']);
  expect(code).toBe(2);
  expect(err).toContain('use "compare"');
});

test('of no run', async () => {
  const { code, out, err } = await metrics(['a.json'], { 'a.json': '{}' });
  expect({ code, out, err }).toEqual({ code: 0, out: '', err: 'agent-envelopes: a.json: contains no workflow run.\n' });
});
