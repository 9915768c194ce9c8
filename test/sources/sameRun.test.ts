import { describe, expect, test } from 'vitest';
import type { RunSource } from '../../server/src/model/runSource';
import { storeHttpRequest } from '../../server/src/network/storeHttpRequest';
import { createStoreSource } from '../../server/src/sources/createStoreSource';
import { runsInLines } from '../../server/src/sources/loadedRuns';
import { parseSources } from '../../server/src/sources/storeConfig';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { sendJson, serveHttp } from '../kit/serveHttp';
import { AGENT_TRACE_ID, agentTrace } from './agentTrace';
import { fakeJaeger, fakeLangfuse, fakeTempo } from './fakeStores';
import { loadedLines, runSteps } from './runSteps';

const NOW = Date.parse('2026-03-01T13:00:00Z');
const signal = new AbortController().signal;

/** A source of one kind over a server. */
function sourceAt(
  kind: string,
  address: string,
  { credential = '', now = NOW, ...more }: { credential?: string; now?: number; services?: string[] } = {},
): RunSource {
  const { sources, faults } = parseSources([{ name: 'prod', kind, address, ...more }]);
  expect(faults).toEqual([]);
  const [config] = sources;
  if (!config) throw new Error('There is no source.');
  return createStoreSource(config, { request: storeHttpRequest, credential: credential || undefined, now: () => now });
}

describe('the run of a file', () => {
  const traces: [name: string, requests: { resourceSpans: object[] }[]][] = [['of an agent', [agentTrace()]]];
  if (!corpusMissing) {
    for (const file of ['agent-prism__rag_earnings_agent', 'opentelemetry-proto-trace']) {
      const value = JSON.parse(corpusText(`traces/otlp/${file}.json`));
      traces.push([file, Array.isArray(value) ? value : [value]]);
    }
  }
  test.each(
    traces.flatMap(([name, requests]) => [
      [name, 'jaeger', requests, fakeJaeger] as const,
      [name, 'tempo', requests, fakeTempo] as const,
    ]),
  )('%s is the run of %s', async (_, kind, requests, serve) => {
    const { address } = await serve(requests);
    const source = sourceAt(kind, address);
    const lines = requests.map(one => JSON.stringify(one));
    for (const {
      summary: { id },
    } of runsInLines(lines)) {
      expect(runSteps(await loadedLines(source, id), id)).toEqual(runSteps(lines, id));
    }
    expect(await loadedLines(source, 'f'.repeat(32))).toEqual([]);
  });

  test.skipIf(corpusMissing)('of Langfuse is that of its pages', async () => {
    const files = corpusFiles('traces/langfuse').filter(file => file.endsWith('.json'));
    const exported = files
      .map(file => JSON.parse(corpusText(file)))
      .filter(value => 'trace' in value && 'observations' in value);
    expect(exported.length).toBeGreaterThan(2);
    const { address } = await fakeLangfuse(exported);
    const source = sourceAt('langfuse', address, { credential: 'pk-1:sk-2' });
    for (const value of exported) {
      const { id } = value.trace;
      expect(runSteps(await loadedLines(source, id), id)).toEqual(runSteps([JSON.stringify(value)], id));
    }
    const { runs } = await source.list({ filter: '', limit: 50 }, signal);
    expect(runs.map(({ id }) => id).sort()).toEqual(exported.map(({ trace }) => trace.id).sort());
  });
});

