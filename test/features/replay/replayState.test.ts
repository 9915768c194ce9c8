import { describe, expect, test } from 'vitest';
import { artifact } from '../../../server/src/features/replay/offlineQuestions';
import { replayState, stateSection } from '../../../server/src/features/replay/replayState';
import { measureText } from '../../../server/src/features/replay/runComparison';
import { costText } from '../../../server/src/features/runs/treeNodeTexts';
import type { Effect } from '../../../server/src/model/run';
import type { StateSectionId } from '../../../server/src/shared/replay';
import { type EntryFields, fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const STEPS: EntryFields[] = [
  {
    title: 'scope',
    agent: 'scope',
    confidence: 0.9,
    effects: [
      { do: 'write', path: 'docs/scope.md', operation: 'create' },
      { do: 'gap', id: 'G-1', status: 'pending', text: 'Why?', priority: 'Critical' },
      { do: 'question', id: 'C2.1', status: 'pending', text: 'Timeout?' },
      { do: 'document', name: 'spec.md', status: 'absent' },
      { do: 'usage', tokens: 1000, cost: 0.5 },
      { do: 'handoff', to: 'build', text: 'go' },
    ],
  },
  {
    title: 'build',
    agent: 'build',
    confidence: 0.62,
    effects: [
      { do: 'write', path: 'docs/scope.md', operation: 'update' },
      { do: 'write', path: '__proto__', operation: 'delete' },
      { do: 'gap', id: 'G-1', status: 'resolved' },
      { do: 'document', name: 'spec.md', status: 'present' },
      { do: 'decision', text: 'Cards\nfollow' },
      { do: 'note', text: 'n' },
      { do: 'usage', tokens: 500 },
      { do: 'approval', state: 'requested' },
      { do: 'handoff', to: 'review' },
    ],
  },
  { title: 'rest', effects: [{ do: 'budget', state: 'warning' }] },
];
const replay = replayOf([fileRecordOf('a.jsonl', STEPS)]);

test.each([
  [0.012345, '$0.0123'],
  [999.4, '$999'],
  [12_345.67, '$12,346'],
  [0.000_000_1, '$0.0000001'],
])('a cost of %d is shown as %s', (cost, value) => {
  const { now } = replayState(replayOf([fileRecordOf('a.jsonl', [{ title: 's', effects: [{ do: 'usage', cost }] }])]), {
    step: 0,
  });
  expect(now).toMatchObject([{ name: 'Cost', value }]);
  expect([costText(cost), measureText('cost', cost)]).toEqual([value, value]);
});

describe('the state after a step', () => {
  test('what there is one of', () => {
    expect(replayState(replay, { step: 0 }).now).toEqual([
      { name: 'Active agent', value: 'build', step: 0, changed: true },
      { name: 'Handoff', value: 'scope → build: go', step: 0, changed: true },
      { name: 'Tokens', value: '1,000', step: 0, changed: true },
      { name: 'Cost', value: '$0.5', step: 0, changed: true },
    ]);
    expect(replayState(replay, { step: 1 }).now).toEqual([
      { name: 'Active agent', value: 'review', before: 'build', step: 1, changed: true },
      { name: 'Handoff', value: 'build → review', before: 'scope → build: go', step: 1, changed: true },
      { name: 'Approval', value: 'requested', step: 1, changed: true },
      { name: 'Tokens', value: '1,500', before: '1,000', step: 1, changed: true },
      { name: 'Cost', value: '$0.5', step: 1, changed: false },
    ]);
    const last = replayState(replay, { step: 2 }).now;
    expect(last.filter(({ changed }) => changed)).toEqual([
      { name: 'Budget', value: 'warning', step: 2, changed: true },
    ]);
  });

  test('what there is several of', () => {
    const shown = (step: number) =>
      replayState(replay, { step }).sections.map(({ id, rows, open }) => [
        open === undefined ? id : `${id} ${open}`,
        ...rows.map(({ name, text, status, tone, agent, step, times, change }) =>
          [name, text, status, tone, agent, step, times, change].filter(one => one !== undefined).join(' | '),
        ),
      ]);
    expect(shown(0)).toEqual([
      ['artifacts', 'docs/scope.md | create | good | scope | 0 | 1 | added'],
      ['documents', 'spec.md | absent | bad | scope | 0 | added'],
      ['gaps 1', 'G-1 | Critical · Why? | pending | open | scope | 0 | added'],
      ['questions 1', 'C2.1 | Timeout? | pending | open | scope | 0 | added'],
    ]);
    expect(shown(2)).toEqual([
      ['artifacts', 'docs/scope.md | update | plain | build | 1 | 2', '__proto__ | delete | bad | build | 1 | 1'],
      ['documents', 'spec.md | present | good | build | 1'],
      ['gaps 0', 'G-1 | Critical · Why? | resolved | done | build | 1'],
      ['questions 1', 'C2.1 | Timeout? | pending | open | scope | 0'],
      ['decisions', 'Cards follow | plain | build | 1'],
      ['notes', 'n | plain | build | 1'],
    ]);
    expect(shown(1)[0]?.[1]).toContain('changed');
  });

  test('a file whose name is shortened has its path, which finds its content', () => {
    const paths = ['a.ts', `${'long/'.repeat(60)}a.ts`, 'b\u202e.ts'];
    const effects = paths.map((path): Effect => ({ do: 'write', path, operation: 'create' }));
    const files = replayOf([fileRecordOf('a.jsonl', [{ title: 'files', effects }])]);
    const rows = replayState(files, { step: 0 }).sections[0]?.rows ?? [];
    expect(rows.map(({ path }) => path)).toEqual([undefined, ...paths.slice(1)]);
    expect(rows.map(({ name, path = name }) => artifact(files, { step: 0, path, version: 'after' })?.step)).toEqual([
      0, 0, 0,
    ]);
  });

  test('the last confidences', () => {
    expect(replayState(replay, { step: 2 }).confidences).toEqual([
      { step: 0, confidence: 0.9 },
      { step: 1, confidence: 0.62 },
    ]);
    const many = replayOf([
      fileRecordOf(
        'a.jsonl',
        Array.from({ length: 40 }, () => ({ title: 't', confidence: 0.5 })),
      ),
    ]);
    expect(replayState(many, { step: 30 }).confidences.map(({ step }) => step)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 19),
    );
  });

  test('the last rows, and those that this step changed', () => {
    const files = Array.from({ length: 100 }, (_, index): Effect => {
      return { do: 'write', path: `${index}.ts`, operation: 'create' };
    });
    const long = replayOf([
      fileRecordOf('a.jsonl', [
        { title: 'many', effects: files },
        { title: 'few', effects: [files[3] as Effect, files[90] as Effect, files[5] as Effect] },
        { title: 'none' },
      ]),
    ]);
    const of = (step: number) => replayState(long, { step }).sections[0];
    const names = (step: number) => of(step)?.rows.map(({ name }) => name);
    const last = Array.from({ length: 30 }, (_, index) => `${index + 70}.ts`);
    expect(of(1)).toMatchObject({ from: 70, total: 100 });
    expect(names(1)).toEqual(['3.ts', '5.ts', ...last]);
    expect(
      of(1)
        ?.rows.slice(0, 3)
        .map(({ place }) => place),
    ).toEqual([3, 5, 70]);
    expect(names(2)).toEqual(last);
    expect(names(0)).toHaveLength(60);
    const rows = stateSection(long, { step: 2, section: 'artifacts', from: 1, count: 2 });
    expect(rows).toMatchObject({ from: 1, total: 100, rows: [{ name: '1.ts', times: 1 }, { name: '2.ts' }] });
    const others: [object, number][] = [
      [{ count: 1e9 }, 100],
      [{ from: 99 }, 1],
      [{ from: 1e9 }, 0],
    ];
    for (const [window, count] of others) {
      expect(stateSection(long, { step: 2, section: 'artifacts', ...window }).rows).toHaveLength(count);
    }
  });

  test('of a step or a section that there is none of', () => {
    expect(() => replayState(replay, { step: 3 })).toThrow(RangeError);
    expect(() => stateSection(replay, { step: -1, section: 'notes' })).toThrow(RangeError);
    expect(() => stateSection(replay, { step: 0, section: 'toString' as StateSectionId })).toThrow(RangeError);
  });
});
