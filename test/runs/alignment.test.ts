import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Alignment, alignment } from '../../server/src/runs/alignment';
import type { IndexedRun } from '../../server/src/runs/indexedRun';
import { recordOf, type Told } from '../kit/records';
import { indexOf, runOf } from './indexOf';

function run(told: readonly Told[]): IndexedRun {
  // A run that had no step would be no run.
  return runOf(
    indexOf(
      recordOf(
        'a.jsonl',
        told.map(one => ({ run: 'r', ...one })),
      ),
    ),
    'r',
  );
}

function aligned(one: readonly Told[], other: readonly Told[]): string[] {
  return shown(alignment(run(one), run(other)));
}

/** `0=0` the same, `1~2 title` different, `3-` only in the one, `-4` only in the other. */
function shown({ count, one, other, differs }: Alignment): string[] {
  return Array.from({ length: count }, (_, row) => {
    const [first, second] = [one[row] as number, other[row] as number];
    const what = differs[row] as readonly string[];
    if (second < 0) return `${first}-`;
    if (first < 0) return `-${second}`;
    return what.length === 0 ? `${first}=${second}` : `${first}~${second} ${what.join(' ')}`;
  });
}

const titled = (...titles: string[]): Told[] => titles.map(title => ({ title, agent: 'a' }));
const by = (...agents: string[]): Told[] => agents.map(agent => ({ title: `work of ${agent}`, agent }));
const SECOND = 1_000_000_000n;

test.each<[string, Told[], Told[], string[]]>([
  ['the same', by('a', 'b'), by('a', 'b'), ['0=0', '1=1']],
  ['one more', by('a', 'c'), by('a', 'b', 'c'), ['0=0', '-1', '1=2']],
  ['one less', by('a', 'b', 'c'), by('a', 'c'), ['0=0', '1-', '2=1']],
  ['one instead of another', by('a', 'b', 'c'), by('a', 'd', 'c'), ['0=0', '1-', '-1', '2=2']],
  ['nothing in common', by('a', 'b'), by('c'), ['0-', '1-', '-0']],
  ['ids and numbers', titled('call t_k3j9x0a1b2', 'try 1'), titled('call t_a1b2c3d4e5', 'try 2'), ['0=0', '1=1']],
  ['another title', titled('x', 'old', 'y'), titled('x', 'new', 'y'), ['0=0', '1~1 title', '2=2']],
  [
    'what came of it',
    [{ title: 'go', outcome: 'ok' }],
    [{ title: 'go · no', outcome: 'failed' }],
    ['0~0 outcome title'],
  ],
  [
    'other tools are not the same thing',
    [{ title: 'x', effects: [{ do: 'call', tool: 'read' }] }],
    [{ title: 'x', effects: [{ do: 'call', tool: 'write' }] }],
    ['0-', '-0'],
  ],
  [
    'a tool, whatever it is called with',
    [{ title: 'read a', effects: [{ do: 'call', id: '1', tool: 'read' }] }],
    [{ title: 'read b', effects: [{ do: 'call', id: '2', tool: 'read' }] }],
    ['0~0 title'],
  ],
  [
    'all that can be different',
    [{ title: 'x', confidence: 0.5, peer: 'b', duration: SECOND, effects: [{ do: 'note', text: 'n' }] }],
    [{ title: 'x', confidence: 0.6, peer: 'c', duration: 3n * SECOND, effects: [{ do: 'note', text: 'm' }] }],
    ['0~0 confidence peer effects duration'],
  ],
  [
    'a little longer, and what was used',
    [{ title: 'x', duration: 1n, effects: [{ do: 'usage', tokens: 1 }] }],
    [{ title: 'x', duration: SECOND, effects: [{ do: 'usage', tokens: 2 }] }],
    ['0=0'],
  ],
  ['odd names', titled('__proto__', 'constructor'), titled('constructor'), ['0-', '1=0']],
])('%s', (_, one, other, expected) => {
  expect(aligned(one, other)).toEqual(expected);
});

