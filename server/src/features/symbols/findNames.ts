import { valuesAt } from '../../families/declared/pointersIntoLists';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Kind, Recognition } from '../../model/kind';
import type { CellFormat, RegistryDocument } from '../../model/registry';
import type { Schema } from '../../model/schema';
import type { FoundName, LocatedName, NamePlace, SymbolName } from '../../model/symbol';
import type { Part, Path, Position, Range, Span } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { contentSpan, partTree } from '../../parts/rootPart';
import { registryValues, trimmedSpan } from '../../registry/registryCells';
import { t, translated } from '../../shared/l10n';
import { runSteps, type WorkInSteps } from '../../shared/workInSteps';
import { schemaAt } from '../../slots/applicableSchemas';
import { eachDeclaredWith } from '../../slots/schemaPaths';
import { boundedPattern } from '../../text/boundedPattern';
import { type JsonNode, keyNodeAt, nodeAt } from '../../text/json/parseJson';
import { atPointer, formatPointer, isObject } from '../../text/jsonPointer';
import { comparePositions } from '../../text/lines';
import { memoizeByText } from '../../text/memoize';
import { yamlText } from '../../text/yamlText';
import { cursorAt } from '../cursor';
import { isName, isSameSymbol, kindOfSlot } from './symbolKinds';

/**
 * Finds the names of agents, tools, runs and the like in a file, in document order, as symbols for "Find References" and rename. Looks in
 * envelopes, and in state registries, also those inside of envelopes.
 */
export function findNames(analysis: Analysis, search?: Search): FoundName[] {
  return runSteps(findNamesInSteps(analysis, search));
}

/** Like `findNames`, in steps: one for each part. */
export function* findNamesInSteps({ parts }: Analysis, { names, isSure }: Search = {}): WorkInSteps<FoundName[]> {
  const isWanted = (name: SymbolName) => !names || names.some(one => isSameSymbol(one, name));
  const found: FoundName[] = [];
  for (const one of parts) {
    if (names && !names.some(({ text }) => mayContainName(one.part.text, text))) continue;
    for (const name of namesInPart(one, isWanted, isSure)) found.push(name);
    yield;
  }
  return found;
}

/** Restrictions of a search for names. */
export interface Search {
  /** Restricts the result to these names. */
  names?: readonly SymbolName[];
  /** Returns whether the rest of the file makes an envelope sure, if only a chunk was analysed. */
  isSure?(recognition: Recognition): boolean;
}

/** Finds the name that contains or touches the cursor. Returns plain data, which can be sent to another thread. */
export function nameAt(analysis: Analysis, position: Position): LocatedName | undefined {
  const at = cursorAt(analysis, position)?.at;
  const found = at && namesInPart(at, () => true).find(({ range }) => holds(range, position));
  return found && locate(found, analysis.file.uri);
}

/** Converts an occurrence to plain data. */
export function locate({ name, range, role, part, path }: NamePlace, uri: string): LocatedName {
  return { uri, name, range, role, part, path };
}

function namesInPart(
  one: AnalysedPart,
  isWanted: (name: SymbolName) => boolean,
  isSure?: (recognition: Recognition) => boolean,
): FoundName[] {
  const { part, recognition, document } = one;
  const id = stepPartOf(part);
  const isOurs = recognition !== undefined && (recognition.sure || isSure?.(recognition) === true);
  const names = document
    ? registryOccurrences(document.content, part, isWanted)
    : isOurs
      ? envelopeOccurrences(one, recognition, isWanted)
      : [];
  return names.map(name => ({ ...name, part: id })).sort((a, b) => comparePositions(a.range.start, b.range.start));
}

// A document embedded in an envelope belongs to the envelope's step.
function stepPartOf({ id, lang, parent }: Part): string {
  return lang === 'markdown' && parent ? stepPartOf(parent) : id;
}

function holds({ start, end }: Range, { line, character }: Position): boolean {
  return start.line === line && end.line === line && start.character <= character && character <= end.character;
}