describe('the list', () => {
  const ids = Array.from({ length: 7 }, (_, index) => `${index + 1}`.padStart(32, '0'));
  const many = ids.map((id, index) => agentTrace(id, BigInt(NOW - (index + 1) * 60_000) * 1_000_000n));

  test.each([
    ['jaeger', fakeJaeger],
    ['tempo', fakeTempo],
  ] as const)('of %s: pages, the newest first, each run once', async (kind, serve) => {
    const { address } = await serve(many);
    const source = sourceAt(kind, address);
    const listed: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 20; pages++) {
      const page = await source.list({ filter: '', limit: 3, ...(cursor && { cursor }) }, signal);
      expect(page.runs.length).toBeLessThanOrEqual(3);
      listed.push(...page.runs.map(({ id }) => id));
      cursor = page.next;
      if (cursor === undefined) break;
    }
    expect(cursor).toBeUndefined();
    expect(listed).toEqual(ids);
  });

  test.each([
    ['jaeger', fakeJaeger],
    ['tempo', fakeTempo],
  ] as const)('of %s tells what its runs are', async (kind, serve) => {
    const { address } = await serve([agentTrace()]);
    const { runs } = await sourceAt(kind, address).list({ filter: '', limit: 3 }, signal);
    expect(runs).toMatchObject([
      {
        id: AGENT_TRACE_ID,
        family: 'otlp',
        title: 'Find a train to Köln, "first class". Thanks',
        status: 'failed',
        startedAt: 1_772_366_400_000_000_000n,
        agents: ['Planner'],
      },
    ]);
  });

  test.each([
    ['status:failed', ids.length, []],
    ['status:succeeded', 0, []],
    ['agent:plan', ids.length, []],
    ['-agent:plan', 0, ['-agent:plan']],
    ['tool:book', ids.length, []],
    ['-tool:book', 0, ['-tool:book']],
    ['kind:llm', ids.length, ['kind:llm']],
    ['kind:nothing', 0, ['kind:nothing']],
    ['since:3m', 3, []],
    ['until:3m', 4, []],
    ['family:otlp', ids.length, ['family:otlp']],
    ['family:langfuse', 0, ['family:langfuse']],
  ])('of every store: %s leaves %i runs', async (filter, count, after) => {
    for (const [kind, serve] of [
      ['jaeger', fakeJaeger],
      ['tempo', fakeTempo],
    ] as const) {
      const { address } = await serve(many);
      const page = await sourceAt(kind, address).list({ filter, limit: 50 }, signal);
      expect([kind, page.runs.length]).toEqual([kind, count]);
      if (kind === 'tempo') expect(page.appliedAfter ?? []).toEqual(after);
    }
  });

  test.each([
    ['', 7, ['1', '2']],
    ['until:2026-03-05', 7, ['1', '2']],
    ['until:2d', 9, ['2']],
    ['until:10d', 17, ['3']],
    ['-since:10d', 17, ['3']],
    ['since:30d', undefined, ['1', '2', '3', '4']],
  ])(
    'without a start: "%s" is searched for in the days before its end, %s days from now',
    async (filter, days, found) => {
      const runs = [1, 3, 12, 20].map((age, at) =>
        agentTrace(`${at + 1}`.padStart(32, '0'), BigInt(NOW - age * 86_400_000) * 1_000_000n),
      );
      for (const [kind, serve] of [
        ['jaeger', fakeJaeger],
        ['tempo', fakeTempo],
      ] as const) {
        const { address } = await serve(runs);
        const source = sourceAt(kind, address);
        let page = await source.list({ filter, limit: 50 }, signal);
        const listed = page.runs;
        for (; page.next !== undefined; listed.push(...page.runs)) {
          page = await source.list({ filter, limit: 50, cursor: page.next }, signal);
        }
        expect([kind, listed.map(({ id }) => id.at(-1)), page.recentDays]).toEqual([kind, found, days]);
        const said = await source.search({ words: 'Köln', filter, limit: 50 }, signal);
        expect(said.recentDays).toBe(days);
      }
    },
  );

  test('terms that a store knows nothing of are named, a faulty filter is an error', async () => {
    const { address, received } = await fakeJaeger(many);
    const source = sourceAt('jaeger', address);
    expect(await source.list({ filter: 'rule:x -has:problems path:"a b"', limit: 9 }, signal)).toMatchObject({
      notApplied: ['rule:x', '-has:problems', 'path:"a b"'],
    });
    const before = received.length;
    expect((await source.list({ filter: 'colour:red', limit: 9 }, signal)).fault).toContain('There is no key "colour"');
    expect(received.length).toBe(before);
  });

  test('of Jaeger names its parameters as each release does', async () => {
    const { address, received } = await fakeJaeger(many);
    await sourceAt('jaeger', address, { services: ['travel'] }).list({ filter: '', limit: 3 }, signal);
    const { query } = received.at(-1) ?? {};
    for (const [old, now] of [
      ['query.service_name', 'query.serviceName'],
      ['query.start_time_min', 'query.startTimeMin'],
      ['query.start_time_max', 'query.startTimeMax'],
      ['query.search_depth', 'query.searchDepth'],
      ['query.num_traces', 'query.searchDepth'],
    ] as const) {
      expect(query?.get(old)).toBeTruthy();
      expect(query?.get(old)).toBe(query?.get(now));
    }
  });
});

test('Jaeger: words are found in the newest runs, since it can not be asked for them', async () => {
  const { address } = await fakeJaeger([agentTrace()]);
  const source = sourceAt('jaeger', address);
  const { matches } = await source.search({ words: 'Köln "first class"', filter: '', limit: 9 }, signal);
  expect(matches).toMatchObject([{ run: AGENT_TRACE_ID, step: '0000000000000001', field: 'gen_ai.input.messages' }]);
  const [{ text = '', marks = [] } = {}] = matches;
  expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['Köln', 'first class']);
});

