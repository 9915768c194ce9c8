import type { Path, Span } from '../model/text';
import { childAt, childIndexAt, type JsonNode } from '../text/json/parseJson';
import { lineEnd } from '../text/lines';
import type { JsonCursor } from './jsonCursor';

/** Where the user types in an incomplete YAML text. Within brackets, commas separate values; elsewhere, lines and indentation do. */
export interface YamlCursor extends JsonCursor {
  isFlow: boolean;
  /** Nothing is between this place and the colon before it, so that a value needs a space. */
  needsSpace?: true;
}

/**
 * Finds the place that a cursor means in YAML, complete or not; outside of brackets by the indentation of the lines above. Undefined within
 * comments and block texts, and where nothing can be inserted.
 */
export function yamlCursor(text: string, offset: number, root: JsonNode | undefined): YamlCursor | undefined {
  const flow = root && flowAround(root, text, offset);
  if (flow) return flowCursor(text, offset, flow);
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = lineEnd(text, offset);
  const own = lineOf(text.slice(start, end));
  const column = offset - start;
  const above = text.slice(0, start).split('\n').slice(0, -1);
  if (own.comment !== undefined && column > own.comment) return undefined;
  if (own.key && column <= own.key.end) {
    if (column < own.column) return undefined;
    const parent = pathAbove(above, own, own.column);
    const at = { start: start + own.column, end: start + own.key.end };
    return parent && { path: [...parent, own.key.name], atKey: true, at, isFlow: false };
  }
  if (own.key) return valueCursor(text, { start, column, own, above });
  const dash = own.dashes.at(-1);
  if (own.value && (column < own.value.start || column > own.value.end)) return undefined;
  if (own.value && /^[|>&*!?]/.test(text.slice(start + own.value.start))) return undefined;
  if (dash !== undefined && column <= dash) return undefined;
  const at = own.value ? spanIn(start, own.value) : { start: offset, end: offset };
  if (dash !== undefined) {
    // `-` alone is a text until a space follows.
    if (column === dash + 1) return undefined;
    const path = pathAbove(above, own, own.value?.start ?? column);
    return path && { path, atKey: false, at, isFlow: false };
  }
  const path = pathAbove(above, own, own.value?.start ?? column);
  return path && typeof path.at(-1) !== 'number'
    ? { path: [...path, ''], atKey: true, at, isFlow: false }
    : path && { path: [...path, ''], atKey: true, at, isFlow: false };
}

/** Returns the span of a property name that is being typed at an offset and has no colon yet. */
export function typedYamlName(text: string, offset: number): Span | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const own = lineOf(text.slice(start, lineEnd(text, offset)));
  if (
    own.key ||
    !own.value ||
    !/^["']?[\w$./-]*["']?$/.test(text.slice(start + own.value.start, start + own.value.end))
  )
    return undefined;
  const at = spanIn(start, own.value);
  return at.start <= offset && offset <= at.end ? at : undefined;
}

function spanIn(start: number, { start: from, end: to }: Span): Span {
  return { start: start + from, end: start + to };
}

interface ValuePlace {
  /** The offset of the line. */
  start: number;
  column: number;
  own: Line;
  above: readonly string[];
}

