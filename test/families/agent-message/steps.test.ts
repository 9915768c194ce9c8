import { describe, expect, test } from 'vitest';
import { draftsOf, draftsOfSample, effectsIn, inALine } from '../drafts';

const FILES: [file: string, drafts: string[]][] = [
  [
    'messages/torn.jsonl',
    [
      'audit > fix | Skip the mark when a file is read | ok | running | 2026-06-10T14:20:00.000Z',
      'fix > review | The mark is skipped | ok | running | 2026-06-10T14:31:00.000Z',
      'review > fix | Tell the user that UTF-16 cannot be read | ok | running | 2026-06-10T14:45:00.000Z',
      // The half of a line.
      'fix > conductor | UTF-16 is ref | ok | succeeded | 2026-06-10T14:58:00.000Z',
    ],
  ],
  [
    'messages/audit.jsonl',
    [
      'user | pre_code_change: modify | ok | running | 2026-06-10T15:02:11.000Z',
      'user | pre_code_change: approve | ok | running | 2026-06-10T15:40:03.000Z',
      'user | pre_code_change: approve | ok | running | 2026-06-11T10:30:44.000Z',
    ],
  ],
  [
    'messages/build-failed.error.json',
    ['build > conductor | The template team-invite is not there, so no mail can be sent | failed | failed'],
  ],
  [
    'messages/checkpoint.json',
    ['conductor > user | One file is ready to be written: src/invites.py | pending | blocked'],
  ],
];

test.each(FILES)('%s', (file, drafts) => {
  expect(draftsOfSample(file).map(inALine)).toEqual(drafts);
});

test('a whole workflow', () => {
  const drafts = draftsOfSample('messages/wf_team_invites.jsonl');
  expect(drafts.map(({ agent, peer }) => `${agent} > ${peer}`)).toEqual([
    'vision > conductor',
    'conductor > compete',
    'conductor > trends',
    'trends > scope',
    'compete > scope',
    'scope > architect',
    'architect > build',
    'build > review',
    'review > build',
    'build > review',
    'review > security',
    'security > conductor',
    'conductor > user',
    'conductor > build',
    'build > conductor',
  ]);
  expect(drafts[0]).toEqual({
    key: 'msg_001',
    run: 'wf_team_invites',
    agent: 'vision',
    peer: 'conductor',
    at: BigInt(Date.parse('2026-06-11T09:00:00Z')) * 1_000_000n,
    kind: 'agent-message/message',
    title: 'Have competitors and trends looked at, both at once',
    outcome: 'ok',
    confidence: 0.92,
    status: 'running',
    about: 'boards: Let teams invite people by e-mail',
    effects: [{ do: 'handoff', to: 'conductor', text: 'Have competitors and trends looked at, both at once' }],
  });
  // A checkpoint names no workflow: its neighbours do.
  expect(drafts.map(({ run }) => run ?? '-').join(' ')).toBe(
    [...Array(12).fill('wf_team_invites'), '-', ...Array(2).fill('wf_team_invites')].join(' '),
  );
  expect(drafts.at(-1)?.status).toBe('succeeded');
  expect(effectsIn(drafts.slice(7, 9))).toEqual([
    'write src/invites.py proposed',
    'handoff review Look at tokens and at double invites',
    'handoff build Fix both issues',
    'note The token is stored in the clear and never expires',
    'note Inviting an address twice leaves two open invites',
  ]);
  expect(effectsIn(drafts.slice(12))).toEqual([
    'write src/invites.py proposed',
    'approval requested',
    'handoff build Apply what was approved',
    'write src/invites.py applied',
  ]);
});

test('an issue that is the title is no note besides', () => {
  expect(effectsIn(draftsOfSample('messages/build-failed.error.json'))).toEqual([]);
});

test('notes of the user are effects', () => {
  expect(effectsIn(draftsOfSample('messages/audit.jsonl'))).toEqual([
    'approval modify',
    'note Keep the order of the columns',
    'approval approve',
    'approval approve',
  ]);
});

describe('a message', () => {
  const base = { from: 'build', to: 'conductor', intent: 'bug' };
  const cases: [about: string, value: Record<string, unknown>, draft: Record<string, unknown>][] = [
    ['with nothing but an intent', {}, { title: 'bug', outcome: 'ok', status: 'succeeded' }],
    ['whose output is a text', { payload: { output: 'Fixed' } }, { title: 'Fixed' }],
    ['whose input is a text', { payload: { input: 'Fix it' } }, { title: 'Fix it', about: 'Fix it' }],
    [
      'with an error that nobody solves',
      { issues: [{ severity: 'error', message: 'Gone' }] },
      { outcome: 'failed', status: 'failed', effects: [{ do: 'note', text: 'Gone' }] },
    ],
    [
      'with such an error, that goes on all the same',
      { issues: [{ severity: 'error' }], handoff: { nextAgent: 'fix' } },
      { outcome: 'failed', status: 'running', peer: 'fix', effects: [{ do: 'handoff', to: 'fix' }] },
    ],
    ['with an error that is solved', { issues: [{ severity: 'error', resolution: 'Retried' }] }, { outcome: 'ok' }],
    ['of a long input', { context: { project: 'boards' }, payload: { input: 'x'.repeat(81) } }, { about: 'boards' }],
    ['without a handoff', { handoff: null }, { peer: 'conductor', status: 'succeeded' }],
  ];
  test.each(cases)('%s', (_, value, draft) => {
    expect(draftsOf('agent-message/message', { ...base, ...value })).toEqual([expect.objectContaining(draft)]);
  });

  test.each([1.4, -0.1, '0.9', null])('whose confidence is %s has none', confidence => {
    expect(draftsOf('agent-message/message', { ...base, payload: { confidence } })[0]).not.toHaveProperty('confidence');
  });
});

test('a checkpoint that carries what a message does is of the run that it names', () => {
  const value = {
    id: 'cp_1',
    timestamp: '2026-06-01T10:00:00Z',
    from: 'conductor',
    to: 'user',
    intent: 'checkpoint',
    context: { workflowId: 'wf' },
    payload: { stage: 'pre_commit' },
  };
  const at = BigInt(Date.parse(value.timestamp)) * 1_000_000n;
  expect(draftsOf('agent-message/checkpoint', value)).toMatchObject([{ key: 'cp_1', run: 'wf', at }]);
});

describe('a record of a checkpoint', () => {
  const record = { checkpointId: 'cp', workflowId: 'wf', timestamp: '2026-06-01T10:00:00Z', stage: 'pre_commit' };
  test.each([
    [
      { response: 'reject', responseTime: '01:00:01' },
      'user | pre_commit: reject | failed | cancelled | 2026-06-01T10:00:00.000Z',
    ],
    [{ response: 'maybe', responseTime: '4 min' }, 'user | pre_commit: maybe | unknown |  | 2026-06-01T10:00:00.000Z'],
    [{}, 'user | pre_commit | unknown |  | 2026-06-01T10:00:00.000Z'],
  ])('%o', (answer, draft) => {
    expect(draftsOf('agent-message/checkpoint-record', { ...record, ...answer }).map(inALine)).toEqual([draft]);
  });
});
