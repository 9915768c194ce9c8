import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver-types';
import type { AnalysedPart } from '../../model/analysis';
import type { Part } from '../../model/part';
import type {
  RegistryDocument,
  RegistryField,
  RegistryRow,
  RegistrySection,
  RegistryTable,
} from '../../model/registryDocument';
import type { Span } from '../../model/text';
import { rangeOf, rangeOfPart } from '../../parts/positions';
import { idsIn } from '../../registry/ids';
import { truncate } from '../../shared/truncate';

const FILE: SymbolKind = 1;
const NAMESPACE: SymbolKind = 3;
const FIELD: SymbolKind = 8;
const STRUCT: SymbolKind = 23;

/** A registry that an envelope carries, as one symbol. */
export function carriedRegistrySymbol({ part, document }: AnalysedPart): DocumentSymbol[] {
  if (!document || !part.parent) return [];
  const range = rangeOfPart(part);
  const children = registrySymbols(document.content, part);
  return [{ name: document.kind.title, kind: FILE, range, selectionRange: range, children }];
}

/** The sections of a registry, and in them its fields and rows; of a module of checks its headings and checks. */
export function registrySymbols({ markdown, sections }: RegistryDocument, part: Part): DocumentSymbol[] {
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
  // Trailing blank lines are excluded.
  const end = whole.start + text.slice(whole.start, whole.end).trimEnd().length;
  const range = rangeOf(part, { start: whole.start, end });
  return { name: name || '#', kind: NAMESPACE, range, selectionRange: rangeOf(part, heading), children };
}

function fieldSymbol({ name, nameAt, line, text }: RegistryField, part: Part): DocumentSymbol {
  const range = rangeOf(part, line);
  return { name: name || '-', detail: shortly(text), kind: FIELD, range, selectionRange: rangeOf(part, nameAt) };
}

function rowSymbols({ rows, columns }: RegistryTable, part: Part, text: string): DocumentSymbol[] {
  const own = columns.findIndex(({ definition }) => definition?.defines);
  const index = own < 0 ? 0 : own;
  return rows.map(row => rowSymbol(row, index, part, text));
}

// Named by its id, else by its first cell; the detail gives its status and its subject.
function rowSymbol(row: RegistryRow, index: number, part: Part, text: string): DocumentSymbol {
  const named = row.values[index] ?? row.values[0];
  const others = row.values.filter(one => one !== named && one.text !== '');
  const texts = others.filter(({ definition }) => definition?.format === 'text');
  const about = texts.sort((one, two) => two.text.length - one.text.length).slice(0, 1);
  const detail = [...others.filter(({ vocabulary }) => vocabulary), ...about];
  const [id] = named ? idsIn(text.slice(named.at.start, named.at.end)) : [];
  return {
    name: id?.id ?? (shortly(named?.text ?? '') || '-'),
    detail: shortly(detail.map(one => one.text).join(' · ')),
    kind: STRUCT,
    range: rangeOf(part, row),
    selectionRange: rangeOf(part, named?.at ?? row),
  };
}

function shortly(text: string): string {
  return truncate(text, 60, 58);
}