function valueCursor(text: string, { start, column, own, above }: ValuePlace): YamlCursor | undefined {
  const { key, value, colon = 0 } = own;
  const parent = pathAbove(above, own, own.column);
  if (!key || !parent || column <= colon) return undefined;
  const path = [...parent, key.name];
  if (value && column > value.start && /^[[{]/.test(text.slice(start + value.start, start + value.end)))
    return flowCursor(text, start + column, { node: { offset: start + value.start }, path });
  const isInValue = value !== undefined && column >= value.start && column <= value.end;
  if (isInValue && /^[|>&*!]/.test(text.slice(start + value.start))) return undefined;
  if (value && !isInValue) return undefined;
  const at = value ? spanIn(start, value) : { start: start + column, end: start + column };
  return { path, atKey: false, at, isFlow: false, ...(column === colon + 1 && { needsSpace: true }) };
}

/** A line of a block: the columns of its dashes, its key, and its value or other text. */
interface Line {
  dashes: number[];
  /** The column of the first character after the dashes. */
  column: number;
  key?: { name: string; end: number };
  colon?: number;
  value?: Span;
  comment?: number;
}

const KEY = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'#&*!|>%@`{}[\],][^\n]*?))[ \t]*:(?=[ \t]|$)/;

function lineOf(line: string): Line {
  const dashes: number[] = [];
  let column = /^ */.exec(line)?.[0].length ?? 0;
  for (let dash = /^-(?: +|$)/.exec(line.slice(column)); dash; dash = /^-(?: +|$)/.exec(line.slice(column))) {
    dashes.push(column);
    column += dash[0].length;
  }
  const comment = commentIn(line, column);
  const rest = line.slice(column, comment).trimEnd();
  const written: Line = { dashes, column, ...(comment !== undefined && { comment }) };
  const [head, double, single, plain] = KEY.exec(rest) ?? [];
  if (head === undefined)
    return rest === '' ? written : { ...written, value: { start: column, end: column + rest.length } };
  const name = double ?? single?.replaceAll("''", "'") ?? plain ?? '';
  const token = head.slice(0, -1).trimEnd();
  const value = rest.slice(head.length);
  const from = column + head.length + (/^[ \t]*/.exec(value)?.[0].length ?? 0);
  return {
    ...written,
    key: { name, end: column + token.length },
    colon: column + head.length - 1,
    ...(value.trim() !== '' && { value: { start: from, end: column + rest.length } }),
  };
}

// A comment begins at a number sign behind a space, outside of quotes.
function commentIn(line: string, from: number): number | undefined {
  let quote = '';
  for (let at = from; at < line.length; at++) {
    const character = line[at] as string;
    const isBehindSpace = at === from || /[\s:,[{]/.test(line[at - 1] as string);
    if (quote !== '') {
      if (character === '\\' && quote === '"') at++;
      else if (character === quote) quote = '';
    } else if ((character === '"' || character === "'") && isBehindSpace) quote = character;
    else if (character === '#' && (at === from || /\s/.test(line[at - 1] as string))) return at;
  }
  return undefined;
}

/**
 * Returns the path of the mapping or list element whose text begins at a column of a line, by the lines above. Undefined if the indentation
 * fits no mapping above.
 */
function pathAbove(
  above: readonly string[],
  own: Pick<Line, 'dashes'>,
  column: number,
): (string | number)[] | undefined {
  const path: (string | number)[] = [];
  let wanted = column;
  /** The column of the dashes of the list that is being left, and the elements counted in it. */
  let list: { column: number; index: number } | undefined;
  const enterDashes = (dashes: readonly number[]): void => {
    for (const dash of dashes.toReversed()) {
      if (list && dash === list.column) list.index++;
      else if (!list && dash < wanted) list = { column: dash, index: 0 };
      else if (list && dash < list.column) {
        path.unshift(list.index);
        list = { column: dash, index: 0 };
      }
    }
  };
  enterDashes(own.dashes);
  for (let at = above.length - 1; at >= 0; at--) {
    const text = above[at] as string;
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(text)) break;
    const line = lineOf(text);
    if (line.key) {
      const isParent = list ? line.column <= list.column && line.dashes.length === 0 : line.column < wanted;
      const isParentInItem = list !== undefined && line.dashes.length > 0 && line.column <= list.column;
      if (isParent || isParentInItem) {
        // Below a text there is no mapping, but more text.
        if (line.value && !/^[&!]\S*$/.test(text.slice(line.value.start, line.value.end))) return undefined;
        if (list) path.unshift(list.index);
        list = undefined;
        path.unshift(line.key.name);
        wanted = line.column;
      }
    } else if (line.value && !list && line.dashes.length === 0 && line.column < wanted) return undefined;
    enterDashes(line.dashes);
  }
  if (list) path.unshift(list.index);
  return path;
}

/** Returns the outermost list or mapping in brackets that contains an offset between them. */
function flowAround(root: JsonNode, text: string, offset: number): { node: JsonNode; path: Path } | undefined {
  const path: (string | number)[] = [];
  let here: JsonNode | undefined = root;
  while (here) {
    const isFlow = text[here.offset] === '{' || text[here.offset] === '[';
    if ((here.type === 'object' || here.type === 'array') && isFlow) {
      const end = here.offset + here.length;
      const isClosed = text[end - 1] === (here.type === 'object' ? '}' : ']');
      return here.offset < offset && (offset < end || (offset === end && !isClosed)) ? { node: here, path } : undefined;
    }
    const index: number = childIndexAt(here, offset);
    const child: JsonNode | undefined = childAt(here, index);
    if (child && here.type === 'array') path.push(index);
    if (child && here.type === 'object') path.push(String(child.children?.[0]?.value));
    here = here.type === 'object' ? child?.children?.[1] : child;
  }
  return undefined;
}

const TOKEN =
  /"(?:[^"\\]|\\.)*"?|'(?:[^']|'')*'?|[{}[\],]|:(?=[\s,{}[\]"']|$)|#[^\n]*|[^\s{}[\],:"'#][^{}[\],\n]*?(?=[ \t]*(?::(?:[\s,{}[\]]|$)|[{}[\],\n]|$))|\s+|./gy;

/** Reads the tokens between brackets up to a cursor. */
function flowCursor(
  text: string,
  offset: number,
  { node, path: outer }: { node: Pick<JsonNode, 'offset'>; path: Path },
): YamlCursor | undefined {
  const path: (string | number)[] = [...outer];
  const open: { isList: boolean; index: number; key: string | undefined }[] = [];
  let last = '';
  let isValue = false;
  let token: Span | undefined;
  TOKEN.lastIndex = node.offset;
  for (let found = TOKEN.exec(text); found && found.index < offset; found = TOKEN.exec(text)) {
    const [written] = found;
    const end = found.index + written.length;
    const here = open.at(-1);
    token = undefined;
    if (/^\s/.test(written)) continue;
    if (written.startsWith('#')) {
      if (end >= offset) return undefined;
    } else if (written === '{' || written === '[') {
      if (here) path.push(here.isList ? here.index : (here.key ?? ''));
      open.push({ isList: written === '[', index: 0, key: undefined });
      isValue = false;
    } else if (written === '}' || written === ']') {
      open.pop();
      path.length = Math.max(outer.length, path.length - 1);
      isValue = false;
    } else if (written === ',') {
      if (here) Object.assign(here, { index: here.index + 1, key: undefined });
      isValue = false;
    } else if (written === ':') {
      if (here && !here.isList) here.key = last;
      isValue = true;
    } else {
      last = /^["']/.test(written) ? written.slice(1, /["']$/.test(written.slice(1)) ? -1 : undefined) : written;
      if (end >= offset) token = { start: found.index, end };
    }
  }
  const here = open.at(-1);
  if (!here) return undefined;
  if (!token) {
    const word = /^[\w.+-]+/.exec(text.slice(offset, offset + 100))?.[0];
    const quoted = /^"(?:[^"\\\n]|\\.)*"/.exec(text.slice(offset, offset + 1000))?.[0];
    token = { start: offset, end: offset + (word ?? quoted ?? '').length };
  }
  if (here.isList) return { path: [...path, here.index], atKey: false, at: token, isFlow: true };
  if (isValue && here.key !== undefined) return { path: [...path, here.key], atKey: false, at: token, isFlow: true };
  const isNamed = /^\s*:/.test(text.slice(token.end, token.end + 100));
  const name = isNamed ? text.slice(token.start, token.end).replace(/^["']|["']$/g, '') : '';
  return { path: [...path, name], atKey: true, at: token, isFlow: true };
}
