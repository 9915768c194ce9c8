import type { Fence, Markdown } from '../model/markdown';
import type { Part } from '../model/part';
import type { Span } from '../model/text';
import { linePart } from './lineParts';
import { positionAt } from './place';

/** The fenced JSON blocks of a Markdown part; of a block of JSONL its lines. */
export function blockParts(root: Part, markdown: Markdown): Part[] {
  return markdown.fences.flatMap((fence, index) => {
    const id = `block ${index + 1}`;
    if (fence.content.length === 0) return [];
    if (fence.lang === 'json' || fence.lang === 'jsonc') return [blockPart(id, fence, fence.lang, root)];
    if (fence.lang === 'jsonl' || fence.lang === 'ndjson') return linesOf(id, fence, root);
    return [];
  });
}

function blockPart(id: string, { content, prefix }: Fence, lang: 'json' | 'jsonc', root: Part): Part {
  let at = 0;
  const map = content.map(line => {
    const segment = { at, ...positionAt(root, line.start) };
    at += line.end - line.start + 1;
    return segment;
  });
  return {
    id,
    lang,
    text: content.map(line => textOf(root, line)).join('\n'),
    map,
    oneLine: false,
    encode: text => root.encode(text.replaceAll('\n', `\n${prefix}`)),
  };
}

function linesOf(id: string, { content }: Fence, root: Part): Part[] {
  return content.map((span, index) => {
    const { line, character } = positionAt(root, span.start);
    return linePart(`${id} line ${index + 1}`, textOf(root, span), line, character);
  });
}

function textOf({ text }: Part, { start, end }: Span): string {
  return text.slice(start, end);
}
