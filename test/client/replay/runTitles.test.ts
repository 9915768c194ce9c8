import fc from 'fast-check';
import { expect, test } from 'vitest';
import { panelTitle, runChoice, runTitle, singleLine } from '../../../client/src/replay/runTitles';
import type { RunBrief } from '../../../server/src/shared/lspExtensions';
import { anyCharacter } from '../../kit/anyCharacter';

const brief: RunBrief = {
  key: 'k',
  id: 'wf_1',
  title: 'Add invites',
  family: 'Agent Messages',
  status: 'succeeded',
  steps: 1200,
  agents: 3,
  problems: { error: 0, warning: 0, info: 0 },
  started: '2026-06-01 10:00',
  took: '32 min',
  files: ['logs/a.jsonl', 'logs/b.jsonl'],
};

test.each<[string | undefined, string]>([
  ['wf_1', 'Replay: wf_1'],
  [undefined, 'Replay'],
  ['', 'Replay'],
  ['a\nb\u202Ec', 'Replay: a b c'],
  ['x'.repeat(100), `Replay: ${'x'.repeat(59)}…`],
])('the tab of %j has the title %j', (id, title) => {
  expect(panelTitle(id === undefined ? undefined : { id, title: id })).toBe(title);
});

test('a random id is not the name of a run that has a title', () => {
  const trace = { ...brief, id: '0af7651916cd43dd8448eb211c80319c', title: 'plan trip' };
  expect(panelTitle(trace)).toBe('Replay: plan trip');
  expect(panelTitle({ ...trace, title: ' ' })).toBe(`Replay: ${trace.id}`);
  expect(runChoice(trace)).toMatchObject({ label: 'plan trip', detail: `${trace.id} · logs/a.jsonl, logs/b.jsonl` });
  expect(runTitle(trace)).toBe(`plan trip · ${trace.id} · 1,200 steps`);
});

test('a run in a list of choices', () => {
  expect(runChoice(brief)).toEqual({
    label: 'wf_1',
    description: 'succeeded · 1,200 steps · 2026-06-01 10:00 · 32 min · Agent Messages',
    detail: 'Add invites · logs/a.jsonl, logs/b.jsonl',
  });
  const { started: _, took: __, ...bare } = brief;
  expect(runChoice({ ...bare, title: 'wf_1', steps: 1, files: [] })).toEqual({
    label: 'wf_1',
    description: 'succeeded · 1 step · Agent Messages',
    detail: '',
  });
});

test('a run in the list of its file', () => {
  expect(runTitle(brief)).toBe('wf_1 · Add invites · 1,200 steps');
  expect(runTitle({ id: '', title: '', steps: 1 })).toBe('Run · 1 step');
});

test('any text becomes a line of at most that length', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.integer({ min: 1, max: 80 }), (text, longest) => {
      const line = singleLine(text, longest);
      expect(line.length).toBeLessThanOrEqual(longest);
      expect(line).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028]/u);
    }),
  );
});
