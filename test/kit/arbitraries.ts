import fc from 'fast-check';
import { isObject } from '../../server/src/text/jsonPointer';
import { anyCharacter } from './anyCharacter';
import { examples } from './examples';

/** Text that is nearly JSON: pieces of it in any order, among them what breaks parsers. */
export const nearlyJson: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '\\',
        '\n',
        '\r\n',
        ' ',
        '\t',
        '...',
        '//',
        '/*',
        '*/',
        '\uFEFF',
      ),
      fc.constantFrom('null', 'true', '-', '1e5', '01', '1.', '"from"', '"payload"', '"__proto__"', '\\u12', '\uD800'),
      fc.constantFrom('```json\n', '```\n', '~~~', '> ', '- ', '1. ', '    '),
      fc.string({ maxLength: 4, unit: anyCharacter }),
    ),
    { maxLength: 30 },
  )
  .map(pieces => pieces.join(''));

/** Any JSON value, with keys that JavaScript is wary of. */
export const json: fc.Arbitrary<unknown> = fc
  .jsonValue({ maxDepth: 4 })
  .chain(value => fc.constantFrom(value, JSON.parse(`{"__proto__": ${JSON.stringify(value)}, "constructor": [1]}`)));

/** Objects of the keys and values that envelopes have, of several kinds at once, some lost, some broken, some strange. */
export const nearlyEnvelope: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(
    fc.array(fc.constantFrom(...examples.map(({ value }) => value)).chain(torn), { minLength: 1, maxLength: 3 }),
    fc.dictionary(fc.constantFrom('strange', 'type', 'name', '', '0', 'constructor'), json, { maxKeys: 3 }),
  )
  .map(([parts, strange]) => Object.assign({}, ...parts, strange));

// Some of an object's keys, in any order.
function torn(value: object): fc.Arbitrary<object> {
  return fc
    .shuffledSubarray(Object.entries(value))
    .chain(some => fc.tuple(...some.map(([key, member]) => fc.tuple(fc.constant(key), tornMember(member)))))
    .map(Object.fromEntries);
}

function tornMember(member: unknown): fc.Arbitrary<unknown> {
  const whole = { weight: 4, arbitrary: fc.constant(member) };
  const other = { weight: 1, arbitrary: fc.constantFrom(...OTHER_MEMBERS) };
  if (!isObject(member)) return fc.oneof(whole, other);
  return fc.oneof(whole, other, { weight: 3, arbitrary: torn(member) });
}

const OTHER_MEMBERS = [
  null,
  '',
  0,
  false,
  [],
  {},
  'checkpoint',
  'user',
  'planAgent',
  'plan_created',
  [{ severity: 1 }],
];
