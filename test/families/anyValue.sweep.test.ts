import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Draft } from '../../server/src/model/run';
import { atPath, isObject } from '../../server/src/text/jsonPointer';
import { sixteenth } from '../kit/amount';
import { json } from '../kit/arbitraries';
import { examples } from '../kit/examples';
import { allKinds } from '../kit/testContext';
import { draftsOf } from './drafts';

/** Texts that are none, or too much; numbers that are no numbers; what real files write in place of a value. */
const awkward = fc.constantFrom<unknown>(
  '',
  ' \n\t',
  '...',
  '{x}',
  'a|b',
  'two\nlines',
  'x'.repeat(5000),
  '\u0000\u202Eabc',
  `${'x'.repeat(78)}\u{1F600}\u{1F600}`,
  '\uD800',
  -1,
  1e300,
  Number.POSITIVE_INFINITY,
  0.5,
  '99999999999999999999999999999999',
  [],
  {},
  [[[[[['deep']]]]]],
  { status: 'pending' },
  [{ id: 'a' }, null, 'b'],
);
const anything = fc.oneof(awkward, json);

describe('whatever stands in it', () => {
  test.each(examples)('$shape.id', ({ kind, value }) => {
    const places = placesIn(value);
    fc.assert(
      fc.property(fc.constantFrom(...places), anything, fc.constantFrom(...places), anything, (one, a, other, b) => {
        const changed = withValueAt(withValueAt(value, one, a), other, b);
        expectWellFormed(draftsOf(kind.id, changed), changed);
      }),
      { numRuns: sixteenth(30) },
    );
  });

  test.each(allKinds)('an object of any shape as $id', ({ id }) => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anything), value => {
        expectWellFormed(draftsOf(id, value), value);
      }),
    );
  });
});

test('every kind but one tells of a step', () => {
  const silent = examples.filter(({ kind, value }) => draftsOf(kind.id, value).length === 0);
  expect(silent.map(({ kind }) => kind.id)).toEqual(['toolcall/catalogue']);
});

function expectWellFormed(drafts: readonly Draft[], value: unknown): void {
  expect(drafts).toBeInstanceOf(Array);
  for (const draft of drafts) wellFormed(draft, value);
}

function wellFormed(draft: Draft, value: unknown): void {
  for (const part of [draft, ...(draft.effects ?? [])]) {
    expect(Object.values(part)).not.toContain(undefined);
    for (const [name, text] of Object.entries(part)) {
      // An answer may leave its title to its question.
      if (name === 'title' && text === '' && draft.side === 'answer' && draft.pair !== undefined) continue;
      if (typeof text === 'string') shortLine(text, name === 'run' ? 503 : IDENTIFIERS.has(name) ? 250 : 72);
    }
  }
  expect(draft.title).toBeTypeOf('string');
  expect(draft.kind).toMatch(/^[a-z-]+\/[a-z-]+(?::[a-z][a-z0-9_-]*)?$/);
  expect(['ok', 'failed', 'pending', 'unknown']).toContain(draft.outcome);
  expect(draft.effects).not.toEqual([]);
  if (draft.confidence !== undefined) expect(draft.confidence >= 0 && draft.confidence <= 1).toBe(true);
  if (draft.duration !== undefined) expect(draft.duration >= 0n).toBe(true);
  if (draft.path) expect(atPath(value, draft.path)).not.toBeUndefined();
  for (const effect of draft.effects ?? []) {
    if (effect.do === 'usage') expect([effect.tokens ?? 0, effect.cost ?? 0].every(Number.isFinite)).toBe(true);
  }
}

// What is named, not told: never cut, but never endless. A run may be named by two.
const IDENTIFIERS = new Set(['key', 'pair', 'parent', 'path', 'id', 'name']);

function shortLine(text: string, longest: number): void {
  expect(text.trim()).not.toBe('');
  expect(text.length).toBeLessThanOrEqual(longest);
  expect(text).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/u);
}

type Place = readonly (string | number)[];

function placesIn(value: unknown, path: Place = []): Place[] {
  const below = Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];
  const here = path.length > 0 ? [path] : [];
  return [...here, ...below.flatMap(([name, one]) => placesIn(one, [...path, name]))];
}

/** The same but for one value; unchanged where the place is gone. */
function withValueAt(value: unknown, [name, ...rest]: Place, put: unknown): unknown {
  if (name === undefined) return put;
  if (Array.isArray(value)) return value.map((one, index) => (index === name ? withValueAt(one, rest, put) : one));
  if (!isObject(value) || !Object.hasOwn(value, name)) return value;
  return { ...value, [name]: withValueAt(value[name], rest, put) };
}
