import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import { associationOf, type Context } from '../../analysis/analyse';
import { knownIn } from '../../analysis/analysisContext';
import { IGNORE_PROPERTY } from '../../analysis/ignoreProperty';
import { fileKind } from '../../analysis/recognise';
import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { Kind } from '../../model/kind';
import type { RegistryDocument, RegistrySection, RegistryTable } from '../../model/registry';
import type { NamedRule } from '../../model/rule';
import type { Slot, SlotChoice } from '../../model/schema';
import type { Part, Position, Span, TextFile } from '../../model/text';
import { offsetAt, partAt } from '../../parts/positions';
import { partTree, rootPart } from '../../parts/rootPart';
import { SECTIONS } from '../../registry/allSections';
import { nameKey } from '../../registry/findSectionDefinitions';
import { isBegunRegistry } from '../../registry/isRegistry';
import { readRegistry } from '../../registry/readRegistry';
import { sectionAt } from '../../registry/registrySlot';
import { type RegistryTemplateOptions, renderField, renderSection } from '../../registry/registryTemplate';
import { familyOfRule, ruleNames } from '../../rules/ruleNames';
import { t } from '../../shared/l10n';
import type { ClientOptions } from '../../shared/lspExtensions';
import { orText } from '../../shared/shownText';
import { jsonCursor } from '../../slots/jsonCursor';
import { choicePlaceholder, escapeSnippet } from '../../slots/schemaSnippet';
import { yamlCursor } from '../../slots/yamlCursor';
import { jsonTree } from '../../text/json/parseJson';
import { atPath, isObject } from '../../text/jsonPointer';
import { parseMarkdown } from '../../text/parseMarkdown';
import { formatSeconds } from '../../text/parseTime';
import type { LastNumber } from '../../text/similarNames';
import { yamlText } from '../../text/yamlText';
import { beforeTypedToken, type Cursor, expectedKind, narrowCursorAt, outsideComments, slotAt } from '../cursor';
import { fillSnippets } from '../fillSnippets';
import { neighbourEnvelopes } from '../neighbourEnvelopes';
import { findRule, ruleSummary } from '../rulePages';
import { completionInsertion, memberInsertion } from './completionInsertion';
import { envelopeItems } from './envelopeItems';
import { valueItems } from './valueItems';

interface Around {
  context: Context;
  workspace: Workspace;
  client: ClientOptions;
  lastNumber?: LastNumber;
}

/**
 * Returns the completions at the cursor: whole envelopes in an empty place, missing properties in an object (the required ones first), otherwise
 * values. Returns nothing outside of envelopes and state registries.
 */
export function completion(analysis: Analysis, position: Position, around: Around): CompletionItem[] {
  const items = itemsAt(analysis, position, around);
  const part = partAt(
    analysis.parts.map(one => one.part),
    position,
  );
  return part?.lang === 'yaml' ? items.map(item => asTyped(item, part, position)) : items;
}

// An editor compares what is typed, with its quote if there is one, with the filter text.
function asTyped(item: CompletionItem, part: Part, position: Position): CompletionItem {
  const { filterText, textEdit } = item;
  if (filterText === undefined || !textEdit) return item;
  const isQuoted = /^\s*"(?:[^"\\]|\\.)*"$/.test(filterText);
  const plain = isQuoted ? String(JSON.parse(filterText)) : filterText.trim();
  const start = 'range' in textEdit ? offsetAt(part, textEdit.range.start) : offsetAt(part, position);
  const quote = start === undefined ? undefined : part.text[start];
  if (quote === "'") return { ...item, filterText: `'${plain.replaceAll("'", "''")}'` };
  return { ...item, filterText: quote === '"' ? JSON.stringify(plain) : plain };
}

function itemsAt(
  analysis: Analysis,
  position: Position,
  { context, workspace, client, lastNumber }: Around,
): CompletionItem[] {
  const narrow = narrowCursorAt(analysis, position);
  if (!narrow) return begunRegistryItems(analysis.file, position);
  const drawn = outsideComments(narrow, analysis);
  if (!drawn) return [];
  const cursor = beforeTypedToken(drawn, analysis, context);
  const { at, offset, kind, typed } = cursor;
  if (at.document) return documentItems(cursor, { analysis, context, workspace });
  if (!kind && associationOf(analysis.file.uri, context) === 'none') return [];
  const near = () => neighbourEnvelopes(analysis, context, { line: position.line, except: cursor.whole });
  const fresh = () => fillSnippets({ ...context, near: near(), now: Date.now(), lastNumber });
  const blank = envelopeItems(at.part, typed ?? { start: offset, end: offset }, context, {
    written: drawn.at.part.text,
    expected: expectedKind(analysis, context),
    named: fileKind(analysis.file.uri, context.families),
    fresh,
  });
  if (blank) return blank;
  const ids = schemaIdItems(at.part, offset, context);
  if (ids) return ids;
  const { rules } = knownIn(context.families);
  const ignored = kind && ignoredRuleItems(at.part, offset, rules);
  if (ignored) return ignored;
  const slot = kind && slotAt(cursor);
  if (!slot) return [];
  if (slot.named === 'rule') return ruleKeyItems(slot, cursor, rules);
  if (slot.role !== 'key') return valueItems(slot, cursor, { analysis, context, workspace, lastNumber });
  const items = keyItems(slot, cursor);
  // The client's own JSON service already offers `$schema` in each JSON file, and then opens the list of values.
  return client.hasJsonService && isJson(analysis) ? items.filter(({ label }) => label !== '$schema') : items;
}

