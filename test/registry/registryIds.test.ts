import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalId, ID_PATTERNS, idKind, idsIn } from '../../server/src/registry/registryIds';
import { anyCharacter } from '../kit/anyCharacter';
import { superlinearity } from '../kit/timing';

describe('ids in a text', () => {
  test.each([
    ['G-001, G-SPEC-007 and GAP-T1-001', 'gap G-001, gap G-SPEC-007, gap GAP-T1-001'],
    ['Q-S1 Q-C1 Q-P1 Q-T1', 'question Q-S1, question Q-C1, question Q-P1, question Q-T1'],
    ['2 (C1.1, C1.2)', 'question C1.1, question C1.2'],
    ['Pending C2.1.', 'question C2.1'],
    ['- [ ] CHK015 - Are…? [Gap] CHK-016', 'checklist CHK015, checklist CHK-016'],
    [
      'SPEC-001 TC-002 MC-003 RES-004 MDL-005 CON-006 FIN-007',
      'check SPEC-001, check TC-002, check MC-003, check RES-004, check MDL-005, check CON-006, check FIN-007',
    ],
    ['- **FR-001**: System MUST', 'requirement FR-001'],
    ['- [ ] T012 [P] [US1] src/T012.ts', 'task T012, story US1'],
    ['US-001/US1', 'story US-001, story US1'],
    [
      '`G-001`|_G-002_|*G-003*|"G-004"|G-005—x|G-006- x',
      'gap G-001, gap G-002, gap G-003, gap G-004, gap G-005, gap G-006',
    ],
    ['FR-001..FR-003', 'requirement FR-001, requirement FR-003'],
    ['(spec.md:45) G-001: x', 'gap G-001'],

    ['ABC-G-0012x', ''],
    ['G-001x xG-001 G-001_a aG-001 éG-001 G-001é', ''],
    ['G-001-CHK015', ''],
    ['NFR-001 FR-001a FR001 fr-001', ''],
    ['T1 T2: Generation T01', ''],
    ['CHK CHK-XXX CHK### FR-xxx G-### Q-{n} C{iter}.{n}', ''],
    ['Q-X1 Q1 C2 C2. C2.1.3 v1.C2.1 2.C1', ''],
    ['T001.md FR-001.json G-001.2', ''],
    ['Stage G- 001, G -001', ''],
    ['T0012345678901234567890', ''],
    ['', ''],
  ])('%s', (text, found) => {
    expect(
      idsIn(text)
        .map(({ kind, id }) => `${kind} ${id}`)
        .join(', '),
    ).toBe(found);
  });

  test.each([
    ['CHK015', 'CHK-015', true],
    ['US-001', 'US1', true],
    ['US001', 'US1', true],
    ['CHK015', 'CHK15', false],
    ['G-001', 'G-1', false],
    ['FR-001', 'FR001', false],
  ])('%s and %s are the same id: %s', (one, other, same) => {
    expect(canonicalId(one) === canonicalId(other)).toBe(same);
  });

  test('spans are exact in any text', () => {
    const pieces = fc.constantFrom(
      ...[
        'G-001',
        'CHK-015',
        'C2.1',
        'T001',
        'US1',
        'FR-001',
        'GAP-T1-001',
        'G-',
        '-',
        '_',
        '.',
        ' ',
        ',',
        '|',
        'é',
        '😀',
      ],
    );
    const text = fc.array(fc.oneof(pieces, fc.string({ maxLength: 3, unit: anyCharacter })), { maxLength: 20 });
    fc.assert(
      fc.property(text, parts => {
        const text = parts.join('');
        let last = 0;
        for (const { id, kind, start, end } of idsIn(text)) {
          expect(text.slice(start, end)).toBe(id);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(id).toMatch(ID_PATTERNS[kind]);
          expect(idKind(id)).toBe(kind);
          expect(idKind(canonicalId(id))).toBe(kind);
          last = end;
        }
      }),
    );
  });

  test('each id has one kind', () => {
    const ids = ['G-001', 'GAP-T1-001', 'Q-S1', 'C2.1', 'FR-001', 'CHK015', 'SPEC-001', 'T001', 'US1', 'G-SPEC-007'];
    for (const id of ids) expect(Object.values(ID_PATTERNS).filter(pattern => pattern.test(id))).toHaveLength(1);
  });

  test.each(['-', '_', 'G-', 'G-0', 'a.', 'C1.', '.', 'CHK-', '\u0301'])('long runs of %j are fast', piece => {
    expect(superlinearity(count => idsIn(piece.repeat(count)), 40_000)).toBeLessThan(5);
  });
});
