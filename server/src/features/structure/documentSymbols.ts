import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../../model/analysis';
import type { Part } from '../../model/part';
import { partTree } from '../../parts/partTree';
import { rangeOf, rangeOfPart } from '../../parts/positions';
import type { ClientOptions } from '../../shared/protocol';
import { truncate } from '../../shared/truncate';
import type { JsonNode } from '../../text/json/parseJson';
import { memoizeByObject } from '../../text/memoize';
import { plainEnvelopeSummary } from '../envelopeSummary';
import { carriedRegistrySymbol, registrySymbols } from './registrySymbols';

// In a log of a hundred thousand lines the outline shows the lines, and no more than the first levels of any.
const MOST_WITH_PROPERTIES = 200;
const DEEPEST = 3;
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
 * The outline of a file: its envelopes with their summaries, and below them their properties and the registries that
 * they carry; for a registry its sections, fields and rows.
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

// Where the client already outlines the headings, rows and fields are listed beside them, with their section.
function withoutHeadings(sections: readonly DocumentSymbol[]): DocumentSymbol[] {
  return sections.flatMap(({ name, children = [] }) =>
    children.flatMap(child => {
      const below = child.children ?? [];
      return below.length > 0 ? withoutHeadings([child]) : [{ ...child, detail: child.detail || name }];
    }),
  );
}

// Asked for after each key, which leaves most parts of a log as they are.
const carriedSymbol = memoizeByObject(carriedRegistrySymbol);

function withOwnProperties(envelope: AnalysedPart): DocumentSymbol {
  const root = partTree(envelope.part);
  const children = root ? propertySymbols(root, envelope.part, 1) : [];
  return { ...envelopeSymbol(envelope), children };
}

const envelopeSymbol = memoizeByObject(({ part, value, recognition }: AnalysedPart): DocumentSymbol => {
  const range = rangeOfPart(part);
  const start = Math.max(0, part.text.search(/\S/));
  const kind = recognition?.kind;
  return {
    name: (kind && plainEnvelopeSummary(value, kind)) || part.id,
    ...(kind && { detail: kind.id }),
    kind: EVENT,
    range,
    selectionRange: rangeOf(part, { start, end: Math.min(start + 1, part.text.length) }),
  };
});

function propertySymbols(node: JsonNode, part: Part, depth: number): DocumentSymbol[] {
  if (node.type !== 'object' || depth > DEEPEST) return [];
  return (node.children ?? []).flatMap(property => {
    const [key, value] = property.children ?? [];
    if (!key || !value) return [];
    return {
      name: String(key.value) || '""',
      detail: shortly(value),
      kind: KINDS[value.type] ?? 13,
      range: rangeOf(part, spanOf(property)),
      selectionRange: rangeOf(part, spanOf(key)),
      children: propertySymbols(value, part, depth + 1),
    };
  });
}

function shortly({ type, value, children }: JsonNode): string {
  if (type === 'object') return '';
  if (type === 'array') return `[${children?.length ?? 0}]`;
  const text = String(value);
  return truncate(text, 40, 38);
}

function spanOf({ offset, length }: JsonNode) {
  return { start: offset, end: offset + length };
}