/** Finds the wanted names in an envelope, at the places where its schema or its kind declares names. */
export function envelopeOccurrences(
  { part, value }: AnalysedPart,
  { kind, variant: { schema } }: Pick<Recognition, 'kind' | 'variant'>,
  isWanted: (name: SymbolName) => boolean,
): Omit<FoundName, 'part'>[] {
  const inSchema = withOwners(namesInSchema(schema, value));
  const paths = new Set(inSchema.map(({ path }) => formatPointer(path)));
  const pointed = pointedNames(kind, value).filter(({ path }) => !paths.has(formatPointer(path)));
  const wanted: readonly EnvelopeName[] = [...inSchema, ...pointed].filter(({ name }) => isWanted(name));
  const root = wanted.length > 0 ? partTree(part) : undefined;
  if (!root) return [];
  return wanted.flatMap(({ name, path, role, isKey, ...one }) => {
    const node = isKey ? keyNodeAt(root, path) : nodeAt(root, path);
    const span = node?.type === 'string' ? (contentSpan(part, node) ?? writtenSpan(part, node)) : undefined;
    if (!span) return [];
    return {
      name,
      path,
      range: rangeOf(part, span),
      role,
      write: text => part.encode(part.lang === 'yaml' ? inYaml(text, span, part) : inString(text, part)),
      refuses: text => refusal(text, one.schema ?? schemaAt(schema, value, path) ?? {}),
    };
  });
}

// Of a name with escapes or as a block of text all is replaced, but no alias or anchor.
function writtenSpan({ text }: Part, { offset, length }: JsonNode): Span | undefined {
  const written = text.slice(offset, offset + length).trimEnd();
  return /^[*&!]/.test(written) ? undefined : { start: offset, end: offset + written.length };
}

interface EnvelopeName extends Pick<NamePlace, 'name' | 'path' | 'role'> {
  schema?: Schema;
  /** The name is a property name. */
  isKey: boolean;
}

/** Returns the names in an envelope to which the declaration of its kind points. */
export function pointedNames({ names = [], toolCall }: Kind, value: unknown): EnvelopeName[] {
  return names.flatMap(({ at, name, role }) => {
    const owner = name.kind === 'tool' && toolCall?.agent !== undefined ? atPointer(value, toolCall.agent) : undefined;
    return valuesAt(value, at).flatMap(({ value: text, path }): EnvelopeName[] => {
      if (typeof text !== 'string' || !isName(text)) return [];
      return [{ name: { ...name, text, ...(typeof owner === 'string' && { of: owner }) }, path, role, isKey: false }];
    });
  });
}

