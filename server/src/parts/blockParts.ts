import type { FencedBlock, Markdown } from '../model/markdown';
import type { Part } from '../model/part';
import type { Span } from '../model/text';
import { linePart } from './lineParts';
import { positionAt } from './positions';

/** The fenced JSON blocks of a Markdown part, including those without a language; the lines of JSONL blocks. */
export function blockParts(root: Part, markdown: Markdown): Part[] {
  return markdown.fences.flatMap((fence, index) => {
    const id = `block ${index + 1}`;
    if (fence.content.length === 0) return [];
    const lang = fence.lang || detectLang(fence, root);
    if (lang === 'json' || lang === 'jsonc') return [blockPart(id, fence, lang, root)];
    if (lang === 'jsonl' || lang === 'ndjson') return blockLineParts(id, fence, root);
    return [];
  });
}

// A block without a language is JSON if it begins like an object with a key, and a log if each of its lines is an object.
function detectLang({ content }: FencedBlock, root: Part): 'json' | 'jsonl' | undefined {
  const beginning = content.slice(0, MAX_LINES).map(line => textIn(root, line));
  const first = beginning.findIndex(line => line.trim() !== '');
  if (first < 0 || !OBJECT.test(beginning.slice(first).join('\n'))) return undefined;
  const lines = beginning.filter(line => line.trim() !== '');
  return lines.length > 1 && lines.every(line => WHOLE_LINE.test(line)) ? 'jsonl' : 'json';
}

const MAX_LINES = 50;
const OBJECT = /^\s*\{\s*"[^"\n]*"\s*:/;
const WHOLE_LINE = /^\s*\{.*\}\s*$/;

/** The fenced Markdown blocks in a Markdown part: each may be a document, or part of one. */
export function markdownBlockParts(root: Part, markdown: Markdown): Part[] {
  return markdown.fences.flatMap((fence, index) => {
    if (fence.content.length === 0 || (fence.lang !== 'markdown' && fence.lang !== 'md')) return [];
    return [{ ...blockPart(`block ${index + 1}`, fence, 'markdown', root), parent: root }];
  });
}

function blockPart(
  id: string,
  { content, prefix }: FencedBlock,
  lang: 'json' | 'jsonc' | 'markdown',
  root: Part,
): Part {
  let at = 0;
  const map = content.map(line => {
    const segment = { at, ...positionAt(root, line.start) };
    at += line.end - line.start + 1;
    return segment;
  });
  return {
    id,
    lang,
    text: content.map(line => textIn(root, line)).join('\n'),
    map,
    oneLine: false,
    encode: text => root.encode(text.replaceAll('\n', `\n${prefix}`)),
  };
}

function blockLineParts(id: string, { content }: FencedBlock, root: Part): Part[] {
  return content.map((span, index) => {
    const { line, character } = positionAt(root, span.start);
    return linePart(`${id} line ${index + 1}`, textIn(root, span), line, character);
  });
}

function textIn({ text }: Part, { start, end }: Span): string {
  return text.slice(start, end);
}
