import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { RegistryDocument, RegistryField, RegistryRow, RegistrySection, RegistryTable } from '../model/registry';
import type { Part, Span } from '../model/text';
import { rangeOf, rangeOfPart } from '../parts/positions';
import { partText, partTree } from '../parts/rootPart';
import { idsIn } from '../registry/registryIds';
import type { ClientOptions } from '../shared/lspExtensions';
import { truncate } from '../shared/shownText';
import { nodeSpan } from '../text/json/jsonSpans';
import type { JsonNode } from '../text/json/parseJson';
import { atPath } from '../text/jsonPointer';
import { memoizeByObject } from '../text/memoize';
import { plainEnvelopeSummary } from './envelopeSummary';

const FILE: SymbolKind = 1;
const NAMESPACE: SymbolKind = 3;
const FIELD: SymbolKind = 8;
const STRUCT: SymbolKind = 23;

/** Returns the outline symbol of a state registry whose text an envelope contains. */
function carriedRegistrySymbol({ part, document }: AnalysedPart): DocumentSymbol[] {
  if (!document || !part.parent) return [];
  const range = rangeOfPart(part);
  const children = registrySymbols(document.content, part);
  return [{ name: document.kind.title, kind: FILE, range, selectionRange: range, children }];
}

/**
 * Returns the outline symbols of a state registry: sections with their fields and rows. For a Markdown file with a list of checks, returns
 * headings with their checks.
 */
function registrySymbols({ markdown, sections }: RegistryDocument, part: Part): DocumentSymbol[] {
  return sections.map(section => {
    const { subsections } = section;
    const below = (of: (typeof subsections)[number] | undefined) => membersOf(section, of, part, markdown.text);
    const nested = subsections.flatMap(one => {
      const children = below(one);
      return children.length > 0 ? group(markdown.text, one.heading, one, children, part) : [];
    });
    return group(markdown.text, section.heading, section, [...below(undefined), ...nested], part);
  });
}

function membersOf(
  { fields, tables }: RegistrySection,
  subsection: RegistrySection['subsections'][number] | undefined,
  part: Part,
  text: string,
): DocumentSymbol[] {
  return [
    ...fields.filter(one => one.subsection === subsection).map(field => fieldSymbol(field, part)),
    ...tables.filter(one => one.subsection === subsection).flatMap(table => rowSymbols(table, part, text)),
  ];
}

function group(text: string, heading: Span, whole: Span, children: DocumentSymbol[], part: Part): DocumentSymbol {
  const name = text.slice(heading.start, heading.end);
  // Excludes trailing blank lines.
  const end = whole.start + text.slice(whole.start, whole.end).trimEnd().length;
  const range = rangeOf(part, { start: whole.start, end });
  return { name: name || '#', kind: NAMESPACE, range, selectionRange: rangeOf(part, heading), children };
}

function fieldSymbol({ name, nameAt, line, text }: RegistryField, part: Part): DocumentSymbol {
  const range = rangeOf(part, line);
  return { name: name || '-', detail: shortCell(text), kind: FIELD, range, selectionRange: rangeOf(part, nameAt) };
}

function rowSymbols({ rows, columns }: RegistryTable, part: Part, text: string): DocumentSymbol[] {
  const own = columns.findIndex(({ definition }) => definition?.defines);
  const index = own < 0 ? 0 : own;
  return rows.map(row => rowSymbol(row, index, part, text));
}

// Names a row by its id, otherwise by its first cell. The detail is the row's status and subject.
function rowSymbol(row: RegistryRow, index: number, part: Part, text: string): DocumentSymbol {
  const named = row.values[index] ?? row.values[0];
  const others = row.values.filter(one => one !== named && one.text !== '');
  const texts = others.filter(({ definition }) => definition?.format === 'text');
  const about = texts.sort((one, two) => two.text.length - one.text.length).slice(0, 1);
  const detail = [...others.filter(({ vocabulary }) => vocabulary), ...about];
  const [id] = named ? idsIn(text.slice(named.at.start, named.at.end)) : [];
  return {
    name: id?.id ?? (shortCell(named?.text ?? '') || '-'),
    detail: shortCell(detail.map(one => one.text).join(' · ')),
    kind: STRUCT,
    range: rangeOf(part, row),
    selectionRange: rangeOf(part, named?.at ?? row),
  };
}

