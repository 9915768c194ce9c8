import { addToList, groupBy } from '../../shared/arrays';
import { t } from '../../shared/l10n';
import { atPath, formatPointer, isObject } from '../../text/jsonPointer';
import { snakeCaseName, tellingWeight } from '../../text/snakeCaseName';
import { isOpenName, isSecretWord, isWordLike } from './profileValues';

/**
 * A sample: a JSON object from the user's files, from which the declaration of a protocol is inferred. Samples of one log are in the order of the
 * log.
 */
export interface Sample {
  value: Record<string, unknown>;
  /** The file, or another name that distinguishes sequences of samples. */
  source: string;
}

/** Samples that are probably of the same kind of envelope. */
export interface SampleGroup {
  name: string;
  samples: readonly Sample[];
  /** The property whose value distinguishes this group from other groups, and the value. */
  toldBy?: { path: readonly string[]; is: string };
  /** A few words on why these samples are one group. */
  reason: string;
}

/**
 * Groups samples by the value of a property such as `type`; without such a property, by similar properties. The largest groups come first.
 */
export function groupSamples(samples: readonly Sample[]): SampleGroup[] {
  const groups = groupCalls(samples) ?? groupUsual(samples);
  const named = withNames(groups.sort((one, other) => other.samples.length - one.samples.length));
  return named.slice(0, MAX_GROUPS);
}

const MAX_GROUPS = 50;

function groupUsual(samples: readonly Sample[]): NamelessGroup[] {
  const path = findDiscriminator(samples);
  return path ? groupByWord(samples, path) : groupByShape(samples);
}

/** Groups JSON-RPC messages by method; undefined for other samples. */
function groupCalls(samples: readonly Sample[]): NamelessGroup[] | undefined {
  const isCall = ({ value }: Sample) => typeof value.method === 'string';
  const calls = samples.filter(isCall);
  if (calls.length === 0 || !samples.every(({ value }) => value.jsonrpc === '2.0')) return undefined;
  const methods = new Map<unknown, number>();
  for (const { value } of calls) methods.set(value.method, (methods.get(value.method) ?? 0) + 1);
  const isMethod = (word: unknown) => typeof word === 'string' && METHOD.test(word) && !isSecretWord(word);
  const isFew =
    methods.size <= MAX_GROUPS - 3 && calls.length >= 2 * methods.size && [...methods.keys()].every(isMethod);
  const rest = (words: readonly string[], own: readonly Sample[]): NamelessGroup[] =>
    own.length === 0 ? [] : [{ samples: own, words, reason: t`JSON-RPC with "${words[0] ?? ''}"` }];
  const answers = samples.filter(one => !isCall(one));
  const failed = answers.filter(({ value }) => Object.hasOwn(value, 'error'));
  return [
    ...(isFew ? groupByWord(calls, ['method']) : rest(['method'], calls)),
    ...rest(['error'], failed),
    ...rest(
      ['result'],
      answers.filter(one => !failed.includes(one)),
    ),
  ];
}

const METHOD = /^[A-Za-z$][\w$]*(?:[./][\w$]+){0,5}$/;

type NamelessGroup = Omit<SampleGroup, 'name'> & { words: readonly string[] };

/** Finds the property, at the root or one level down, with few values, each of which goes with its own set of properties. */
function findDiscriminator(samples: readonly Sample[]): readonly string[] | undefined {
  if (samples.length < 4) return undefined;
  const keySets = samples.map(({ value }) => keysOf(value));
  const spread = spreadOf(keySets);
  if (spread === 0) return undefined;
  let best: { path: readonly string[]; score: number } | undefined;
  for (const path of wordPaths(samples)) {
    const byWord = new Map<string, Set<string>[]>();
    let unnamed = 0;
    samples.forEach(({ value }, at) => {
      const word = atPath(value, path);
      if (typeof word !== 'string') unnamed++;
      else if (byWord.has(word)) byWord.get(word)?.push(keySets[at] as Set<string>);
      else byWord.set(word, [keySets[at] as Set<string>]);
    });
    const repeated = [...byWord.values()].filter(({ length }) => length > 1);
    const single = byWord.size - repeated.length;
    // Of few samples, one may have a word of its own if the others prove the property.
    const proving = single <= samples.length * UNSEEN ? [...byWord.values()] : repeated;
    const isClosed = single <= Math.max(1, samples.length * UNSEEN) && proving.length <= samples.length / 3;
    if (proving.length < 2 || !isClosed || unnamed > samples.length * UNNAMED) continue;
    const known = proving.flat();
    const within = proving.reduce((sum, sets) => sum + spreadOf(sets) * sets.length, 0) / known.length;
    const gain = 1 - within / spreadOf(known);
    const score = gain + (TELLING.test(snakeCaseName(path.at(-1) ?? '')) ? 0.2 : 0) - 0.05 * path.length;
    // Groups whose properties are the same after all would be one kind in pieces.
    if (gain >= LEAST_GAIN && score > (best?.score ?? 0)) best = { path, score };
  }
  return best?.path;
}

