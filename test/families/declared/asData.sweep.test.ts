import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recognise, variantOf } from '../../../server/src/analysis/recognise';
import { families } from '../../../server/src/families';
import type { Family } from '../../../server/src/model/family';
import type { Kind, Variant } from '../../../server/src/model/kind';
import { splitIntoParts } from '../../../server/src/parts/splitIntoParts';
import { parseJson } from '../../../server/src/text/json/parseJson';
import { languageOf } from '../../../server/src/text/language';
import { textFile } from '../../../server/src/text/lines';
import { isObject } from '../../../server/src/text/pointer';
import { corpusFiles, corpusMissing, corpusText, filesBelow, projectRoot } from '../../kit/corpus';
import { familyAsDeclaration, readProtocol } from '../../kit/declaredProtocols';
import { examples } from '../../kit/examples';

// What is built in is declared as data, too: written to a file and read back it knows and judges the same.

const own = families.filter(({ kinds }) => !kinds.some(({ fileNames }) => fileNames));
const again = own.map(family => {
  const { family: read, faults } = readProtocol(familyAsDeclaration(family));
  expect(faults).toEqual([]);
  return { ...(read as Family), isDeclared: false };
});

test('there is something to compare', () => {
  expect(own.length).toBeGreaterThan(5);
  expect(again.flatMap(({ kinds }) => kinds.map(({ id }) => id))).toEqual(
    own.flatMap(({ kinds }) => kinds.map(({ id }) => id)),
  );
});

test('kinds tell the same, and say the same of themselves', () => {
  const said = (all: readonly Family[]) =>
    all.flatMap(({ title, reference: source, kinds }) =>
      kinds.map(({ id, title: kind, fieldPointers, signature, carries, schemaIds }) => {
        return { title, source, id, kind, fieldPointers, signature, carries, schemaIds };
      }),
    );
  expect(said(again)).toEqual(said(own));
});

describe('the same is recognised and found wrong', () => {
  test('in the examples of the schemas, whole and with each property taken out', () => {
    for (const { value } of examples) {
      same(value, 'an example');
      for (const key of Object.keys(value))
        same(Object.fromEntries(Object.entries(value).filter(([k]) => k !== key)), key);
    }
  });

  test('in the sample workspace', () => {
    let count = 0;
    for (const path of filesBelow(join(projectRoot, 'test/sample'))) {
      for (const value of valuesIn(path, readFileSync(path, 'utf8'))) {
        same(value, path);
        count++;
      }
    }
    expect(count).toBeGreaterThan(50);
  });

  test.skipIf(corpusMissing)(
    'in the corpus',
    () => {
      for (const path of corpusFiles()) {
        if (languageOf(path)) for (const value of valuesIn(path, corpusText(path)).slice(0, 400)) same(value, path);
      }
    },
    60_000,
  );
});

function valuesIn(path: string, text: string): unknown[] {
  const lang = languageOf(path);
  if (!lang || text.length > 2_000_000) return [];
  return splitIntoParts(textFile(`file:///${path}`, lang, text)).flatMap(part => {
    const { value } = parseJson(part.text, part.lang === 'jsonc' ? 'jsonc' : 'json');
    return value === undefined ? [] : [value];
  });
}

function same(value: unknown, where: string): void {
  const [one, other] = [own, again].map(all => recognise(value, all, undefined));
  expect(other && [other.kind.id, other.sure, other.by], where).toEqual(one && [one.kind.id, one.sure, one.by]);
  if (!one?.sure || !other || !isObject(value)) return;
  const { $schema: _, ...bare } = value;
  expect(faultsOf(variantOf(other.kind, bare), bare), where).toEqual(faultsOf(variantOf(one.kind, bare), bare));
}

function faultsOf(shape: Kind | Variant, value: unknown): string[] {
  if (shape.validate(value)) return [];
  // Where the values say the type already, the validators that are made ahead leave the type out.
  return [
    ...new Set(
      (shape.validate.errors ?? [])
        .filter(({ keyword }) => keyword !== 'type' && keyword !== 'if')
        .map(({ instancePath, keyword, params }) => JSON.stringify([instancePath, keyword, params])),
    ),
  ].sort();
}
