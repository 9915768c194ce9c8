import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  type Node,
  type Pair,
  Parser,
  Scalar,
  type YAMLMap,
  type YAMLParseError,
  type YAMLSeq,
} from 'yaml';
import type { Span } from '../model/text';
import { shownLanguage, t } from '../shared/l10n';
import type { JsonNode, SyntaxFault } from '../text/json/parseJson';
import type { YamlParser, YamlTree } from '../text/parseJsonOrYaml';

/**
 * Parses a YAML 1.2 document to the same form of syntax tree as JSON. Dates, and words such as `yes`, are strings, even if the document declares
 * another YAML version. Tags outside of the core schema are ignored. Never throws.
 */
export const parse: YamlParser['parse'] = text => {
  const end = text.length > LONGEST ? text.lastIndexOf('\n', LONGEST - 1) + 1 || LONGEST : undefined;
  const tooLong = end === undefined ? undefined : { span: { start: end, end: end + 1 }, message: TOO_LONG };
  try {
    // The beginning, and what stands at the margin behind it, show what a long text is.
    const margin = end === undefined ? '' : text.slice(end).replace(INDENTED, run => `${' '.repeat(run.length - 1)}\n`);
    const read = text.slice(0, end) + (margin.replaceAll(' ', '').length < SHORT ? margin : '');
    const document = firstDocument(read);
    const [first] = document?.errors ?? [];
    const tree = document?.contents ? treeOf(document.contents, read, document.errors) : {};
    const fault = tooLong ?? (first && faultOf(first, read));
    return fault ? { ...tree, fault } : tree;
  } catch (error) {
    // Deep nesting overflows the stack.
    if (error instanceof RangeError) return { fault: tooLong ?? tooDeep(text) };
    throw error;
  }
};

/** Returns the comments of a text, from the number sign to the end of the line. */
export const comments: YamlParser['comments'] = text => {
  const found: Span[] = [];
  let at = 0;
  let isContent = false;
  for (const lexeme of new Lexer().lex(text)) {
    if (MARKS.has(lexeme)) {
      isContent = lexeme === CONTENT;
      continue;
    }
    if (!isContent && lexeme.startsWith('#')) found.push({ start: at, end: at + lexeme.length });
    isContent = false;
    at += lexeme.length;
  }
  return found;
};

/** How many characters of a text are parsed. Nobody writes longer envelopes in YAML, and parsing one would take seconds. */
const LONGEST = 500_000;
/** The maximum length of what is read behind that. */
const SHORT = 50_000;
/** Lines that belong to a line at the margin above them. */
const INDENTED = /^[ \t-][\s\S]*?(?=^[^\s-]|(?![\s\S]))/gm;
const TOO_LONG = t`This YAML has more than the 500,000 characters that are read, so that nothing in it is checked; split it, or write it as JSON, which may be longer.`;

// The marks that the lexer emits besides pieces of the text. The text of a plain or block scalar follows the last one.
const CONTENT = '\x1f';
const MARKS = new Set(['\x02', '\x18', CONTENT]);

