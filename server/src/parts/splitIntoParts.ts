import type { FencedBlock, Markdown, Part, Position, Span, TextFile } from '../model/text';
import { runSteps, type WorkInSteps } from '../shared/workInSteps';
import { mayHaveObjectsBehind, rootObjects } from '../text/json/jsonScanner';
import { parseMarkdownInSteps } from '../text/parseMarkdown';
import { frontMatter, yamlDocuments, yamlElements } from '../text/yamlDocuments';
import { jsonOfLine, positionAt } from './positions';
import { rootPart, TextMap } from './rootPart';

/**
 * Splits a file into its parts, so that a syntax error in one part hides no other part. A JSON file is one part; if its root is an array, each
 * element is one, and of several objects in a row each. In a log (JSONL), each line is a part, even a blank one; in YAML, each document. In
 * Markdown, the front matter is one, and each code block with JSON, JSONL or YAML is split as a file would be.
 */
export function splitIntoParts(file: TextFile, markdown?: MarkdownFile): Part[] {
  switch (file.lang) {
    case 'json':
    case 'jsonc':
      return jsonParts(file);
    case 'jsonl':
      return lineParts(file);
    case 'yaml':
      return documentParts(file);
    case 'markdown':
      return markdownParts(file, markdown);
  }
}

function markdownParts(file: TextFile, markdown: MarkdownFile | undefined): Part[] {
  const { root, blocks } = markdown ?? markdownFile(file);
  return blockParts(root, blocks);
}

/** A Markdown file as a part, and its blocks. */
export interface MarkdownFile {
  root: Part;
  blocks: Markdown;
}

/** Parses a Markdown file. */
export function markdownFile(file: TextFile): MarkdownFile {
  return runSteps(markdownFileInSteps(file));
}

/**
 * Like `markdownFile`, in steps.
 *
 * @param before the file's blocks before an edit
 */
export function* markdownFileInSteps(file: TextFile, before?: Markdown): WorkInSteps<MarkdownFile> {
  const root = rootPart(file, 'markdown');
  return { root, blocks: yield* parseMarkdownInSteps(root.text, before) };
}

/**
 * Returns the front matter of a Markdown part, and its fenced blocks of JSON, including those without a language, and YAML; the lines of
 * JSONL blocks.
 */
function blockParts(root: Part, markdown: Markdown): Part[] {
  const front = frontMatter(root.text) ?? [];
  const blocks = markdown.fences.flatMap((fence, index) => {
    const id = `block ${index + 1}`;
    if (fence.content.length === 0) return [];
    if (fence.lang === 'yaml' || fence.lang === 'yml') return yamlBlockParts(id, fence, root);
    const lang = fence.lang || detectLang(fence, root);
    if (lang === 'json' || lang === 'jsonc') return jsonBlockParts(id, fence, lang, root);
    if (lang === 'jsonl' || lang === 'ndjson') return blockLineParts(id, fence, root);
    return [];
  });
  return front.length === 0
    ? blocks
    : [blockPart(FRONT_MATTER, { content: front, prefix: '' }, 'yaml', root), ...blocks];
}

/** The id of the part for the front matter of a Markdown file. */
export const FRONT_MATTER = 'front matter';

function jsonBlockParts(id: string, fence: FencedBlock, lang: 'json' | 'jsonc', root: Part): Part[] {
  const whole = blockPart(id, fence, lang, root);
  const spans = objectSpans(
    fence.content.map(line => textIn(root, line)),
    whole,
  );
  if (spans.length === 0) return [whole];
  return spans.map((span, index) => blockPart(`${id} element ${index + 1}`, pieceOf(fence, span), lang, root));
}

/** Returns the piece of a block at a span of its text. */
function pieceOf({ content, prefix }: Block, { start, end }: Span): Block {
  let next = 0;
  const pieces = content.flatMap(line => {
    const at = next;
    next += line.end - line.start + 1;
    if (next <= start || at >= end) return [];
    return [{ start: line.start + Math.max(0, start - at), end: Math.min(line.end, line.start + end - at) }];
  });
  return { content: pieces, prefix };
}

function yamlBlockParts(id: string, fence: FencedBlock, root: Part): Part[] {
  const lines = fence.content.map(line => textIn(root, line));
  const hasMarks = lines.some(isMarked);
  const documents = hasMarks ? linesOfDocuments(lines) : [{ first: 0, end: lines.length }];
  return documents.flatMap(({ first, end }, index) => {
    const own = documents.length === 1 ? id : `${id} document ${index + 1}`;
    const block = { content: fence.content.slice(first, end), prefix: fence.prefix };
    const elements = elementBlocks(lines.slice(first, end), block);
    if (!elements) return [blockPart(own, block, 'yaml', root)];
    return elements.map((element, at) => blockPart(`${own} element ${at + 1}`, element, 'yaml', root));
  });
}

function isMarked(line: string): boolean {
  return line.startsWith('---') || line.startsWith('...');
}

/** Returns the lines of each document, from the first to before the end. */
function linesOfDocuments(lines: readonly string[]): { first: number; end: number }[] {
  let [line, at] = [0, 0];
  return yamlDocuments(lines.join('\n')).map(({ start, end }) => {
    while (at < start) at += (lines[line++] as string).length + 1;
    const first = line;
    while (line < lines.length && at <= end) at += (lines[line++] as string).length + 1;
    return { first, end: line };
  });
}

