import { type SyntaxNode, type Tree, TreeFragment } from '@lezer/common';
import {
  type BlockContext,
  parser as commonmark,
  Table as GfmTable,
  type LeafBlock,
  type LeafBlockParser,
  type Line,
  type MarkdownConfig,
} from '@lezer/markdown';
import type { FencedBlock, Markdown, Span, Table, TableCell, TableRow } from '../model/text';
import { runSteps, type WorkInSteps } from '../shared/workInSteps';
import { adaptToMarkdownParser } from './adaptToMarkdownParser';
import { lineEnd, lineStart } from './lines';

/**
 * Extends the Markdown parser so that a line `---` directly below a table ends the table, as on GitHub. Without this, the line would underline a
 * heading, and the whole table would be that heading.
 */
const ruleBehindTable: MarkdownConfig = {
  parseBlock: [
    {
      name: 'RuleBehindTable',
      before: 'SetextHeading',
      endLeaf: (_, line, leaf) => RULE.test(line.text.slice(line.pos)) && isTable(leaf.content),
    },
  ],
};

const RULE = /^(?:-[ \t]*){3,}$/;
function isTable(content: string): boolean {
  const [header = '', delimiter = ''] = content.split('\n', 2);
  // Whether the dashes are well-formed is left to the parser.
  return header.includes('|') && /^[-:| \t]+$/.test(delimiter) && pipesBetween(header) === pipesBetween(delimiter);
}

function pipesBetween(row: string): number {
  return (
    row
      .trim()
      .replace(/^\||(?<!\\)\|$/g, '')
      .match(/(?<!\\)\|/g) ?? []
  ).length;
}

/**
 * Extends the parser with link reference definitions on one line: `[name]: target "title"`. The parser's own version searches all following
 * lines for the end of a title, once for each of them.
 */
const referenceDefinition: MarkdownConfig = {
  parseBlock: [
    {
      name: 'LinkReference',
      leaf: (_, { content }) => (DEFINITION.test(content) ? definitionParser : null),
    },
  ],
};

