import type { SyntaxNode } from '@lezer/common';
import type { FencedBlock } from '../../model/markdown';
import type { Span } from '../../model/text';

/** The block of a `FencedCode` node. An unclosed one ends with its container. */
export function fenceFromNode(node: SyntaxNode, text: string): FencedBlock {
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

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}
