import { describe, expect, test } from 'vitest';
import { isSchemaOf, recognise } from '../../server/src/analysis/recognise';
import { families } from '../../server/src/families';
import type { Family } from '../../server/src/model/family';
import { parseJson } from '../../server/src/text/json/parseJson';
import { analyseText, problemLines, problemsIn, recognisedKind, recognisedKinds } from '../kit/analyseText';
import { asPython } from '../kit/asPython';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { familiesWithDeclared } from '../kit/declaredProtocols';
import { allExamples, examples } from '../kit/examples';
import { jsonFixture } from '../kit/jsonFixture';
import { allKinds, kindById } from '../kit/testContext';

const shapes = examples.map(example => ({ ...example, id: example.shape.id }));
const named = (id: string) => examples.find(({ shape }) => shape.id === id)?.value ?? {};

/** Dialects that have no proof of their own: their neighbours, or a response around them, carry them. */
const UNPROVEN = ['agent-io/event:trace-entry'];
/** Traces are known by the one list that they are. */
const LISTS = ['resourceSpans', 'spans', 'observations'];
/** What these have besides is in any message. */
const ALL_THAT_IT_HAS = ['swe-agent/message', 'mcp/call'];

test('envelopes one behind another are recognised, and are still no JSON', () => {
  const one = JSON.stringify(named('agent-message/checkpoint'), null, 2);
  const analysis = analyseText('a.json', `${one}\n${one}\n`);
  expect(recognisedKinds(analysis).filter(kind => kind === 'agent-message/checkpoint')).toHaveLength(2);
  expect(problemLines(analysis)).toEqual([`${one.split('\n').length + 1}:1 syntax error`]);
});

describe.each(shapes)('$id', ({ id, kind, value }) => {
  test('is recognised by its full example', () => {
    expect(recognisedKind(value)).toBe(UNPROVEN.includes(id) ? `${kind.id}?` : kind.id);
  });

  test('is still recognised when any one key is lost', () => {
    const lost = Object.keys(value)
      .filter(key => !kind.readOnly || !(LISTS.includes(key) || ALL_THAT_IT_HAS.includes(kind.id)))
      .map(key => ({ key, as: recognisedKind(omit(value, key)) }))
      .filter(({ as }) => as?.replace('?', '') !== kind.id)
      .map(({ key }) => key);
    expect(lost).toEqual([]);
  });
});

/** Each envelope beside the one it is taken for most easily. */
test.each<[string, string, unknown]>([
  [
    'a checkpoint for a message',
    'agent-message/checkpoint',
    { from: 'conductor', to: 'user', intent: 'checkpoint', payload: { stage: 'pre_commit', confidence: 0.9 } },
  ],
  [
    'an error for a message',
    'agent-message/error',
    { from: 'fix', to: 'conductor', payload: { output: null, confidence: 0, needsReview: true } },
  ],
  [
    'a message with an issue for an error',
    'agent-message/message',
    { ...named('agent-message/message'), issues: [{ severity: 'error', message: 'No log.' }] },
  ],
  [
    'a message with nothing as output for an error',
    'agent-message/message',
    {
      id: 'm1',
      from: 'fix',
      to: 'build',
      intent: 'bug',
      payload: { output: null, confidence: 0.2, needsReview: true },
    },
  ],
  [
    'an input of the agent protocol for one of the workflow primitives',
    'agent-protocol/input',
    { context: { feature_id: 'f', workflow: 'plan', iteration: 1 }, paths: {}, task: { action: 'create', params: {} } },
  ],
  [
    'an input of the workflow primitives for one of the agent protocol',
    'workflow-primitives/input',
    { context: { feature_id: 'f', workflow: 'plan', iteration: 1 }, paths: {}, task: { mode: 'create', params: {} } },
  ],
  [
    'an input with a mode and an action, where the action wins',
    'agent-protocol/input',
    { context: { feature_id: 'f' }, paths: {}, task: { mode: 'create', action: 'create', params: {} } },
  ],
  [
    'an output for an artifact return',
    'agent-protocol/output',
    { success: true, summary: 'Done', artifacts: [], recommendation: 'proceed' },
  ],
  [
    'an artifact return for an output',
    'workflow-primitives/artifact-return',
    { success: true, artifacts: [], state_updates: {}, next_recommendation: 'proceed' },
  ],
  ['a result for a call', 'toolcall/result', { call_id: 't_4k7m2p9x1c', ok: false, error: 'late', latency_ms: 2 }],
  [
    'a quarantined call for a call',
    'toolcall/quarantined-call',
    { quarantined_at: '2026-06-01T05:30:01Z', reason: 'x', errors: [], call: { call_id: 1, agent: 'comms' } },
  ],
  [
    'a canonical event for a structured one',
    'agent-io/event',
    { event: 'plan_created', trace_id: 't', timestamp: '2026-06-01T05:30:01Z', details: {}, status: 'success' },
  ],
])('does not take %s', (_, kind, value) => {
  expect(recognisedKind(value)).toBe(kind);
});

