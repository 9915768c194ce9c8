import type { Analysis } from '../model/analysis';
import type { Markdown, Table } from '../model/markdown';
import type { Part } from '../model/part';
import { rootPart } from '../parts/rootPart';
import { kindOf } from '../registry/ids';
import { parseMarkdown } from '../text/markdown';

/** A Markdown text of a protocol, as far as its tables go: a registry, or a module of checks. */
export interface TabledDocument {
  part: Part;
  markdown: Markdown;
}

/** The module of checks that a file is: it has a table of which each row begins with the id of a check. */
export function checkModuleOf({ file, parts }: Analysis): TabledDocument | undefined {
  if (file.lang !== 'markdown' || parts.some(({ document, part }) => document && !part.parent)) return undefined;
  if (!file.lines.some(line => CHECK_ROW.test(line))) return undefined;
  const part = rootPart(file, 'markdown');
  const markdown = parseMarkdown(part.text);
  return markdown.tables.some(table => isOfChecks(table, markdown.text)) ? { part, markdown } : undefined;
}

/** The registries of a file, also those that its envelopes carry, and the module of checks that it is. */
export function tabledDocuments(analysis: Analysis): TabledDocument[] {
  const registries = analysis.parts.flatMap(({ part, document }) =>
    document ? [{ part, markdown: document.content.markdown }] : [],
  );
  const module = checkModuleOf(analysis);
  return module ? [module, ...registries] : registries;
}

export function isOfChecks({ header, rows }: Table, text: string): boolean {
  const [name] = header.cells;
  const isId = ({ start, end } = { start: 0, end: 0 }) =>
    kindOf(text.slice(start, end).replaceAll('`', '')) === 'check';
  return (
    name !== undefined && /^\**ID\**$/i.test(text.slice(name.start, name.end)) && rows.some(row => isId(row.cells[0]))
  );
}

const CHECK_ROW = /^[\s>]*\|?\s*`?[A-Z]{2,4}-\d/;
