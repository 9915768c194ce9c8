import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../../server/src/compileSchema';
import { families as ownFamilies } from '../../../server/src/families';
import { declaredFamilies } from '../../../server/src/families/declared/declaredFamilies';
import { analyseWithRunRules, problemLines, problemsIn, recognisedKinds } from '../../kit/analyseText';

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