function firstDocument(text: string): Document.Parsed | undefined {
  const composer = new Composer({
    // Also where a document says that it is YAML 1.1.
    schema: 'core',
    // Duplicate keys have a rule of their own, and looking for them here takes quadratic time.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  for (const document of composer.compose(new Parser().parse(text), true, text.length)) return document;
  return undefined;
}

interface Reading {
  text: string;
  /** The last node so far with each anchor, by the anchor's name. */
  anchors: Map<string, Node>;
  /** The nodes around the current one. An alias of one of these would never end. */
  open: Set<Node>;
  depth: number;
  /** The number of nodes that aliases may still repeat. */
  left: number;
  /** Offsets of texts with a colon that the parser takes for mappings. */
  misread: ReadonlySet<number>;
  /** The span of the alias or merge key that is being replaced by its target. */
  at?: Span;
  /** Whether the current node is the target of an alias, and so was read before. */
  isRepeated: boolean;
  /** Why the first unreadable value can't be read. */
  fault?: SyntaxFault;
}

function treeOf(contents: Node, text: string, errors: readonly YAMLParseError[]): YamlTree {
  const misread = new Set(errors.flatMap(({ code, pos }) => (code === 'BLOCK_AS_IMPLICIT_KEY' ? [pos[0]] : [])));
  const reading: Reading = {
    text,
    anchors: new Map(),
    open: new Set(),
    depth: 0,
    left: MOST_REPEATED,
    misread,
    isRepeated: false,
  };
  const root = nodeOf(contents, reading, 0);
  return { root, ...(reading.fault && { fault: reading.fault }) };
}

const MOST_REPEATED = 20_000;
/** The maximum depth, as for JSON: functions that walk trees recurse and must not overflow the stack. */
const DEEPEST = 500;

/**
 * Converts a node of the YAML library to a node of the tree.
 *
 * @param from the offset for a value that is not written
 */
function nodeOf(given: unknown, reading: Reading, from: number): JsonNode {
  const { text, open, at } = reading;
  if (at && --reading.left < 0)
    return unreadable(at, t`Aliases repeat so much here that the text is not read.`, reading);
  if (isAlias(given)) {
    const span = at ?? spanOf(given, text, from);
    const target = resolved(given.source, reading);
    if ('fault' in target) return unreadable(span, target.fault, reading);
    return replacement(target, span, reading, true);
  }
  const node = isScalar(given) || isMap(given) || isSeq(given) ? (given as Node) : undefined;
  const span = at ?? (node ? spanOf(node, text, from) : { start: from, end: from });
  const own: JsonNode = { type: 'null', value: null, offset: span.start, length: span.end - span.start };
  if (!node) return own;
  noteAnchor(node, reading);
  if (isScalar(node)) return Object.assign(own, scalar(node));
  if (isMap(node) && reading.misread.has(span.start) && !at) return misreadText(own, reading);
  if (reading.depth === DEEPEST) return unreadable(span, TOO_DEEP, reading);
  reading.depth++;
  open.add(node);
  const { value: _, ...collection } = own;
  const made: JsonNode = isMap(node)
    ? { ...collection, type: 'object', children: properties(node, reading, span) }
    : { ...collection, type: 'array', children: items(node as YAMLSeq, reading, span) };
  for (const child of made.children ?? []) Object.assign(child, { parent: made });
  open.delete(node);
  reading.depth--;
  return made;
}

/** Converts a node that takes the place of an alias or a merge key. */
function replacement(target: Node, span: Span, reading: Reading, isRepeated: boolean): JsonNode {
  const { at, isRepeated: before } = reading;
  reading.at = span;
  reading.isRepeated ||= isRepeated;
  const node = nodeOf(target, reading, span.start);
  if (!at) delete reading.at;
  reading.isRepeated = before;
  return node;
}

function noteAnchor(node: unknown, { anchors, isRepeated }: Reading): void {
  if (!isRepeated && (isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined)
    anchors.set(node.anchor, node as Node);
}

function resolved(name: string, { anchors, open }: Reading): Node | { fault: string } {
  const target = anchors.get(name);
  if (!target) return { fault: t`No anchor "&${name.slice(0, 60)}" comes before this alias.` };
  return open.has(target) ? { fault: t`This alias stands for a value that contains it.` } : target;
}

/**
 * Returns a text such as `Fixed: all.`, which should have quotes, as the text that it is meant to be, so that the envelope around it stays
 * readable.
 */
function misreadText({ offset }: JsonNode, { text }: Reading): JsonNode {
  const value = restOfLine(text, offset);
  return { type: 'string', value, offset, length: value.length };
}

/** Records why a value can't be read, and returns null in its place. Values around it stay readable. */
function unreadable({ start, end }: Span, message: string, reading: Reading): JsonNode {
  reading.fault ??= { span: { start, end }, message };
  return { type: 'null', value: null, offset: start, length: end - start };
}

function scalar({ value, source = '' }: Scalar): Pick<JsonNode, 'type' | 'value'> {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: typeof value as 'string' | 'number' | 'boolean', value };
    default:
      return value === null || value === undefined ? { type: 'null', value: null } : { type: 'string', value: source };
  }
}

function restOfLine(text: string, offset: number): string {
  const end = text.indexOf('\n', offset);
  return text
    .slice(offset, end < 0 ? undefined : end)
    .replace(/\s#.*$/, '')
    .trimEnd();
}

function items({ items }: YAMLSeq, reading: Reading, { start }: Span): JsonNode[] {
  let from = start;
  return items.map(item => {
    const node = isPair(item) ? nodeOfPair(item, reading, from) : nodeOf(item, reading, from);
    from = node.offset + node.length;
    return node;
  });
}

// In a flow list, `[a: 1]` is a list with an object of one property.
function nodeOfPair(pair: Pair, reading: Reading, from: number): JsonNode {
  const [property] = propertyOf(pair, reading, from);
  const { offset, length } = property as JsonNode;
  const node: JsonNode = { type: 'object', offset, length, children: [property as JsonNode] };
  Object.assign(property as JsonNode, { parent: node });
  return node;
}

/** Returns the properties of a mapping in order. A merge key (`<<`) is replaced by the properties of its target that the mapping lacks. */
function properties({ items }: YAMLMap, reading: Reading, { start }: Span): JsonNode[] {
  const made: { node: JsonNode; isMerged: boolean }[] = [];
  let from = start;
  for (const pair of withMisread(items, reading)) {
    const isMerged = isMergeKey(pair);
    for (const node of isMerged ? mergedProperties(pair, reading, from) : propertyOf(pair, reading, from)) {
      made.push({ node, isMerged });
      from = Math.max(from, node.offset + node.length);
    }
  }
  if (!made.some(({ isMerged }) => isMerged)) return made.map(({ node }) => node);
  const taken = new Set(made.flatMap(({ node, isMerged }) => (isMerged ? [] : [keyOf(node)])));
  return made.flatMap(({ node, isMerged }) => {
    if (!isMerged) return [node];
    if (taken.has(keyOf(node))) return [];
    taken.add(keyOf(node));
    return [node];
  });
}

// The parser reads the properties after a text that it mistakes for a mapping into that mapping.
function withMisread(pairs: readonly Pair[], reading: Reading): readonly Pair[] {
  if (reading.misread.size === 0) return pairs;
  return pairs.flatMap(pair => {
    const { value } = pair;
    if (!isMap(value) || !value.range || !reading.misread.has(value.range[0])) return [pair];
    return [pair, ...withMisread(value.items.slice(1), reading)];
  });
}

function keyOf({ children }: JsonNode): unknown {
  return children?.[0]?.value;
}

function isMergeKey({ key, value }: Pair): boolean {
  if (!isScalar(key) || key.value !== '<<' || (key.type && key.type !== Scalar.PLAIN)) return false;
  return isAlias(value) || isMap(value) || (isSeq(value) && value.items.every(one => isAlias(one) || isMap(one)));
}

function mergedProperties({ key, value }: Pair, reading: Reading, from: number): JsonNode[] {
  const span = reading.at ?? spanOf(key as Node, reading.text, from);
  if (isSeq(value)) noteAnchor(value, reading);
  const all = isSeq(value) ? value.items : [value];
  return all.flatMap(one => {
    const target = isAlias(one) ? resolved(one.source, reading) : (one as Node);
    if ('fault' in target) {
      unreadable(span, target.fault, reading);
      return [];
    }
    const node = replacement(target, span, reading, isAlias(one));
    if (node.type === 'object') return node.children ?? [];
    unreadable(span, t`Only mappings can be merged into this one.`, reading);
    return [];
  });
}

function propertyOf({ key, value }: Pair, reading: Reading, from: number): JsonNode[] {
  const keyNode = nodeOf(key, reading, from);
  const name: JsonNode = {
    type: 'string',
    value: keyText(keyNode, reading),
    offset: keyNode.offset,
    length: keyNode.length,
  };
  const valueNode = nodeOf(value, reading, valueStart(keyNode.offset + keyNode.length, reading));
  const end = Math.max(name.offset + name.length, valueNode.offset + valueNode.length);
  const property: JsonNode = {
    type: 'property',
    offset: name.offset,
    length: end - name.offset,
    children: [name, valueNode],
  };
  Object.assign(name, { parent: property });
  Object.assign(valueNode, { parent: property });
  return [property];
}

// JSON has only texts as keys.
function keyText({ type, value, offset, length }: JsonNode, { text }: Reading): string {
  if (type === 'object' || type === 'array') return text.slice(offset, offset + length);
  return type === 'null' ? '' : String(value);
}

/** Returns the offset after the colon, for a value that is not written. */
function valueStart(end: number, { text, at }: Reading): number {
  if (at) return end;
  const colon = /^[ \t]*:/.exec(text.slice(end, end + 100))?.[0];
  return end + (colon?.length ?? 0);
}

function spanOf(node: Node, text: string, from: number): Span {
  const [start, end] = node.range ?? [from, from];
  // The line ends of a block scalar, and of a mapping that ends in one, belong to what follows.
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

const TOO_DEEP = t`The values are nested too deeply to be read.`;

function tooDeep(text: string): SyntaxFault {
  const start = Math.max(0, text.search(/\S/));
  return { span: { start, end: start + 1 }, message: TOO_DEEP };
}

function faultOf({ code, pos: [from, to], message }: YAMLParseError, text: string): SyntaxFault {
  if (code === 'RESOURCE_EXHAUSTION') return tooDeep(text);
  const start = Math.min(from, Math.max(0, text.length - 1));
  const isWholeText = code === 'BLOCK_AS_IMPLICIT_KEY';
  const last = isWholeText ? start + restOfLine(text, start).length : to;
  const end = Math.min(text.length, Math.max(last, start + 1));
  const fault: SyntaxFault = { span: { start, end }, message: MESSAGES[code] ?? fallback(code, message) };
  if (isWholeText && !/^[-"'[{&*!|>%@`?]/.test(text.slice(start, end)))
    fault.meant = { title: t`Put the text in quotes`, text: JSON.stringify(text.slice(start, end)) };
  return fault;
}

const MESSAGES: { [code in YAMLParseError['code']]?: string } = {
  BAD_DQ_ESCAPE: t`This escape is not one of YAML; write a backslash twice, or put the text in single quotes.`,
  BLOCK_AS_IMPLICIT_KEY: t`A text with ": " in it needs quotes; a mapping begins on a line of its own.`,
  MULTILINE_IMPLICIT_KEY: t`A key and its colon are expected on one line here.`,
  TAB_AS_INDENT: t`YAML is indented with spaces; this is a tab.`,
};

/** The translated messages for those of the parser, which are English. */
const OTHER_MESSAGES: { [code in YAMLParseError['code']]?: string } = {
  BAD_ALIAS: t`This is not YAML: an anchor or its alias has no usable name here.`,
  BAD_INDENT: t`This is not YAML: the items of a sequence begin in the same column.`,
  BAD_SCALAR_START: t`This is not YAML: a text that begins with this character needs quotes.`,
  DUPLICATE_KEY: t`This is not YAML: the mapping has this key already.`,
  MISSING_CHAR: t`This is not YAML: a quote, a comma, a colon, a dash or a space is missing here.`,
  TAG_RESOLVE_FAILED: t`This is not YAML: the tag is not known.`,
  UNEXPECTED_TOKEN: t`This is not YAML: this is not expected here.`,
};

function fallback(code: YAMLParseError['code'], message: string): string {
  if (shownLanguage() !== 'en') return OTHER_MESSAGES[code] ?? t`This is not YAML.`;
  const text = (message.split('\n', 1)[0] ?? '').slice(0, 150);
  return `This is not YAML: ${text.charAt(0).toLowerCase()}${text.slice(1)}${/[.:]$/.test(text) ? '' : '.'}`;
}
