import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runFilter } from '../../server/src/features/runs/runFilter';
import { runsInLines } from '../../server/src/sources/loadedRuns';
import { everyFourth } from '../kit/amount';
import { corpusMissing, corpusText } from '../kit/corpus';
import { AGENT_TRACE_ID, agentTrace } from '../sources/agentTrace';
import { loadedLines, runSteps } from '../sources/runSteps';
import { type ClickhouseStore, startClickhouse } from './clickhouseStore';
import { sourceAt } from './sourceAt';

const signal = new AbortController().signal;
let store: ClickhouseStore;
beforeAll(async () => {
  store = await startClickhouse();
});
afterAll(() => store.stop());

/** Traces of several kinds. */
function someTraces(): { resourceSpans: object[] }[] {
  const day = 86_400_000_000_000n;
  const now = BigInt(Date.now()) * 1_000_000n;
  // Two begin at the same time.
  const agents = [0n, 0n, 1n, 40n].map((days, index) =>
    agentTrace(`${index + 1}`.padStart(32, 'a'), now - days * day - day),
  );
  if (corpusMissing) return [agentTrace(), ...agents];
  return [agentTrace(), ...agents, ...JSON.parse(corpusText('traces/otlp/agent-prism__rag_earnings_agent.json'))];
}

const FILTERS = [
  ...['status:failed', '-status:failed', 'status:succeeded', 'agent:plan', '-agent:plan', 'agent:nobody'],
  ...[
    'tool:book',
    '-tool:book',
    'tool:wait',
    'kind:llm',
    'kind:tool',
    '-kind:tool',
    'kind:otlp/span:agent',
    'kind:chain',
  ],
  ...['id:aaaa', `id:${AGENT_TRACE_ID}`, '-id:aaaa', 'since:3d', 'until:3d', '-since:3d', 'since:100d until:10d'],
  ...['köln', '-köln', '"first class"', 'sold', 'retrieval_chain', 'family:otlp', '-family:otlp', 'confidence<0.5'],
  ...[
    'artifact:x',
    '-tool:book -kind:llm',
    'tool:book tool:wait köln',
    'tool:book kind:llm status:failed -id:aaaa',
    `"o'b"`,
    '"%"',
    '"\\x"',
    'agent:{x:String}',
  ],
];

describe.each([
  ['maps of texts', false],
  ['JSON', true],
])('attributes as %s', (_, hasJson) => {
  const table = hasJson ? 'traces_json' : 'traces_map';
  const traces = someTraces();
  const lines = traces.map(one => JSON.stringify(one));
  const runs = runsInLines(lines).sort((one, other) =>
    Number((other.summary.startedAt ?? 0n) - (one.summary.startedAt ?? 0n)),
  );
  const ids = runs.map(({ summary }) => summary.id);

  beforeAll(async () => {
    await store.create(table, hasJson);
    await store.insert(table, hasJson, traces);
  });

  test('each run is that of its file, step by step, with what it said', async () => {
    const { source } = sourceAt(store.address, { table });
    for (const id of ids) expect(runSteps(await loadedLines(source, id), id)).toEqual(runSteps(lines, id));
    expect(await loadedLines(source, 'f'.repeat(32))).toEqual([]);
  });

  test('a user who may only read gets the same', async () => {
    const { source } = sourceAt(store.address, { table }, 'reader:only-reads');
    expect((await source.list({ filter: '', limit: 50 }, signal)).runs).toHaveLength(ids.length);
    expect(runSteps(await loadedLines(source, AGENT_TRACE_ID), AGENT_TRACE_ID)).toEqual(
      runSteps(lines, AGENT_TRACE_ID),
    );
  });

  test('the list tells what its runs are', async () => {
    const { source } = sourceAt(store.address, { table });
    const { runs: listed } = await source.list({ filter: '', limit: 50 }, signal);
    expect(listed.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const one of listed) {
      const run = runs.find(({ summary }) => summary.id === one.id);
      const { title, status, startedAt, endedAt, agents, steps } = run?.summary ?? {};
      expect(one).toEqual({ id: one.id, family: 'otlp', title, status, startedAt, endedAt, agents, steps });
    }
  });

  test('pages are in order, and have each run once', async () => {
    const { source } = sourceAt(store.address, { table });
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await source.list({ filter: '', limit: 2, ...(cursor && { cursor }) }, signal);
      expect(page.runs.length).toBeLessThanOrEqual(2);
      listed.push(...page.runs.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== undefined);
    expect([...listed].sort()).toEqual([...ids].sort());
    const times = listed.map(id => runs.find(({ summary }) => summary.id === id)?.summary.startedAt ?? 0n);
    expect(times).toEqual([...times].sort((one, other) => Number(other - one)));
  });

  // A condition is the same code for both tables, but for how an attribute is read.
  test.each(hasJson ? everyFourth(FILTERS) : FILTERS)('%s leaves the runs that it leaves of files', async filter => {
    const { source } = sourceAt(store.address, { table });
    const { shows, fault } = runFilter(filter);
    expect(fault).toBeUndefined();
    const now = Date.now();
    const expected = runs.filter(run => shows(run.summary, () => run, now)).map(({ summary }) => summary.id);
    const { runs: listed } = await source.list({ filter, limit: 50 }, signal);
    expect(listed.map(({ id }) => id).sort()).toEqual(expected.sort());
  });

  test('words are found with their place and the words around, page by page', async () => {
    const { source, bytes } = sourceAt(store.address, { table });
    const query = { words: 'KÖLN "first class"', filter: 'agent:plan' };
    const { matches } = await source.search({ ...query, limit: 50 }, signal);
    expect(matches).toHaveLength(5);
    for (const { step, title, field, text, marks } of matches) {
      expect([step, title]).toEqual(['0000000000000001', 'invoke_agent Planner']);
      expect(field).toBe(hasJson ? 'attributes' : 'gen_ai.input.messages');
      expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['Köln', 'first class']);
    }
    expect(bytes()).toBeLessThan(12_000);
    const first = await source.search({ ...query, limit: 3 }, signal);
    const second = await source.search({ ...query, limit: 3, cursor: first.next ?? '' }, signal);
    expect([...first.matches, ...second.matches]).toEqual(matches);
    expect(second.next).toBeUndefined();
    expect((await source.search({ words: "o'b\\", filter: '', limit: 3 }, signal)).matches).toEqual([]);
  });
});