function shortCell(text: string): string {
  return truncate(text, 60, 58);
}

// The outline of a long log shows lines without properties, and only the first levels of an envelope.
const MOST_WITH_PROPERTIES = 200;
const DEEPEST = 3;
/** The maximum number of characters to search for an envelope's bracket, without joining the text of a large part. */
const MOST_BLANK = 1000;
const EVENT: SymbolKind = 24;
const KINDS: Partial<Record<JsonNode['type'], SymbolKind>> = {
  object: 19,
  array: 18,
  string: 15,
  number: 16,
  boolean: 17,
  null: 21,
};

/**
 * Returns the outline of a file. Lists its envelopes with their summaries, and below each envelope its properties and the registries in it.
 * For a registry, lists sections, fields and rows.
 */
export function documentSymbols({ parts }: Analysis, { hasMarkdownOutline }: ClientOptions = {}): DocumentSymbol[] {
  const envelopes = parts.filter(({ recognition }) => recognition);
  const withProperties = envelopes.length <= MOST_WITH_PROPERTIES;
  const carried = new Map<Part, DocumentSymbol[]>();
  for (const one of parts) {
    const { parent } = one.part;
    if (one.document && parent) carried.set(parent, [...(carried.get(parent) ?? []), ...carriedSymbol(one)]);
  }
  const found = envelopes.map(envelope => {
    const own = withProperties ? withOwnProperties(envelope) : envelopeSymbol(envelope);
    const registries = carried.get(envelope.part);
    return registries ? { ...own, children: [...(own.children ?? []), ...registries] } : own;
  });
  const own = parts.flatMap(({ part, document }) =>
    document && !part.parent ? registrySymbols(document.content, part) : [],
  );
  return [...(hasMarkdownOutline ? withoutHeadings(own) : own), ...found];
}

// Lists rows and fields with the name of their section, for a client that outlines the headings itself.
function withoutHeadings(sections: readonly DocumentSymbol[]): DocumentSymbol[] {
  return sections.flatMap(({ name, children = [] }) =>
    children.flatMap(child => {
      const below = child.children ?? [];
      return below.length > 0 ? withoutHeadings([child]) : [{ ...child, detail: child.detail || name }];
    }),
  );
}

// Memoized: called after each key, which changes few parts of a log.
const carriedSymbol = memoizeByObject(carriedRegistrySymbol);

function withOwnProperties(envelope: AnalysedPart): DocumentSymbol {
  const root = partTree(envelope.part);
  const children = root ? propertySymbols(root, envelope, 1) : [];
  return { ...envelopeSymbol(envelope), children };
}

const envelopeSymbol = memoizeByObject(({ part, value, recognition }: AnalysedPart): DocumentSymbol => {
  const range = rangeOfPart(part);
  const [blank = ''] = /^\s*/.exec(partText(part, { start: 0, end: MOST_BLANK })) ?? [];
  const kind = recognition?.kind;
  return {
    name: (kind && plainEnvelopeSummary(value, kind)) || part.id,
    ...(kind && { detail: kind.id }),
    kind: EVENT,
    range,
    selectionRange: rangeOf(part, { start: blank.length, end: blank.length + 1 }),
  };
});

function propertySymbols(
  node: JsonNode,
  { part, value: around }: Pick<AnalysedPart, 'part' | 'value'>,
  depth: number,
): DocumentSymbol[] {
  if (node.type !== 'object' || depth > DEEPEST) return [];
  return (node.children ?? []).flatMap(property => {
    const [key, content] = property.children ?? [];
    if (!key || !content) return [];
    const value = atPath(around, [String(key.value)]);
    return {
      name: String(key.value) || '""',
      detail: shortly(content, value),
      kind: KINDS[content.type] ?? 13,
      range: rangeOf(part, nodeSpan(property)),
      selectionRange: rangeOf(part, nodeSpan(key)),
      children: propertySymbols(content, { part, value }, depth + 1),
    };
  });
}

function shortly(node: JsonNode, value: unknown): string {
  if (node.type === 'object') return '';
  // Counts values, since the nodes of a list may not exist yet.
  if (node.type === 'array') return `[${Array.isArray(value) ? value.length : (node.children?.length ?? 0)}]`;
  const text = String(node.value);
  return truncate(text, 40, 38);
}
