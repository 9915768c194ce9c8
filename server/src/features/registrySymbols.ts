import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver-types';
import type { AnalysedPart, Analysis } from '../model/analysis';
import type { Part } from '../model/part';
import type { Field, RegistryDocument, RegistryRow, RegistryTable, Section, Value } from '../model/registryDocument';
import type { Span } from '../model/text';
import { rangeOf, rangeOfPart } from '../parts/place';
import { idsIn } from '../registry/ids';
import { checkModuleOf, isOfChecks, type TabledDocument } from './checkModule';

const FILE: SymbolKind = 1;
const NAMESPACE: SymbolKind = 3;
const FIELD: SymbolKind = 8;
const STRUCT: SymbolKind = 23;

/** The sections of a registry that is a file of its own, or the headings of a module of checks; fields and rows below. */
export function documentSymbols(analysis: Analysis): DocumentSymbol[] {
  const own = analysis.parts.find(({ document, part }) => document && !part.parent);
  if (own?.document) return registrySymbols(own.document.content, own.part);
  const module = checkModuleOf(analysis);
  return module ? moduleSymbols(module) : [];
}

/** A registry that an envelope carries, as one symbol. */
export function carriedSymbol({ part, document }: AnalysedPart): DocumentSymbol[] {
  if (!document || !part.parent) return [];
  const range = rangeOfPart(part);
  const children = registrySymbols(document.content, part);
  return [{ name: document.kind.title, kind: FILE, range, selectionRange: range, children }];
}

function registrySymbols({ markdown, sections }: RegistryDocument, part: Part): DocumentSymbol[] {
  return sections.map(section => {
    const { subsections } = section;
    const below = (of: (typeof subsections)[number] | undefined) => membersOf(section, of, part, markdown.text);
    const nested = subsections.map(one => group(markdown.text, one.heading, one, below(one), part));
    return group(markdown.text, section.heading, section, [...below(undefined), ...nested], part);
  });
}

function membersOf(
  { fields, tables }: Section,
  subsection: Section['subsections'][number] | undefined,
  part: Part,
  text: string,
): DocumentSymbol[] {
  const members = [
    ...fields.filter(one => one.subsection === subsection).map(field => fieldSymbol(field, part)),
    ...tables.filter(one => one.subsection === subsection).flatMap(table => rowSymbols(table, part, text)),
  ];
  return members;
}

function group(text: string, heading: Span, whole: Span, children: DocumentSymbol[], part: Part): DocumentSymbol {
  const name = text.slice(heading.start, heading.end);
  // Blank lines at its end are nobody's.
  const end = whole.start + text.slice(whole.start, whole.end).trimEnd().length;
  const range = rangeOf(part, { start: whole.start, end });
  return { name: name || '#', kind: NAMESPACE, range, selectionRange: rangeOf(part, heading), children };
}

function fieldSymbol({ name, nameAt, line, text }: Field, part: Part): DocumentSymbol {
  const range = rangeOf(part, line);
  return { name: name || '-', detail: shortly(text), kind: FIELD, range, selectionRange: rangeOf(part, nameAt) };
}

function rowSymbols({ rows, columns }: RegistryTable, part: Part, text: string): DocumentSymbol[] {
  const own = columns.findIndex(({ definition }) => definition?.defines);
  const index = own < 0 ? 0 : own;
  return rows.map(row => rowSymbol(row, row.values, index, part, text));
}

// Named by its id, else by its first cell; beside it what its vocabularies say of it.
function rowSymbol(row: RegistryRow, values: Value[], index: number, part: Part, text: string): DocumentSymbol {
  const named = values[index] ?? values[0];
  const words = values.filter(one => one !== named && one.text !== '' && one.definition?.vocabulary);
  const others = words.length > 0 ? words : values.filter(one => one !== named && one.text !== '').slice(0, 1);
  const [id] = named ? idsIn(text.slice(named.at.start, named.at.end)) : [];
  return {
    name: id?.id ?? (shortly(named?.text ?? '') || '-'),
    detail: shortly(others.map(one => one.text).join(' · ')),
    kind: STRUCT,
    range: rangeOf(part, row),
    selectionRange: rangeOf(part, named?.at ?? row),
  };
}

function moduleSymbols({ part, markdown }: TabledDocument): DocumentSymbol[] {
  const { text, headings, tables } = markdown;
  return tables
    .filter(table => isOfChecks(table, text))
    .flatMap(table => {
      const rows = table.rows.map(row => checkSymbol(row, row.cells, part, text));
      const heading = headings.findLast(({ start }) => start < table.start);
      return heading ? [group(text, heading.text, { start: heading.start, end: table.end }, rows, part)] : rows;
    });
}

function checkSymbol(row: Span, [id = row, name]: readonly Span[], part: Part, text: string): DocumentSymbol {
  return {
    name: text.slice(id.start, id.end).replaceAll('`', '') || '-',
    detail: name ? shortly(text.slice(name.start, name.end)) : '',
    kind: STRUCT,
    range: rangeOf(part, row),
    selectionRange: rangeOf(part, id),
  };
}

function shortly(text: string): string {
  return text.length > 60 ? `${text.slice(0, 58)}…` : text;
}
