import { describe, expect, test } from 'vitest';
import { recognisedKind } from '../../kit/analyseText';
import { corpusMissing, sharedText } from '../../kit/corpus';
import { familiesWhere } from '../../kit/shippedFamilies';
import { mappedRun } from './mappedRun';

let next = 0;
const event = (author: string, parts: object[] | undefined, more: object = {}) => ({
  id: `e${++next}`,
  invocation_id: 'i1',
  author,
  timestamp: 1_780_301_109 + next,
  actions: { state_delta: {} },
  ...(parts && { content: { role: author, parts } }),
  ...more,
});
const session = (...events: object[]) => ({ id: 's1', app_name: 'shop', user_id: 'u', state: {}, events });
const call = { function_call: { id: 'c1', name: 'search', args: { words: 'dress' } } };
const response = { function_response: { id: 'c1', name: 'search', response: { result: 'B09' } } };

const run = (value: object) => mappedRun({ 'a.json': JSON.stringify(value) });
const kindOf = (value: unknown) => recognisedKind(value, { families: familiesWhere() });

test('what is said, calls with their results, and who takes over', () => {
  const usage = { prompt_token_count: 10, candidates_token_count: 3, thoughts_token_count: 2, total_token_count: 15 };
  const value = session(
    event('user', [{ text: 'A dress' }]),
    event('finder', [call], { usage_metadata: usage }),
    event('finder', [response]),
    event('finder', [{ text: 'Hm.', thought: true }, { text: 'B09.' }], {
      actions: { transfer_to_agent: 'seller' },
      model_version: 'gemini',
    }),
    event('model', undefined),
  );
  expect(kindOf(value)).toBe('adk/session');
  const found = run(value);
  expect(found).toMatchObject({ title: 'A dress', status: 'succeeded', models: ['gemini'], tokens: 15 });
  expect(found.steps).toEqual([
    'user > shop | message | A dress | ok',
    'finder | tool | search | ok | call | usage | result',
    'finder | llm | Hm. | ok | handoff',
    'shop | state | state | ok',
  ]);
  expect(found.said).toEqual([
    '0 user: A dress',
    '1 assistant: search {"words":"dress"}',
    '1 tool: = {"result":"B09"}',
    '2 assistant: (Hm.) | B09.',
  ]);
});

test('sessions of one file keep their results apart, though their calls have equal ids', () => {
  const open = { ...session(event('user', [{ text: 'A dress' }]), event('finder', [call])), id: 's0' };
  const done = session(event('user', [{ text: 'A hat' }]), event('finder', [call]), event('finder', [response]));
  const lines = [open, done].map(one => JSON.stringify(one)).join('\n');
  expect(mappedRun({ 'a.jsonl': lines }, [], 's0').steps[1]).toBe('finder | tool | search | unknown | call');
  expect(mappedRun({ 'a.jsonl': lines }, [], 's1').steps[1]).toBe('finder | tool | search | ok | call | result');
});

test('in camel case, as web clients save it, and with the empty fields of a dump', () => {
  const empty = { text: null, functionCall: null, functionResponse: null };
  const camel = (author: string, part: object) => ({
    invocationId: 'i1',
    author,
    timestamp: 1_780_301_109,
    actions: { transferToAgent: null },
    errorCode: null,
    content: { parts: [{ ...empty, ...part }] },
  });
  const { function_call: functionCall, function_response: functionResponse } = { ...call, ...response };
  const events = [
    camel('user', { text: 'A dress' }),
    camel('shop', { functionCall }),
    camel('shop', { functionResponse }),
  ];
  const value = { id: 's1', appName: 'shop', events };
  expect(kindOf(value)).toBe('adk/session');
  expect(run(value).steps).toEqual([
    'user > shop | message | A dress | ok',
    'shop | tool | search | ok | call | result',
  ]);
  expect(run(value).said).toEqual([
    '0 user: A dress',
    '1 assistant: search {"words":"dress"}',
    '1 tool: = {"result":"B09"}',
  ]);
});

test('an error of the model fails its step and the run, and one of a tool its call', () => {
  const error = { error_code: '429', error_message: 'Too many requests' };
  const broken = { function_response: { id: 'c1', name: 'search', response: { error: 'offline' } } };
  const found = run(
    session(event('user', [{ text: 'x' }]), event('shop', [call]), event('shop', [broken]), event('shop', [], error)),
  );
  expect(found.status).toBe('failed');
  expect(found.steps).toEqual([
    'user > shop | message | x | ok',
    'shop | tool | search | failed | call | result',
    'shop | state | Too many requests | failed',
  ]);
  expect(found.said).toContain('1 tool: = {"error":"offline"} failed');
});