/** Names alone prove nothing beside values that are another program's. */
test.each<[string, unknown]>([
  ['a REST error', { status: 503, error: { type: 'timeout', message: 'x', recoverable: true } }],
  ['a turn in a game', { success: true, artifacts: [], state_updates: { score: 10 }, next_recommendation: 'go north' }],
  ['a player', { success: true, artifacts: [], state_updates: {}, next_recommendation: { id: 's-12' } }],
  ['an objective', { goal: 'Grow', task: 'Hire two people', metadata: { quarter: 3, priority: 1 } }],
])('%s is not surely an envelope', (_, value) => {
  expect(recognisedKind(value) ?? '?').toMatch(/\?$/);
});

/** The fault lies where the proof is. */
test.each<[string, unknown]>([
  [
    'workflow-primitives/artifact-return',
    { success: true, artifacts: [], state_updates: {}, next_recommendation: 'done' },
  ],
  [
    'workflow-primitives/artifact-return',
    { success: true, artifacts: [], state_updates: { decisions_log: 'x' }, next_recommendation: 'proceed' },
  ],
  ['agent-io/request', { goal: 'Plan', task: 'Search x', metadata: { trace_id: 7 } }],
  ['agent-io/response', { status: 'error', error: { type: 'timeout', message: 'x', recoverable: false } }],
])('is still %s with a wrong value', (kind, value) => {
  expect(recognisedKind(value)).toBe(kind);
});

const mail = { from: 'ann@example.org', to: 'bob@example.org', subject: 'Lunch', body: 'At noon?' };

/** What looks a little like an envelope and is none. */
test.each<[string, unknown]>([
  ['an e-mail', mail],
  ['an e-mail with its context', { ...mail, id: 7, context: { thread: 3 }, payload: { html: true } }],
  ['a chat', { from: 'ann', to: 'bob', message: 'hi', timestamp: '2026-06-01T05:30:01Z' }],
  ['a turn of a chat', { role: 'user', content: 'hi' }],
  ['a REST error', { status: 404, error: 'Not Found', message: 'No such page', path: '/a' }],
  ['a REST reply', { success: true, data: [], message: 'ok' }],
  ['a REST list', { status: 'ok', result: [], page: 1, total: 0 }],
  ['an RPC reply', { jsonrpc: '2.0', id: 1, result: {} }],
  ['an RPC call', { jsonrpc: '2.0', id: 1, method: 'prompts/get', params: { name: 'snooze', arguments: {} } }],
  ['a line of a log', { level: 'info', message: 'listening', timestamp: '2026-06-01T05:30:01Z', service: 'api' }],
  ['a schema', { $schema: 'http://json-schema.org/draft-07/schema#', properties: { call_id: {}, tool: {}, args: {} } }],
  ['tools alone', { tools: [{ name: 'a', description: 'b', parameters: {} }], model: 'x' }],
  ['a manifest', { name: 'a', version: '1.0.0', scripts: { build: 'tsc' }, dependencies: {} }],
  ['a build report', { success: true, artifacts: ['a.zip'], duration: 12 }],
  ['a task', { goal: 'Ship', tasks: [], metadata: { owner: 'ann' } }],
  ['GeoJSON', { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, properties: {} }],
  ['an empty object', {}],
  ['a list of numbers', [1, 2, 3]],
  ['a text', 'call_id'],
  ['null', null],
])('%s is none of ours', (_, value) => {
  const analysis = analyseText('file.json', JSON.stringify(value));
  expect(recognisedKinds(analysis).filter(Boolean)).toEqual([]);
  expect(problemsIn(analysis)).toEqual([]);
});

const lookAlikes = jsonFixture<Record<string, unknown>>('analysis/lookAlikes.json');

/** These could be the beginning of an envelope: who writes one is helped, and nobody is told of problems. */
const MAYBE = [
  'answer of a payment service',
  'answer of a gateway',
  'review of a change by a bot',
  'audit of dependencies',
  'report of a backup',
  'request of a planner app',
  'ticket moved between queues',
  'e-mail rated by a filter',
  'translation',
  'signal between peers',
  'report of a linter that compares',
  'log record with its component',
  'item of an instruction dataset',
  'run of a benchmark',
];