// The share of samples with a word that no other has: so often a word comes that has not been seen.
const UNSEEN = 0.05;
const UNNAMED = 0.02;
const LEAST_GAIN = 0.5;
const TELLING = /^(?:type|kind|event|event_type|message_type|method|action|op|operation|category|name)$/;

/** Returns the paths of text properties whose values may distinguish kinds. */
function wordPaths(samples: readonly Sample[]): (readonly string[])[] {
  const found = new Map<string, { path: readonly string[]; count: number; words: Set<string> }>();
  const look = (value: Record<string, unknown>, before: readonly string[]) => {
    for (const [key, member] of Object.entries(value).slice(0, MAX_KEYS)) {
      const path = [...before, key];
      if (isObject(member) && before.length === 0) look(member, path);
      if (typeof member !== 'string' || !mayTell(key, member)) continue;
      const id = formatPointer(path);
      const known = found.get(id) ?? { path, count: 0, words: new Set() };
      if (found.size < MAX_PATHS) found.set(id, known);
      known.count++;
      if (known.words.size <= MAX_GROUPS) known.words.add(member);
    }
  };
  for (const { value } of samples) look(value, []);
  return [...found.values()]
    .filter(({ count, words }) => count >= samples.length * (1 - UNNAMED) && words.size <= MAX_GROUPS)
    .map(({ path }) => path);
}

// A name of something may be that of an event.
function mayTell(key: string, word: string): boolean {
  return isWordLike(word) && (!isOpenName(key) || TELLING.test(snakeCaseName(key))) && !isSecretWord(word);
}

const MAX_KEYS = 200;
const MAX_PATHS = 1000;

/** Returns the names of an object's properties, and of the properties of its nested objects. */
function keysOf(value: Record<string, unknown>): Set<string> {
  const keys = new Set<string>();
  for (const [key, member] of Object.entries(value).slice(0, MAX_KEYS)) {
    keys.add(key);
    if (isObject(member)) for (const inner of Object.keys(member).slice(0, MAX_KEYS)) keys.add(`${key}/${inner}`);
  }
  return keys;
}

/** Returns how much some sets differ: the average, over all keys, of the uncertainty whether a set has the key. */
function spreadOf(sets: readonly ReadonlySet<string>[]): number {
  const counts = new Map<string, number>();
  for (const set of sets) for (const key of set) counts.set(key, (counts.get(key) ?? 0) + 1);
  let sum = 0;
  for (const count of counts.values()) {
    const share = count / sets.length;
    sum += share * (1 - share);
  }
  return sum;
}

function groupByWord(samples: readonly Sample[], path: readonly string[]): NamelessGroup[] {
  const byWord = new Map<string, Sample[]>();
  const others: Sample[] = [];
  for (const sample of samples) {
    const word = atPath(sample.value, path);
    if (typeof word !== 'string') others.push(sample);
    else addToList(byWord, word, sample);
  }
  const told = [...byWord].map(([is, own]): NamelessGroup => {
    return { samples: own, toldBy: { path, is }, words: [is], reason: t`${formatPointer(path)} is "${is}"` };
  });
  return [...told, ...(others.length > 0 ? groupByShape(others) : [])];
}

interface Cluster {
  samples: Sample[];
  counts: Map<string, number>;
}