function documentItems(cursor: Cursor, around: Omit<Around, 'client'> & { analysis: Analysis }): CompletionItem[] {
  const { document, part } = cursor.at;
  const slot = slotAt(cursor);
  const isCell = slot?.role === 'cell';
  // A typed pipe is a cell, and the beginning of a row.
  const lines = document && (isCell || !slot) ? registryItems(document.content, part, cursor.offset) : [];
  return isCell ? [...lines, ...valueItems(slot, cursor, around)] : lines;
}

function isJson({ file }: Analysis): boolean {
  return file.lang === 'json' || file.lang === 'jsonc';
}

const REFERENCE: CompletionItemKind = 18;
const SCHEME = 'agent-envelopes:';

/** Completes our schema ids in the value of a root `$schema`, even without quotes. Undefined elsewhere. */
function schemaIdItems(part: Part, offset: number, { families }: Context): CompletionItem[] | undefined {
  const at = part.lang === 'yaml' ? yamlSchemaValue(part, offset) : schemaValue(part.text, offset);
  if (!at) return undefined;
  const written = part.text.slice(at.start, at.end);
  const typed = written.replace(/^"|"$/g, '');
  if (!typed.startsWith(SCHEME) && (typed.includes(':') || /^[./]/.test(typed))) return undefined;
  const quote = written.startsWith('"') ? '"' : '';
  return families
    .flatMap(family => family.kinds.filter(kind => !kind.readOnly && !kind.fileNames))
    .map(kind => ({
      label: kind.id,
      kind: REFERENCE,
      detail: kind.title,
      // Sorts before the items of other providers.
      sortText: `!${kind.id}`,
      // Filters by the label, or by the id once the user types the id.
      filterText: `${quote}${typed.startsWith(SCHEME) ? '' : `${kind.id} `}${kind.schemaId}${quote}`,
      ...memberInsertion(part, at, JSON.stringify(kind.schemaId)),
    }));
}

function yamlSchemaValue(part: Part, offset: number): Span | undefined {
  if (!part.text.includes('$schema')) return undefined;
  const place = yamlCursor(part.text, offset, partTree(part));
  return place && !place.atKey && place.path.length === 1 && place.path[0] === '$schema' ? place.at : undefined;
}

