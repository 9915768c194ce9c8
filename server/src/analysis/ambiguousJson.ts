import type { Problem } from '../model/analysis';
import type { Part } from '../model/part';
import type { Finding } from '../model/rule';
import type { Path, Span } from '../model/text';
import { hasLoneSurrogate } from '../text/hasLoneSurrogate';
import { type JsonNode, jsonTree } from '../text/json/parseJson';
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
  const isExtreme = EXTREME.test(part.text);
  const replaced = isDemanded ? -1 : part.text.indexOf(REPLACEMENT);
  if (!isDemanded && !isExtreme && replaced < 0) return [];
  const all: Finding[] = [];
  collectFindings(value, [], all);
  const found = isDemanded ? all : all.filter(({ path }) => typeof atPath(value, path) === 'number');
  const root = found.length > 0 || isExtreme ? jsonTree(part.text) : undefined;
  const spans = [
    ...found.map(finding => ({ message: finding.message, span: findingSpan(finding, root, part) })),
    ...(isExtreme ? vanishingNumbers(root, part.text) : []),
    // Standard input of a demanded kind is refused unless all of its bytes are UTF-8.
    ...(replaced < 0 ? [] : [{ message: NOT_UTF8, span: { start: replaced, end: replaced + 1 } }]),
  ];
  return spans.map(({ message, span }) => ({
    rule: 'envelope/ambiguous-json',
    severity: 'warning',
    message,
    span,
    fixes: [],
  }));
}

/** Numbers that a double holds as zero, though they are not. */
function vanishingNumbers(root: JsonNode | undefined, text: string): { message: string; span: Span }[] {
  const found: { message: string; span: Span }[] = [];
  const pending = root ? [root] : [];
  while (pending.length > 0 && found.length < MOST) {
    const { type, value, offset, length, children = [] } = pending.pop() as JsonNode;
    if (type === 'number' && value === 0 && NOT_ZERO.test(text.slice(offset, offset + length))) {
      found.push({ message: VANISHING, span: { start: offset, end: offset + length } });
    }
    pending.push(...children);
  }
  return found;
}

const NOT_ZERO = /^[-0.]*[1-9]/;
const VANISHING = 'This number is too small for JSON readers: most read it as 0.';
const REPLACEMENT = '\uFFFD';
const NOT_UTF8 =
  'This replacement character stands for bytes that were not valid UTF-8. Save the file as UTF-8, or write \\ufffd if you mean this character.';
const EXTREME = /\d(?:e[+-]?\d{3}|\d{308})/i;

const MOST = 20;
// Positions are unknown in text nested more deeply.
const DEEPEST = 500;

function collectFindings(value: unknown, path: Path, found: Finding[]): void {
  if (found.length >= MOST || path.length > DEEPEST) return;
  if (typeof value === 'number' && !Number.isFinite(value)) {
    found.push({ path, message: 'This number is too large for JSON readers: some read it as infinite, others fail.' });
  } else if (typeof value === 'string' && hasLoneSurrogate(value)) {
    found.push({ path, message: `This text contains a lone surrogate, ${HALF}` });
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

const HALF = 'which UTF-8 cannot encode: some readers replace it, others fail. Write the whole character.';

function keyFault(key: string, value: unknown): string | undefined {
  if (key === '__proto__' || (key === 'constructor' && isObject(value) && Object.hasOwn(value, 'prototype'))) {
    return `"${key}" can change the prototype of all objects in JavaScript (prototype pollution); remove it.`;
  }
  return hasLoneSurrogate(key) ? `${quoteName(key)} contains a lone surrogate, ${HALF}` : undefined;
}
