import { expect, test } from 'vitest';
import { changes } from '../../../server/src/features/replay/offlineQuestions';
import type { Effect } from '../../../server/src/model/run';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { inMegabytesParsed } from '../../kit/timing';
import { replayOf } from './replayOf';

const replay = replayOf([
  fileRecordOf('a.jsonl', [
    {
      title: 'one',
      agent: 'scope',
      effects: [
        { do: 'write', path: 'a.ts', operation: 'create' },
        { do: 'gap', id: 'G-1', status: 'pending', text: 'Why?', priority: 'Critical' },
        { do: 'handoff', to: 'build', text: 'go' },
        { do: 'approval', state: 'requested' },
      ],
    },
    {
      title: 'two',
      effects: [
        { do: 'write', path: 'a.ts', operation: 'update' },
        { do: 'write', path: 'a.ts', operation: 'delete' },
        { do: 'gap', id: 'G-1', status: 'resolved' },
        { do: 'question', id: 'Q', status: 'pending' },
        { do: 'document', name: 'spec.md', status: 'present' },
        { do: 'decision', text: 'REST' },
        { do: 'note', text: 'n' },
        { do: 'handoff', to: 'review' },
        { do: 'approval', state: 'approved' },
        { do: 'budget', state: 'exceeded' },
        { do: 'usage', tokens: 12, cost: 0.25 },
        { do: 'call', tool: 'grep' },
        { do: 'result', tool: 'grep', ok: false },
      ],
    },
    { title: 'three' },
  ]),
]);

test('what a step changed, held against what was before', () => {
  expect(changes(replay, { step: 0 }).rows).toEqual([
    {
      does: 'write',
      change: 'added',
      name: 'a.ts',
      after: 'create',
      tone: 'good',
      artifact: { path: 'a.ts', hasContent: false },
    },
    { does: 'gap', change: 'added', name: 'G-1', after: 'pending', text: 'Critical · Why?', tone: 'open' },
    { does: 'handoff', change: 'added', name: 'Handoff', after: 'build', text: 'go', tone: 'plain' },
    { does: 'approval', change: 'added', name: 'Approval', after: 'requested', tone: 'open' },
  ]);
  const held = { path: 'a.ts', hasContent: false, earlier: 0 };
  expect(changes(replay, { step: 1 }).rows).toEqual([
    {
      does: 'write',
      change: 'changed',
      name: 'a.ts',
      before: 'create',
      after: 'update',
      tone: 'plain',
      artifact: held,
    },
    { does: 'write', change: 'changed', name: 'a.ts', before: 'update', after: 'delete', tone: 'bad', artifact: held },
    {
      does: 'gap',
      change: 'changed',
      name: 'G-1',
      before: 'pending',
      after: 'resolved',
      text: 'Critical · Why?',
      tone: 'done',
    },
    { does: 'question', change: 'added', name: 'Q', after: 'pending', tone: 'open' },
    { does: 'document', change: 'added', name: 'spec.md', after: 'present', tone: 'good' },
    { does: 'decision', change: 'said', name: 'Decision', after: 'REST', tone: 'plain' },
    { does: 'note', change: 'said', name: 'Note', after: 'n', tone: 'plain' },
    { does: 'handoff', change: 'changed', name: 'Handoff', before: 'build', after: 'review', tone: 'plain' },
    { does: 'approval', change: 'changed', name: 'Approval', before: 'requested', after: 'approved', tone: 'good' },
    { does: 'budget', change: 'added', name: 'Budget', after: 'exceeded', tone: 'bad' },
    { does: 'usage', change: 'said', name: 'Used', after: '12 tokens, $0.25', tone: 'plain' },
    { does: 'call', change: 'said', name: 'grep', after: 'called', tone: 'plain' },
    { does: 'result', change: 'said', name: 'grep', after: 'failed', tone: 'bad' },
  ]);
  expect(changes(replay, { step: 2 })).toEqual({ rows: [], from: 0, total: 0 });
  expect(changes(replay, { step: 1, from: 3, count: 1 })).toMatchObject({ rows: [{ name: 'Q' }], from: 3, total: 13 });
  expect(() => changes(replay, { step: 3 })).toThrow(RangeError);
});

test('of very many changes some are told, and soon', () => {
  const effects = Array.from({ length: 20_000 }, (): Effect => ({ do: 'write', path: 'a.ts', operation: 'update' }));
  const many = replayOf([fileRecordOf('a.jsonl', [{ title: 't', effects }])]);
  const { rows, total } = changes(many, { step: 0, from: 19_900, count: 1e9 });
  expect([rows.length, total]).toEqual([100, 20_000]);
  expect(inMegabytesParsed(5, () => changes(many, { step: 0, from: 19_900 }))).toBeLessThan(20);
});