test('Jaeger: a page has the matches of all its runs, whatever the limit, and says that runs have more', async () => {
  const trace = (id: number, count: number) => {
    const traceId = String(id).padStart(32, '0');
    const spans = Array.from({ length: count }, (_, index) => ({
      ...{ traceId, spanId: String(index + 1).padStart(16, '0'), name: `kyoto ${index}` },
      startTimeUnixNano: String(BigInt(NOW - id * 60_000) * 1_000_000n),
    }));
    return { resourceSpans: [{ scopeSpans: [{ spans }] }] };
  };
  for (const [count, notes] of [
    [30, ['Only the first 20 matches of a run are listed']],
    [20, undefined],
  ] as const) {
    const { address } = await fakeJaeger([1, 2, 3].map(id => trace(id, count)));
    const page = await sourceAt('jaeger', address).search({ words: 'kyoto', filter: '', limit: 10 }, signal);
    expect([page.matches.length, page.notes]).toEqual([60, notes]);
  }
});

test('Tempo: words are asked for, and their field is in its answer', async () => {
  const { address, received } = await serveHttp((_, response) =>
    sendJson(response, {
      traces: [
        {
          traceID: 'af7',
          startTimeUnixNano: '1772366400000000000',
          spanSets: [
            {
              spans: [
                {
                  spanID: '0000000000000002',
                  attributes: [
                    { key: 'name', value: { stringValue: 'chat' } },
                    { key: 'gen_ai.prompt', value: { stringValue: 'A train\nto KÖLN, please' } },
                  ],
                },
              ],
            },
          ],
        },
      ],
    }),
  );
  const source = sourceAt('tempo', address);
  const { matches } = await source.search({ words: 'köln', filter: 'tool:book', limit: 9 }, signal);
  expect(matches).toEqual([
    {
      run: 'af7'.padStart(32, '0'),
      family: 'otlp',
      step: '0000000000000002',
      title: 'chat',
      field: 'gen_ai.prompt',
      text: 'A train to KÖLN, please',
      marks: [[11, 15]],
    },
  ]);
  expect(received[0]?.query.get('q')).toContain('span.gen_ai.prompt =~ "(?is).*köln.*"');
});

test('a credential is sent to its store only, and never told', async () => {
  const { address, received } = await fakeLangfuse([]);
  const bad = sourceAt('langfuse', address, { credential: 'pk-1:wrong-secret' });
  const line = await bad.list({ filter: '', limit: 3 }, signal).catch(error => String(error.message));
  expect(line).toMatch(/^prod: 127\.0\.0\.1:\d+ does not accept the credential \(401\)/);
  expect(line).not.toContain('wrong');
  const odd = sourceAt('langfuse', address, { credential: 'pk-1:a\nb' });
  expect(await odd.list({ filter: '', limit: 3 }, signal).catch(error => String(error.message))).toBe(
    'prod: the credential contains blanks, line breaks or unusual characters; set it again.',
  );
  expect(received.length).toBe(1);
});

describe('a run that can not be loaded', () => {
  const ids = ['1', '2', '3'];
  /** A Langfuse whose runs say "kyoto"; observations of some are refused. */
  async function langfuse(refused: readonly string[]) {
    const { address } = await serveHttp(({ path, query }, response) => {
      const id = path.split('/')[4];
      if (path === '/api/public/observations') {
        const isRefused = refused.includes(query.get('traceId') ?? '');
        return sendJson(response, { data: [], meta: { totalPages: 1 } }, isRefused ? 500 : 200);
      }
      const traceOf = (one: string) => ({ id: one, name: 'kyoto', timestamp: new Date(NOW).toISOString() });
      sendJson(response, id === undefined ? { data: ids.map(traceOf), meta: { totalPages: 1 } } : traceOf(id));
    });
    return sourceAt('langfuse', address);
  }

  test('is left out of a filtered list and of a search, which say so', async () => {
    const source = await langfuse(['2']);
    const { runs, unlisted } = await source.list({ filter: '-agent:nobody', limit: 9 }, signal);
    expect([runs.map(({ id }) => id), unlisted]).toEqual([['1', '3'], 1]);
    const { matches, notes } = await source.search({ words: 'kyoto', filter: '', limit: 9 }, signal);
    expect(matches.map(({ run }) => run)).toEqual(['1', '3']);
    const filtered = await source.search({ words: 'kyoto', filter: '-agent:nobody', limit: 9 }, signal);
    expect(filtered.notes).toEqual([expect.stringMatching(/^1 run is left out/)]);
    expect(notes).toEqual([
      expect.stringMatching(/^Run 2 was not searched as a whole: prod: 127.*failed \(500\).*[^.]$/),
    ]);
  });

  test('is the error where it is every run, since the store is at fault; an end on request is one always', async () => {
    for (const [source, wanted, error] of [
      [await langfuse(ids), signal, /failed \(500\)/],
      [await langfuse([]), AbortSignal.abort(new Error('stopped')), 'stopped'],
    ] as const) {
      await expect(source.list({ filter: '-agent:nobody', limit: 9 }, wanted)).rejects.toThrow(error);
      await expect(source.search({ words: 'kyoto', filter: '', limit: 9 }, wanted)).rejects.toThrow(error);
    }
  });
});
