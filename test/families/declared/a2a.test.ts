import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { families as ownFamilies } from '../../../server/src/families';
import { declaredFamilies } from '../../../server/src/families/declared/declaredFamilies';
import { analyseWithRunRules, problemLines, problemsIn, recognisedKinds } from '../../kit/analyseText';
import { familiesWhere } from '../../kit/shippedFamilies';
import { log, mappedRun } from '../mapping/mappedRun';

const uri = 'file:///work/a2a.agent-protocol.json';
const text = readFileSync(new URL('../../../protocols/a2a.agent-protocol.json', import.meta.url), 'utf8');
const declared = declaredFamilies([{ uri, text, schemas: new Map() }], ownFamilies, compileSchema);
const families = [...ownFamilies, ...declared.families];

const STATES = [
  'SUBMITTED',
  'WORKING',
  'INPUT_REQUIRED',
  'AUTH_REQUIRED',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'REJECTED',
];
const FINAL = ['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED'];

test('the declaration has no faults', () => expect(declared.faultsIn(uri)).toEqual([]));

describe('a task that is', () => {
  test.each(STATES.flatMap(one => STATES.map(other => [one, other] as const)))('%s, then %s', (one, other) => {
    const task = { id: 't', contextId: 'c', status: { state: `TASK_STATE_${one}` } };
    const update = { taskId: 't', contextId: 'c', status: { state: `TASK_STATE_${other}` } };
    const isAllowed = !FINAL.includes(one) || one === other;
    for (const lines of [
      [task, { statusUpdate: update }],
      [
        { jsonrpc: '2.0', id: 1, result: { task } },
        { jsonrpc: '2.0', id: 1, result: { statusUpdate: update } },
      ],
    ]) {
      const analysis = analyseWithRunRules('a.jsonl', lines.map(line => JSON.stringify(line)).join('\n'), { families });
      expect(recognisedKinds(analysis).map(kind => kind?.split('.')[0])).toEqual(['a2a/task', 'a2a/status-update']);
      expect(problemsIn(analysis).map(({ rule }) => rule)).toEqual(isAllowed ? [] : ['a2a/order']);
    }
  });
});

