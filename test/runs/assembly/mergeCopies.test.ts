import { describe, expect, test } from 'vitest';
import { runMetricValues } from '../../../server/src/features/replay/runMetricValues';
import { corpusMissing, corpusText } from '../../kit/corpus';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { indexFiles } from '../../kit/indexFiles';
import { indexOf, runOf, shown, stepsOf } from '../shownRuns';

const span = (key: string, more: Partial<EntryFields> = {}): EntryFields => ({
  title: key,
  run: 'trace',
  key,
  isUnique: true,
  path: ['spans', 0],
  duration: 1n,
  ...more,
});

/** The steps of the one run, each with all places that tell of it. */
function placesIn(index: ReturnType<typeof indexOf>, id: string): string[] {
  return stepsOf(runOf(index, id)).map(({ title, envelopes, copies = [] }) =>
    [title, ...[...envelopes, ...copies].map(({ uri, part }) => `${uri.slice('file:///work/'.length)} ${part}`)].join(
      ' | ',
    ),
  );
}

describe('one trace in several files', () => {
  test('spans with one id are one step, with all their locations', () => {
    const index = indexOf(
      fileRecordOf('a/one.json', [span('root'), span('child', { parent: 'root' })]),
      fileRecordOf('b/other.json', [span('child', { parent: 'root' }), span('more', { parent: 'root' })]),
    );
    expect(placesIn(index, 'trace')).toEqual([
      'root | a/one.json root',
      'child | a/one.json root | b/other.json root',
      'more | b/other.json root',
    ]);
    expect(index.stepsIn('file:///work/b/other.json').map(step => step.index)).toEqual([1, 2]);
    expect(index.runs()[0]).toMatchObject({
      steps: 3,
      files: ['file:///work/a/one.json', 'file:///work/b/other.json'],
    });
  });

  test('a span that is incomplete in one file is completed by the other', () => {
    const index = indexOf(
      fileRecordOf('early.json', [{ title: 'root', run: 'trace', key: 'root', isUnique: true, outcome: 'pending' }]),
      fileRecordOf('late.json', [span('root')]),
    );
    expect(placesIn(index, 'trace')).toEqual(['root | late.json root | early.json root']);
    expect(index.runs()[0]?.status).toBe('succeeded');
  });

  test('a span written twice to a log or sent twice in a batch is one step; two of one id that differ are two', () => {
    const index = indexOf(
      fileRecordOf('log.jsonl', [span('root'), span('root')]),
      fileRecordOf('same.json', [span('twice', { run: 'other' }), span('twice', { run: 'other', title: 'differs' })]),
      fileRecordOf('batch.json', [span('sent', { run: 'batch' }), span('sent', { run: 'batch' })]),
    );
    expect(placesIn(index, 'batch')).toHaveLength(1);
    expect(placesIn(index, 'trace')).toEqual(['root | log.jsonl line 1 | log.jsonl line 2']);
    expect(placesIn(index, 'other')).toHaveLength(2);
  });

  test('the usage of spans in one file is not counted again by their parent in another', () => {
    const used = (tokens: number) => ({ effects: [{ do: 'usage' as const, tokens }] });
    const index = indexOf(
      fileRecordOf('a.json', [span('root', used(30))]),
      fileRecordOf('b.json', [span('x', { parent: 'root', ...used(10) }), span('y', { parent: 'root', ...used(20) })]),
    );
    expect(runMetricValues(runOf(index, 'trace')).tokens).toBe(30);
  });

  const TRACES = [
    'traces/otlp/agent-prism__rag_earnings_agent.json',
    'traces/langfuse/langgraph-2025-08-22.json',
    'traces/langfuse/openai-agents-2025-09-30.json',
    'traces/gen-ai/OPENAI_trace.json',
    'traces/gen-ai/GOOGLE_trace.json',
  ];
  test.skipIf(corpusMissing)('a real trace is the same however many copies there are', () => {
    for (const path of TRACES) {
      const text = corpusText(path);
      const once = indexFiles({ 'a.json': text });
      const often = indexFiles({ 'a.json': text, 'copy/a.json': text, 'copy/b.json': text, 'z.json': text });
      const facts = (index: typeof once) =>
        index.runs().map(summary => {
          const run = runOf(index, summary.id);
          const { files: _, ...more } = summary;
          const { tokens, cost, steps, failed } = runMetricValues(run);
          return { more: { ...more, key: '' }, roots: run.children(), tokens, cost, steps, failed };
        });
      expect(facts(often)).toEqual(facts(once));
      expect(often.runs().map(({ files }) => files.length)).toEqual(once.runs().map(() => 4));
    }
  });
});

const MESSAGE = {
  id: 'msg_001',
  timestamp: '2026-06-01T10:00:00Z',
  from: 'plan',
  to: 'build',
  intent: 'build',
  context: { project: 'p', domain: 'd', priority: 'high', workflowId: 'wf_1' },
  payload: { input: {}, output: { summary: 'Planned' }, artifacts: [], confidence: 0.9, needsReview: false },
};

