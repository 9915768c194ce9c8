import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { groupSamples, type Sample } from '../../../server/src/features/inference/groupSamples';
import { inferProtocol } from '../../../server/src/features/inference/inferProtocol';
import { isObject } from '../../../server/src/text/jsonPointer';
import { json, nearlyEnvelope } from '../../kit/arbitraries';
import { readProtocol } from '../../kit/declaredProtocols';

// Whatever the samples are: the declaration has no fault, and each kind accepts the samples that it was inferred from.

const words = [
  'open',
  'done',
  'failed',
  'a',
  '2026-03-01T10:00:00Z',
  '2026-02-30T10:00:00Z',
  'https://a.b/c',
  'x@y.zz',
  '',
];
const member = fc.oneof(fc.constantFrom(...words), fc.integer(), fc.double(), fc.boolean(), fc.constant(null), json);
const key = fc.constantFrom(
  'id',
  'type',
  'status',
  'run_id',
  'at',
  'constructor',
  '__proto__',
  'a/b~c',
  'toString',
  '',
  'länge',
);
const alike = fc
  .uniqueArray(key, { maxLength: 6 })
  .chain(keys =>
    fc.array(fc.tuple(...keys.map(one => fc.tuple(fc.constant(one), fc.option(member)))), { maxLength: 40 }),
  )
  .map(rows => rows.map(row => JSON.parse(JSON.stringify(Object.fromEntries(row)))));
const object = json.map(value => (isObject(value) ? value : { value }));
const samples = fc
  .oneof(alike, fc.array(nearlyEnvelope, { maxLength: 30 }), fc.array(object, { maxLength: 20 }))
  .chain(values =>
    fc.tuple(
      fc.constant(values),
      fc.array(fc.integer({ max: 3, min: 0 }), { minLength: values.length, maxLength: values.length }),
    ),
  )
  .map(([values, sources]) =>
    values.map((value, at): Sample => ({ value: value as Record<string, unknown>, source: `${sources[at]}` })),
  );

test('a declaration of any samples has no faults, and accepts them', () => {
  fc.assert(
    fc.property(samples, all => {
      const { declaration } = inferProtocol(all, { id: 'any' });
      const { faults, schemas } = readProtocol(declaration);
      expect(faults).toEqual([]);
      const groups = groupSamples(all);
      expect([...schemas.keys()]).toEqual(groups.map(({ name }) => name));
      for (const { name, samples: own } of groups) {
        const made = compileSchema(schemas.get(name));
        if ('fault' in made) throw new Error(made.fault);
        for (const { value } of own) expect(made.validate(value), JSON.stringify(value)).toBe(true);
      }
      expect(groups.flatMap(({ samples: own }) => own)).toHaveLength(all.length);
    }),
  );
});

test('the declaration is plain data: written and read it is the same', () => {
  fc.assert(
    fc.property(samples, all => {
      const { declaration } = inferProtocol(all, { id: 'any' });
      expect(JSON.parse(JSON.stringify(declaration))).toEqual(declaration);
    }),
  );
});

test('values that nobody would write do not throw, and take no long', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 3000; level++) deep = level % 2 ? [deep] : { deep };
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, at]));
  const many = Array.from({ length: 300 }, (_, at) => ({ [`own${at}`]: at, [`other${at}`]: at }));
  const all = [{ deep }, wide, { wide, long: 'x'.repeat(1_000_000) }, ...many].map(
    (value, at): Sample => ({ value, source: `${at}` }),
  );
  const row = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [`column_${'abcdefghij'[at % 10]}${'x'.repeat(at)}`, at]),
  );
  const grid = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [`row_${'abcdefghij'[at % 10]}${'y'.repeat(at)}`, row]),
  );
  for (let at = 0; at < 5; at++) all.push({ value: { grid, again: { grid } }, source: 'grid' });
  const { declaration } = inferProtocol(all as Sample[], { id: 'any' });
  expect(JSON.stringify(declaration).length).toBeLessThan(1_000_000);
  expect(readProtocol(declaration).faults).toEqual([]);
});