test('faults are found inside of answers, of histories and of messages', () => {
  const lines = [
    { jsonrpc: '2.0', id: 1, result: { task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKNG' } } } },
    {
      id: 't',
      contextId: 'c',
      status: { state: 'TASK_STATE_WORKING' },
      history: [{ messageId: 'm', role: 'ROLE_USR', parts: [{ text: 'Hi' }] }],
    },
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'SendMessage',
      params: { message: { messageId: 'm', role: 'ROLE_USER', parts: [] } },
    },
  ];
  const analysis = analyseWithRunRules('a.jsonl', lines.map(line => JSON.stringify(line)).join('\n'), { families });
  expect(problemLines(analysis).map(line => line.slice(0, 90))).toMatchInlineSnapshot(`
    [
      "1:86 schema/enum error",
      "2:102 schema/enum error",
      "3:112 schema/minItems error",
    ]
  `);
});

describe('methods of JSON-RPC', () => {
  const RPC = { jsonrpc: '2.0' };
  const request = (method: string, params?: object) => ({ ...RPC, id: 1, method, ...(params && { params }) });
  const answer = (result: unknown) => ({ ...RPC, id: 1, result });
  const shipped = familiesWhere();
  const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hi' }] };
  const old = { messageId: 'm', role: 'user', kind: 'message', parts: [{ kind: 'text', text: 'Hi' }] };
  const task = { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } };
  const oldTask = { id: 't', contextId: 'c', kind: 'task', status: { state: 'working' } };
  const config = { taskId: 't', url: 'https://example.com' };
  const oldConfig = { taskId: 't', pushNotificationConfig: { url: 'https://example.com' } };
  const card = {
    ...{ name: 'n', description: 'd', version: '1', capabilities: {}, skills: [], supportedInterfaces: [] },
    ...{ defaultInputModes: [], defaultOutputModes: [] },
  };
  const STREAMED = { statusUpdate: { taskId: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } };
  /** The method with right parameters, wrong ones, a right result and a wrong one; whether its name alone is proof. */
  const METHODS: [string, object | undefined, object | undefined, unknown, unknown, boolean?][] = [
    ['SendMessage', { message }, { message, configuration: { historyLength: 'x' } }, { task }, {}],
    ['SendStreamingMessage', { message }, { message: { ...message, parts: [] } }, STREAMED, { tsk: task }],
    ['GetTask', { id: 't' }, { id: 7 }, task, { id: 't' }, false],
    ['ListTasks', {}, { pageSize: 'x' }, { tasks: [], nextPageToken: '', pageSize: 1, totalSize: 0 }, {}, false],
    ['CancelTask', { id: 't' }, {}, task, { task }, false],
    ['SubscribeToTask', { id: 't' }, { id: 't', metadata: 7 }, STREAMED, {}],
    ['CreateTaskPushNotificationConfig', config, { taskId: 't' }, config, {}],
    ['GetTaskPushNotificationConfig', { taskId: 't', id: 'p' }, { taskId: 't' }, config, { id: 'p' }],
    ['ListTaskPushNotificationConfigs', { taskId: 't' }, {}, { configs: [config] }, { configs: [{}] }],
    ['DeleteTaskPushNotificationConfig', { taskId: 't', id: 'p' }, { id: 'p' }, {}, undefined],
    ['GetExtendedAgentCard', undefined, { tenant: 7 }, card, {}],
    ['message/send', { message: old }, { message: { ...old, role: 'usr' } }, oldTask, { kind: 'task', id: 't' }],
    ['message/stream', { message: old }, { message: { ...old, messageId: 7 } }, oldTask, {}],
    ['tasks/get', { id: 't' }, { id: 't', historyLength: 'x' }, oldTask, { kind: 'task' }, false],
    ['tasks/cancel', { id: 't' }, { id: 't', metadata: 7 }, oldTask, { kind: 'task' }, false],
    ['tasks/resubscribe', { id: 't' }, { id: 't', metadata: 7 }, oldTask, {}],
    ['tasks/pushNotificationConfig/set', oldConfig, { taskId: 't' }, oldConfig, {}],
    ['tasks/pushNotificationConfig/get', { id: 't' }, {}, oldConfig, {}],
    ['tasks/pushNotificationConfig/list', { id: 't' }, {}, [oldConfig], [{}]],
    ['tasks/pushNotificationConfig/delete', { id: 't', pushNotificationConfigId: 'p' }, { id: 't' }, null, undefined],
    ['agent/getAuthenticatedExtendedCard', undefined, undefined, card, undefined],
  ];
  const analysed = (...values: unknown[]) =>
    analyseWithRunRules('a.jsonl', values.map(value => JSON.stringify(value)).join('\n'), { families: shipped });
  const found = (...values: unknown[]) =>
    problemsIn(analysed(...values)).map(({ part, severity }) => `${part.id} ${severity}`);
  const PROOF = { ...RPC, id: 'x', method: 'GetExtendedAgentCard' };

  test.each(METHODS)('%s', (method, params, wrong, result, wrongResult, isProof = true) => {
    expect(recognisedKinds(analysed(request(method, params)))[0]?.startsWith('a2a/') ?? false).toBe(isProof);
    const values = [PROOF, request(method, params), answer(result)];
    expect(recognisedKinds(analysed(...values)).map(kind => kind?.split('/')[0])).toEqual(['a2a', 'a2a', 'a2a']);
    expect(found(...values)).toEqual([]);
    if (wrong) expect(found(PROOF, request(method, wrong))).toContain('line 2 error');
    if (wrongResult !== undefined) {
      expect(found(PROOF, request(method, params), answer(wrongResult))).toContain('line 3 error');
    }
    expect(found(PROOF, request(method, params), { ...RPC, id: 1, error: { code: -1, message: 'm' } })).toEqual([]);
  });

  test('are left alone where they are those of others', () => {
    const others = [request('tasks/get', { taskId: 't' }), request('GetTask', { id: 't' }), answer({ task: 'x' })];
    expect(recognisedKinds(analysed(...others)).map(kind => kind?.startsWith('a2a/') ?? false)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('what was said in a request is that of its message', () => {
    const run = mappedRun({
      'a.jsonl': log(request('SendMessage', { message: { ...message, contextId: 'c' } }), answer({ task })),
    });
    expect(run.said).toEqual(['0 user: Hi']);
  });
});
