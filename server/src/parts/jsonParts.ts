import type { Part } from '../model/part';
import type { SourceFile, Span } from '../model/text';
import { CLOSE_BRACE, nextBracket, OPEN_BRACE, OPEN_BRACKET, skipTrivia } from '../text/json/jsonScanner';
import { positionAt } from './positions';
import { rootPart, withLazyMap } from './rootPart';

/** The root of a JSON file; if it is an array of objects, a part for each object, with the root as its parent. */
export function jsonParts(file: SourceFile): Part[] {
  const root = rootPart(file, file.lang === 'jsonc' ? 'jsonc' : 'json');
  const spans = rootArrayObjects(root.text);
  return spans.length === 0 ? [root] : spans.map((span, index) => elementPart(root, span, index));
}

function elementPart(root: Part, span: Span, index: number): Part {
  const text = root.text.slice(span.start, span.end);
  const part = { id: String(index), lang: root.lang, text, parent: root, oneLine: false, encode: root.encode };
  return withLazyMap(part, () => {
    const inside = root.map.filter(({ at }) => at > span.start && at <= span.end);
    const begin = { at: 0, ...positionAt(root, span.start) };
    return [begin, ...inside.map(segment => ({ ...segment, at: segment.at - span.start }))];
  });
}

/**
 * The spans of the objects in a root array. Only scans brackets: builds no tree, and a broken object does not hide the
 * rest. Empty if the root is not an array.
 */
export function rootArrayObjects(text: string): Span[] {
  const begin = skipTrivia(text, 0);
  // A second byte order mark is a syntax error of the file, which parts for the elements would hide.
  if (text.charCodeAt(begin) !== OPEN_BRACKET || text.startsWith('\uFEFF')) return [];
  const spans: Span[] = [];
  const open: number[] = [];
  let start = -1;
  const closeObject = (at: number) => {
    if (open.length === 1 && start >= 0) {
      spans.push({ start, end: at });
      start = -1;
    }
  };
  for (let i = begin; i < text.length; i = nextBracket(text, i + 1)) {
    const code = text.charCodeAt(i);
    switch (code) {
      case OPEN_BRACE:
        // An object directly inside an object, without a colon before it: the previous element is unclosed, and the
        // next one begins here.
        if (open.at(-1) === OPEN_BRACE && !isAfterColon(text, i)) {
          open.length = 1;
          closeObject(endOfUnclosed(text, i));
        }
        if (open.length === 1) start = i;
        open.push(code);
        break;
      case OPEN_BRACKET:
        open.push(code);
        break;
      case CLOSE_BRACE:
        if (open.length > 1) {
          open.length = Math.max(1, open.lastIndexOf(OPEN_BRACE));
          closeObject(i + 1);
        }
        break;
      default: {
        const closed = open.lastIndexOf(OPEN_BRACKET);
        if (closed === 0) {
          open.length = 1;
          closeObject(endOfUnclosed(text, i));
          return spans;
        }
        open.length = closed;
        closeObject(i + 1);
      }
    }
  }
  open.length = 1;
  closeObject(text.trimEnd().length);
  return spans;
}

function isAfterColon(text: string, at: number): boolean {
  return /:\s*$/.test(text.slice(Math.max(0, at - 200), at));
}

// The end of an unclosed element: before the comma, if there is one.
function endOfUnclosed(text: string, at: number): number {
  const before = text.slice(0, at).trimEnd();
  return before.endsWith(',') ? before.length - 1 : before.length;
}