test.each(Object.entries(lookAlikes))('%s is none of ours', (name, value) => {
  const analysis = analyseText('file.json', JSON.stringify(value));
  const taken = recognisedKinds(analysis).filter(Boolean);
  expect(taken).toEqual(MAYBE.includes(name) ? [expect.stringMatching(/\?$/)] : []);
  expect(problemsIn(analysis)).toEqual([]);
});

describe('a mistake does not hide itself', () => {
  const request = named('agent-io/request');
  const response = named('agent-io/response');

  test.each([
    ['a request without a goal', omit(request, 'goal'), 'agent-io/request', '1:1 schema/required error'],
    ['a request without a task', omit(request, 'task'), 'agent-io/request', '1:1 schema/required error'],
    ['a request without metadata', omit(request, 'metadata'), 'agent-io/request', '1:1 schema/required error'],
    [
      'a response with an object as trace',
      { ...response, trace: {} },
      'agent-io/response',
      expect.stringMatching('schema/type error'),
    ],
    [
      'an input without a context',
      omit(named('workflow-primitives/input'), 'context'),
      'workflow-primitives/input',
      '1:1 schema/required error',
    ],
    [
      'a message without a payload',
      omit(named('agent-message/message'), 'payload'),
      'agent-message/message',
      '1:1 schema/required error',
    ],
  ])('%s', (_, value, kind, problem) => {
    const analysis = analyseText('envelope.json', JSON.stringify(value));
    expect(recognisedKinds(analysis)).toEqual([kind]);
    const ofSchema = problemLines(analysis).filter(one => one.includes(' schema/'));
    expect(ofSchema).toEqual([problem]);
  });
});

test.each(['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json', 'a/b/tsconfig.json'])(
  '%s is never ours, whatever it looks like',
  name => {
    expect(recognisedKinds(analyseText(name, JSON.stringify(named('toolcall/call'))))).toEqual([undefined]);
    expect(
      recognisedKinds(analyseText(`not-${name}`.replace('not-a/', 'a/not-'), JSON.stringify(named('toolcall/call')))),
    ).toEqual(name.includes('/') ? [undefined] : ['toolcall/call']);
  },
);

/** Several faults at once, none of which hides the others. */
test.each<[string, unknown, number]>([
  [
    'agent-message/message',
    {
      id: 'msg_1',
      timestamp: '2026-02-03T10:00:00Z',
      from: 'scout',
      to: 'editor',
      intent: 'ask',
      context: { project: 'p', domain: 'd', priority: 'high', workflow_id: 'w' },
      payload: { input: 'Find it', output: 'Found', confidence: '85%', needs_review: false },
      handoff: 'editor',
    },
    3,
  ],
  ['toolcall/result', { ok: true, result: { n: 1 }, error: null, latency_ms: 3.5 }, 1],
  ['agent-io/request', { goal: 'g', task: 'Find', metadata: 't', inputs: {}, context: {}, constraints: {} }, 1],
  [
    'workflow-primitives/input',
    { context: 'f-1', paths: { index: 'specs/f-1/index.md' }, task: { mode: 'create', params: {} } },
    1,
  ],
  [
    'workflow-primitives/artifact-return',
    {
      success: true,
      artifacts: [{ path: 'a.md', operation: 'create', content: 'Text.' }],
      state_updates: { workflow_status: {} },
      next_recommendation: false,
    },
    1,
  ],
])('%s with several faults is recognised, and has errors', (kind, value, least) => {
  const analysis = analyseText('a.json', JSON.stringify(value));
  expect(recognisedKinds(analysis)).toEqual([kind]);
  const errors = problemsIn(analysis).filter(({ severity }) => severity === 'error');
  expect(errors.length).toBeGreaterThanOrEqual(least);
});

test.each(shapes.filter(({ id, kind }) => !UNPROVEN.includes(id) && !kind.readOnly))(
  '$id as Python prints it has a syntax error',
  ({ value }) => {
    const text = asPython(value);
    for (const [file, content] of [
      ['a.json', text],
      ['a.jsonl', text],
      ['a.md', `\`\`\`json\n${text}\n\`\`\`\n`],
    ] as const) {
      expect(
        problemsIn(analyseText(file, content)).map(({ rule }) => rule),
        file,
      ).toEqual(['syntax']);
    }
  },
);

test('other dictionaries of Python are left alone', () => {
  for (const file of ['a.json', 'a.jsonl']) {
    expect(problemsIn(analyseText(file, "{'name': 'x', 'ok': True, 'open: '}"))).toEqual([]);
  }
});

