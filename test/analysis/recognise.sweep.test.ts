import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recognise, variantOf } from '../../server/src/analysis/recognise';
import { families } from '../../server/src/families';
import type { Problem } from '../../server/src/model/analysis';
import { jsonType, propertySchema, schemaAt } from '../../server/src/slots/applicableSchemas';
import { languageOf } from '../../server/src/text/fileLanguage';
import { isObject } from '../../server/src/text/jsonPointer';
import { oneOf } from '../kit/amount';
import { analyseText, problemsIn, recognisedKind, recognisedKinds } from '../kit/analyseText';
import { filesBelow, projectRoot } from '../kit/corpus';
import { examples } from '../kit/examples';
import { jsonFixture } from '../kit/jsonFixture';

type Place = readonly (string | number)[];

/** The dialect that no proof of its own carries, but its neighbours; and traces, which are known by the one list that they are. */
const ENVELOPES = examples.filter(({ kind, shape }) => !kind.readOnly && shape.id !== 'agent-io/event:trace-entry');

/** What of a kind may not be broken, by the place, or two of them, by how they are broken, and why. */
const EXCEPTIONS = jsonFixture<Record<string, Record<string, string>>>('analysis/lostProperties.json');
const lookAlikes = jsonFixture<Record<string, unknown>>('analysis/lookAlikes.json');

/** The places of all properties in a value, outer ones first. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => placesIn(one, [...at, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => [[...at, key], ...placesIn(one, [...at, key])]);
}

/** A property that is removed, or has a value of another type. */
interface Change {
  place: Place;
  by: unknown;
}

const VALUES: readonly unknown[] = [undefined, null, 'text', 11, true, [], {}];

function changesOf(value: unknown): Change[] {
  return placesIn(value).flatMap(place => {
    const found = jsonType(place.reduce((here: unknown, step) => (here as Record<string, unknown>)[step], value));
    const others = VALUES.filter(by => by === undefined || jsonType(by) !== found);
    return others.map(by => ({ place, by }));
  });
}

function changed(value: unknown, { place: [step, ...rest], by }: Change): unknown {
  const inside = (one: unknown) => (rest.length === 0 ? by : changed(one, { place: rest, by }));
  if (Array.isArray(value)) return value.map((one, index) => (index === step ? inside(one) : one));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== step || rest.length > 0 || by !== undefined);
  return Object.fromEntries(kept.map(([key, one]) => [key, key === step ? inside(one) : one]));
}

const named = (place: Place) => place.join('/');
const written = ({ place, by }: Change) => `${named(place)}: ${by === undefined ? 'removed' : JSON.stringify(by)}`;
const isWithin = (one: Place, other: Place) => one.length > other.length && other.every((step, at) => step === one[at]);
const isException = (shape: string, ...places: string[]) =>
  places.some(one => Object.hasOwn(EXCEPTIONS[shape] ?? {}, one));
const pairNames = (one: Change, other: Change) => {
  const [first, second] = [named(one.place), named(other.place)];
  return [`${first} & ${second}`, `${second} & ${first}`];
};

/** What a value is for certain. */
function sureKind(value: unknown): string | undefined {
  const found = recognise(value, families, undefined);
  return found?.sure ? found.kind.id : undefined;
}

function* pairsOf(value: unknown): Generator<readonly [Change, Change]> {
  const shallow = changesOf(value).filter(({ place }) => place.length <= 2);
  for (const [at, one] of shallow.entries()) {
    for (const other of shallow.slice(at + 1)) {
      if (named(one.place) !== named(other.place) && !isWithin(other.place, one.place)) yield [one, other];
    }
  }
}

function lacks(name: string, value: unknown): Problem[] {
  return problemsIn(analyseText(name, JSON.stringify(value))).filter(({ rule }) => rule === 'schema/required');
}

describe.each(ENVELOPES.map((example, at) => ({ ...example, id: example.shape.id, at })))('$id $at', example => {
  const { kind, shape, value } = example;

  test('loses any one property, stays what it is, and lacks just that', () => {
    for (const place of placesIn(value)) {
      const lost = named(place);
      const left = changed(value, { place, by: undefined });
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

  test('has any one property of another type, stays what it is, and is told so', () => {
    const wrong = changesOf(value).flatMap(change => {
      const broken = changed(value, change);
      if (sureKind(broken) !== kind.id) {
        return isException(shape.id, named(change.place)) ? [] : [`${written(change)} hides it`];
      }
      const own = variantOf(kind, broken);
      const isSilent = !own.validate(broken) && problemsIn(analyseText('a.json', JSON.stringify(broken))).length === 0;
      return isSilent ? [`${written(change)} is not reported`] : [];
    });
    expect(wrong).toEqual([]);
  });

  test('has any two properties broken, and stays what it is', () => {
    const wrong = new Set<string>();
    for (const [one, other] of pairsOf(value)) {
      if (isException(shape.id, named(one.place), named(other.place), ...pairNames(one, other))) continue;
      if (sureKind(changed(changed(value, other), one)) !== kind.id) wrong.add(`${written(one)} & ${written(other)}`);
    }
    expect([...wrong]).toEqual([]);
  });
});

test('every exception is one', () => {
  const kept = Object.entries(EXCEPTIONS).flatMap(([id, lost]) => {
    const needed = new Set<string>();
    for (const { kind, shape, value } of ENVELOPES) {
      if (shape.id !== id) continue;
      for (const change of changesOf(value)) {
        if (Object.hasOwn(lost, named(change.place)) && sureKind(changed(value, change)) !== kind.id)
          needed.add(named(change.place));
      }
      for (const [one, other] of pairsOf(value)) {
        const name = pairNames(one, other).find(pair => Object.hasOwn(lost, pair));
        if (name !== undefined && sureKind(changed(changed(value, other), one)) !== kind.id) needed.add(name);
      }
    }
    return Object.keys(lost).filter(name => !needed.has(name));
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

test('nothing is recognised in the files of others', () => {
  const files = filesBelow(join(projectRoot, 'node_modules')).filter(file => /\.(json|jsonl|md|markdown)$/.test(file));
  const taken = oneOf(8, files).flatMap(file => {
    const { parts } = analyseText(file, readFileSync(file, 'utf8'));
    return parts
      .flatMap(({ recognition, document }) => recognition?.kind.id ?? document?.kind.id ?? [])
      .map(kind => `${file} ${kind}`);
  });
  expect(taken).toEqual([]);
  expect(files.filter(file => languageOf(file) === 'markdown').length).toBeGreaterThan(100);
  expect(files.length).toBeGreaterThan(500);
});
