import { describe, expect, test } from 'vitest';
import { exchangeOfStep } from '../../server/src/features/replay/exchangeOfStep';
import type { Step } from '../../server/src/model/run';
import { replayOf } from '../features/replay/replayOf';
import { recognisedKind } from '../kit/analyseText';
import { corpusMissing, sharedText } from '../kit/corpus';

let count = 0;
const trace = '00000000-0000-4000-8000-000000000001';
function run(name: string, run_type: string, parent?: { id: string; dotted_order: string }, more: object = {}) {
  count++;
  const id = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
  const order = `20260601T0805${String(count).padStart(2, '0')}000000Z${id}`;
  return {
    id,
    trace_id: trace,
    dotted_order: parent ? `${parent.dotted_order}.${order}` : order,
    parent_run_id: parent?.id ?? null,
    name,
    run_type,
    start_time: `2026-06-01T08:05:${String(count).padStart(2, '0')}.000000`,
    end_time: `2026-06-01T08:05:${String(count).padStart(2, '0')}.500000`,
    inputs: {},
    outputs: {} as unknown,
    error: null as string | null,
    status: 'success',
    extra: { metadata: {} as object },
    session_id: 's',
    tags: [],
    total_tokens: 0,
    prompt_tokens: 0,
    completion_tokens: 0,
    ...more,
  };
}

const human = { lc: 1, type: 'constructor', id: ['langchain', 'schema', 'messages', 'HumanMessage'] };
const ai = { lc: 1, type: 'constructor', id: ['langchain', 'schema', 'messages', 'AIMessage'] };
const root = run('LangGraph', 'chain', undefined, {
  inputs: { messages: [{ role: 'user', content: 'A train before noon?' }] },
  total_tokens: 48,
  prompt_tokens: 40,
  completion_tokens: 8,
});
const node = run('planner', 'chain', root, { extra: { metadata: { langgraph_node: 'planner' } } });
const model = run('ChatModel', 'llm', node, {
  inputs: { messages: [[{ ...human, kwargs: { content: 'A train before noon?' } }]] },
  outputs: {
    generations: [
      [
        {
          text: '',
          generation_info: { finish_reason: 'tool_calls' },
          message: {
            ...ai,
            kwargs: {
              content: '',
              tool_calls: [{ id: 'c1', name: 'look', args: { before: '12:00' } }],
              response_metadata: { model_name: 'small-model-2' },
              usage_metadata: { input_tokens: 40, output_tokens: 8, total_tokens: 48 },
            },
          },
        },
      ],
    ],
  },
  extra: {
    metadata: { ls_model_name: 'small-model', ls_provider: 'example' },
    invocation_params: { temperature: 0, tools: [{ type: 'function', function: { name: 'look' } }] },
  },
});
const tool = run('look', 'tool', node, {
  inputs: { input: '{"before":"12:00"}' },
  outputs: { output: { type: 'tool', content: '10:15', tool_call_id: 'c1' } },
});
const retriever = run('Rails', 'retriever', root, {
  inputs: { query: 'rail' },
  outputs: { documents: [{ page_content: 'Rails are long.', metadata: { source: 'a.md' } }] },
});
const failed = run('pay', 'tool', root, { error: 'ValueError: no card\n\nTraceback', status: 'error', outputs: null });
const runs = [root, node, model, tool, retriever, failed];

function drawn({ title, kind, agent, model: by, outcome, failure, effects }: Step): string {
  const done = effects.map(({ do: what, ...rest }) => [what, ...Object.values(rest)].join(' '));
  return [kind.split(':')[1], title, agent ?? '', by ?? '', failure ?? outcome, ...done].join(' | ');
}

const pick = (keys: string[], from: object) =>
  Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
const begun = ['id', 'trace_id', 'dotted_order', 'parent_run_id', 'name', 'run_type', 'start_time', 'inputs', 'extra'];
const ended = ['trace_id', 'dotted_order', 'end_time', 'outputs', 'error', 'inputs'];
const posts = runs.map(one => ({ ...pick(begun, one), session_name: 'default' }));
const patches = runs.map(one => pick(ended, one));
const lines = (values: object[]) => values.map(one => JSON.stringify(one)).join('\n');
const nested = (one: { id: string }): object => ({
  ...one,
  child_runs: runs.filter(({ parent_run_id }) => parent_run_id === one.id).map(nested),
});

const files = {
  'a list': { 'a.json': JSON.stringify(runs) },
  'a line each': { 'a.jsonl': lines(runs) },
  'an answer of the API': { 'a.json': JSON.stringify({ runs, cursors: {} }) },
  'runs in runs': { 'a.json': JSON.stringify(nested(root)) },
  'posts and patches': { 'a.json': JSON.stringify({ post: posts, patch: patches }) },
  'complete patches': { 'a.json': JSON.stringify({ post: posts, patch: runs }) },
  'posts and patches a line each': { 'a.jsonl': lines([...posts, ...patches]) },
  'posts and runs a line each': { 'a.jsonl': lines([...posts, ...runs]) },
  'posts and patches in two files': {
    'a.json': JSON.stringify({ post: posts }),
    'b.json': lines([{ patch: patches }]),
  },
};

