import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../server/src/model/analysis';
import type { Schema } from '../../server/src/model/schema';
import { isObject } from '../../server/src/text/jsonPointer';
import { runsEverything } from '../kit/amount';
import { analyseText, problemsIn } from '../kit/analyseText';
import { projectRoot } from '../kit/corpus';
import { examples } from '../kit/examples';

/** What this uses of tools/generate.mjs, which has no types of its own. */
interface Generate {
  readSchemas(family: string): Record<string, Schema>;
}

const { readSchemas } = (await import(join(projectRoot, 'tools/generate.mjs'))) as Generate;

/** Why our verdict may differ from that of the schema alone. Each reason is needed by some mutation. */
const DIFFERENCES = {
  relaxed: 'x-severity and x-missing say what real files do not keep: a warning',
  placeholder: 'a placeholder or a union in place of a choice is a warning, with the choices as fixes',
  minute: 'a time without seconds is ISO 8601, which the format of ajv does not allow',
  quarantine: 'a call or trace in quarantine is broken by definition, and explained instead',
  redacted: 'a number that was redacted is a warning',
  dialect: 'the nearest dialect judges; the published schema accepts a value that any dialect accepts',
  rule: 'a rule that no schema can express reports an error',
} as const;
type Reason = keyof typeof DIFFERENCES;

const RULES: Readonly<Record<string, Reason>> = {
  'envelope/placeholder': 'placeholder',
  'toolcall/rejected-call': 'quarantine',
  'agent-io/redacted-number': 'redacted',
};

const MUTATIONS = runsEverything ? 2000 : 250;
const needed = new Set<Reason>();
const kinds = [...new Set(examples.filter(({ kind }) => !kind.readOnly).map(({ kind }) => kind))];

describe.each(kinds)('$id', kind => {
  const [family = '', name = ''] = kind.id.split('/');
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  const validate = ajv.compile(readSchemas(family)[name] as object);
  const own = examples.filter(one => one.kind === kind).map(({ value }) => value);

  test(`${MUTATIONS} mutations have the verdict of the schema alone, but for what is listed`, () => {
    const values = fc.sample(fc.constantFrom(...own).chain(mutated), { numRuns: MUTATIONS });
    const differing = values.flatMap(value => {
      const problems = problemsIn(analyseText('a.json', JSON.stringify(value), { association: kind.id }));
      const isWrong = problems.some(({ severity }) => severity === 'error');
      if (!validate(value) === isWrong) return [];
      const reason = isWrong ? whyStricter(problems) : whyLaxer(problems, validate.errors ?? []);
      if (reason) needed.add(reason);
      return reason ? [] : [`${JSON.stringify(value)}: ${problems.map(({ rule, severity }) => `${rule} ${severity}`)}`];
    });
    expect(differing.slice(0, 5)).toEqual([]);
  });

  function whyStricter(problems: readonly Problem[]): Reason | undefined {
    const errors = problems.filter(({ severity }) => severity === 'error');
    if (errors.some(({ rule }) => !rule.startsWith('schema/'))) return 'rule';
    return kind.variants ? 'dialect' : undefined;
  }

  function whyLaxer(
    problems: readonly Problem[],
    errors: readonly { keyword: string; params: Record<string, unknown> }[],
  ): Reason | undefined {
    const rule = problems.find(one => Object.hasOwn(RULES, one.rule))?.rule;
    const ofSchema = problems.filter(one => one.rule.startsWith('schema/') && one.rule !== 'schema/unknown-property');
    if (ofSchema.length > 0) return 'relaxed';
    if (rule !== undefined) return RULES[rule];
    return errors.every(({ keyword, params }) => keyword === 'format' && params.format === 'iso-date-time')
      ? 'minute'
      : undefined;
  }
});

test.runIf(runsEverything)('every difference is one', () => {
  expect(Object.keys(DIFFERENCES).filter(reason => !needed.has(reason as Reason))).toEqual([]);
});

type Place = readonly (string | number)[];

const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, -1, 0.5, 1.5, 11, 1e6, 50, '', ' ', 'text', '0.5', 'true', 'x'.repeat(600)],
  ...['proceed', 'success', 'error', 'create', '...', 'create | update', '<status>', '[REDACTED]', 'a/b.md'],
  ...[
    '2026-02-03T10:00:00Z',
    '2026-02-03T10:00:00',
    '2026-02-03T10:00',
    '2026-02-30T10:00:00Z',
    '2026-02-03',
    1770000000,
  ],
  ...['t_4k7m2p9x1c', 'tr_4k7m2p9x1c0d', '00:04:30', [], [1], ['a'], {}, { a: 1 }],
];

/** A value with one to three of its properties removed, replaced, renamed, added or moved. */
function mutated(value: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const change = fc.record({
    at: fc.nat(),
    does: fc.constantFrom('remove', 'replace', 'replace', 'rename', 'add', 'repeat'),
    by: fc.constantFrom(...VALUES),
    name: fc.constantFrom('note', 'Status', 'extra_field', 'id', '$ref'),
  });
  return fc.array(change, { minLength: 1, maxLength: 3 }).map(changes => {
    const result = structuredClone(value);
    for (const { at, does, by, name } of changes) {
      const places = placesIn(result);
      const place = places[at % Math.max(1, places.length)];
      if (!place) continue;
      const holder = place.slice(0, -1).reduce((here: unknown, step) => (here as never)[step], result) as Record<
        string | number,
        unknown
      >;
      const key = place.at(-1) as string;
      const found = holder[key];
      if (does === 'replace') holder[key] = structuredClone(by);
      if (does === 'repeat' && Array.isArray(found)) found.push(...structuredClone(found));
      if (does === 'add' && isObject(found)) found[name] = structuredClone(by);
      if (Array.isArray(holder)) continue;
      if (does === 'remove' || does === 'rename') delete holder[key];
      if (does === 'rename') holder[`${key}s`] = found;
    }
    return result;
  });
}

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Array.isArray(value) ? value.map((one, index) => [index, one] as const) : Object.entries(value);
  return entries.flatMap(([key, one]) => [[...at, key], ...placesIn(one, [...at, key])]);
}