describe('what is said outright wins', () => {
  const message = named('agent-message/message');

  test.each([
    'agent-envelopes:/toolcall/call.schema.json',
    './schemas/toolcall/call.schema.json',
    'https://example.org/v1/toolcall/call.schema.json',
    'https://aura.local/schemas/toolcall.v1.json',
  ])('a $schema that is %s', $schema => {
    expect(recognisedKind({ $schema, ...message })).toBe('toolcall/call');
    expect(recognisedKind({ $schema, ...message }, { association: 'agent-io/request' })).toBe('toolcall/call');
    expect(recognisedKind({ $schema })).toBe('toolcall/call');
  });

  test.each([
    'http://json-schema.org/draft-07/schema#',
    'https://example.org/call.schema.json',
    'nottoolcall/call.schema.json',
    '',
  ])('a foreign $schema switches nothing off: %s', $schema => {
    expect(recognisedKind({ $schema, ...message })).toBe('agent-message/message');
    const [note, ...others] = problemsIn(analyseText('a.json', JSON.stringify({ $schema, ...message })));
    expect([note?.rule, note?.severity, note?.span.start, others]).toEqual(['envelope/foreign-schema', 'info', 11, []]);
    expect(recognisedKind({ $schema, ...message }, { association: 'none' })).toBeUndefined();
    expect(recognisedKind({ $schema, ...message }, { association: 'toolcall/call' })).toBe('toolcall/call');
    expect(recognisedKind({ $schema, context: { feature_id: 'f' }, paths: {} })).toBeUndefined();
  });

  test('an association over the signature', () => {
    expect(recognisedKind(message, { association: 'agent-io/request' })).toBe('agent-io/request');
    expect(recognisedKind({}, { association: 'agent-io/request' })).toBe('agent-io/request');
  });

  test('none silences', () => {
    expect(recognisedKind(message, { association: 'none' })).toBeUndefined();
    const torn = analyseText('a.json', '{"from": "build", "payload": {"confidence": 3}', { association: 'none' });
    expect(problemsIn(torn)).toEqual([]);
  });

  test.each(shapes.filter(({ id }) => !UNPROVEN.includes(id)))('$id below a foreign $schema', ({ kind, value }) => {
    expect(recognisedKind({ $schema: './mine.schema.json', ...value })).toBe(kind.id);
  });

  test('a call below a foreign $schema has each of its faults', () => {
    const call = { call_id: 'BAD', agent: 'calender', tool: 'x', args: [], ts: 'yesterday', confirm_required: 'yes' };
    const analysis = analyseText('a.json', JSON.stringify({ $schema: './toolcall.schema.json', ...call }));
    expect(problemsIn(analysis).filter(({ severity }) => severity === 'error')).toHaveLength(5);
  });

  test('every kind is named by its schema', () => {
    for (const kind of allKinds) {
      expect(allKinds.filter(one => isSchemaOf(kind.schema.$id ?? '', one))).toEqual([kind]);
      expect(allKinds.filter(one => isSchemaOf(`../${kind.id}.schema.json`, one))).toEqual([kind]);
    }
  });

  test('by an own property only', () => {
    expect(
      recognise(JSON.parse('{"__proto__": {"$schema": "x/toolcall/call.schema.json"}}'), families, undefined),
    ).toBe(undefined);
  });
});

describe('neighbours', () => {
  const sure = JSON.stringify(named('agent-io/event:canonical'));
  const maybe = JSON.stringify(named('agent-io/event:trace-entry'));

  test('raise what is maybe of their family', () => {
    expect(recognisedKinds(analyseText('a.jsonl', `${maybe}\n`))).toEqual(['agent-io/event?', undefined]);
    expect(recognisedKinds(analyseText('a.jsonl', `${maybe}\n${sure}\n`))).toEqual([
      'agent-io/event',
      'agent-io/event',
      undefined,
    ]);
    expect(recognisedKinds(analyseText('a.json', `[${maybe}, ${sure}]`))).toEqual(['agent-io/event', 'agent-io/event']);
  });

  test('of another family raise nothing', () => {
    const call = JSON.stringify(named('toolcall/call'));
    expect(recognisedKinds(analyseText('a.jsonl', `${maybe}\n${call}`))).toEqual(['agent-io/event?', 'toolcall/call']);
  });
});

