import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idKind, idsIn } from '../../server/src/registry/registryIds';
import { idsWithRangesIn } from '../../server/src/registry/registryRows';
import { anyCharacter } from '../kit/anyCharacter';
import { superlinearity } from '../kit/timing';

test.each([
  ['CHK001-CHK003', 'CHK001 (CHK002) CHK003'],
  ['CHK-001-CHK003', 'CHK-001 (CHK-002) CHK003'],
  ['FR-001–FR-003, FR-007', 'FR-001 (FR-002) FR-003 FR-007'],
  ['FR-001 — FR-003.', 'FR-001 (FR-002) FR-003'],
  ['see FR-001..FR-003', 'FR-001 (FR-002) FR-003'],
  ['G-004 to G-006', 'G-004 (G-005) G-006'],
  ['G-004 through G-006', 'G-004 (G-005) G-006'],
  ['`CHK001`-`CHK003`, **FR-009**…**FR-011**', 'CHK001 (CHK002) CHK003 FR-009 (FR-010) FR-011'],
  ['_T001-T003_', 'T001 (T002) T003'],
  ['CHK001-003 and G-001..002', 'CHK001 (CHK002) CHK003 G-001 G-002'],
  ['C2.1-C2.3 Q-S1–Q-S3', 'C2.1 (C2.2) C2.3 Q-S1 (Q-S2) Q-S3'],
  ['GAP-T1-001-GAP-T1-003', 'GAP-T1-001 (GAP-T1-002) GAP-T1-003'],
  ['US-1 to US3', 'US-1 (US-2) US3'],
  ['CHK099-CHK101', 'CHK099 (CHK100) CHK101'],

  ['CHK003-CHK003', 'CHK003 CHK003'],
  ['CHK003 to CHK003', 'CHK003 CHK003'],
  ['FR-001 to FR-301', 'FR-001 FR-301'],
  ['FR-003-FR-001', 'FR-003 FR-001'],
  ['FR-003..FR-001', 'FR-003 FR-001'],
  ['FR-001 to CHK003', 'FR-001 CHK003'],
  ['C1.1 to C2.3', 'C1.1 C2.3'],
  ['FR-001 to FR-900', 'FR-001 FR-900'],
  ['CHK001 - 003', 'CHK001'],
  ['CHK001-3', ''],
  ['CHK001–3', 'CHK001'],
  ['CHK001 - 3 of them', 'CHK001'],
  ['FR-001, FR-003', 'FR-001 FR-003'],
  ['FR-001 to be FR-003', 'FR-001 FR-003'],
  ['xCHK001-CHK003 CHK001-CHK003x CHK001-CHK003-CHK005 a.CHK001-CHK003.md', ''],
])('%s', (text, wanted) => {
  const found = idsWithRangesIn(text).map(({ id, implied }) => (implied ? `(${id})` : id));
  expect(found.join(' ')).toBe(wanted);
});

test('a range may have three hundred ids', () => {
  expect(idsWithRangesIn('FR-001 to FR-300')).toHaveLength(300);
});

test('contains all written ids in order, each with an exact span', () => {
  const pieces = fc.constantFrom(
    'CHK001',
    'CHK004',
    'FR-002',
    'FR-005',
    '-',
    '–',
    '..',
    ' to ',
    ' ',
    ', ',
    '_',
    '`',
    '3',
  );
  const text = fc.array(fc.oneof(pieces, fc.string({ maxLength: 2, unit: anyCharacter })), { maxLength: 20 });
  fc.assert(
    fc.property(text, parts => {
      const text = parts.join('');
      const named = idsWithRangesIn(text);
      expect(named).toEqual(expect.arrayContaining(idsIn(text).map(one => expect.objectContaining(one))));
      let last = 0;
      for (const { id, kind, start, end, implied } of named) {
        expect(idKind(id)).toBe(kind);
        expect(start).toBeGreaterThanOrEqual(last);
        last = start;
        if (!implied) expect(id.endsWith(text.slice(start, end))).toBe(true);
      }
    }),
  );
});

test.each(['CHK001-', 'CHK001 to ', 'G-', '-', '_', '.', 'CHK001-CHK003', 'FR-001..FR-002-', 'G-A'])(
  'long runs of %j are fast',
  piece => {
    expect(superlinearity(count => idsWithRangesIn(piece.repeat(count)), 20_000)).toBeLessThan(5);
  },
);
