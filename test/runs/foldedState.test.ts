import { expect, test } from 'vitest';
import { fileRecordOf } from '../kit/fileRecordOf';
import { computeRunState } from './foldedState';
import { indexOf, runOf } from './index/indexOf';

const run = runOf(
  indexOf(
    fileRecordOf('a.jsonl', [
      {
        title: 'idea',
        run: 'r',
        agent: 'vision',
        effects: [
          { do: 'write', path: 'a.ts', operation: 'create' },
          { do: 'gap', id: 'G-1', status: 'pending', text: 'Why?', priority: 'Critical' },
          { do: 'question', id: '__proto__', status: 'pending' },
          { do: 'document', name: 'spec.md', status: 'absent' },
          { do: 'usage', tokens: 10, cost: 0.5 },
          { do: 'handoff', to: 'build', text: 'go' },
        ],
      },
      {
        title: 'code',
        run: 'r',
        agent: 'build',
        effects: [
          { do: 'decision', text: 'REST' },
          { do: 'write', path: 'a.ts', operation: 'update' },
          { do: 'write', path: 'b.ts', operation: 'create' },
          { do: 'gap', id: 'G-1', status: 'resolved' },
          { do: 'question', id: '__proto__', status: 'answered' },
          { do: 'document', name: 'spec.md', status: 'present' },
          { do: 'usage', tokens: 5 },
          { do: 'approval', state: 'requested' },
        ],
      },
      {
        title: 'end',
        run: 'r',
        effects: [
          { do: 'budget', state: 'warning' },
          { do: 'note', text: 'n' },
        ],
      },
    ]),
  ),
  'r',
);

test('the state after some steps', () => {
  expect(computeRunState(run, -1)).toEqual({
    artifacts: [],
    documents: [],
    decisions: [],
    notes: [],
    gaps: [],
    questions: [],
    usage: { tokens: 0, cost: 0 },
  });
  expect(computeRunState(run, 0)).toMatchObject({
    agent: { name: 'build', step: 0, effect: 5 },
    artifacts: [{ path: 'a.ts', operation: 'create', times: 1 }],
    gaps: [{ id: 'G-1', open: true }],
    questions: [{ id: '__proto__', open: true }],
    usage: { tokens: 10, cost: 0.5 },
  });
});

test('the latest version of each thing counts, and keeps details that it omits', () => {
  const state = computeRunState(run);
  expect(state).toEqual(computeRunState(run, 99));
  expect(state).toMatchObject({
    agent: { name: 'build', step: 1, effect: -1 },
    artifacts: [
      { path: 'a.ts', operation: 'update', times: 2, step: 1, effect: 1 },
      { path: 'b.ts', operation: 'create', times: 1 },
    ],
    documents: [{ name: 'spec.md', status: 'present', step: 1 }],
    gaps: [{ id: 'G-1', status: 'resolved', text: 'Why?', priority: 'Critical', open: false, step: 1 }],
    questions: [{ id: '__proto__', open: false }],
    decisions: [{ text: 'REST', agent: 'build' }],
    notes: [{ text: 'n', step: 2, effect: 1 }],
    handoff: { to: 'build', from: 'vision', text: 'go', step: 0 },
    approval: { state: 'requested' },
    budget: { state: 'warning' },
    usage: { tokens: 15, cost: 0.5 },
  });
});
