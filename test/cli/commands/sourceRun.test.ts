import { expect, test } from 'vitest';
import { sendJson, serveHttp } from '../../kit/serveHttp';
import { AGENT_TRACE_ID, agentTrace } from '../../sources/agentTrace';
import { fakeJaeger, fakeTempo } from '../../sources/fakeStores';
import { storeCommands } from './storeCommands';

const trace = () => agentTrace(AGENT_TRACE_ID, BigInt(Date.now()) * 1_000_000n);

test('an exported run of a store names it, and no file that is gone', async () => {
  const cli = storeCommands('jaeger', await fakeJaeger([trace()]));
  const { out } = await cli('replay', AGENT_TRACE_ID, '--source', 'prod', '--format', 'json');
  const run = JSON.parse(out);
  expect(run.files).toEqual([`prod/${AGENT_TRACE_ID}`]);
  expect(new Set(run.steps.map(({ file }: { file: string }) => file))).toEqual(new Set([`prod/${AGENT_TRACE_ID}`]));
  expect(out).not.toContain('.jsonl');
});

const day = (age: number) => BigInt(Date.now() - age * 86_400_000) * 1_000_000n;

test.each([['runs --run'], ['replay --format json']])(
  '%s finds the beginning of an id in the runs that are selected, in any case',
  async command => {
    const [old, failing] = [`abc1${'0'.repeat(28)}`, `abc2${'0'.repeat(28)}`];
    // They contain the beginning at another place, and are newer.
    const others = Array.from({ length: 9 }, (_, at) => `${at}abc`.padEnd(32, '1'));
    const traces = [...others.map(id => agentTrace(id, day(1))), agentTrace(failing, day(2)), agentTrace(old, day(20))];
    const cli = storeCommands('jaeger', await fakeJaeger(traces));
    const [name = '', ...options] = command.split(' ');
    const shown = async (...more: string[]) => {
      const word = more.shift() ?? '';
      const args = name === 'runs' ? [...options, word] : [word, ...options];
      const { code, out, err } = await cli(name, ...args, '--source', 'prod', ...more);
      return code === 0 ? /abc\d0{28}/.exec(out)?.[0] : err;
    };
    expect(await shown('ABC')).toBe(failing);
    expect(await shown('abc1')).toMatch(/prod has no run "abc1"\. Only the last 7 days were searched; use --since 30d/);
    expect(await shown('abc1', '--since', '30d')).toBe(old);
    expect(await shown('abc', '--since', '30d')).toMatch(/"abc" matches several runs: abc20+, abc10+\./);
    expect(await shown('abc', '--filter', 'since:30d until:7d')).toBe(old);
    expect(await shown('abc', '--limit', '1')).toMatch(/no run "abc"\. There are more runs; raise --limit/);
  },
);

const EMPTY = { resourceSpans: [{ scopeSpans: [{ spans: [] }] }] };

test.each<[kind: string, trace: object]>([
  ['tempo', { resourceSpans: [] }],
  ['tempo', { trace: EMPTY }],
  ['tempo', { trace: {}, metrics: {} }],
  ['tempo', { batches: [] }],
  ['jaeger', { result: { resourceSpans: [] } }],
  ['jaeger', { result: EMPTY }],
])('a trace of %s without a span is no run: %j', async (kind, trace) => {
  const list = kind === 'tempo' ? { traces: [], metrics: {} } : { result: {} };
  const store = await serveHttp(({ path }, response) => sendJson(response, /traces\/./.test(path) ? trace : list));
  const cli = storeCommands(kind, store, { services: kind === 'jaeger' ? ['travel'] : undefined });
  for (const id of ['1111', AGENT_TRACE_ID]) {
    for (const args of [
      ['runs', '--run', id],
      ['replay', id],
    ]) {
      const { code, out, err } = await cli(...args, '--source', 'prod');
      expect([code, out]).toEqual([2, '']);
      const searched = id === AGENT_TRACE_ID ? '' : ' Only the last 7 days were searched; use --since 30d for more.';
      expect(err).toContain(`agent-envelopes: prod has no run "${id}".${searched}\n`);
    }
  }
});

test('a trace of which nothing can be read is told of, and not checked', async () => {
  const broken = { trace: { resourceSpans: [{ scopeSpans: [{ spans: [1] }] }] } };
  const traces = [{ traceID: AGENT_TRACE_ID, startTimeUnixNano: String(BigInt(Date.now() - 1000) * 1_000_000n) }];
  for (const trace of [broken, { trace: {} }]) {
    const store = await serveHttp(({ path }, response) =>
      sendJson(response, /traces\/./.test(path) ? trace : { traces, metrics: {} }),
    );
    const cli = storeCommands('tempo', store);
    const shown = await cli('runs', '--run', AGENT_TRACE_ID, '--source', 'prod');
    expect([shown.code, shown.out]).toEqual([2, '']);
    expect(shown.err).toMatch(/run .* could not be read as a trace|has no run/);
    const checked = await cli('check', '--source', 'prod');
    expect(checked.code).toBe(2);
    expect(checked.err + checked.out).toContain('1 not checked');
  }
});

test.each(['runs --run', 'replay --format json'])(
  '%s asks once for a run that is named by its whole id',
  async command => {
    for (const [kind, store] of [
      ['jaeger', await fakeJaeger([trace()])],
      ['tempo', await fakeTempo([trace()])],
    ] as const) {
      const [name = '', ...options] = command.split(' ');
      const args = name === 'runs' ? [...options, AGENT_TRACE_ID] : [AGENT_TRACE_ID, ...options];
      expect((await storeCommands(kind, store)(name, ...args, '--source', 'prod')).code).toBe(0);
      expect(store.received.map(({ path }) => path)).toEqual([expect.stringContaining(`traces/${AGENT_TRACE_ID}`)]);
    }
  },
);

test.each(['PARTIAL', 1])('a trace that Tempo cut is not shown as a whole one: status %j', async status => {
  const message = 'Trace exceeds maximum size of 100 bytes,\na partial trace is returned';
  const store = await serveHttp((_, response) => sendJson(response, { trace: trace(), status, message }));
  const { code, out, err } = await storeCommands('tempo', store)('runs', '--run', AGENT_TRACE_ID, '--source', 'prod');
  expect([code, out]).toEqual([2, '']);
  expect(err).toBe(
    `agent-envelopes: prod: run ${AGENT_TRACE_ID} is not answered as a whole (Trace exceeds maximum size of 100 bytes, a partial trace is returned); raise the limits of Tempo to load it.\n`,
  );
  const whole = await serveHttp((_, response) => sendJson(response, { trace: trace(), status: 'COMPLETE' }));
  expect((await storeCommands('tempo', whole)('runs', '--run', AGENT_TRACE_ID, '--source', 'prod')).code).toBe(0);
});

test('a run that can not be loaded names its store once, and nothing that only an editor has', async () => {
  const traces = [{ traceID: AGENT_TRACE_ID, startTimeUnixNano: String(BigInt(Date.now() - 1000) * 1_000_000n) }];
  const store = await serveHttp(({ path }, response) =>
    sendJson(response, path === '/api/search' ? { traces, metrics: {} } : {}, path === '/api/search' ? 200 : 500),
  );
  const { code, out, err } = await storeCommands('tempo', store)('check', '--source', 'prod');
  expect(code).toBe(2);
  expect(out + err).toMatch(
    new RegExp(`prod/${AGENT_TRACE_ID}: 127\\.0\\.0\\.1:\\d+ failed \\(500\\).*or try again later\\.`),
  );
  expect(out + err).not.toContain('refresh');
});
