import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { contractSchemas } from '../../../server/src/features/generation/contractSchemas';
import { generateContracts } from '../../../server/src/features/generation/generateContracts';
import type { Kind } from '../../../server/src/model/kind';
import { linkSchema } from '../../../server/src/slots/linkSchema';
import { isObject } from '../../../server/src/text/jsonPointer';
import { everyFourth } from '../../kit/amount';
import { familiesWithDeclared, REVIEWS } from '../../kit/declaredProtocols';
import { examples } from '../../kit/examples';
import { evaluateZod } from './evaluateZod';

// What is generated for Zod has the same verdicts as the product's own validators.

const NO_RULES = { families: [], rules: [] };

function zodOf(kind: Pick<Kind, 'id' | 'title' | 'schema' | 'contract'>) {
  const { text, unsaid } = generateContracts('zod', [kind], NO_RULES);
  const [{ name } = { name: '' }] = contractSchemas([kind]);
  return { schema: evaluateZod(text)[name], unsaid };
}

interface Group {
  description: string;
  schema: object | boolean;
  tests: { description: string; data: unknown }[];
}

const kinds = [...familiesWithDeclared(REVIEWS)]
  .flatMap(family => family.kinds)
  .flatMap((kind): Pick<Kind, 'id' | 'title' | 'schema' | 'contract' | 'validate'>[] => kind.variants ?? [kind]);

test.each(kinds.map(kind => [kind.id, kind] as const))('%s', (_, kind) => {
  const { schema } = zodOf(kind);
  const own = examples.filter(({ value }) => kind.validate(value)).map(({ value }) => value);
  const values = [
    ...everyFourth(examples.map(({ value }) => value)),
    ...own,
    ...everyFourth(own.flatMap(value => mutants(value))),
  ];
  const others = values
    .filter(value => schema?.safeParse(value).success !== kind.validate(value))
    .map(value => ({ zod: schema?.safeParse(value).error?.issues, own: kind.validate.errors, value }));
  expect(others.slice(0, 3)).toEqual([]);
  expect(values.length).toBeGreaterThan(10);
});

/** An envelope without each of its properties in turn, at any depth, and with another value there. */
function mutants(value: unknown): unknown[] {
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, own]) => {
    const put = (other: unknown) =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
    const { [key]: _, ...rest } = value as Record<string, unknown>;
    const removed = Array.isArray(value) ? value.toSpliced(Number(key), 1) : rest;
    return [removed, ...[null, 'x', '', -1, 0.5, [], {}, true].map(put), ...mutants(own).map(put)];
  });
}

describe.each(['draft7', 'draft2020-12'])('schemas of the test suite for %s', draft => {
  const file = new URL(`../../fixtures/json-schema-test-suite/${draft}.json`, import.meta.url);
  const groups = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Group[]>);
  test.each(groups)('%s', (_, group) => {
    const others = group.flatMap(({ description, schema, tests }) => {
      const compiled = compileSchema(schema);
      if ('fault' in compiled || !isObject(schema)) return [];
      const linked = linkSchema(schema);
      const { schema: zod, unsaid } = zodOf({ id: 'suite/kind', title: 'Kind', schema: {}, contract: linked.schema });
      if (unsaid.length > 0 || linked.isDynamic) return [];
      return tests
        .filter(({ data }) => zod?.safeParse(data).success !== compiled.validate(data))
        .map(one => `${description}: ${one.description}: ${JSON.stringify(one.data)}`);
    });
    expect(others).toEqual([]);
  });
});