test('problems', () => {
  const checked = (error: number) =>
    runOf(
      indexOf(
        recordOf('a.jsonl', [{ title: 'x', run: 'r' }], {
          checks: { 'line 1': { problems: { error, warning: 0, info: 0 }, rules: [] } },
        }),
      ),
      'r',
    );
  expect(shown(alignment(checked(0), checked(1)))).toEqual(['0~0 problems']);
});

const anyTold = fc.record(
  {
    title: fc.constantFrom('x', 'y', 'z 1', 'z 2'),
    agent: fc.constantFrom('a', 'b'),
    kind: fc.constantFrom('talk/message', 'talk/error'),
    confidence: fc.constantFrom(0.5, 0.7),
  },
  { requiredKeys: ['title', 'kind'] },
);
const anyRun = fc.array(anyTold, { minLength: 1, maxLength: 25 });

describe('whatever runs there are', () => {
  test('each step is in it once, in order, and only steps of one agent and kind go together', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const [first, second] = [run(one), run(other)];
        const rows = alignment(first, second);
        expect([...rows.one].filter(step => step >= 0)).toEqual(one.map((_, index) => index));
        expect([...rows.other].filter(step => step >= 0)).toEqual(other.map((_, index) => index));
        for (let row = 0; row < rows.count; row++) {
          const [step, partner] = [rows.one[row] as number, rows.other[row] as number];
          if (step < 0 || partner < 0) continue;
          expect(second.step(partner).agent).toBe(first.step(step).agent);
          expect(second.step(partner).kind).toBe(first.step(step).kind);
        }
      }),
    );
  });

  test('a run is the same as itself', () => {
    fc.assert(
      fc.property(anyRun, told => {
        expect(aligned(told, told)).toEqual(told.map((_, index) => `${index}=${index}`));
      }),
    );
  });

  test('the other way round the same steps are missing that were added', () => {
    fc.assert(
      fc.property(anyRun, anyRun, (one, other) => {
        const count = (rows: string[], sign: RegExp) => rows.filter(row => sign.test(row)).length;
        const [there, back] = [aligned(one, other), aligned(other, one)];
        expect(count(there, /-$/) - count(there, /^-/)).toBe(one.length - other.length);
        expect(count(back, /-$/) - count(back, /^-/)).toBe(other.length - one.length);
      }),
    );
  });

  test('taken out steps are missing, and nothing else', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    fc.assert(
      fc.property(fc.subarray(letters, { minLength: 1 }), kept => {
        const rows = aligned(titled(...letters), titled(...kept));
        expect(rows).toEqual(
          letters.map((letter, index) => (kept.includes(letter) ? `${index}=${kept.indexOf(letter)}` : `${index}-`)),
        );
      }),
    );
  });
});

describe('of very many steps', () => {
  const many = (count: number, title: (index: number) => string) =>
    run(titled(...Array.from({ length: count }, (_, i) => title(i))));
  let plain: IndexedRun;
  beforeAll(() => {
    plain = many(21_000, word);
  });
  const word = (index: number) => `w${[...String(index)].map(digit => 'abcdefghij'[Number(digit)]).join('')}`;

  // Of more than 20,000 not all changes are weighed, nor of more than 2000 changes.
  test.each<[number, string, (index: number) => string, number]>([
    [21_000, 'the same but one', index => (index === 5000 ? 'other' : word(index)), 20_999],
    [21_000, 'every tenth another', index => (index % 10 === 0 ? `o${word(index)}` : word(index)), 18_900],
    [21_000, 'all moved by some', index => word((index + 1000) % 21_000), 20_000],
    [10_000, 'all others', index => `o${word(index)}`, 0],
  ])('%d, %s', (count, _, title, same) => {
    const one = count === plain.summary.steps ? plain : many(count, word);
    const other = many(count, title);
    const before = performance.now();
    const rows = alignment(one, other);
    const took = performance.now() - before;
    expect(
      rows.differs.filter(
        (what, row) => what.length === 0 && (rows.one[row] ?? -1) >= 0 && (rows.other[row] ?? -1) >= 0,
      ),
    ).toHaveLength(same);
    // Measured on a busy machine: one second. Changes weighed without end take a minute.
    expect(took).toBeLessThan(8000);
  });
});