function schemaValue(text: string, offset: number): Span | undefined {
  const before = text.slice(Math.max(0, offset - LONGEST), offset);
  // Without it the tree of a text of megabytes would be made for nothing.
  if (!before.includes('"$schema"')) return undefined;
  const bare = /"\$schema"\s*:\s*([^\s"{}[\],]*)$/.exec(before)?.[1] ?? '';
  const start = offset - bare.length;
  const place = jsonCursor(text, start, jsonTree(text));
  if (!place || place.atKey || place.path.length !== 1 || place.path[0] !== '$schema') return undefined;
  if (bare === '') return place.at;
  const rest = /^[^\s"{}[\],]*/.exec(text.slice(offset, offset + LONGEST))?.[0] ?? '';
  return { start, end: offset + rest.length };
}

// The number of characters read around the cursor.
const LONGEST = 300;

const PROPERTY: CompletionItemKind = 10;

/**
 * Completes the missing properties of the object, required ones first, each with a value to tab through; in a whole
 * envelope, finally the `$schema` that names its kind.
 */
function keyItems(slot: Slot, { at: { part, value }, kind }: Cursor): CompletionItem[] {
  const properties = slot.absent.map((absent, index) => ({
    label: absent.name,
    kind: PROPERTY,
    detail: absent.required ? t`${meaning(absent)} (required)` : meaning(absent),
    ...(absent.about !== undefined && { documentation: { kind: 'markdown' as const, value: absent.about } }),
    // Sorts before `$schema`, which the client's JSON service offers without a `sortText`.
    sortText: `!${absent.required ? 0 : 1}${String(index).padStart(3, '0')}`,
    filterText: JSON.stringify(absent.name),
    ...(absent.required && { preselect: index === 0 }),
    ...propertyInsertion(absent.name, absent.body(part), slot, part),
  }));
  const hasSchema = isObject(value) && Object.hasOwn(value, '$schema') && slot.name !== '$schema';
  return slot.path.length > 1 || hasSchema || !kind ? properties : [...properties, schemaItem(kind, slot, part)];
}

// Without a title, the type is more informative than repeating the name.
function meaning({ title, name, types }: Slot): string {
  return title === name && types.length > 0 ? orText(types) : title;
}

function schemaItem({ schema, title }: Kind, slot: Slot, part: Part): CompletionItem {
  return {
    label: '$schema',
    kind: PROPERTY,
    detail: t`Says that this is a ${title.toLowerCase()}`,
    sortText: '!2',
    filterText: '"$schema"',
    ...propertyInsertion('$schema', escapeSnippet(JSON.stringify(schema.$id)), slot, part),
  };
}

/** Returns the insertion of a property with a value; before a colon, the insertion of the name only. */
function propertyInsertion(name: string, body: string, { at, isBlock }: Slot, part: Part) {
  const key = escapeSnippet(isBlock ? yamlText(name) : JSON.stringify(name));
  const isNamed = /^\s*:/.test(part.text.slice(at.end));
  if (isBlock && !isNamed) return completionInsertion(part, at, `${key}:${body.startsWith('\n') ? '' : ' '}${body}`);
  return isNamed ? completionInsertion(part, at, key) : memberInsertion(part, at, `${key}: ${body}`);
}

/** Completes the property names of an object that maps rules to settings with the rules that it lacks. */
function ruleKeyItems(slot: Slot, { at: { part, value } }: Cursor, rules: Rules): CompletionItem[] {
  const parent = atPath(value, slot.path.slice(0, -1));
  const isNamed = (id: string) => isObject(parent) && Object.hasOwn(parent, id) && id !== slot.name;
  return ruleChoices(rules)
    .filter(({ value: id }) => !isNamed(id))
    .map(({ value: id, about = '' }, index) => ({
      label: id,
      kind: REFERENCE,
      documentation: { kind: 'markdown' as const, value: about },
      sortText: String(index).padStart(4, '0'),
      filterText: JSON.stringify(id),
      ...propertyInsertion(id, slot.body(part), slot, part),
    }));
}

/** Returns the rule ids with their summaries, and the wildcard of a family after its rules. */
function ruleChoices(rules: Rules): (SlotChoice & { value: string })[] {
  return [...ruleNames(rules)].sort(byFamily).map(id => ({ value: id, about: aboutRule(id, rules) }));
}

type Rules = ReadonlyMap<string, NamedRule>;

function aboutRule(id: string, rules: Rules): string {
  const rule = rules.has(id) ? findRule(id) : undefined;
  return rule ? `${rule.severity}: ${ruleSummary(rule)}` : t`All rules of ${familyOfRule(id)}.`;
}

function byFamily(one: string, two: string): number {
  const [own, other] = [familyOfRule(one), familyOfRule(two)];
  if (own !== other) return own < other ? -1 : 1;
  if (one.endsWith('/*') !== two.endsWith('/*')) return one.endsWith('/*') ? 1 : -1;
  return one < two ? -1 : 1;
}

/** Completes rules in an `$ignore` list; nothing elsewhere. */
function ignoredRuleItems(
  part: Part,
  offset: number,
  rules: ReadonlyMap<string, NamedRule>,
): CompletionItem[] | undefined {
  if (!part.text.includes(IGNORE_PROPERTY)) return undefined;
  const find = part.lang === 'yaml' ? yamlCursor : jsonCursor;
  const place = find(part.text, offset, partTree(part));
  if (!place || place.atKey || place.path.at(-2) !== IGNORE_PROPERTY || typeof place.path.at(-1) !== 'number')
    return undefined;
  return ruleChoices(rules).map(({ value, about = '' }, index) => ({
    label: value,
    kind: REFERENCE,
    documentation: { kind: 'markdown' as const, value: about },
    sortText: String(index).padStart(4, '0'),
    filterText: JSON.stringify(value),
    ...memberInsertion(part, place.at, escapeSnippet(JSON.stringify(value))),
  }));
}

const ROW: CompletionItemKind = 22;
const FIELD: CompletionItemKind = 5;
const SECTION: CompletionItemKind = 9;

interface Line extends Span {
  text: string;
}

/**
 * Completes an empty or just begun line of a registry: the next row of the table above, a missing field of the section, or
 * a missing section of the document.
 */
function registryItems(registry: RegistryDocument, part: Part, offset: number): CompletionItem[] {
  if (registry.markdown.fences.some(({ start, end }) => start <= offset && offset <= end)) return [];
  const line = lineAt(part.text, offset);
  const section = sectionAt(registry, offset);
  const items: CompletionItem[] = [];
  if (/^\s*\|?\s*$/.test(line.text)) items.push(...rowItems(section, part, line));
  if (/^\s*(-\s*\**[\w ]*)?$/.test(line.text)) items.push(...fieldItems(section, part, line));
  if (/^(#{1,3}\s*[\w ]*)?$/.test(line.text)) items.push(...sectionItems(registry, part, line));
  return items.map((item, index) => ({ ...item, sortText: String(index).padStart(3, '0') }));
}

/** Completes section names in a registry that has too few sections to be recognised. */
function begunRegistryItems(file: TextFile, position: Position): CompletionItem[] {
  if (file.lang !== 'markdown' || !/^##/.test(file.lines[position.line] ?? '')) return [];
  const part = rootPart(file, 'markdown');
  const markdown = parseMarkdown(part.text);
  const offset = offsetAt(part, position);
  if (offset === undefined || !isBegunRegistry(markdown, file.uri)) return [];
  return registryItems(readRegistry(markdown, { whole: false }), part, offset);
}

function lineAt(text: string, offset: number): Line {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return { start, end: end < 0 ? text.length : end, text: text.slice(start, end < 0 ? text.length : end) };
}

function rowItems(section: RegistrySection | undefined, part: Part, line: Line): CompletionItem[] {
  // A new row is directly below its table, or a typed pipe, which the parser already takes for a row.
  const table = section?.tables.find(
    ({ table: { start, end } }) => start < line.start && (end === line.start - 1 || end >= line.start),
  );
  if (!table) return [];
  const indent = /^\s*/.exec(line.text)?.[0] ?? '';
  const snippet = indent + rowSnippet(table);
  return [
    {
      label: `| ${table.columns.map(({ name }) => name).join(' | ')} |`,
      kind: ROW,
      detail: t`a new row`,
      filterText: line.text === '' ? '|' : line.text,
      ...completionInsertion(part, line, snippet),
    },
  ];
}

function rowSnippet({ columns }: RegistryTable): string {
  const cells = columns.map(({ definition }, index) => {
    const words = definition?.vocabulary?.words.map(({ word }) => word) ?? [];
    const stop = index + 1;
    if (words.length > 0) return choicePlaceholder(words, stop);
    if (definition?.format === 'time') return `\${${stop}:${formatSeconds()}}`;
    return definition?.blank ? `\${${stop}:-}` : `$${stop}`;
  });
  return `| ${cells.join(' | ')} |`;
}

function fieldItems(section: RegistrySection | undefined, part: Part, line: Line): CompletionItem[] {
  if (!section) return [];
  const subsection = section.subsections.findLast(({ start }) => start <= line.start);
  const present = new Set(section.fields.map(({ name }) => nameKey(name)));
  const known = subsection?.definition?.fields ?? section.definition.fields ?? [];
  const style = section.fields[0]?.style ?? 'bullets';
  if (style === 'table' && line.text.includes('-')) return [];
  return known
    .filter(({ name, aliases = [] }) => ![name, ...aliases].some(one => present.has(nameKey(one))))
    .map(field => ({
      label: field.name,
      kind: FIELD,
      detail: t`a field of ${section.definition.title}`,
      documentation: { kind: 'markdown', value: field.about },
      filterText: line.text.trim() === '' ? field.name : `- **${field.name}`,
      ...completionInsertion(part, line, escapeSnippet(renderField(field, filling(style)))),
    }));
}

function sectionItems({ sections }: RegistryDocument, part: Part, line: Line): CompletionItem[] {
  const present = new Set(sections.map(({ definition }) => definition));
  const style = sections.flatMap(({ fields }) => fields)[0]?.style ?? 'bullets';
  return SECTIONS.filter(section => !present.has(section)).map(section => ({
    label: `## ${section.title}`,
    kind: SECTION,
    detail: section.core ? t`a core section` : t`a section (${section.extension})`,
    documentation: { kind: 'markdown', value: section.about },
    filterText: line.text === '' ? section.title : `## ${section.title}`,
    ...completionInsertion(part, line, escapeSnippet(renderSection(section, filling(style)).trimEnd())),
  }));
}

function filling(style: RegistryTemplateOptions['style']): RegistryTemplateOptions {
  return { featureId: '', branch: '', workflow: '', now: formatSeconds(), style };
}