type Block = Pick<FencedBlock, 'content' | 'prefix'>;

/** Returns the elements of a list of mappings, each without the dash and the indentation of its lines. */
function elementBlocks(lines: readonly string[], { content, prefix }: Block): Block[] | undefined {
  return yamlElements(lines)?.map(({ firstLine, endLine, column }) => ({
    content: content.slice(firstLine, endLine).map(({ start, end }, index) => {
      const isDeep = index === 0 || (lines[firstLine + index] as string).search(/[^ ]/) >= column;
      return { start: isDeep ? start + column : end, end };
    }),
    prefix: prefix + ' '.repeat(column),
  }));
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

/** Returns the fenced Markdown blocks in a Markdown part: each may be a document, or part of one. */
export function markdownBlockParts(root: Part, markdown: Markdown): Part[] {
  return markdown.fences.flatMap((fence, index) => {
    if (fence.content.length === 0 || (fence.lang !== 'markdown' && fence.lang !== 'md')) return [];
    return [{ ...blockPart(`block ${index + 1}`, fence, 'markdown', root), parent: root }];
  });
}

function blockPart(id: string, { content, prefix }: Block, lang: Part['lang'], root: Part): Part {
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

/** Returns a part for each line of a log. Blank lines are parts too: an envelope can be inserted there. */
function lineParts(file: TextFile): Part[] {
  return file.lines.map(partOfLine);
}

/**
 * Returns the part for one line of a log.
 *
 * @param line with its byte order mark, if any
 */
export function partOfLine(line: string, index: number): Part {
  const { text, character } = jsonOfLine(line);
  return linePart(`line ${index + 1}`, text, index, character);
}

/** One line of JSON at a position in the file. */
export function linePart(id: string, text: string, line: number, character: number): Part {
  return { id, lang: 'json', text, map: [{ at: 0, line, character }], oneLine: true, encode: identity };
}

function identity(text: string): string {
  return text;
}

/** Returns the root of a JSON file; for an array of objects, or several objects in a row, one part per object with the root as parent. */
function jsonParts(file: TextFile): Part[] {
  const root = rootPart(file, file.lang === 'jsonc' ? 'jsonc' : 'json');
  const spans = objectSpans(file.lines, root);
  return spans.length === 0 ? [root] : elementParts({ root }, spans);
}

/** Returns the spans of the objects in a root array, or of several objects in a row; none for a single object, or any other text. */
export function objectSpans(lines: readonly string[], root: Part): readonly Span[] {
  // The text of a single object need not be joined to see that it is one.
  const begin = lines.find(line => /[^\s\uFEFF]/.test(line))?.trimStart();
  return begin?.startsWith('{') && !mayHaveObjectsBehind(lines) ? [] : rootObjects(root.text);
}

/** Holds the root of elements: it changes with each version of the file, so that elements that don't change stay the same objects. */
export interface RootHolder {
  root: Part;
}

/** Returns a part for each of the elements of a root, from an index on. */
export function elementParts(holder: RootHolder, spans: readonly Span[], from = 0): Part[] {
  const { root } = holder;
  return spans.map(({ start, end }, index) =>
    elementPart(holder, from + index, { text: root.text.slice(start, end), begin: positionAt(root, start) }),
  );
}

/**
 * Returns a part for an element of a root.
 *
 * @param index of the element
 * @param own its text, with the line breaks of the file, and the position where it begins
 */
export function elementPart(
  holder: RootHolder,
  index: number,
  { text, begin }: { text: string; begin: Position },
): Part {
  const { lang, encode } = holder.root;
  const part = { id: String(index), lang, text, map: new TextMap(text, begin), oneLine: false, encode };
  return Object.defineProperty(part, 'parent', { enumerable: true, get: () => holder.root });
}

/** Returns the root of a YAML file. For several documents, or a list of mappings, returns one part each, with the root as parent. */
function documentParts(file: TextFile): Part[] {
  const root = rootPart(file, 'yaml');
  const hasMarks = file.lines.some(isMarked);
  const mayBeList = file.lines.some(line => /^ *-(?:\s|$)/.test(line));
  if (!hasMarks && !mayBeList) return [root];
  const documents = hasMarks ? yamlDocuments(root.text) : [{ start: 0, end: root.text.length }];
  const parts = documents.flatMap((span, index) => {
    const id = documents.length === 1 ? undefined : String(index);
    const elements = mayBeList ? elementsOfDocument(root, span) : undefined;
    if (!elements) return id === undefined ? [root] : elementParts({ root }, [span], index);
    return elements.map((element, at) => ({
      ...blockPart(id === undefined ? String(at) : `${id}.${at}`, element, 'yaml', root),
      parent: root,
    }));
  });
  return parts;
}

function elementsOfDocument(root: Part, { start, end }: Span): Block[] | undefined {
  const lines = root.text.slice(start, end).split('\n');
  let at = start;
  const content = lines.map(line => {
    const span = { start: at, end: at + line.length };
    at += line.length + 1;
    return span;
  });
  return elementBlocks(lines, { content, prefix: '' });
}
