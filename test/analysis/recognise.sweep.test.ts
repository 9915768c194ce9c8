import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../server/src/model/analysis';
import { propertySchema, schemaAt } from '../../server/src/slots/applicableSchemas';
import { languageOf } from '../../server/src/text/language';
import { isObject } from '../../server/src/text/pointer';
import { analyseText, problemsIn, recognisedKind, recognisedKinds } from '../kit/analyseText';
import { filesBelow, projectRoot } from '../kit/corpus';
import { examples } from '../kit/examples';
import { jsonFixture } from '../kit/jsonFixture';

type Place = readonly (string | number)[];

/** The dialect that no proof of its own carries, but its neighbours; and traces, which are known by the one list that they are. */
const ENVELOPES = examples.filter(({ kind, shape }) => !kind.readOnly && shape.id !== 'agent-io/event:trace-entry');

/** What a kind may not lose, by the place, or two of them; and why. */
const EXCEPTIONS = jsonFixture<Record<string, Record<string, string>>>('analysis/lostProperties.json');
const lookAlikes = jsonFixture<Record<string, unknown>>('analysis/lookAlikes.json');

/** The places of all properties in a value, outer ones first. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => placesIn(one, [...at, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => [[...at, key], ...placesIn(one, [...at, key])]);
}

function without(value: unknown, [step, ...rest]: Place): unknown {
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? without(one, rest) : one));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => rest.length > 0 || key !== step);
  return Object.fromEntries(kept.map(([key, one]) => [key, key === step ? without(one, rest) : one]));
}

const named = (place: Place) => place.join('/');
const isWithin = (one: Place, other: Place) => one.length > other.length && other.every((step, at) => step === one[at]);
const isException = (shape: string, lost: string) => Object.hasOwn(EXCEPTIONS[shape] ?? {}, lost);

function lacks(name: string, value: unknown): Problem[] {
  return problemsIn(analyseText(name, JSON.stringify(value))).filter(({ rule }) => rule === 'schema/required');
}

describe.each(ENVELOPES.map((example, at) => ({ ...example, id: example.shape.id, at })))('$id $at', example => {
  const { kind, shape, value } = example;
  const places = placesIn(value);

  test('loses any one property, stays what it is, and lacks just that', () => {
    for (const place of places) {
      const lost = named(place);
      const left = without(value, place);
      const as = recognisedKind(left);
      if (isException(shape.id, lost) && as !== kind.id) continue;
      expect(as, lost).toBe(kind.id);
      const parent = schemaAt(shape.schema, left, place.slice(0, -1));
      const key = String(place.at(-1));
      const isRequired = parent?.required?.includes(key) === true && propertySchema(parent, key) !== undefined;
      const found = lacks('envelope.json', left).filter(({ message }) => message.startsWith(`"${key}"`));
      expect(found.length, lost).toBe(isRequired ? 1 : found.length && 1);
      if (isRequired && place.length === 1) expect(found[0]?.span.start, lost).toBe(0);
    }
  });

  test('loses any two properties, and stays what it is', () => {
    const shallow = places.filter(({ length }) => length <= 2);
    const found = shallow.flatMap((one, at) => {
      if (isException(shape.id, named(one))) return [];
      return shallow.slice(at + 1).flatMap(other => {
        const lost = [`${named(one)} & ${named(other)}`, `${named(other)} & ${named(one)}`];
        if (isWithin(other, one) || [named(other), ...lost].some(name => isException(shape.id, name))) return [];
        const as = recognisedKind(without(without(value, other), one));
        return as === kind.id ? [] : [`${lost[0]}: ${as}`];
      });
    });
    expect(found).toEqual([]);
  });
});

test('every exception is one', () => {
  const kept = Object.entries(EXCEPTIONS).flatMap(([id, lost]) => {
    const own = ENVELOPES.filter(({ shape }) => shape.id === id);
    return Object.keys(lost).filter(name => {
      const [one = '', two] = name.split(' & ').map(place => place.split('/'));
      return own.every(({ kind, value }) => {
        const left = two ? without(without(value, two), one as string[]) : without(value, one as string[]);
        return recognisedKind(left) === kind.id;
      });
    });
  });
  expect(kept).toEqual([]);
});

test('what looks like an envelope is none in a log, in an array and in a block of Markdown', () => {
  for (const [name, value] of Object.entries(lookAlikes)) {
    const line = JSON.stringify(value);
    const files = {
      'a.jsonl': `${line}\n${line}\n`,
      'a.json': `[${line}, ${line}]`,
      'a.md': `\`\`\`json\n${line}\n\`\`\`\n`,
    };
    for (const [file, text] of Object.entries(files)) {
      const analysis = analyseText(file, text);
      expect(
        recognisedKinds(analysis).filter(kind => kind && !kind.endsWith('?')),
        `${name} in ${file}`,
      ).toEqual([]);
      expect(problemsIn(analysis), `${name} in ${file}`).toEqual([]);
    }
  }
});

test('nothing is recognised in the files of others', { timeout: 120_000 }, () => {
  const files = filesBelow(join(projectRoot, 'node_modules')).filter(file => /\.(json|jsonl|md|markdown)$/.test(file));
  const taken = files.flatMap(file => {
    const { parts } = analyseText(file, readFileSync(file, 'utf8'));
    return parts
      .flatMap(({ recognition, document }) => recognition?.kind.id ?? document?.kind.id ?? [])
      .map(kind => `${file} ${kind}`);
  });
  expect(taken).toEqual([]);
  expect(files.filter(file => languageOf(file) === 'markdown').length).toBeGreaterThan(100);
  expect(files.length).toBeGreaterThan(500);
});