function namesInSchema(schema: Schema, value: unknown): EnvelopeName[] {
  const found: EnvelopeName[] = [];
  const add = (text: unknown, of: Schema, path: Path, isKey: boolean) => {
    const kind = kindOfSlot(of['x-slot']);
    if (!kind || typeof text !== 'string' || !isName(text)) return;
    found.push({ name: { kind, text }, path, role: of['x-defines'] ? 'defines' : 'refers', schema: of, isKey });
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

/** Sets the agent of each tool: the agent beside the tool, or the agent under which it is listed. */
function withOwners(names: readonly EnvelopeName[]): EnvelopeName[] {
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

// A name that needs quotes gets them, unless it is in some: then their rules hold.
function inYaml(text: string, { start }: Span, part: Part): string {
  const quote = start > 0 ? part.text[start - 1] : '';
  if (quote === '"') return JSON.stringify(text).slice(1, -1);
  return quote === "'" ? text.replaceAll("'", "''") : yamlText(text);
}

// Escapes non-ASCII characters if the part does so, since a writer escapes all or none.
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
  const { pattern, patternErrorMessage, const: only, maxLength, minLength } = schema;
  const choices = only === undefined ? schema.enum : [only];
  if (choices && !choices.includes(text)) return t`must be one of ${choices.map(String).join(', ')}`;
  if (pattern !== undefined && !matches(text, pattern))
    return patternErrorMessage === undefined ? t`must match ${pattern}` : translated(patternErrorMessage);
  if (minLength !== undefined && text.length < minLength) return t`must have at least ${minLength} characters`;
  if (maxLength !== undefined && text.length > maxLength) return t`must have at most ${maxLength} characters`;
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

/** Finds the wanted names in a registry: in fields and cells for names, and in headings such as `### From spec-clarify`. */
function registryOccurrences(
  registry: RegistryDocument,
  part: Part,
  isWanted: (name: SymbolName) => boolean,
): Omit<FoundName, 'part'>[] {
  return [...valueNames(registry), ...headingNames(registry)].flatMap(({ text, format, at, isOneWord }) => {
    const kind = kindOfSlot(format);
    if (!kind || !isName(text) || (isOneWord && !ONE_WORD.test(text)) || !isWanted({ kind, text })) return [];
    return {
      name: { kind, text },
      path: [],
      range: rangeOf(part, at),
      // A registry describes one feature and names it; an embedded registry is a copy.
      role: kind === 'feature' && !part.parent ? 'defines' : 'refers',
      write: (to: string) => part.encode(to),
      refuses: (to: string) => registryRefusal(to, isOneWord),
    };
  });
}

interface Named {
  text: string;
  format: CellFormat | undefined;
  at: Span;
  /** In prose, a name must be a single word: `Ready for: the next phase` names nobody. */
  isOneWord: boolean;
}

const ONE_WORD = /^[\p{L}\p{M}\p{N}_.:-]+$/u;

function valueNames(registry: RegistryDocument): Named[] {
  const { text } = registry.markdown;
  return registryValues(registry).flatMap(({ value, field }) => {
    const format = value.definition?.format;
    if (!format || !kindOfSlot(format) || value.text === '') return [];
    return { text: value.text, format, at: trimmedSpan(text, value), isOneWord: field?.style === 'bullets' };
  });
}

function headingNames({ sections, markdown: { text } }: RegistryDocument): Named[] {
  return sections.flatMap(({ subsections }) =>
    subsections.flatMap(({ definition, heading }) => {
      if (!definition?.named || heading.end - heading.start > LONGEST_HEADING) return [];
      const [, before = '', marks = '', name = ''] = NAMED.exec(text.slice(heading.start, heading.end)) ?? [];
      if (name === '') return [];
      const start = heading.start + before.length + marks.length;
      return { text: name, format: definition.named, at: { start, end: start + name.length }, isOneWord: true };
    }),
  );
}

// Matching takes time cubic in the length if the heading consists of marks.
const LONGEST_HEADING = 300;
const NAMED = /^(\S+[ \t]+)([*_`]*)(.*?)\2$/;

function registryRefusal(to: string, isOneWord: boolean): string | undefined {
  if (to.includes('|')) return t`must not hold the | that ends a cell`;
  if (to.length > LONGEST) return t`must have at most ${LONGEST} characters`;
  if (isOneWord && !ONE_WORD.test(to)) return t`must be one word of letters, digits, dots and dashes`;
  return MARKUP.test(to) ? t`would be read as Markdown` : undefined;
}

// Longer headings are treated as prose.
const LONGEST = 80;
const MARKUP = /[`\\<&]|^[*_-]|^—$|\*\*|#$/;

/**
 * Returns whether a text may contain a name, however escaped: a cheap test that saves parsing. JSON in JSON escapes twice,
 * and some writers escape non-ASCII characters, slashes or angle brackets, so the test searches for the name's longest
 * section that nobody escapes.
 */
export function mayContainName(text: string, name: string): boolean {
  return searchTexts(name).some(mark => text.includes(mark)) || escapesLetters(text);
}

const searchTexts = memoizeByText((name): readonly string[] => {
  const stretches = name.match(/[\w.:@ -]+/g) ?? [];
  const longest = stretches.reduce((best, one) => (one.length > best.length ? one : best), '');
  if (longest !== '') return [longest];
  // For a name without such letters, its first character, unescaped and in both cases of its escape.
  const [first = ''] = name;
  const hex = first.charCodeAt(0).toString(16).padStart(4, '0');
  return [first, hex, hex.toUpperCase()];
});

// Some writer may escape ASCII letters, and YAML has escapes of two digits.
function escapesLetters(text: string): boolean {
  return (text.includes('\\u00') && LETTER.test(text)) || (text.includes('\\x') && TWO_DIGITS.test(text));
}

const TWO_DIGITS = /\\x[\da-f]{2}/i;
const LETTER = /\\u00(?:2[de]|20|3[0-9a]|4[0-9a-f]|5[0-9af]|6[1-9a-f]|7[0-9a])/i;
