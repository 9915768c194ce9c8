import type { Part, Segment } from '../model/part';
import type { SourceFile, Span } from '../model/text';
import { withoutMark } from './byteOrderMark';
import { positionAt } from './place';

/**
 * The root of a JSON file; where that is an array of objects, each object is a part of its own, and the root its parent.
 */
export function jsonParts(file: SourceFile): Part[] {
  const root = rootPart(file);
  const spans = objectsOfRootArray(root.text);
  return spans.length === 0 ? [root] : spans.map((span, index) => elementPart(root, span, index));
}

function rootPart(file: SourceFile): Part {
  const first = withoutMark(file.lines[0] ?? '');
  const lines = [first.text, ...file.lines.slice(1)];
  const lang = file.lang === 'jsonc' ? 'jsonc' : 'json';
  const part = { id: 'root', lang, text: lines.join('\n'), oneLine: false, encode: asIs } as const;
  return withMap(part, () => lineSegments(lines, first.character));
}

function elementPart(root: Part, span: Span, index: number): Part {
  const text = root.text.slice(span.start, span.end);
  const part = { id: String(index), lang: root.lang, text, parent: root, oneLine: false, encode: asIs };
  return withMap(part, () => {
    const inside = root.map.filter(({ at }) => at > span.start && at <= span.end);
    const begin = { at: 0, ...positionAt(root, span.start) };
    return [begin, ...inside.map(segment => ({ ...segment, at: segment.at - span.start }))];
  });
}

function asIs(text: string): string {
  return text;
}

// Positions are wanted of parts with a problem or a cursor in them; most have neither.
function withMap(part: Omit<Part, 'map'>, make: () => Segment[]): Part {
  let made: Segment[] | undefined;
  const get = () => {
    made ??= make();
    return made;
  };
  return Object.defineProperty(part, 'map', { enumerable: true, get }) as Part;
}

function lineSegments(lines: readonly string[], firstCharacter: number): Segment[] {
  let at = 0;
  return lines.map((text, line) => {
    const segment = { at, line, character: line === 0 ? firstCharacter : 0 };
    at += text.length + 1;
    return segment;
  });
}

/**
 * The spans of the objects in a root array, found by their brackets alone: so one broken object does not hide the rest,
 * and no tree is built. Empty where the root is no array, or its first element no object.
 */
export function objectsOfRootArray(text: string): Span[] {
  if (!/^\s*\[\s*\{/.test(text.slice(0, 1000))) return [];
  const spans: Span[] = [];
  let depth = 0;
  let start = -1;
  for (let i = text.indexOf('['); i < text.length; i++) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = endOfString(text, i);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (depth === 1 && text.charCodeAt(i) === OPEN_BRACE) start = i;
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        if (depth === 1 && start >= 0) {
          spans.push({ start, end: i + 1 });
          start = -1;
        }
        if (depth === 0) return spans;
    }
  }
  if (start >= 0) spans.push({ start, end: text.trimEnd().length });
  return spans;
}

const QUOTE = 34;
const OPEN_BRACE = 123;
const OPEN_BRACKET = 91;
const CLOSE_BRACE = 125;
const CLOSE_BRACKET = 93;
const BACKSLASH = 92;
const LINE_FEED = 10;

// A string that lacks its closing quote ends with its line, as JSON strings do.
function endOfString(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BACKSLASH) i++;
    else if (code === QUOTE || code === LINE_FEED) return i;
  }
  return text.length;
}
