import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpusMissing, corpusText, projectRoot } from '../../kit/corpus';
import { exported } from './runsCommands';

/** In nanoseconds: durations are written in milliseconds. */
const ROUNDING = 1_000_000n;

describe.skipIf(corpusMissing)('the corpus', () => {
  const cwd = join(projectRoot, '../shared/corpus');

  test.each([
    ['traces/otlp/agent-prism__rag_earnings_agent.json', [18]],
    ['traces/otlp/opentelemetry-proto-trace.json', [1]],
    ['traces/langfuse', [4, 2, 9, 5]],
    ['traces/gen-ai', [7, 6]],
    ['cuga/structured_events.jsonl', [6, 5]],
  ])('%s', async (path, steps) => {
    expect((await exported([path], { cwd })).map(run => run.steps.length)).toEqual(steps);
  });

  test('steps are in the order of time, nested as their parent ids say', async () => {
    const path = 'traces/otlp/agent-prism__rag_earnings_agent.json';
    const [run] = await exported([path], { cwd });
    const steps = run?.steps ?? [];
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).sort());
    const parents = new Map(spansIn(corpusText(path)));
    expect(steps).toHaveLength(parents.size);
    for (const { id, parent } of steps) expect(parent === null ? '' : steps[parent]?.id).toBe(parents.get(id));
  });

  test('times are exact to the nanosecond', async () => {
    const path = 'traces/otlp/agent-prism__rag_earnings_agent.json';
    const [run] = await exported([path], { cwd });
    const written = [...corpusText(path).matchAll(/"startTimeUnixNano": "(\d+)"/g)].map(([, at]) => BigInt(at ?? ''));
    expect(run?.steps.map(({ at }) => nanosecondsOf(at ?? ''))).toEqual(
      written.sort((one, two) => (one < two ? -1 : 1)),
    );
    const ends = [...corpusText(path).matchAll(/"endTimeUnixNano": "(\d+)"/g)].map(([, at]) => BigInt(at ?? ''));
    expect(nanosecondsOf(run?.endedAt ?? '')).toBe(ends.reduce((one, two) => (one > two ? one : two)));
  });

  // A step nested in none has null, whether it is a root or what it names is not there.
  test.each<[string, (number | null)[]]>([
    ['langfuse/langgraph-2025-08-22.json', [null, 0, 1, 1, 0, 4, 0, 6, 6]],
    ['langfuse/openai-agents-2025-09-30.json', [null, 0, 1, 1, 1]],
    ['langfuse/autogen-2025-06-06.json', [null, 0]],
    ['langfuse/openai-assistants-2024-05-29.json', [null, null, null, 2]],
    ['gen-ai/OPENAI_trace.json', [null, 0, 0, 0, 0, 0]],
    ['gen-ai/GOOGLE_trace.json', Array(7).fill(null)],
    ['otlp/opentelemetry-proto-trace.json', [null]],
  ])('%s nests as %j', async (path, parents) => {
    const [run] = await exported([`traces/${path}`], { cwd });
    expect(run?.steps.map(({ parent }) => parent)).toEqual(parents);
  });

  test('no step comes before what it is nested in, and what has a time is in order', async () => {
    for (const { steps } of await exported(['.'], { cwd })) {
      for (const [index, { parent }] of steps.entries()) expect(parent ?? -1).toBeLessThan(index);
      const timed = steps.flatMap(({ at, durationMs, effects }) => {
        if (at === null) return [];
        const begun = nanosecondsOf(at);
        // The end of a call stands behind its beginning, however long it says that it took.
        const isEnd = effects.some(effect => effect.do === 'result');
        return [{ begun, latest: begun + (isEnd ? BigInt(Math.round((durationMs ?? 0) * 1e6)) : 0n) }];
      });
      // What is too close for clocks that were rounded stands as in its file.
      const backwards = timed.filter(({ latest }, index) => latest + ROUNDING < (timed[index - 1]?.begun ?? latest));
      expect(backwards).toEqual([]);
    }
  });

  // Plain JSON.parse would change them.
  test.each(['OPENAI', 'GOOGLE'])('ids of %s are exact', async name => {
    const path = `traces/gen-ai/${name}_trace.json`;
    const [run] = await exported([path], { cwd });
    const text = corpusText(path);
    expect(text).toContain(`"trace_id": ${run?.id},`);
    const ids = [...text.matchAll(/"context": \{[^}]*"span_id": (\d+)/g)].map(([, id]) => id);
    expect(run?.steps.map(({ id }) => id).sort()).toEqual(ids.sort());
    expect(ids.filter(id => Number(id) > Number.MAX_SAFE_INTEGER)).toHaveLength(ids.length);
  });

  test('structured events are of two traces', async () => {
    const found = await exported(['cuga/structured_events.jsonl'], { cwd });
    expect(found.map(({ id, steps }) => [id, steps.length])).toEqual([
      ['req-123', 6],
      ['coord-001', 5],
    ]);
  });

  test('8 of 10 calls have their results', async () => {
    const found = await exported(['aura/toolcalls'], { cwd });
    const calls = found.flatMap(({ steps }) => steps).filter(({ file }) => file.endsWith('_calls.jsonl'));
    expect(calls.map(({ outcome }) => outcome).filter(outcome => outcome !== 'pending')).toHaveLength(8);
    expect(calls).toHaveLength(10);
    const [log] = found;
    expect(found).toHaveLength(1);
    expect(log?.files).toEqual(['upstream_tests_calls.jsonl', 'upstream_tests_results.jsonl'].map(inToolcalls));
    expect(log?.title).toBe('detect_conflicts, travel_aware_alert, parse_ics_attachment and 7 more');
    // Each result is that of its call, by the id that is in both files.
    const results = corpusText(inToolcalls('upstream_tests_results.jsonl')).trimEnd().split('\n');
    const answered = new Set(results.map(line => JSON.parse(line).call_id));
    for (const { id, outcome } of calls) expect(outcome === 'pending').toBe(!answered.has(id));
  });
});

function inToolcalls(name: string): string {
  return `aura/toolcalls/${name}`;
}

/** Of a time in UTC, with any number of decimals. */
function nanosecondsOf(iso: string): bigint {
  const [, seconds = '', decimals = ''] = /^([^.]+)(?:\.(\d+))?Z$/.exec(iso) ?? [];
  return BigInt(Date.parse(`${seconds}Z`)) * 1_000_000n + BigInt(decimals.padEnd(9, '0'));
}

/** The ids of the spans in a request, each with that of its parent, which is empty for a root; base64 becomes hex. */
function spansIn(text: string): [string, string][] {
  const found: [string, string][] = [];
  JSON.parse(text, (_, value) => {
    if (value && typeof value === 'object' && 'spanId' in value)
      found.push([hex(value.spanId), hex(value.parentSpanId ?? '')]);
    return value;
  });
  return found;
}

function hex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
