import { SURE } from '../families/recognitionWeights';
import type { Family } from '../model/family';
import type { Condition, Kind, Signature } from '../model/kind';
import { SECTIONS } from '../registry/allSections';
import { nameKey } from '../registry/findSectionDefinitions';
import { parsePointer } from '../text/jsonPointer';
import {
  type EnvelopeHints,
  evidenceWords,
  highestScore,
  type KindHints,
  type WeightedWords,
  type Words,
} from './envelopeWords';

/**
 * Computes the words by which the server decides, without parsing, that a file has no envelope: every text with an envelope contains some of
 * them. Runs when the project is built, so that the server needs to load no protocol for this.
 *
 * @param proofs for each shipped protocol, the conditions in its `proof`; each envelope of the protocol meets at least one of them
 */
export function computeEnvelopeWords(
  families: readonly Family[],
  proofs: readonly (readonly Condition[])[],
): EnvelopeHints {
  const kinds = families.flatMap(family => family.kinds);
  const hints = [...kinds.flatMap(kindHints), ...proofs.map(proofHints)];
  return {
    sure: SURE,
    kinds: hints,
    anchors: anchorWords(hints),
    schemaFiles: unique(kinds.flatMap(schemaFiles)),
    sections: SECTIONS.flatMap(({ title, aliases }) => [title, ...aliases].map(sectionName)),
    fileNames: kinds.flatMap(({ fileNames = [] }) => fileNames),
  };
}

/** Returns the hints of each dialect of a kind; of the kind itself if it has no dialects. */
export function kindHints(kind: Kind): KindHints[] {
  return (kind.variants ?? [kind])
    .map(({ signature }): KindHints => {
      // A list of tools is no step of a run, so a JSON file with nothing else is not listed.
      const inMarkdownOnly = kind.listedAgents ? { inMarkdownOnly: true as const } : {};
      return { evidence: signatureWords(signature), ...inMarkdownOnly };
    })
    .filter(({ evidence }) => evidence.length > 0);
}

/** Returns the hints of a protocol that is loaded on demand: its kinds are unknown until a text proves that it is used. */
export function proofHints(proof: readonly Condition[]): KindHints {
  return { evidence: [[SURE, conditionWords({ any: [...proof] })]] };
}

function signatureWords({ keys, evidence }: Signature): WeightedWords[] {
  const all = [
    ...Object.entries(keys).map(([pointer, weight]): WeightedWords => [weight, pointerWords(pointer)]),
    ...evidence.map(({ when, weight }): WeightedWords => [weight, conditionWords(when)]),
  ];
  return all.filter(([weight]) => weight > 0);
}

const NOTHING: Words = [];

/** Returns the words in every text with a value that fulfils the condition; none if no words follow from the condition. */
function conditionWords(condition: Condition): Words {
  if (typeof condition === 'string') return pointerWords(condition);
  if ('all' in condition) return allOf(condition.all.map(conditionWords));
  if ('any' in condition) return { any: condition.any.map(conditionWords) };
  if ('atLeast' in condition) return { atLeast: condition.atLeast, of: condition.of.map(conditionWords) };
  if ('not' in condition) return NOTHING;
  const path = pointerWords(condition.at);
  if ('is' in condition) return allOf([path, choiceWords(condition.is)]);
  if ('each' in condition) return allOf([path, conditionWords(condition.each)]);
  if ('some' in condition) return allOf([path, conditionWords(condition.some)]);
  return path;
}

function allOf(words: readonly Words[]): Words {
  const flat = unique(words.flatMap(one => (Array.isArray(one) ? one : [one])));
  const [only] = flat;
  return flat.length === 1 && only !== undefined ? only : flat;
}

// The hints are read at each start: that a property is there says enough of one with very many values.
const MOST_CHOICES = 24;

function choiceWords(choices: readonly unknown[]): Words {
  if (choices.length > MOST_CHOICES) return NOTHING;
  const words = choices.filter(one => typeof one === 'string' && isPlainWord(one));
  return words.length === choices.length ? { any: words as string[] } : NOTHING;
}

function pointerWords(pointer: string): Words {
  const names = parsePointer(pointer).filter(name => !/^\d+$/.test(name));
  const strange = names.find(name => !isPlainWord(name));
  if (strange !== undefined) throw new Error(`${pointer}: a text can't be searched for the key ${strange}.`);
  return allOf(names);
}

/** Returns whether every JSON text spells a string in the same way, apart from escaped letters. */
function isPlainWord(word: string): boolean {
  return /^[\w.:-]+(?: [\w.:-]+)*$/.test(word);
}

/** Words such that a sure envelope of any kind contains at least one. Prefers words that exclude most texts; takes common words last. */
function anchorWords(kinds: readonly KindHints[]): string[] {
  const anchors = new Set<string>();
  const scoreWithout = (kind: KindHints, word?: string) =>
    highestScore(kind, other => other !== word && !anchors.has(other));
  for (;;) {
    const open = kinds.filter(kind => scoreWithout(kind) >= SURE);
    if (open.length === 0) return [...anchors].sort();
    const words = unique(open.flatMap(evidenceWords)).filter(word => !anchors.has(word));
    const gains = words.map(word => {
      const gain = open.reduce((sum, kind) => sum + scoreWithout(kind) - scoreWithout(kind, word), 0);
      return { word, gain: gain / (COSTS.get(word) ?? 1) };
    });
    anchors.add(gains.reduce((best, one) => (one.gain > best.gain ? one : best)).word);
  }
}

// Words of plain JSON files, by how common they are.
const COMMON =
  'action args artifacts call component confidence context details error errors event events goal input inputs issues level metadata mode notes operation options output parameters params payload plugin profile result service signals spec spans stage summary task timestamp tool trace trigger user workflow';
const VERY_COMMON = 'content data description from id index message name path paths status to type';
/** A common word is chosen only if no other word excludes a text. */
const COSTS: ReadonlyMap<string, number> = new Map([
  ...COMMON.split(' ').map(word => [word, 1e3] as const),
  ...VERY_COMMON.split(' ').map(word => [word, 1e6] as const),
]);

/** Returns the possible ends of a `$schema` that names the kind. */
function schemaFiles(kind: Kind): string[] {
  const ids = [`${kind.id}.schema.json`, kind.schemaId ?? '', ...(kind.schemaIds ?? [])];
  return ids.map(id => id.slice(id.lastIndexOf('/') + 1)).filter(name => name !== '');
}

function sectionName(name: string): string {
  const key = nameKey(name);
  if (!isPlainWord(key)) throw new Error(`A text can't be searched for the section "${name}".`);
  return key;
}

function unique<T>(list: readonly T[]): T[] {
  return [...new Set(list)];
}