test.each<[string, unknown]>([
  ['a calendar', { id: 1, events: [{ author: 'me', actions: [], timestamp: 1 }] }],
  ['a list of events of an app', { appName: 'shop', events: [{ name: 'open', timestamp: 1 }] }],
])('%s is none', (_, value) => {
  expect(kindOf(value)).toBeUndefined();
});

describe.skipIf(corpusMissing)('a real session', () => {
  test('has each of its events', () => {
    const text = sharedText('run-logs/adk/text_search_floral_dress.session.json');
    // Counted from the file, without the reader.
    const events: { content?: { parts: Record<string, unknown>[] } }[] = JSON.parse(text).events;
    const parts = events.flatMap(({ content }) => content?.parts ?? []);
    const count = (key: string) => parts.filter(part => part[key]).length;
    const isCall = (part: Record<string, unknown>) => 'function_call' in part || 'function_response' in part;
    const others = events.filter(
      ({ content }) => !content?.parts.some(isCall) || content.parts.some(({ text }) => text),
    );
    const { steps, calls, results } = mappedRun({ 'a.session.json': text });
    expect({ steps: steps.length, calls, results, agents: new Set(steps.map(step => step.split(' ')[0])) }).toEqual({
      // A call and its result, two events, are one step; what is said beside a call is another.
      steps: others.length + count('function_call'),
      calls: count('function_call'),
      results: count('function_response'),
      agents: new Set(['personalized_shopping', 'user', 'personalized_shopping_agent']),
    });
    expect(events).toHaveLength(50);
  });
});

const content = (role: string, text: string) => ({ role, parts: [{ text, thought: null, function_call: null }] });

test('a case of an eval set is a run: what is asked, the calls that are expected, and the answer', () => {
  const set = {
    eval_set_id: 'kitchen',
    name: 'kitchen',
    description: null,
    eval_cases: [
      {
        eval_id: 'boil water',
        conversation: [
          {
            invocation_id: 'i1',
            user_content: content('user', 'Boil water'),
            final_response: content('model', 'It boils'),
            intermediate_data: {
              tool_uses: [
                { id: null, args: { agent_name: 'stove' }, name: 'transfer_to_agent' },
                { id: 'c1', args: { degrees: 100 }, name: 'heat' },
              ],
              intermediate_responses: [['stove', [{ text: 'I heat' }]]],
            },
            creation_timestamp: 1780300800.25,
          },
        ],
        session_input: { app_name: 'cook', user_id: 'u', state: {} },
        creation_timestamp: 1780300800,
      },
    ],
  };
  const found = run(set);
  expect(found).toMatchObject({ title: 'Boil water', calls: 2 });
  expect(found.steps).toEqual([
    'cook | case | boil water | ok',
    'user > cook | message | Boil water | ok',
    'cook | tool | transfer_to_agent | unknown | call | handoff',
    'cook | tool | heat | unknown | call',
    'stove | llm | I heat | ok',
    'cook | llm | It boils | ok',
  ]);
  expect(found.said).toEqual([
    '1 user: Boil water',
    '2 assistant: transfer_to_agent {"agent_name":"stove"}',
    '3 assistant: heat {"degrees":100}',
    '4 assistant: I heat',
    '5 assistant: It boils',
  ]);
});

test('events of an invocation in an eval set, as later versions write them, in camel case', () => {
  const set = {
    evalSetId: 's',
    evalCases: [
      {
        evalId: 'e',
        conversation: [
          {
            userContent: content('user', 'Go'),
            intermediateData: {
              invocationEvents: [
                {
                  author: 'walker',
                  content: { parts: [{ functionCall: { id: 'c1', name: 'step', args: { n: 1 } } }] },
                },
                {
                  author: 'walker',
                  content: { parts: [{ functionResponse: { id: 'c1', name: 'step', response: { at: 1 } } }] },
                },
              ],
            },
            finalResponse: content('model', 'Gone'),
          },
        ],
      },
    ],
  };
  const found = run(set);
  expect(found).toMatchObject({ calls: 1, results: 1 });
  expect(found.said).toContain('2 tool: = {"at":1}');
});
