import { shapeOf } from '../../analysis/recognise';
import type { AnalysedPart } from '../../model/analysis';
import type { Kind } from '../../model/kind';
import type { FoundName, Name } from '../../model/name';
import type { Part } from '../../model/part';
import type { Schema } from '../../model/schema';
import type { Path } from '../../model/text';
import { partTree } from '../../parts/partTree';
import { rangeOf } from '../../parts/positions';
import { eachDeclaredWith } from '../../slots/eachDeclared';
import { keyNodeAt, nodeAt } from '../../text/json/parseJson';
import { boundedPattern } from '../../text/pattern/boundedPattern';
import { isObject } from '../../text/pointer';
import { isName, kindOfSlot } from './symbolKinds';

/** The wanted names in an envelope, at the locations where its schema declares names. */
export function envelopeOccurrences(
  { part, value }: AnalysedPart,
  kind: Kind,
  isWanted: (name: Name) => boolean,
): Omit<FoundName, 'part'>[] {
  const wanted = withOwners(declaredNames(shapeOf(kind, value).schema, value)).filter(({ name }) => isWanted(name));
  const root = wanted.length > 0 ? partTree(part) : undefined;
  if (!root) return [];
  return wanted.flatMap(({ name, path, schema, isKey }) => {
    const node = isKey ? keyNodeAt(root, path) : nodeAt(root, path);
    if (node?.type !== 'string') return [];
    return {
      name,
      path,
      range: rangeOf(part, { start: node.offset + 1, end: node.offset + node.length - 1 }),
      role: schema['x-defines'] ? 'defines' : 'refers',
      write: text => part.encode(inString(text, part)),
      refuses: text => refusal(text, schema),
    };
  });
}

interface DeclaredName {
  name: Name;
  path: Path;
  schema: Schema;
  /** Whether the name is a property name. */
  isKey: boolean;
}

function declaredNames(schema: Schema, value: unknown): DeclaredName[] {
  const found: DeclaredName[] = [];
  const add = (text: unknown, of: Schema, path: Path, isKey: boolean) => {
    const kind = kindOfSlot(of['x-slot']);
    if (kind && typeof text === 'string' && isName(text)) found.push({ name: { kind, text }, path, schema: of, isKey });
  };
  eachDeclaredWith(hasNames, schema, value, (pathHere, inEffect, here) => {
    const path = pathHere();
    add(here, inEffect, path, false);
    const keys = inEffect['x-keys'];
    if (!keys || !isObject(here)) return;
    for (const key of Object.keys(here)) if (key !== '$schema') add(key, keys, [...path, key], true);
  });
  return found;
}

const hasNames = (schema: Schema) => schema['x-keys'] !== undefined || kindOfSlot(schema['x-slot']) !== undefined;

/** A tool belongs to the agent beside it, or to the one it is listed under. */
function withOwners(names: readonly DeclaredName[]): DeclaredName[] {
  if (!names.some(({ name }) => name.kind === 'tool')) return [...names];
  const agents = names.filter(({ name }) => name.kind === 'agent');
  return names.map(one => {
    if (one.name.kind !== 'tool') return one;
    const owner = agents.find(({ path, isKey }) => startsWith(one.path, isKey ? path : path.slice(0, -1), isKey));
    return owner ? { ...one, name: { ...one.name, of: owner.name.text } } : one;
  });
}

function startsWith(path: Path, start: Path, anywhereBelow: boolean): boolean {
  return (anywhereBelow || path.length === start.length + 1) && start.every((step, index) => step === path[index]);
}

// A writer that escapes non-ASCII characters does so throughout.
function inString(text: string, part: Part): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  if (!NOT_ASCII.test(escaped) || NOT_ASCII.test(part.text)) return escaped;
  return ESCAPED.test(part.text) ? escaped.replace(ALL_NOT_ASCII, unicodeEscape) : escaped;
}

const NOT_ASCII = /[^\0-\x7f]/;
const ALL_NOT_ASCII = /[^\0-\x7f]/g;
const ESCAPED = /\\u(?!00[0-7])[\da-fA-F]{4}/;

function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function refusal(text: string, schema: Schema): string | undefined {
  const { pattern, patternErrorMessage, enum: choices, maxLength, minLength } = schema;
  if (choices && !choices.includes(text)) return `must be one of ${choices.map(String).join(', ')}`;
  if (pattern !== undefined && !matches(text, pattern)) return patternErrorMessage ?? `must match ${pattern}`;
  if (minLength !== undefined && text.length < minLength) return `must have at least ${minLength} characters`;
  if (maxLength !== undefined && text.length > maxLength) return `must have at most ${maxLength} characters`;
  return undefined;
}

// An invalid pattern is reported at its declaration.
function matches(text: string, pattern: string): boolean {
  try {
    return boundedPattern(pattern)?.test(text) ?? true;
  } catch {
    return true;
  }
}
