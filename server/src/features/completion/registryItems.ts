import type { CompletionItem, CompletionItemKind } from 'vscode-languageserver-types';
import type { RegistryDocument, RegistrySection, RegistryTable } from '../../model/registry';
import type { Part, Position, SourceFile, Span } from '../../model/text';
import { offsetAt } from '../../parts/positions';
import { rootPart } from '../../parts/rootPart';
import { nameKey } from '../../registry/lookup';
import { readRegistry } from '../../registry/read';
import { isBegunRegistry } from '../../registry/recognise';
import { SECTIONS } from '../../registry/sections';
import { sectionAt } from '../../registry/slots';
import { type RegistryTemplateOptions, renderField, renderSection } from '../../registry/template';
import { choicePlaceholder, escapeSnippet } from '../../slots/schemaSnippet';
import { parseMarkdown } from '../../text/parseMarkdown';
import { completionInsertion } from './insertion';

const ROW: CompletionItemKind = 22;
const FIELD: CompletionItemKind = 5;
const SECTION: CompletionItemKind = 9;

interface Line extends Span {
  text: string;
}

/**
 * Completes an empty or just begun line of a registry: the next row of the table above, missing fields of the section,
 * missing sections of the document.
 */
export function registryItems(registry: RegistryDocument, part: Part, offset: number): CompletionItem[] {
  const line = lineAt(part.text, offset);
  const section = sectionAt(registry, offset);
  const items: CompletionItem[] = [];
  if (/^\s*\|?\s*$/.test(line.text)) items.push(...rowItems(section, part, line));
  if (/^\s*(-\s*\**[\w ]*)?$/.test(line.text)) items.push(...fieldItems(section, part, line));
  if (/^(#{1,3}\s*[\w ]*)?$/.test(line.text)) items.push(...sectionItems(registry, part, line));
  return items.map((item, index) => ({ ...item, sortText: String(index).padStart(3, '0') }));
}

/** Completes the names of sections in a registry that has too few of them to be recognised as one. */
export function begunRegistryItems(file: SourceFile, position: Position): CompletionItem[] {
  if (file.lang !== 'markdown' || !/^##/.test(file.lines[position.line] ?? '')) return [];
  const part = rootPart(file, 'markdown');
  const markdown = parseMarkdown(part.text);
  const offset = offsetAt(part, position);
  const isInBlock = markdown.fences.some(({ start, end }) => offset !== undefined && start <= offset && offset <= end);
  if (offset === undefined || isInBlock || !isBegunRegistry(markdown, file.uri)) return [];
  return registryItems(readRegistry(markdown, { whole: false }), part, offset);
}

function lineAt(text: string, offset: number): Line {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return { start, end: end < 0 ? text.length : end, text: text.slice(start, end < 0 ? text.length : end) };
}

function rowItems(section: RegistrySection | undefined, part: Part, line: Line): CompletionItem[] {
  // A row goes directly below its table, or there is a pipe that the parser already takes for one.
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
      detail: 'a new row',
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
    if (definition?.format === 'time') return `\${${stop}:${now()}}`;
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
      detail: `a field of ${section.definition.title}`,
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
    detail: section.core ? 'a core section' : `a section (${section.extension})`,
    documentation: { kind: 'markdown', value: section.about },
    filterText: line.text === '' ? section.title : `## ${section.title}`,
    ...completionInsertion(part, line, escapeSnippet(renderSection(section, filling(style)).trimEnd())),
  }));
}

function filling(style: RegistryTemplateOptions['style']): RegistryTemplateOptions {
  return { featureId: '', branch: '', workflow: '', now: now(), style };
}

function now(): string {
  return new Date().toISOString().replace(/\.\d+Z$/, 'Z');
}
