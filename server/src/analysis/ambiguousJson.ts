import type { Problem } from '../model/analysis';
import type { Part } from '../model/part';
import type { Finding } from '../model/rule';
import type { Path } from '../model/text';
import { hasLoneSurrogate } from '../text/hasLoneSurrogate';
import { jsonTree } from '../text/json/parseJson';
import { atPath, isObject } from '../text/pointer';
import { quoteName } from '../text/quoteName';
import { findingSpan } from './findingSpan';

/**
 * Reports what JSON parsers interpret differently, each at its position, up to the limit. Names and texts are checked
 * only in demanded envelopes: elsewhere they are harmless.
 */
export function ambiguousJsonProblems(
  part: Pick<Part, 'text'>,
  value: unknown,
  isDemanded: boolean,
): Omit<Problem, 'part'>[] {
  // Fast path, called for each line of a log: nearly no text has such a number.
  if (!isDemanded && !LARGE.test(part.text)) return [];
  const all: Finding[] = [];
  collectFindings(value, [], all);
  const found = isDemanded ? all : all.filter(({ path }) => typeof atPath(value, path) === 'number');
  if (found.length === 0) return [];
  const root = jsonTree(part.text);
  return found.map(finding => ({
    rule: 'envelope/ambiguous-json',
    severity: 'warning',
    message: finding.message,
    span: findingSpan(finding, root, part),
    fixes: [],
  }));
}

const LARGE = /\d(?:e\+?\d{3}|\d{308})/i;

const MOST = 20;
// Positions are unknown in text nested more deeply.
const DEEPEST = 500;

function collectFindings(value: unknown, path: Path, found: Finding[]): void {
  if (found.length >= MOST || path.length > DEEPEST) return;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    found.push({ path, message: 'This number is too large for JSON readers: some read it as infinite, others fail.' });
  } else if (typeof value === 'string' && hasLoneSurrogate(value)) {
    found.push({ path, message: `This text contains half of a character, ${HALF}` });
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => collectFindings(item, [...path, index], found));
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const at = [...path, key];
      const fault = keyFault(key, value[key]);
      if (fault) found.push({ path: at, on: 'key', message: fault });
      collectFindings(value[key], at, found);
    }
  }
}

const HALF = 'which UTF-8 has no bytes for: one reader replaces it, another fails. Write the whole character.';

function keyFault(key: string, value: unknown): string | undefined {
  if (key === '__proto__' || (key === 'constructor' && isObject(value) && Object.hasOwn(value, 'prototype'))) {
    return `"${key}" changes what all objects inherit where a reader copies this one key by key; leave it out.`;
  }
  return hasLoneSurrogate(key) ? `${quoteName(key)} contains half of a character, ${HALF}` : undefined;
}