// Unambiguous: no two groups match the same character.
const DEFINITION = /^\[[^[\]\n]{1,999}\]:[ \t]*[^\s[(][^\s]*(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$/;

const definitionParser: LeafBlockParser = {
  nextLine: (context, _line: Line, leaf) => definition(context, leaf),
  finish: definition,
};

function definition(context: BlockContext, leaf: LeafBlock): boolean {
  context.addLeafElement(leaf, context.elt('LinkReference', leaf.start, leaf.start + leaf.content.length));
  return true;
}

/**
 * Decides whether a list item begins with a blank line; a second blank line then ends the item. The parser compares a column
 * with a length, so with a tab after the marker it takes short text for blank, and with blanks after it an empty line for text.
 */
const blankItemStart: MarkdownConfig = {
  parseBlock: [
    {
      name: 'BlankItemStart',
      before: 'IndentedCode',
      parse(context, line) {
        // Called for the rest of the item's first line, and for each line that begins a block in it.
        const { block } = context as unknown as { block: { blankFirstLine: boolean } };
        if (context.parentType().name === 'ListItem') block.blankFirstLine = line.next < 0;
        return false;
      },
    },
  ],
};

// Inline content is used only for comments, which `inlineComments` finds. The parser's own inline parsing takes
// quadratic time, or more: minutes for 300 KB of `[](`.
const INLINE = ['Escape', 'Entity', 'InlineCode', 'HTMLTag', 'Emphasis', 'HardBreak', 'Link', 'Image', 'LinkEnd'];
const parser = commonmark.configure([
  GfmTable,
  ruleBehindTable,
  blankItemStart,
  { remove: INLINE },
  referenceDefinition,
]);

// The parser's trees, for incremental parsing after an edit.
const trees = new WeakMap<Markdown, Tree>();

/**
 * Parses Markdown with GFM tables. Never throws.
 *
 * @param before the text before an edit: unchanged blocks are not parsed again
 */
export function parseMarkdown(text: string, before?: Markdown): Markdown {
  return runSteps(parseMarkdownInSteps(text, before));
}

/** Like `parseMarkdown`, in steps: one for each block that is parsed, one to collect them. */
export function* parseMarkdownInSteps(text: string, before?: Markdown): WorkInSteps<Markdown> {
  const known = before && trees.get(before);
  const isSame = known !== undefined && text === before?.text;
  const tree = isSame ? known : yield* treeOf(text, known && fragmentsAround(text, before.text, known));
  const found: Markdown = { text, headings: [], tables: [], items: [], paragraphs: [], fences: [] };
  trees.set(found, tree);
  collectBlocks(tree, found);
  return found;
}

function* treeOf(text: string, fragments?: readonly TreeFragment[]): WorkInSteps<Tree> {
  const parse = parser.startParse(adaptToMarkdownParser(text), fragments);
  for (;;) {
    const tree = parse.advance();
    yield;
    if (tree) return tree;
  }
}

/** Returns what an edit left of a tree. */
function fragmentsAround(text: string, before: string, tree: Tree): readonly TreeFragment[] {
  const start = commonPrefix(before, text);
  const end = commonSuffix(before, text, start);
  // A delimiter row makes the line above it a table, which ends the paragraph above that.
  const from = startOfLinesAbove(text, start, 2);
  const change = { fromA: from, toA: before.length - end, fromB: from, toB: text.length - end };
  return TreeFragment.applyChanges(TreeFragment.addTree(tree), [change]);
}

/** Returns the HTML comments of a text outside code, with their delimiters, in order. */
export function markdownComments(markdown: Markdown): Span[] {
  const comments: Span[] = [];
  trees.get(markdown)?.iterate({
    enter({ name, from, to }) {
      if (name === 'CommentBlock') comments.push({ start: from, end: to });
      if (!WITH_TEXT.test(name)) return;
      for (const comment of inlineComments(markdown.text, { start: from, end: to })) comments.push(comment);
    },
  });
  return comments;
}

const WITH_TEXT = /^(?:Paragraph|TableCell|(?:ATX|Setext)Heading\d)$/;

function startOfLinesAbove(text: string, offset: number, count: number): number {
  let start = offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
  for (let above = 0; above < count && start > 1; above++) start = text.lastIndexOf('\n', start - 2) + 1;
  return start;
}

function commonPrefix(one: string, two: string): number {
  const most = Math.min(one.length, two.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === two.charCodeAt(length)) length++;
  return length;
}

function commonSuffix(one: string, two: string, prefix: number): number {
  const most = Math.min(one.length, two.length) - prefix;
  let length = 0;
  while (length < most && one.charCodeAt(one.length - 1 - length) === two.charCodeAt(two.length - 1 - length)) length++;
  return length;
}

function collectBlocks(tree: Tree, found: Markdown): void {
  let depth = -1;
  const { text } = found;
  const parsed = adaptToMarkdownParser(text);
  tree.iterate({
    enter(node) {
      const span = { start: node.from, end: node.to };
      switch (node.name) {
        case 'Document':
        case 'Blockquote':
          return true;
        case 'BulletList':
        case 'OrderedList':
          depth++;
          return true;
        case 'ListItem': {
          const paragraph = node.node.getChild('Paragraph');
          const at = paragraph ? { start: paragraph.from, end: paragraph.to } : { start: node.to, end: node.to };
          found.items.push({ ...span, text: at, depth });
          return true;
        }
        case 'Paragraph':
          found.paragraphs.push(span);
          return false;
        case 'Table':
          // From the parsed text: a row of dashes under the header looks like the delimiter row.
          found.tables.push(tableFromNode(node.node, parsed));
          return false;
        case 'FencedCode':
          found.fences.push(fenceFromNode(node.node, text));
          return false;
        default: {
          const level = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
          if (level) found.headings.push({ ...span, level: Number(level), text: headingText(node.node, text) });
          return false;
        }
      }
    },
    leave(node) {
      if (node.name === 'BulletList' || node.name === 'OrderedList') depth--;
    },
  });
}

function headingText(node: Tree['topNode'], text: string): Span {
  const marks = node.getChildren('HeaderMark');
  const isSetext = node.name.startsWith('Setext');
  const opening = isSetext ? undefined : marks[0];
  const closing = isSetext ? marks[0] : marks[1];
  return trimmedSpan(text, opening?.to ?? node.from, closing?.from ?? node.to);
}

/** Returns a span without the whitespace at its ends; an empty one stays at its start. */
export function trimmedSpan(text: string, from: number, to: number): Span {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return { start, end };
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** Returns the table of a `Table` node. */
function tableFromNode(node: SyntaxNode, text: string): Table {
  const header = node.getChild('TableHeader');
  const delimiter = node.getChild('TableDelimiter');
  return {
    start: node.from,
    end: node.to,
    header: header
      ? rowOf(header, text)
      : { start: node.from, end: node.from, cells: [], opened: false, closed: false },
    delimiter: delimiter ? { start: delimiter.from, end: delimiter.to } : { start: node.to, end: node.to },
    rows: node.getChildren('TableRow').map(row => rowOf(row, text)),
  };
}

// The parser makes no node for an empty cell: cells are the text between the pipes.
function rowOf(node: SyntaxNode, text: string): TableRow {
  const pipes: number[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === 'TableDelimiter') pipes.push(child.from);
  }
  return rowBetween(pipes, { start: node.from, end: node.to }, text);
}

/** Parses a line as a row of a table. */
export function rowFromLine({ start, end }: Span, text: string): TableRow {
  const pipes: number[] = [];
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === PIPE) pipes.push(at);
  }
  return rowBetween(pipes, { start, end }, text);
}

const PIPE = 124;
const BACKSLASH = 92;

function rowBetween(pipes: readonly number[], { start, end }: Span, text: string): TableRow {
  const opened = pipes[0] === start;
  const last = pipes.at(-1);
  // Whitespace may follow the last pipe.
  const closed = last !== undefined && (pipes.length > 1 || !opened) && text.slice(last + 1, end).trim() === '';
  const bounds = [...(opened ? [] : [start - 1]), ...pipes, ...(closed ? [] : [end])];
  const cells = bounds.slice(1).map((to, index) => cellOf(text, (bounds[index] as number) + 1, to));
  return { start, end, cells, opened, closed };
}

function cellOf(text: string, from: number, to: number): TableCell {
  let start = from;
  let end = to;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  // Between two blanks, so that inserted text is separated from both pipes.
  const middle = Math.min(from + 1, to);
  return start === end ? { start: middle, end: middle } : { start, end };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

/** Returns the block of a `FencedCode` node. An unclosed one ends with its container. */
function fenceFromNode(node: SyntaxNode, text: string): FencedBlock {
  const info = node.getChild('CodeInfo');
  const closing = node.getChildren('CodeMark')[1];
  const before = text.slice(lineStart(text, node.from), node.from);
  const prefix = before.replace(/[^>\s]/g, ' ');
  const pieces = node.getChildren('CodeText').map(({ from, to }) => ({ start: from, end: to }));
  const first = lineEnd(text, node.from) + 1;
  const end = closing ? lineStart(text, closing.from) - 1 : lineEnd(text, node.to);
  return {
    start: node.from,
    end: node.to,
    lang: info ? (text.slice(info.from, info.to).trim().split(/\s/)[0] ?? '').toLowerCase() : '',
    content: contentLines(text, { start: first, end }, pieces, prefix.length),
    prefix,
  };
}

function contentLines(text: string, { start, end }: Span, pieces: readonly Span[], indent: number): Span[] {
  const lines: Span[] = [];
  let next = 0;
  for (let at = start; at <= end; at = lineEnd(text, at) + 1) {
    const to = lineEnd(text, at);
    while (next < pieces.length && (pieces[next] as Span).end <= at && (pieces[next] as Span).start < at) next++;
    lines.push({ start: contentStart(at, to, pieces[next], indent), end: to });
  }
  return lines;
}

function contentStart(from: number, to: number, piece: Span | undefined, indent: number): number {
  // A piece of code may span several lines; only its first one has a prefix.
  return piece && piece.start <= to ? Math.max(from, piece.start) : Math.min(from + indent, to);
}

/**
 * Finds the HTML comments in a text between blocks, with their delimiters, in order. A comment in a code span or after
 * a backslash is text. Takes linear time for any input.
 */
export function inlineComments(text: string, { start, end }: Span): Span[] {
  const found: Span[] = [];
  // Fast path: most text of a document has none.
  const first = text.indexOf('<!--', start);
  if (first < 0 || first >= end) return found;
  const closing = closingTicks(text, { start, end });
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 2;
    else if (code === TICK) {
      const size = runLength(text, at, end);
      at = closing(at, size) ?? at + size;
    } else if (code === LESS && text.startsWith('<!--', at)) {
      const close = text.indexOf('-->', at + 2);
      // After an unclosed comment, no later one is closed.
      if (close < 0 || close + 3 > end) return found;
      found.push({ start: at, end: close + 3 });
      at = close + 3;
    } else at++;
  }
  return found;
}
const TICK = 96;
const LESS = 60;

/** Returns the end of the code span that a run of backticks opens: after the next run of the same length. */
function closingTicks(text: string, { start, end }: Span): (at: number, size: number) => number | undefined {
  const runs = new Map<number, { ends: number[]; next: number }>();
  for (let at = text.indexOf('`', start); at >= 0 && at < end; at = text.indexOf('`', at)) {
    const size = runLength(text, at, end);
    at += size;
    const known = runs.get(size);
    if (known) known.ends.push(at);
    else runs.set(size, { ends: [at], next: 0 });
  }
  return (at, size) => {
    const run = runs.get(size);
    if (!run) return undefined;
    while (run.next < run.ends.length && (run.ends[run.next] as number) <= at + size) run.next++;
    return run.ends[run.next];
  };
}

function runLength(text: string, from: number, end: number): number {
  let to = from;
  while (to < end && text.charCodeAt(to) === TICK) to++;
  return to - from;
}
