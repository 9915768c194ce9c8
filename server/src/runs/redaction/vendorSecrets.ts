import type { Span } from '../../model/text';
import { addToList } from '../../shared/arrays';
import { memoizeByObject } from '../../text/memoize';
import rules from './secretRules/gitleaks.json';

/**
 * Returns a function that selects the secret patterns worth trying on a text: those with a keyword that occurs in it, in upper or lower case. The
 * function visits each character once, however many keywords there are.
 */
export function keywordIndex<T extends { keywords: readonly string[] }>(things: readonly T[]) {
  let table: Table<T> | undefined;
  return (text: string): ReadonlySet<T> => {
    table ??= tableOf(things);
    const { isBeginning, byBeginning } = table;
    let chosen: Set<T> | undefined;
    let beginning = 0;
    for (let at = 0; at < text.length; at++) {
      beginning = extended(beginning, text.charCodeAt(at));
      if (isBeginning[beginning] !== 1) continue;
      for (const { keyword, thing } of byBeginning.get(beginning) ?? []) {
        if (chosen?.has(thing)) continue;
        const start = at - Math.min(keyword.length, LENGTH) + 1;
        if (start >= 0 && text.slice(start, start + keyword.length).toLowerCase() === keyword)
          chosen = (chosen ?? new Set()).add(thing);
      }
    }
    return chosen ?? (NONE as ReadonlySet<T>);
  };
}

interface Table<T> {
  /** Indexed by a hash of a keyword's first characters. */
  isBeginning: Uint8Array;
  byBeginning: Map<number, { keyword: string; thing: T }[]>;
}

const NONE: ReadonlySet<unknown> = new Set();
/** The number of leading characters that are hashed. */
const LENGTH = 3;
/** The number of bits by which each character shifts the hash of those before it. */
const BITS = 5;
const SIZE = 2 ** (BITS * LENGTH);

function extended(beginning: number, code: number): number {
  return ((beginning << BITS) ^ (code >= 65 && code <= 90 ? code + 32 : code)) & (SIZE - 1);
}

function tableOf<T extends { keywords: readonly string[] }>(things: readonly T[]): Table<T> {
  const table: Table<T> = { isBeginning: new Uint8Array(SIZE), byBeginning: new Map() };
  for (const thing of things) for (const keyword of thing.keywords) addKeyword(table, keyword, thing);
  return table;
}

// After three characters earlier ones no longer affect the hash, after fewer they do: all possible predecessors are
// entered.
function addKeyword<T>({ isBeginning, byBeginning }: Table<T>, keyword: string, thing: T): void {
  const codes = [...keyword.slice(0, LENGTH)].map(char => char.charCodeAt(0));
  const seeds = codes.length < LENGTH ? Array.from({ length: SIZE >> (BITS * codes.length) }, (_, seed) => seed) : [0];
  for (const seed of seeds) {
    const beginning = codes.reduce(extended, seed);
    isBeginning[beginning] = 1;
    addToList(byBeginning, beginning, { keyword, thing });
  }
}

/** One rule of gitleaks, as `tools/updateSecretRules.mjs` writes it. */
interface Rule {
  /** In lower case; each text that the rule matches contains one. Without any, `near` takes their place. */
  keywords?: string[];
  /** A pattern of the vendor's name, which must precede `secret`. A rule without it has only a `pattern`. */
  near?: string;
  secret?: string;
  pattern?: string;
  flags?: string;
  /** The minimum entropy of the secret, in bits per character. */
  entropy?: number;
  /** The capture group with the secret: the first, or the whole match if there is none. */
  group?: number;
}

/** Finds secrets in texts that contain one of its keywords. */
export interface SecretFinder {
  /** In lower case. */
  keywords: readonly string[];
  find(text: string): Span[];
}

/** Finds tokens in vendor-specific formats, by the rules of gitleaks. */
export const vendorFinders: readonly SecretFinder[] = (rules as Rule[]).map(finderBy);

function finderBy(rule: Rule): SecretFinder {
  return { keywords: rule.keywords ?? [rule.near ?? ''], find: text => spansBy(rule, text) };
}

function spansBy(rule: Rule, text: string): Span[] {
  const found: Span[] = [];
  for (const match of text.matchAll(patternOf(rule))) {
    const groups = match.indices?.slice(rule.group ?? 1) ?? [];
    const [start, end] = groups.find(group => group !== undefined) ?? match.indices?.[0] ?? [0, 0];
    if (end > start && entropyOf(text.slice(start, end)) >= (rule.entropy ?? 0)) found.push({ start, end });
  }
  return found;
}

/** Finds tokens in the value of a property whose name contains a vendor's name. */
export function secretsUnder(name: string, value: string): Span[] {
  const chosen = vendorsIn(name);
  if (chosen.size === 0) return [];
  const before = `${name}="`;
  return [...chosen]
    .flatMap(({ find }) => find(`${before}${value}"`))
    .map(({ start, end }) => ({ start: start - before.length, end: end - before.length }))
    .filter(({ start }) => start >= 0);
}

const vendorsIn = keywordIndex((rules as Rule[]).filter(({ near }) => near !== undefined).map(finderBy));

const patternOf = memoizeByObject(({ near, secret, pattern, flags = '' }: Rule): RegExp => {
  const regex = near === undefined ? (pattern ?? '(?!)') : `(?:${eitherCase(near)})${BETWEEN}${secret}(?![\\w-])`;
  return new RegExp(regex, `dg${flags}`);
});

// The text between a vendor's name and its token: the rest of the name, and an assignment.
const BETWEEN = String.raw`[ \t\w.-]{0,20}[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`;

// Names are matched ignoring case, even if the token is not.
function eitherCase(near: string): string {
  return near.replace(/\[[^\]]*\]|\\.|[a-z]/gi, one =>
    one.length > 1 ? one : `[${one.toLowerCase()}${one.toUpperCase()}]`,
  );
}

/** Returns the entropy in bits per character, by character frequency. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
