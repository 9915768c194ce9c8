import { type Tree, TreeFragment } from '@lezer/common';
import { parser as commonmark, Table as GfmTable } from '@lezer/markdown';
import type { Markdown } from '../../model/markdown';
import type { Span } from '../../model/text';
import { blankItemStart } from './blankItemStart';
import { fenceFromNode } from './fenceFromNode';
import { inlineComments } from './inlineComments';
import { readable } from './readable';
import { referenceDefinition } from './referenceDefinition';
import { ruleBehindTable } from './ruleBehindTable';
import { tableFromNode } from './tableFromNode';

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
 * @param before the text before an edit: unchanged parts are not parsed again
 */
export function parseMarkdown(text: string, before?: Markdown): Markdown {
  const tree = before ? reparsed(text, before) : parser.parse(readable(text));
  const found: Markdown = { text, headings: [], tables: [], items: [], paragraphs: [], fences: [] };
  trees.set(found, tree);
  collectBlocks(tree, found);
  return found;
}

function reparsed(text: string, before: Markdown): Tree {
  const tree = trees.get(before);
  if (!tree) return parser.parse(readable(text));
  if (text === before.text) return tree;
  const start = commonPrefix(before.text, text);
  const end = commonSuffix(before.text, text, start);
  // A delimiter row makes the line above it a table, which ends the paragraph above that.
  const from = startOfLinesAbove(text, start, 2);
  const change = { fromA: from, toA: before.text.length - end, fromB: from, toB: text.length - end };
  return parser.parse(readable(text), TreeFragment.applyChanges(TreeFragment.addTree(tree), [change]));
}

/** The HTML comments of a text outside code, with their delimiters, in order. */
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
  const parsed = readable(text);
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

/** A span without the whitespace at its ends; an empty one stays at its start. */
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
