import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { possibleKinds } from '../../server/src/analysis/possibleKinds';
import { recognise, variantOf } from '../../server/src/analysis/recognise';
import { families } from '../../server/src/families';
import type { Family } from '../../server/src/model/family';
import type { Kind, Variant } from '../../server/src/model/kind';
import type { Schema } from '../../server/src/model/schema';
import { compileCondition } from '../../server/src/rules/compileCondition';
import { isOfType } from '../../server/src/slots/applicableSchemas';
import { parseJson } from '../../server/src/text/json/parseJson';
import { atPointer, isObject, parsePointer } from '../../server/src/text/jsonPointer';
import { sixteenth } from '../kit/amount';
import { nearlyEnvelope } from '../kit/arbitraries';
import { corpusFiles, corpusMissing, corpusText } from '../kit/corpus';
import { examples } from '../kit/examples';
import { allKinds } from '../kit/testContext';

interface Judgement {
  kind: Kind;
  shape: Kind | Variant;
  score: number;
}

/** The recognition that all kinds take part in, each by its whole signature. */
function recognisedByAll(value: Record<string, unknown>): string | undefined {
  const best = allKinds.map(kind => bestOf(value, kind)).reduce(better);
  return best.score >= 2 ? `${best.kind.id} ${best.score >= 4}` : undefined;
}

function bestOf(value: Record<string, unknown>, kind: Kind): Judgement {
  return (kind.variants ?? [kind]).map(shape => ({ kind, shape, score: scoreOf(value, shape) })).reduce(better);
}

function better(one: Judgement, two: Judgement): Judgement {
  return two.score > one.score ? two : one;
}

function scoreOf(value: Record<string, unknown>, { signature, schema }: Kind | Variant): number {
  const { keys, evidence, open } = signature;
  const names = [
    ...Object.keys(schema.properties ?? {}),
    ...Object.keys(keys).map(pointer => parsePointer(pointer)[0]),
  ];
  const strange = open ? 0 : Object.keys(value).filter(key => key !== '$ignore' && !names.includes(key)).length;
  const own = Object.entries(keys).map(([pointer, weight]) =>
    ownWeight(atPointer(value, pointer), weight, pointer, schema),
  );
  const other = evidence.map(({ when, weight }) => (compileCondition(when)(value) ? weight : 0));
  return [...own, ...other].reduce((sum, one) => sum + one, -0.75 * Math.min(6, strange));
}

function ownWeight(value: unknown, weight: number, pointer: string, schema: Schema): number {
  if (value === undefined) return 0;
  const expected = parsePointer(pointer).reduce<Schema | undefined>(
    (here, step) => here?.properties?.[step] ?? (/^\d+$/.test(step) ? here?.items : undefined),
    schema,
  );
  if (!expected) return weight;
  if (expected.type && !isOfType(value, expected.type)) return value === null ? 0 : -0.75;
  if (expected.enum && !expected.enum.includes(value)) return weight / 2;
  if (!expected.properties || expected.additionalProperties || !isObject(value)) return weight;
  const strange = Object.keys(value).filter(key => key !== '$ignore' && !(key in (expected.properties ?? {})));
  return weight - 0.25 * Math.min(4, strange.length);
}

function recognisedAs(value: unknown): string | undefined {
  const recognition = recognise(value, families, undefined);
  return recognition && `${recognition.kind.id} ${recognition.sure}`;
}

const withDialects = allKinds.filter(({ variants }) => variants);

test('leaving kinds out by root keys changes no recognition, and no dialect', () => {
  const seen = new Set<string | undefined>();
  const property = fc.property(nearlyEnvelope, value => {
    const wanted = recognisedByAll(value);
    seen.add(wanted);
    expect(recognisedAs(value)).toBe(wanted);
    for (const kind of withDialects) expect(variantOf(kind, value).id).toBe(bestOf(value, kind).shape.id);
  });
  fc.assert(property, { numRuns: sixteenth(200) });
  // The values are such that many kinds come about, as sure ones and as others.
  expect(seen.size).toBeGreaterThan(sixteenth(allKinds.length));
});

test.skipIf(corpusMissing)('nor in the corpus', () => {
  const texts = corpusFiles()
    .filter(path => /\.jsonl?$/.test(path))
    .flatMap(path => (path.endsWith('l') ? corpusText(path).split('\n') : [corpusText(path)]));
  const values = texts.map(text => parseJson(text, 'jsonc').value).filter(isObject);
  const all = values.flatMap(value => [value, ...Object.values(value)].flat().filter(isObject));
  expect(all.length).toBeGreaterThan(200);
  for (const value of all) {
    if (!Object.hasOwn(value, '$schema')) expect(recognisedAs(value)).toBe(recognisedByAll(value));
  }
});

describe('what is remembered of root keys', () => {
  const value = examples[0]?.value ?? {};
  // A list of its own, for what is remembered hangs on it.
  const own: Family[] = [...families];

  test('is begun anew when it is much', () => {
    const before = possibleKinds(value, own);
    const keys = [...new Set(allKinds.flatMap(({ schema }) => Object.keys(schema.properties ?? {})))];
    for (let n = 0; n < 3000; n++) {
      const some = [n, n / keys.length, n * 7, n * 11].map(i => keys[Math.floor(i) % keys.length] as string);
      possibleKinds(Object.fromEntries(some.map(key => [key, 0])), own);
    }
    const after = possibleKinds(value, own);
    expect(after).not.toBe(before);
    expect(after.map(({ variant, most }) => [variant.id, most])).toEqual(
      before.map(({ variant, most }) => [variant.id, most]),
    );
  });
});