/** Groups samples with mostly the same root properties. */
function groupByShape(samples: readonly Sample[]): NamelessGroup[] {
  const byKeys = groupBy(samples, ({ value }) => JSON.stringify(Object.keys(value).slice(0, MAX_KEYS).sort()));
  const sets = [...byKeys.values()].sort((one, other) => other.length - one.length).slice(0, MAX_SHAPES);
  const clusters = sets.map(clusterOf);
  for (;;) {
    // Few samples of many shapes are one kind with optional properties.
    const isCrowded = clusters.length > Math.max(1, samples.length / USUAL_SIZE);
    const pair = mostAlike(clusters, { isCrowded, rare: samples.length / USUAL_SIZE > 4 ? samples.length * RARE : 0 });
    if (!pair) break;
    merge(pair.into, pair.one);
    clusters.splice(clusters.indexOf(pair.one), 1);
  }
  return clusters.map(one => ({
    samples: one.samples,
    words: tellingKeys(one, clusters),
    reason:
      clusters.length === 1 ? t`the same properties` : t`with ${tellingKeys(one, clusters).slice(0, 3).join(', ')}`,
  }));
}

const MAX_SHAPES = 120;
const ALIKE = 0.55;
const RELATED = 0.2;
const USUAL_SIZE = 5;
const RARE = 0.01;

function clusterOf(samples: Sample[]): Cluster {
  const keys = Object.keys(samples[0]?.value ?? {}).slice(0, MAX_KEYS);
  return { samples: [...samples], counts: new Map(keys.map(key => [key, samples.length])) };
}

function merge(into: Cluster, one: Cluster): void {
  into.samples.push(...one.samples);
  for (const [key, count] of one.counts) into.counts.set(key, (into.counts.get(key) ?? 0) + count);
}

/** Finds the two most similar clusters; undefined if no two are similar enough. */
function mostAlike(
  clusters: readonly Cluster[],
  {
    isCrowded,
    rare,
  }: { isCrowded: boolean /** Clusters of at most so many samples are taken for odd ones of others. */; rare: number },
): { into: Cluster; one: Cluster } | undefined {
  let best: { into: Cluster; one: Cluster; likeness: number } | undefined;
  for (const [at, into] of clusters.entries()) {
    for (const one of clusters.slice(at + 1)) {
      const likeness = likenessOf(into, one);
      const isOdd = Math.min(into.samples.length, one.samples.length) <= rare;
      const least = isOdd || (isCrowded && !(isTight(into) && isTight(one))) ? RELATED : ALIKE;
      if (likeness >= least && likeness > (best?.likeness ?? 0)) best = { into, one, likeness };
    }
  }
  return best;
}

/** Returns whether a cluster has several samples, and these have nearly the same properties. */
function isTight({ samples, counts }: Cluster): boolean {
  const present = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return samples.length > 1 && present >= counts.size * samples.length * TIGHT;
}

const TIGHT = 0.9;

/** Returns the share of properties that two clusters have in common, weighted by how often each property occurs. */
function likenessOf(one: Cluster, other: Cluster): number {
  let both = 0;
  let any = 0;
  for (const key of new Set([...one.counts.keys(), ...other.counts.keys()])) {
    const shares = [one, other].map(({ counts, samples }) => (counts.get(key) ?? 0) / samples.length);
    both += Math.min(...shares);
    any += Math.max(...shares);
  }
  return any === 0 ? 1 : both / any;
}

/** Sorts the properties of a cluster: first those that best distinguish it from the other clusters. */
function tellingKeys(cluster: Cluster, all: readonly Cluster[]): string[] {
  const share = (one: Cluster, key: string) => (one.counts.get(key) ?? 0) / one.samples.length;
  const weight = (key: string) =>
    share(cluster, key) - Math.max(0, ...all.filter(one => one !== cluster).map(one => share(one, key)));
  return [...cluster.counts.keys()]
    .map(key => ({ key, weight: weight(key) * tellingWeight(key) }))
    .sort((one, other) => other.weight - one.weight)
    .map(({ key }) => key);
}

function withNames(groups: readonly NamelessGroup[]): SampleGroup[] {
  const taken = new Set<string>();
  return groups.map(({ words, ...group }) => {
    const wanted = groups.length === 1 ? 'envelope' : (words.map(kindName).find(name => name !== '') ?? 'envelope');
    let name = wanted;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}-${number}`;
    taken.add(name.toLowerCase());
    return { name, ...group };
  });
}

/** Converts a text to the name of a kind; empty if it has no usable characters. */
function kindName(text: string): string {
  const name = text
    .slice(0, 100)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[^a-z]+|[^a-z0-9]+$/g, '');
  return name.slice(0, 40);
}
