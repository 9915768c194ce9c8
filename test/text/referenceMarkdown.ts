import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { Markdown, TableRow } from '../../server/src/model/text';

/** What of a Markdown text two parsers must agree on, a line for each block. */
export interface Blocks {
  headings: string[];
  /** The rows of each table, and in them the places of what stands in the cells. */
  tables: string[][];
  fences: string[];
}

interface Node {
  type: string;
  depth?: number;
  lang?: string | null;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/** As the reference implementation of CommonMark and of GFM's tables reads it. */
export function referenceBlocks(text: string): Blocks {
  const root = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }) as Node;
  const found: Blocks = { headings: [], tables: [], fences: [] };
  collect(root, text, found);
  return found;
}

function collect(node: Node, text: string, found: Blocks): void {
  const { start, end } = placeOf(node);
  if (node.type === 'heading') found.headings.push(`${node.depth} at ${start}`);
  if (node.type === 'code' && /^(```|~~~)/.test(text.slice(start, end))) {
    found.fences.push(`${(node.lang ?? '').toLowerCase()} at ${start}`);
  }
  if (node.type === 'table')
    found.tables.push((node.children ?? []).map(row => (row.children ?? []).map(cell).join(' ')));
  for (const child of node.children ?? []) collect(child, text, found);
}

function cell({ children = [] }: Node): string {
  const [first, last] = [children[0], children.at(-1)];
  return first && last ? `${placeOf(first).start}-${placeOf(last).end}` : 'empty';
}

function placeOf({ position }: Node): { start: number; end: number } {
  return { start: position?.start.offset ?? -1, end: position?.end.offset ?? -1 };
}

/** As we read it. */
export function ownBlocks({ headings, tables, fences }: Markdown): Blocks {
  const row = ({ cells }: TableRow) =>
    cells.map(({ start, end }) => (start === end ? 'empty' : `${start}-${end}`)).join(' ');
  return {
    headings: headings.map(({ level, start }) => `${level} at ${start}`),
    tables: tables.map(({ header, rows }) => [header, ...rows].map(row)),
    fences: fences.map(({ lang, start }) => `${lang} at ${start}`),
  };
}
