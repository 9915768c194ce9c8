import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { eighth } from '../../kit/amount';
import { memoryFile, problemsIn } from '../../kit/analyseText';
import { familiesWithDeclared } from '../../kit/declaredProtocols';
import { testContext } from '../../kit/testContext';

const text = { type: 'string' };
const schema = {
  type: 'object',
  required: ['note_id', 'zulu', 'items'],
  properties: {
    note_id: text,
    zulu: text,
    items: { type: 'array', items: { type: 'object', properties: { id: text, v: text } } },
  },
};

/** Returns an envelope of 130 items, of which some have other values than the rest, with a number of blanks in each item. */
function noteOf(marks: Record<number, string>, blanks: number): string {
  const items = Array.from({ length: 130 }, (_, index) => ({ id: `i${index % 3}`, v: marks[index] ?? 'x' }));
  return JSON.stringify({ note_id: 'n', zulu: 'x', items }, null, 1).replaceAll('"v"', `${' '.repeat(blanks)}"v"`);
}

const marks = fc
  .array(fc.tuple(fc.constantFrom(0, 1, 63, 64, 70, 100, 129), fc.constantFrom('y', 'z')), { maxLength: 4 })
  .map(all => Object.fromEntries(all));

const value = (at: string) => fc.constantFrom('x', 'y', 'z').map(one => ({ at, is: [one] }));
const ofEnvelope = fc.oneof(
  fc.constantFrom('/items/0', '/items/100', '/items/130', '/missing'),
  fc.constantFrom('/items/70/v', '/items/129/v', '/zulu').chain(value),
  fc.tuple(fc.constantFrom('some', 'each'), value('/v')).map(([all, of]) => ({ at: '/items', [all]: of })),
  fc.constantFrom('/items/1/v', '/zulu', '/items/70/v').map(same => ({ at: '/items/0/v', same })),
);
const ofMember = fc.oneof(
  value('/items/*/v'),
  fc.constantFrom('/items/70/v', '/items/0/id', '/zulu').map(same => ({ at: '/items/*/v', same })),
);
const whole = fc.record({
  when: fc.oneof(
    ofEnvelope,
    ofEnvelope.map(not => ({ not })),
  ),
  message: fc.constantFrom('It is so.', 'It is {/items/70/v}.', 'It is {/zulu}.', 'These are {/items}.'),
});
const each = fc.record({
  each: fc.constant('/items/*'),
  when: fc.oneof(
    ofMember,
    fc.tuple(ofMember, ofEnvelope).map(all => ({ all })),
    ofMember.map(not => ({ not })),
  ),
  message: fc.constantFrom('It is {/items/*/v}.', 'It is {/items/129/v}.', 'It is not {/zulu}.'),
});
const nearly = fc.record({
  at: fc.constantFrom('/items/*/id', '/items/100/id'),
  nearly: fc.constant(['i11']),
  when: ofEnvelope,
});

test('declared rules say of a large envelope what they say of a small one', () => {
  fc.assert(
    fc.property(fc.oneof(whole, each, nearly), marks, (rule, marked) => {
      const rules = { rule: { of: ['note'], severity: 'error', ...rule } };
      const families = familiesWithDeclared({ id: 'own', kinds: { note: { schema } }, rules });
      const [small, large] = [0, 600].map(blanks => {
        const json = noteOf(marked, blanks);
        const { analysis } = analyse(memoryFile('e.json', json), testContext({ families }));
        return problemsIn(analysis).map(({ message, span }) => [json.slice(0, span.start).split('\n').length, message]);
      });
      expect(large).toEqual(small);
    }),
    { numRuns: eighth(400) },
  );
});
