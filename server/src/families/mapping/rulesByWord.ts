import type { Condition } from '../../model/kind';
import { parsePointer } from '../../text/jsonPointer';
import { pathReader } from './mappingScope';

/**
 * A list of declared rules that finds the ones to try on an envelope quickly. Most rules require a word at the same pointer, such as `"tool"` at
 * `/type`, so rules that require another word there are skipped.
 */
export interface RulesByWord<R> {
  all: readonly R[];
  /** Returns the rules that may hold for a value: all others require another word at the pointer. */
  for(value: unknown): readonly R[];
}

/** A rule, with its condition on the value. */
interface Conditional<R> {
  rule: R;
  /** Undefined for a rule that may hold for any value. */
  condition: Condition | undefined;
  /** Returns the rule with the given rest of its condition to test; undefined if nothing is left to test. */
  where(rest: Condition | undefined): R;
}

/**
 * Creates a list of rules with a table by the word that most of them require, such as the type of a record. The conditions of all other rules
 * need not be tested.
 */
export function rulesByWord<R>(given: readonly Conditional<R>[]): RulesByWord<R> {
  const all = given.map(({ rule }) => rule);
  const everything: RulesByWord<R> = { all, for: () => all };
  const asked = given.map(({ condition }) => (condition === undefined ? [] : wordsAsked(condition)));
  const at = mostCommon(asked.flatMap(one => one.map(({ at }) => at)));
  if (at === undefined) return everything;
  const keyed = given.map((one, index) => ({ ...one, ask: asked[index]?.find(ask => ask.at === at) }));
  const words = new Set(keyed.flatMap(({ ask }) => ask?.is ?? []));
  if (words.size * given.length > LARGEST_TABLE) return everything;
  const ofWord = (word: unknown) =>
    keyed.flatMap(({ rule, ask, where }) => (!ask ? rule : ask.is.includes(word) ? where(ask.rest) : []));
  const table = new Map([...words].map(word => [word, ofWord(word)]));
  const others = keyed.flatMap(({ rule, ask }) => (ask ? [] : rule));
  const find = pathReader(parsePointer(at));
  return { all, for: value => table.get(find(value)) ?? others };
}

const LARGEST_TABLE = 20_000;

/** The words at a place of which a condition needs one, and what it asks besides. */
interface Ask {
  at: string;
  is: readonly unknown[];
  rest: Condition | undefined;
}

function wordsAsked(condition: Condition): Ask[] {
  if (typeof condition === 'string') return [];
  if ('all' in condition) {
    return condition.all.flatMap((one, index) => {
      const [ask] = wordsAsked(one);
      const others = condition.all.filter((_, other) => other !== index);
      const rest = [...(ask?.rest === undefined ? [] : [ask.rest]), ...others];
      return ask ? [{ ...ask, rest: rest.length === 0 ? undefined : { all: rest } }] : [];
    });
  }
  const isWord = 'is' in condition && condition.at.startsWith('/') && condition.is.every(isPrimitive);
  return isWord ? [{ at: condition.at, is: condition.is, rest: undefined }] : [];
}

// Returns whether a map looks up a value in the same way as a comparison.
function isPrimitive(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && !Number.isNaN(value));
}

/** Returns the most frequent element of a list, if it occurs at least twice. */
function mostCommon(all: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most && most[1] > 1 ? most[0] : undefined;
}
