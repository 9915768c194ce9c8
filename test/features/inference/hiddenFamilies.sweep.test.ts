import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recognise, variantOf } from '../../../server/src/analysis/recognise';
import { familiesWithSnippets } from '../../../server/src/families/familiesWithSnippets';
import type { Sample } from '../../../server/src/features/inference/groupSamples';
import { findSamples } from '../../../server/src/features/inference/inferFromFiles';
import { inferProtocol } from '../../../server/src/features/inference/inferProtocol';
import type { Family } from '../../../server/src/model/family';
import { languageOf } from '../../../server/src/text/fileLanguage';
import { atPath } from '../../../server/src/text/jsonPointer';
import { analyseText, memoryFile, problemsIn } from '../../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText, filesBelow, projectRoot } from '../../kit/corpus';
import { familiesWithDeclared, readProtocol } from '../../kit/declaredProtocols';
import { examples } from '../../kit/examples';
import { jsonFixture } from '../../kit/jsonFixture';
import { misspellWord, mutations } from '../../kit/mutations';

// Each built-in family is hidden, inferred from half of its real envelopes, and has to know the other half.

const HIDDEN = ['agent-protocol', 'workflow-primitives', 'toolcall', 'agent-message', 'agent-io'];

interface Known extends Sample {
  kind: string;
}

/** Of the corpus, with those of the sample workspace and of the schemas: some families have few there, or none. */
function knownSamples(): Known[] {
  const files = [
    ...corpusFiles().map(path => [path, () => corpusText(path)] as const),
    ...filesBelow(join(projectRoot, 'test/sample')).map(path => [path, () => readFileSync(path, 'utf8')] as const),
  ];
  const found = files.flatMap(([path, read]) => (languageOf(path) ? findSamples(memoryFile(path, read())) : []));
  const all = [...found, ...examples.map(({ value }, at): Sample => ({ value, source: `example ${at}` }))];
  return all.map(sample => {
    const known = recognise(sample.value, familiesWithSnippets, undefined);
    return { ...sample, kind: known?.sure ? known.kind.id : '' };
  });
}

const known = corpusMissing ? [] : knownSamples();
const lookAlikes = Object.values(jsonFixture<Record<string, unknown>>('analysis/lookAlikes.json'));

type Half = ReturnType<typeof measure>[number];

/** Infers from each half of a family's envelopes, and looks at the other half. */
function measure(id: string) {
  const rest = familiesWithSnippets.filter(family => family.id !== id);
  // What another family is sure of, too, is not unknown without this one.
  const own = known.filter(({ kind, value }) => kind.startsWith(`${id}/`) && !recognise(value, rest, undefined)?.sure);
  const kinds = [...new Set(own.map(({ kind }) => kind))];
  const used = kinds.map(kind => own.filter(one => one.kind === kind)).filter(({ length }) => length >= LEAST);
  const foreign = [...lookAlikes, ...known.filter(({ kind }) => !kind.startsWith(`${id}/`)).map(({ value }) => value)];
  const half = (which: number) => own.filter(one => used.some(all => all.indexOf(one) % 2 === which));
  return [0, 1].map(which => {
    const heldBack = half(1 - which);
    // The sample workspace has envelopes that are faulty on purpose, and would teach their faults.
    const learned = half(which).filter(one => !one.source.includes('/test/sample/') || isValid(one));
    const { declaration } = inferProtocol(learned, { id: `inferred-${id}` });
    const { faults } = readProtocol(declaration);
    const families = [...rest, ...familiesWithDeclared(declaration).filter(({ isDeclared }) => isDeclared)];
    const isKnown = (value: unknown) => isSure(value, families, declaration.id);
    const problems = (value: unknown) => (isKnown(value) ? problemLines(value, families) : []);
    const mutants = heldBack.filter(isValid).flatMap(mutantsOf);
    const reported = new Set(mutants.filter(({ value }) => problems(value).length > 0));
    return {
      faults,
      kinds: Object.keys(declaration.kinds as object).length,
      heldBack: heldBack.length,
      known: heldBack.filter(({ value }) => isKnown(value)).length,
      complaining: heldBack.filter(one => isValid(one) && problems(one.value).length > 0).length,
      mutants: mutants.length,
      reported: reported.size,
      foreign: foreign.length,
      alarms: foreign.filter(isKnown),
    };
  });
}

const LEAST = 4;

function problemLines(value: unknown, families: readonly Family[]): string[] {
  return problemsIn(analyseText('envelope.json', JSON.stringify(value), { families })).map(({ message }) => message);
}

function isValid({ value, kind: id }: Known): boolean {
  const kind = familiesWithSnippets.flatMap(({ kinds }) => kinds).find(one => one.id === id);
  return kind !== undefined && variantOf(kind, value).validate(value);
}

function isSure(value: unknown, families: readonly Family[], id: unknown): boolean {
  const found = recognise(value, families, undefined);
  return found?.sure === true && found.kind.id.startsWith(`${id}/`);
}

/** A required property dropped, a value of another type, or a misspelt word of a list, by the schema of the family itself. */
function mutantsOf({ value, kind: id }: Known) {
  const kind = familiesWithSnippets.flatMap(({ kinds }) => kinds).find(one => one.id === id);
  if (!kind) return [];
  const { schema } = variantOf(kind, value);
  return mutations(schema, value).filter(({ about, path, value: mutant, rule }) => {
    if (/^without |: wrong type$/.test(about)) return true;
    const word = atPath(value, path);
    return (
      rule === 'schema/enum' &&
      about.endsWith(': misspelt') &&
      typeof word === 'string' &&
      atPath(mutant, path) === misspellWord(word)
    );
  });
}

const TESTED = HIDDEN.map(id => ({ id, halves: corpusMissing ? [] : measure(id) }));

describe.skipIf(corpusMissing)('a hidden family is inferred from half of its envelopes', () => {
  test.each(TESTED)('$id', ({ halves }) => {
    const sum = (of: (half: Half) => number) => halves.reduce((all, half) => all + of(half), 0);
    expect(halves.flatMap(({ faults }) => faults)).toEqual([]);
    expect(halves.flatMap(({ alarms }) => alarms)).toEqual([]);
    expect(sum(({ known: one }) => one) / sum(({ heldBack }) => heldBack)).toBeGreaterThanOrEqual(0.95);
    expect(sum(({ reported }) => reported) / sum(({ mutants }) => mutants)).toBeGreaterThanOrEqual(0.8);
    // New properties and words of new envelopes are few.
    expect(sum(({ complaining }) => complaining) / sum(({ heldBack }) => heldBack)).toBeLessThanOrEqual(0.35);
  });

  test('as a table', () => {
    const share = (one: number, other: number) => `${one} of ${other} (${((100 * one) / other).toFixed(1)} %)`;
    const rows = TESTED.map(({ id, halves }) => {
      const sum = (of: (half: Half) => number) => halves.reduce((all, half) => all + of(half), 0);
      return [
        id,
        halves.map(({ kinds }) => kinds).join(' and '),
        share(
          sum(({ known: one }) => one),
          sum(({ heldBack }) => heldBack),
        ),
        share(
          sum(({ reported }) => reported),
          sum(({ mutants }) => mutants),
        ),
        String(sum(({ complaining }) => complaining)),
        `${sum(({ alarms }) => alarms.length)} of ${sum(({ foreign }) => foreign)}`,
      ];
    });
    const head = ['family', 'kinds', 'recognised', 'mutants reported', 'held back with problems', 'false alarms'];
    const table = [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n');
    console.log(table);
    expect(rows).toHaveLength(HIDDEN.length);
  });
});