test('an envelope that is half typed is recognised by what is there', () => {
  const typed = shapes.filter(({ kind }) => !kind.readOnly);
  const shares = typed.map(({ id, kind, value }) => {
    const text = JSON.stringify(value, null, 2);
    const points = Array.from({ length: 40 }, (_, i) => Math.floor((text.length * (20 + i)) / 60));
    const kept = points.filter(
      point => recognise(parseJson(text.slice(0, point), 'json').value, families, undefined)?.kind === kind,
    );
    return { id, share: kept.length / points.length };
  });
  const mean = shares.reduce((sum, { share }) => sum + share, 0) / shares.length;
  const least = shares.reduce((one, two) => (two.share < one.share ? two : one));
  console.log(`half typed: ${percent(mean)} recognised, least ${least.id} with ${percent(least.share)}`);
  expect(mean).toBeGreaterThan(0.95);
  expect(least.share).toBeGreaterThan(0.75);
});

test.skipIf(corpusMissing)('nothing is recognised in the corpus where it is none of ours', () => {
  const others = corpusFiles().filter(file => /agent_(in|out)put|pydantic|impl\.json|trace\.v1/.test(file));
  expect(others.length).toBeGreaterThan(4);
  for (const file of others)
    expect(recognisedKinds(analyseText(file, corpusText(file))).filter(Boolean), file).toEqual([]);
});

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function omit(value: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

test('every kind has an example', () => {
  expect(allKinds.filter(kind => !allExamples.some(example => example.kind === kindById(kind.id)))).toEqual([]);
});

describe('beside what a file of the workspace declares', () => {
  /** A protocol of one kind, all of whose properties are required. */
  const declaring = (...names: string[]) => {
    const objects = ['context', 'payload', 'handoff'];
    const properties = Object.fromEntries(
      names.map(name => [name, { type: objects.includes(name) ? 'object' : 'string' }]),
    );
    const note = {
      title: 'Note',
      schema: { type: 'object', required: names, properties },
      tells: { title: '/intent' },
    };
    return familiesWithDeclared({ id: 'notes', title: 'Notes', kinds: { note } });
  };
  const asking = { from: 'build', to: 'fix', intent: 'bug' };

  test.each<[string, unknown, readonly Family[], string | undefined]>([
    ['what may be ours and is surely the other is the other', asking, declaring('from', 'to', 'intent'), 'notes/note'],
    [
      'what may be either is the more likely one: the other',
      asking,
      declaring('from', 'to', 'intent', 'ticket'),
      'notes/note?',
    ],
    [
      'what may be either is the more likely one: ours',
      { ...asking, context: {} },
      declaring('from', 'to', 'intent', 'ticket'),
      'agent-message/message?',
    ],
    [
      'what is none of ours may be the other',
      { to: 'fix', intent: 'bug', ticket: 'T1' },
      declaring('from', 'to', 'intent', 'ticket'),
      'notes/note?',
    ],
    [
      'what has no word of ours may be the other',
      { ticket: 'T1', lane: 'fast' },
      declaring('ticket', 'lane', 'floor'),
      'notes/note?',
    ],
    [
      'what is surely ours stays ours',
      named('agent-message/message'),
      declaring(...Object.keys(named('agent-message/message'))),
      'agent-message/message',
    ],
    ['what is neither is nothing', { ticket: 'T1' }, declaring('from', 'to', 'intent', 'ticket'), undefined],
  ])('%s', (_, value, among, expected) => {
    const found = recognise(value, among, undefined);
    expect(found && `${found.kind.id}${found.sure ? '' : '?'}`).toBe(expected);
  });
});

describe('a `$schema` of ours that names no kind, where the content is not recognised', () => {
  const problems = (name: string, text: string) =>
    problemsIn(analyseText(name, text)).map(({ rule, message }) => `${rule}: ${message}`);
  const meant = (id: string) =>
    `envelope/foreign-schema: "$schema" names no known schema, so this is not checked; did you mean "agent-envelopes:/${id}.schema.json"?`;

  test('is told with the kind that is meant', () => {
    expect(problems('a.json', '{"$schema": "agent-envelopes:/toolcall/resullt.schema.json"}')).toEqual([
      meant('toolcall/result'),
    ]);
    expect(problems('a.yaml', '$schema: agent-envelopes:/agent-message/message\nplan: 1\n')).toEqual([
      meant('agent-message/message'),
    ]);
    expect(problems('a.jsonl', '{"$schema": "agent-envelopes:/agent-io/reqeust.schema.json"}\n{"a": 1}')).toEqual([
      meant('agent-io/request'),
    ]);
  });

  test('is left alone if it may be of a protocol that is not here, or of another program', () => {
    for (const id of ['agent-envelopes:/shop/order.schema.json', 'https://example.com/toolcall/resullt.schema.json'])
      expect(problems('a.json', JSON.stringify({ $schema: id, plan: 1 }))).toEqual([]);
  });
});
