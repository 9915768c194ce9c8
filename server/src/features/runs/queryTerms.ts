import type { Step } from '../../model/run';
import { t } from '../../shared/l10n';
import { nearestWord } from '../../text/similarNames';

/** A term of a search query for runs or steps: words, or a qualifier such as `agent:vision` or `confidence<0.7`. All in lower case. */
export interface QueryTerm {
  /** The term is negated: `-agent:vision`. */
  isNot: boolean;
  /** The text before the operator, whether or not it is a known qualifier; empty without an operator. */
  name: string;
  /** `:`, `<`, `<=`, `>`, `>=`, `=`, `!=`, or empty. */
  operator: string;
  /** The text after the operator, without quotes. */
  value: string;
  /** The whole term without quotes, for a search for words. */
  words: string;
  /** The whole term as written, in its case and with its quotes, but without the minus sign. */
  text: string;
}

/** Splits the text of a search or filter into terms at blanks outside of quotes. Never fails: an open quote ends with the text. */
export function queryTerms(text: string): QueryTerm[] {
  return (text.match(TERMS) ?? []).map(termOf);
}

/** Returns the last term of a text, as written; empty after a blank. */
export function lastTerm(text: string): string {
  const last = [...text.matchAll(TERMS)].at(-1);
  return last && last.index + last[0].length === text.length ? last[0] : '';
}

const TERMS = /(?:[^\s"]|"[^"]*"?)+/g;

function termOf(term: string): QueryTerm {
  const isNot = term.startsWith('-');
  const positive = isNot ? term.slice(1) : term;
  const [, name = '', operator = '', value = ''] = QUALIFIED.exec(positive) ?? [];
  return {
    isNot,
    name: name.toLowerCase(),
    operator,
    value: plainWords(value),
    words: plainWords(positive),
    text: positive,
  };
}

const QUALIFIED = /^([a-z]+)(:|[<>]=?|!?=)(.*)$/is;

function plainWords(text: string): string {
  return text.replaceAll('"', '').toLowerCase();
}

/** Returns whether a qualifier is still being typed. No confidence is below 0, so `<0` is the start of `<0.7`; `>0` is finished. */
export function isHalfTyped({ operator, value }: Pick<QueryTerm, 'operator' | 'value'>): boolean {
  return value.trim() === '' || (operator !== ':' && /^0?\.$/.test(value)) || (operator === '<' && value === '0');
}

/**
 * Returns the error message for a term with an unknown key; undefined for words, which may contain a colon inside quotes.
 *
 * @param keys the known keys
 */
export function unknownKey({ name, operator }: QueryTerm, keys: Iterable<string>): string | undefined {
  const known = [...keys];
  if (operator === '' || known.includes(name)) return undefined;
  const meant = nearestWord(name, known);
  return meant === undefined
    ? t`There is no key "${name}". To look for the text, put it in quotes. Keys are ${known.join(', ')}.`
    : t`There is no key "${name}"; did you mean ${meant}? To look for the text, put it in quotes.`;
}

/** Returns the error message for an operator that a key does not have; undefined if it has it. */
export function operatorFault({ isNot, name, operator, value }: QueryTerm, compares: boolean): string | undefined {
  if (operator === '!=') return t`There is no operator "!=": write ${isNot ? '' : '-'}${name}:${value}.`;
  return operator === ':' || compares ? undefined : t`"${name}" does not compare: write ${name}:${value}.`;
}

/**
 * Returns whether a text contains these words, ignoring case.
 *
 * @param words in lower case
 */
export function has(text: string, words: string): boolean {
  return text.toLowerCase().includes(words);
}

/**
 * Returns whether a step's title, failure, names or effects contain these words, ignoring case.
 *
 * @param words in lower case
 */
export function hasInStep({ title, failure, agent, peer, key, effects }: Step, words: string): boolean {
  const isIn = (text: string | undefined) => text !== undefined && has(text, words);
  if (isIn(title) || isIn(failure) || isIn(agent) || isIn(peer) || isIn(key)) return true;
  return effects.some(effect => Object.values(effect).some(value => typeof value === 'string' && isIn(value)));
}

/** The comparison of two numbers for each operator. */
export const COMPARISONS: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
  ['=', (a, b) => a === b],
  [':', (a, b) => a === b],
]);
