import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recognise, variantOf } from '../../../server/src/analysis/recognise';
import { families } from '../../../server/src/families';
import type { Family } from '../../../server/src/model/family';
import type { Kind, Variant } from '../../../server/src/model/kind';
import type { NamedRule } from '../../../server/src/model/rule';
import { splitIntoParts } from '../../../server/src/parts/splitIntoParts';
import { languageOf } from '../../../server/src/text/fileLanguage';
import { parseJson } from '../../../server/src/text/json/parseJson';
import { isObject } from '../../../server/src/text/jsonPointer';
import { textFile } from '../../../server/src/text/lines';
import { corpusFiles, corpusMissing, corpusText, filesBelow, projectRoot } from '../../kit/corpus';
import { readProtocol } from '../../kit/declaredProtocols';
import { examples } from '../../kit/examples';

// Built-in protocols are declared in files, as a user's are: what is generated from them when the program is built recognises and
// judges as they do when they are read.

const IDS = ['agent-io', 'agent-message', 'agent-protocol', 'toolcall', 'workflow-primitives'];
const own = IDS.map(id => families.find(family => family.id === id) as Family);
const files = new Map(IDS.map(id => [id, readJson(`protocols/${id}.agent-protocol.json`)]));
const again = IDS.map(id => {
  const folder = `schemas/${id}`;
  const schemas = readdirSync(join(projectRoot, folder)).map(name => [
    `../${folder}/${name}`,
    readJson(`${folder}/${name}`),
  ]);
  const { family, faults } = readProtocol(files.get(id), Object.fromEntries(schemas));
  expect(faults).toEqual([]);
  return { ...(family as Family), isDeclared: false };
});

function readJson(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
}

test('all families that are checked have a file, but for that of our own files', () => {
  const checked = families.filter(({ kinds }) => kinds.some(({ readOnly, fileNames }) => !readOnly && !fileNames));
  expect(checked.map(({ id }) => id)).toEqual(IDS);
});

test('kinds tell the same, and say the same of themselves', () => {
  const said = (all: readonly Family[]) =>
    all.map(({ title, reference, kinds }) => ({
      title,
      reference,
      kinds: kinds.map(
        ({
          schema: _schema,
          // What is said without the schema, which is read on first use.
          outline: _outline,
          schemaId: _schemaId,
          validate: _validate,
          contract: _contract,
          listedAgents: _agents,
          why: _why,
          // The schemas of these families declare names themselves.
          names: _names,
          variants,
          ...kind
        }) => ({
          ...kind,
          variants: variants?.map(({ id, title: dialect, signature }) => ({ id, dialect, signature })),
        }),
      ),
    }));
  expect(said(again)).toEqual(said(own));
});

test('rules are those of the files, before those in code', () => {
  for (const [at, { id, rules, runRules }] of again.entries()) {
    const said = (all: readonly NamedRule[] = []) => all.map(rule => JSON.stringify(rule));
    const named = [...rules, ...runRules].map(rule => rule.id.slice(id.length + 1));
    expect(named.sort()).toEqual(Object.keys(files.get(id)?.rules ?? {}).sort());
    expect(said(own[at]?.rules).slice(0, rules.length)).toEqual(said(rules));
    expect(said(own[at]?.runRules).slice(0, runRules.length)).toEqual(said(runRules));
  }
});

test('names that a signature lists are those of its schema', () => {
  const listed = (id: string, kind: string, at: string) => {
    const { signature } = own.flatMap(({ kinds }) => kinds).find(one => one.id === `${id}/${kind}`) as Kind;
    const conditions = JSON.stringify(signature).match(/\{"at":"[^"]*","is":\[[^\]]*\]\}/g) ?? [];
    return conditions.map(one => JSON.parse(one)).find(one => one.at === at && one.is.length > 1)?.is;
  };
  const schemaOf = (id: string, kind: string) => readJson(`schemas/${id}/${kind}.schema.json`).properties as Schemas;
  const message = schemaOf('agent-message', 'message');
  expect(listed('agent-message', 'message', '/from')).toEqual(message.from?.examples);
  expect(listed('agent-message', 'error', '/to')).toEqual(message.from?.examples);
  const { stage } = schemaOf('agent-message', 'checkpoint').payload?.properties ?? {};
  expect(listed('agent-message', 'checkpoint', '/payload/stage')).toEqual(stage?.examples);
  expect(listed('agent-message', 'checkpoint-record', '/stage')).toEqual(stage?.examples);
  expect(listed('toolcall', 'trace', '/outcome')).toEqual(schemaOf('toolcall', 'trace').outcome?.enum);
  const { recommendation } = schemaOf('agent-protocol', 'output');
  expect(listed('agent-protocol', 'output', '/recommendation')).toEqual(recommendation?.enum);
  const { state_updates: state } = schemaOf('workflow-primitives', 'artifact-return');
  const [returned] = own.flatMap(({ kinds }) => kinds).filter(({ id }) => id === 'workflow-primitives/artifact-return');
  const inState = Object.keys(returned?.signature.keys ?? {}).filter(key => key.startsWith('/state_updates/'));
  expect(inState.map(key => key.slice('/state_updates/'.length))).toEqual(Object.keys(state?.properties ?? {}));
});

type Schemas = Record<string, { examples?: unknown[]; enum?: unknown[]; properties?: Schemas } | undefined>;

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
