import type { SyntaxNode } from '@lezer/common';
import { Autolink, parser as commonmark, Strikethrough, Table, TaskList } from '@lezer/markdown';
import type { RichElement, RichName, RichText } from '../shared/replay/index';
import { adaptToMarkdownParser } from './adaptToMarkdownParser';

// The Markdown parser for formatted messages. Indented text is no code, since prompts are often indented like the program that contains them.
// HTML is shown as written.
const parser = commonmark.configure([
  Table,
  TaskList,
  Strikethrough,
  Autolink,
  { remove: ['IndentedCode', 'HTMLBlock', 'HTMLTag', 'LinkReference', 'SetextHeading'] },
]);

/**
 * Parses Markdown for display as formatted text. Undefined for a text without formatting, and for one that would take too long to parse: callers
 * show these as they are.
 */
export function parseRichText(text: string): RichText | undefined {
  if (text.length > LONGEST || !MARK.test(text) || countMarks(text) > MOST_MARKS) return undefined;
  const plain = adaptToMarkdownParser(text);
  return innerOf(parser.parse(plain).topNode, plain, 0);
}

const LONGEST = 50_000;
// The parser's time grows with the square of the number of inline marks.
const MOST_MARKS = 5_000;
const DEEPEST = 40;

const MARK = /[*_`~#>|[\]\\&]|^\s*(?:[-+]|\d{1,9}[.)])\s|https?:|-{3}/m;

function countMarks(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (MARKS.has(text.charCodeAt(i))) count++;
  return count;
}

const MARKS: ReadonlySet<number> = new Set([...'*_`~[]!<&>|'].map(mark => mark.charCodeAt(0)));

const ELEMENTS: Readonly<Record<string, RichName>> = {
  Paragraph: 'paragraph',
  Task: 'paragraph',
  Blockquote: 'quote',
  BulletList: 'list',
  OrderedList: 'ordered',
  ListItem: 'item',
  Table: 'table',
  TableHeader: 'row',
  TableRow: 'row',
  TableCell: 'cell',
  HorizontalRule: 'rule',
  Emphasis: 'emphasis',
  StrongEmphasis: 'strong',
  Strikethrough: 'struck',
  InlineCode: 'code',
  HardBreak: 'break',
};

/** Nodes that are not shown: marks, and nodes between a mark and the text. */
const HIDDEN =
  /^(?:HeaderMark|QuoteMark|ListMark|EmphasisMark|CodeMark|StrikethroughMark|LinkMark|LinkTitle|LinkLabel|TableDelimiter|TableAlign)$/;
/** Containers of blocks: text between these is whitespace. */
const OF_BLOCKS: ReadonlySet<string> = new Set([
  'Document',
  'Blockquote',
  'BulletList',
  'OrderedList',
  'ListItem',
  'Table',
  'TableHeader',
  'TableRow',
]);

function innerOf(node: SyntaxNode, text: string, depth: number): RichText {
  if (depth > DEEPEST) return [text.slice(node.from, node.to)];
  const inner: RichText = [];
  let at = node.from;
  const addText = (to: number) => {
    if (to > at && !OF_BLOCKS.has(node.name)) inner.push(text.slice(at, to));
  };
  for (let child = node.firstChild; child; child = child.nextSibling) {
    addText(child.from);
    inner.push(...pieces(child, text, depth + 1));
    at = child.to;
    // One space belongs to the mark of a quote or a heading.
    if (child.name === 'QuoteMark' || child.name === 'HeaderMark') while (text[at] === ' ' && at < node.to) at++;
  }
  addText(node.to);
  return inner;
}

function pieces(node: SyntaxNode, text: string, depth: number): RichText {
  const { name } = node;
  // The parser has no node for an empty cell.
  if (name === 'TableDelimiter' && node.prevSibling?.name === name) return [{ is: 'cell', inner: [] }];
  if (HIDDEN.test(name)) return [];
  const heading = /^ATXHeading(\d)$/.exec(name)?.[1];
  if (heading) return [{ is: 'heading', number: Number(heading), inner: trimmed(innerOf(node, text, depth)) }];
  if (name === 'FencedCode') return [{ is: 'code-block', inner: [fencedText(node, text)] }];
  if (name === 'Link' || name === 'Image')
    return node.getChild('URL') ? [link(node, text, depth)] : asWritten(node, text, depth);
  if (name === 'Autolink' || name === 'URL') return [link(node, text, depth)];
  if (name === 'Escape') return [text.slice(node.from + 1, node.to)];
  if (name === 'Entity') return [ENTITIES[text.slice(node.from, node.to)] ?? text.slice(node.from, node.to)];
  if (name === 'TaskMarker') return [text.slice(node.from, node.to).toLowerCase() === '[x]' ? '☑' : '☐'];
  const is = ELEMENTS[name];
  if (!is) return [text.slice(node.from, node.to)];
  if (is === 'rule' || is === 'break') return [{ is, inner: [] }];
  const element: RichElement = { is, inner: innerOf(node, text, depth) };
  if (is === 'ordered') element.number = Number.parseInt(text.slice(node.from, node.from + 9), 10) || 0;
  if (name === 'TableHeader') {
    for (const cell of element.inner) if (typeof cell === 'object' && cell.is === 'cell') cell.is = 'head-cell';
  }
  if (name === 'Table') alignCells(element, node, text);
  return [element];
}

/** Aligns the cells of a table as the line below its head says. */
function alignCells({ inner }: RichElement, table: SyntaxNode, text: string): void {
  const { from, to } = table.getChild('TableDelimiter') ?? table;
  const marks = text
    .slice(from, to)
    .replace(/^[\s>|]+/, '')
    .split('|');
  const aligns = marks.map(mark => ALIGNS[mark.trim().replace(/-+/, '-')]);
  for (const row of inner) {
    if (typeof row === 'string') continue;
    for (const [column, cell] of row.inner.entries()) if (typeof cell === 'object') cell.align = aligns[column];
  }
}

const ALIGNS: Readonly<Record<string, RichElement['align']>> = { ':-': 'left', ':-:': 'center', '-:': 'right' };

function trimmed(inner: RichText): RichText {
  const last = inner.length - 1;
  return inner
    .map((piece, place) => {
      if (typeof piece !== 'string') return piece;
      const text = place === 0 ? piece.trimStart() : piece;
      return place === last ? text.trimEnd() : text;
    })
    .filter(piece => piece !== '');
}

function fencedText(node: SyntaxNode, text: string): string {
  return node
    .getChildren('CodeText')
    .map(({ from, to }) => text.slice(from, to))
    .join('');
}

function link(node: SyntaxNode, text: string, depth: number): RichElement {
  const url = node.name === 'URL' ? node : node.getChild('URL');
  const href = url ? text.slice(url.from, url.to) : '';
  if (node.name === 'URL' || node.name === 'Autolink') return { is: 'link', href, inner: [href] };
  const label = labelOf(node, text, depth);
  return { is: 'link', href, inner: label.length > 0 ? label : [href] };
}

/** Returns a text in brackets that leads nowhere, such as `grid[i][j]`, with its brackets: no definitions of links are read. */
function asWritten(node: SyntaxNode, text: string, depth: number): RichText {
  const inner: RichText = [];
  let at = node.from;
  for (let child = node.firstChild; child && depth <= DEEPEST; child = child.nextSibling) {
    if (/^Link(?:Mark|Label)$/.test(child.name)) continue;
    if (child.from > at) inner.push(text.slice(at, child.from));
    inner.push(...pieces(child, text, depth + 1));
    at = child.to;
  }
  if (node.to > at) inner.push(text.slice(at, node.to));
  return inner;
}

/** Returns the text between the brackets of a link. */
function labelOf(node: SyntaxNode, text: string, depth: number): RichText {
  const [open, close] = node.getChildren('LinkMark');
  if (!open || !close || depth > DEEPEST) return [text.slice(node.from, node.to)];
  const inner: RichText = [];
  let at = open.to;
  for (let child = open.nextSibling; child && child.from < close.from; child = child.nextSibling) {
    if (child.from > at) inner.push(text.slice(at, child.from));
    inner.push(...pieces(child, text, depth + 1));
    at = child.to;
  }
  if (close.from > at) inner.push(text.slice(at, close.from));
  return inner;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};