test('a long run is loaded in pages, each span once', async () => {
  await store.create('long_run', false);
  await store.run(`INSERT INTO long_run (Timestamp, TraceId, SpanId, ParentSpanId, SpanName, Duration)
SELECT fromUnixTimestamp64Nano(1772366400000000000 + intDiv(number, 3)), 'b', hex(number), if(number = 0, '', '0'), 'step', 1
FROM numbers(5000)`);
  const { source, rows } = sourceAt(store.address, { table: 'long_run' });
  const lines = await loadedLines(source, 'b');
  expect(lines).toHaveLength(3);
  const names = lines.flatMap(line => [...line.matchAll(/"spanId":"(\w+)"/g)].map(([, id]) => id));
  expect(new Set(names).size).toBe(5000);
  expect(names).toHaveLength(5000);
  // Besides its spans: the columns of the two tables, the oldest time, and its own.
  expect(rows()).toBeLessThanOrEqual(5000 + 26 + 2);
  await store.run(
    "INSERT INTO long_run (TraceId, SpanId, Timestamp, StatusMessage) SELECT 'c', hex(number), now64(9), repeat('x', 100000) FROM numbers(50)",
  );
  const small = sourceAt(store.address, { table: 'long_run', maxMegabytes: 1 });
  await expect(loadedLines(small.source, 'c')).rejects.toThrow(/^ch: .* is larger than 1 MB; .*"maxMegabytes"/);
});

test.each([
  [
    'a missing table',
    { table: 'nothing' },
    undefined,
    /^ch: ClickHouse has no table default\.nothing that this user may read; correct "database" and "table", or grant SELECT on it\.$/,
  ],
  [
    'a missing database',
    { database: "no'where" },
    undefined,
    /^ch: ClickHouse has no table no'where\.otel_traces that/,
  ],
  [
    'another table',
    { table: 'other' },
    undefined,
    /^ch: the table default\.other has no column Timestamp; "table" must be one that the OpenTelemetry collector writes\.$/,
  ],
  [
    'a wrong password',
    {},
    'reader:wrong-password',
    /^ch: ClickHouse does not accept the credential; check that of this source \(code 516: .*\)\.$/,
  ],
])('%s is one line', async (_, more, credential, line) => {
  await store.run('CREATE TABLE IF NOT EXISTS other (TraceId String) ENGINE = MergeTree ORDER BY TraceId');
  const { source } = sourceAt(store.address, more, credential);
  const shown = await source.list({ filter: '', limit: 3 }, signal).catch(error => String(error.message));
  expect(shown).toMatch(line);
  expect(shown).not.toContain('wrong-password');
});