describe.each(Object.entries(files))('%s', (name, written) => {
  // A patch does not say that it is one of a tool, and a post does not know the id of its call.
  const isApart = /^posts and patches .+/.test(name);
  const replay = replayOf(written as Record<string, string>);
  const steps = Array.from({ length: replay.run.summary.steps }, (_, index) => replay.run.step(index));

  test('has each run as a step, nested', () => {
    expect(replay.run.summary).toMatchObject({ id: trace, title: 'A train before noon?', status: 'succeeded' });
    expect(steps.map(drawn)).toEqual([
      'chain | LangGraph |  |  | ok',
      'chain | planner | planner |  | ok',
      'llm | ChatModel | planner | small-model-2 | ok | usage 48 40 8',
      `tool | look | planner |  | ok | ${isApart ? 'call look' : 'call c1 look | result c1 look true'}`,
      'retriever | Rails |  |  | ok',
      `tool | pay |  |  | ValueError: no card Traceback | call pay${isApart ? '' : ' | result pay false'}`,
    ]);
    const ids = steps.map(({ key }) => key);
    expect(steps.map(({ parent }) => (parent === undefined ? null : ids[parent]))).toEqual(
      runs.map(({ parent_run_id }) => parent_run_id),
    );
    expect(steps.map(({ duration }) => duration)).toEqual(runs.map(() => 500_000_000n));
  });

  test('has what was said', () => {
    const asked = exchangeOfStep(replay, { step: 2 });
    expect(asked.rows.map(({ role, pieces }) => [role, pieces[0]?.is])).toEqual([
      ['user', 'text'],
      ['assistant', 'call'],
    ]);
    expect(asked.call).toMatchObject({
      model: 'small-model',
      answeredBy: 'small-model-2',
      provider: 'example',
      parameters: { temperature: 0 },
      tools: ['look'],
      finishReason: 'tool_calls',
      tokens: { input: 40, output: 8, total: 48 },
    });
    expect(exchangeOfStep(replay, { step: 3 }).rows).toMatchObject([
      {
        pieces: [
          { is: 'call', name: 'look', arguments: { text: '{\n  "before": "12:00"\n}' }, result: { text: '10:15' } },
        ],
      },
    ]);
    expect(exchangeOfStep(replay, { step: 4 }).rows.at(-1)).toMatchObject({
      role: 'document',
      name: 'a.md',
      pieces: [{ text: 'Rails are long.' }],
    });
  });
});

test('a run that goes on', () => {
  const { summary } = replayOf({ 'a.json': JSON.stringify({ post: posts.slice(0, 1), patch: [] }) }).run;
  expect(summary).toMatchObject({ status: 'running', steps: 1 });
});

test.each<[string, unknown]>([
  ['a chat dataset', { inputs: { messages: [] }, outputs: { choices: [] }, id: 'x', tags: [] }],
  ['a dataset example', { id: 'x', inputs: {}, outputs: {}, dataset_id: 'd', metadata: {} }],
  ['a run of a job', { run_id: 7, run_type: 'JOB_RUN', start_time: 1, end_time: 2, tags: [], trace_id: 'x' }],
  ['runs of a workflow', { total_count: 1, workflow_runs: [{ id: 1, name: 'build', status: 'completed' }] }],
  ['a blog', { post: [{ id: 1, name: 'x', start_time: 1 }], patch: [] }],
  ['a path of an API', { paths: { '/runs': { post: { tags: ['runs'] }, patch: { tags: ['runs'] } } } }],
  ['methods of a path', { post: { tags: ['runs'], parameters: [] }, patch: { tags: ['runs'] } }],
])('%s is none', (_, value) => {
  expect(recognisedKind(value)).toBeUndefined();
});

describe.skipIf(corpusMissing)('real bodies', () => {
  test.each([
    ['wrap_openai_default', 'gpt-4o-mini', 'gpt-4o-mini-2024-07-18'],
    ['wrap_openai_reasoning', 'o1-mini', 'o1-mini-2024-09-12'],
  ])('%s', (name, asked, answered) => {
    const text = sharedText(`run-logs/langsmith/${name}.json`);
    // Counted from the file, without the reader.
    const { post, patch } = JSON.parse(text);
    const { usage_metadata: usage, choices } = patch[0].outputs;
    const replay = replayOf({ 'a.json': text });
    const { summary } = replay.run;
    expect(summary).toMatchObject({ id: post[0].trace_id, steps: post.length, status: 'succeeded' });
    const step = replay.run.step(0);
    expect(step).toMatchObject({ title: 'ChatOpenAI', kind: 'langsmith/run:llm', model: answered, outcome: 'ok' });
    expect(step.duration).toBe(BigInt(patch[0].end_time - post[0].start_time) * 1_000_000n);
    expect(step.envelopes.map(({ path }) => path)).toEqual([
      ['post', 0],
      ['patch', 0],
    ]);
    const said = exchangeOfStep(replay, { step: 0 });
    expect(said.call).toMatchObject({
      model: asked,
      answeredBy: answered,
      tokens: {
        input: usage.input_tokens,
        output: usage.output_tokens,
        reasoning: usage.output_token_details.reasoning,
        total: usage.total_tokens,
      },
    });
    expect(said.rows.map(({ role, pieces }) => [role, pieces.map(piece => 'size' in piece && piece.size)])).toEqual([
      ['user', [post[0].inputs.messages[0].content.length]],
      ['assistant', [choices[0].message.content.length]],
    ]);
  });
});
