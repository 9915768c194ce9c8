import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { authoringFamilies } from '../../../server/src/families/authoringFamilies';
import type { Sample } from '../../../server/src/features/inference/groupSamples';
import { inferProtocol } from '../../../server/src/features/inference/inferProtocol';
import { samplesIn } from '../../../server/src/features/inference/samplesIn';
import { recognise, variantOf } from '../../../server/src/analysis/recognise';
import type { Family } from '../../../server/src/model/family';
import { languageOf } from '../../../server/src/text/language';
import { atPath } from '../../../server/src/text/pointer';
import { analyseText, memoryFile, problemsIn } from '../../kit/analyseText';
import { corpusFiles, corpusMissing, corpusText, filesBelow, projectRoot } from '../../kit/corpus';
import { examples } from '../../kit/examples';
import { familiesWithDeclared, readProtocol } from '../../kit/declaredProtocols';
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
  const found = files.flatMap(([path, read]) => (languageOf(path) ? samplesIn(memoryFile(path, read())) : []));
  const all = [...found, ...examples.map(({ value }, at): Sample => ({ value, source: `example ${at}` }))];
  return all.map(sample => {
    const known = recognise(sample.value, authoringFamilies, undefined);
    return { ...sample, kind: known?.sure ? known.kind.id : '' };
  });
}

const known = corpusMissing ? [] : knownSamples();
const lookAlikes = Object.values(jsonFixture<Record<string, unknown>>('analysis/lookAlikes.json'));

function measure(id: string) {
  const own = known.filter(({ kind }) => kind.startsWith(`${id}/`));
  const kinds = [...new Set(own.map(({ kind }) => kind))];
  const enough = kinds.filter(kind => own.filter(one => one.kind === kind).length >= 4);
  const used = own.filter(({ kind }) => enough.includes(kind));
  const halves = [0, 1].map(half => enough.flatMap(kind => used.filter(one => one.kind === kind).filter((_, at) => at % 2 === half)));
  const [learned = [], heldBack = []] = halves;
  const inOrder = used.filter(one => learned.includes(one));
  const { declaration } = inferProtocol(inOrder, { id: `inferred-${id}` });
  const { faults } = readProtocol(declaration);
  const families = familiesWithDeclared(declaration).filter(family => family.id !== id);
  const isKnown = (value: unknown) => isSure(value, families, declaration.id);
  const foreign = [...lookAlikes, ...known.filter(({ kind }) => !kind.startsWith(`${id}/`)).map(({ value }) => value)];
  const mutants = heldBack.flatMap(mutantsOf);
  const reported = mutants.filter(({ value }) => isKnown(value) && problemsOf(value, families) > 0);
  return {
    faults,
    declaration,
    kinds: enough.length,
    inferred: Object.keys(declaration.kinds as object).length,
    learned: learned.length,
    heldBack: heldBack.length,
    recognised: heldBack.filter(({ value }) => isKnown(value)).length,
    refused: heldBack.filter(({ value }) => isKnown(value) && problemsOf(value, families) > 0).length,
    mutants: mutants.length,
    reported: reported.length,
    foreign: foreign.length,
    falseAlarms: foreign.filter(isKnown).length,
    missed: mutants.filter(one => !reported.includes(one)).map(({ about }) => about),
    unknown: heldBack.filter(({ value }) => !isKnown(value)),
  };
}

function isSure(value: unknown, families: readonly Family[], id: unknown): boolean {
  const found = recognise(value, families, undefined);
  return found?.sure === true && found.kind.id.startsWith(`${id}/`);
}

function problemsOf(value: unknown, families: readonly Family[]): number {
  return problemsIn(analyseText('envelope.json', JSON.stringify(value), { families })).length;
}

/** A required property dropped, a value of another type, or a misspelt word of a list, by the schema of the family itself. */
function mutantsOf({ value, kind: id }: Known) {
  const kind = authoringFamilies.flatMap(({ kinds }) => kinds).find(one => one.id === id);
  if (!kind) return [];
  const { schema } = variantOf(kind, value);
  return mutations(schema, value).filter(({ about, path, value: mutant, rule }) => {
    if (/^without |: wrong type$/.test(about)) return true;
    const word = atPath(value, path);
    return rule === 'schema/enum' && about.endsWith(': misspelt') && typeof word === 'string' && atPath(mutant, path) === misspellWord(word);
  });
}

describe.skipIf(corpusMissing)('a hidden family is inferred from half of its envelopes', () => {
  test.each(HIDDEN)('%s', id => {
    const found = measure(id);
    const { unknown, missed, declaration, ...numbers } = found;
    console.log(id, numbers, process.env.SHOW && JSON.stringify(declaration, null, 1), process.env.SHOW && JSON.stringify(unknown.map(({ kind, value }) => [kind, Object.keys(value)])), process.env.SHOW && counts(missed));
    expect(found.faults).toEqual([]);
  });
});
function counts(list: string[]) { const m: Record<string, number> = {}; for (const one of list) { const k = one.replace(/\d+/g, 'N'); m[k] = (m[k] ?? 0) + 1; } return Object.entries(m).sort((a, b) => b[1] - a[1]); }