describe('copies of a line of a log', () => {
  const line = JSON.stringify(MESSAGE);

  test('the same message in two files is one step, however it is formatted', () => {
    const index = indexFiles({ 'log.jsonl': `${line}\n`, 'sent/msg_001.json': JSON.stringify(MESSAGE, null, 2) });
    expect(placesIn(index, 'wf_1')).toEqual(['Planned | log.jsonl line 1 | sent/msg_001.json root']);
  });

  test('the same id with another content is another step', () => {
    const other = JSON.stringify({ ...MESSAGE, payload: { ...MESSAGE.payload, reasoning: 'x'.repeat(200) } });
    expect(placesIn(indexFiles({ 'a.jsonl': line, 'b.jsonl': other }), 'wf_1')).toHaveLength(2);
  });

  test('a repetition within a log stays two steps, even where another log is its copy', () => {
    const twice = `${line}\n${line}\n`;
    const index = indexFiles({ 'a.jsonl': twice, 'b.jsonl': twice, 'c.jsonl': line });
    expect(placesIn(index, 'wf_1')).toEqual([
      'Planned | a.jsonl line 1 | b.jsonl line 1 | c.jsonl line 1',
      'Planned | a.jsonl line 2 | b.jsonl line 2',
    ]);
  });

  test('an event without an id is identified by its time', () => {
    const event = (more: object) =>
      JSON.stringify({ event: 'budget_warning', trace_id: 'run-1', details: {}, status: 'success', ...more });
    const timed = event({ timestamp: '2026-06-01T10:00:00Z' });
    expect(placesIn(indexFiles({ 'a.jsonl': timed, 'b.jsonl': timed }), 'run-1')).toHaveLength(1);
    const timeless = event({ timestamp: null });
    expect(placesIn(indexFiles({ 'a.jsonl': timeless, 'b.jsonl': timeless }), 'run-1')).toHaveLength(2);
  });

  const call = (id: string, tool: string) =>
    JSON.stringify({ call_id: id, agent: 'x', tool, args: {}, ts: '2026-06-01T10:00:00Z', confirm_required: false });
  const result = (id: string) => JSON.stringify({ call_id: id, ok: true, result: {}, error: null, latency_ms: 5 });
  const calls = `${call('t_aaaaaaaaaa', 'one')}\n${call('t_bbbbbbbbbb', 'two')}\n`;
  const results = `${result('t_aaaaaaaaaa')}\n${result('t_bbbbbbbbbb')}\n`;

  test('a copy of a log of calls is no run of its own', () => {
    const index = indexFiles({ 'calls.jsonl': calls, 'calls-old.jsonl': calls, 'results.jsonl': results });
    expect(index.runs().map(({ steps, status }) => [steps, status])).toEqual([[2, 'succeeded']]);
    expect(index.stepsIn('file:///work/calls.jsonl').map(step => step.index)).toEqual([0, 1]);
    expect(index.stepsIn('file:///work/calls-old.jsonl').map(step => step.index)).toEqual([0, 1]);
  });

  test('nor is a copy with results', () => {
    const index = indexFiles({ 'calls.jsonl': calls, 'results.jsonl': results, 'results-2.jsonl': results });
    expect(index.runs().map(({ steps }) => steps)).toEqual([2]);
    expect(index.stepsIn('file:///work/results-2.jsonl').map(step => step.index)).toEqual([0, 1]);
  });

  test('the contents of a response are copied with it', () => {
    const request = JSON.stringify({ goal: 'g', task: 'Find it', metadata: { trace_id: 't-1' } });
    const response = JSON.stringify({
      status: 'success',
      result: 'Found',
      metadata: { trace_id: 't-1', agent_type: 'worker' },
      timestamp: '2026-06-01T10:00:00Z',
      trace: [{ event: 'plan:start', trace_id: 't-1' }],
    });
    const files = (folder: string) => ({
      [`${folder}/one.request.json`]: request,
      [`${folder}/one.response.json`]: response,
    });
    const index = indexFiles({ ...files('a'), ...files('b') });
    expect(shown(index)).toEqual(shown(indexFiles(files('a'))));
  });

  test('two attempts at the same request are two steps', () => {
    const request = JSON.stringify({ goal: 'g', task: 'Find it', metadata: { trace_id: 't-1' } });
    const response = (result: string) =>
      JSON.stringify({ status: 'success', result, metadata: { trace_id: 't-1' }, timestamp: '2026-06-01T10:00:00Z' });
    const index = indexFiles({
      'a/one.request.json': request,
      'a/one.response.json': response('Here'),
      'b/one.request.json': request,
      'b/one.response.json': response('There'),
    });
    expect(runOf(index, 't-1').summary.steps).toBe(2);
  });
});
