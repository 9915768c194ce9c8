import type { Part, Segment } from '../model/part';
import type { SourceFile, Span } from '../model/text';
import { mayHaveObjectsBehind, rootObjects } from '../text/json/arrayObjects';
import { positionAt } from './positions';
import { rootPart, withLazyMap } from './rootPart';

/** The root of a JSON file; if it is an array of objects, or several objects one behind another, a part for each object, with the root as its parent. */
export function jsonParts(file: SourceFile): Part[] {
  const root = rootPart(file, file.lang === 'jsonc' ? 'jsonc' : 'json');
  // The text of a single object need not be joined to see that it is one.
  const begin = file.lines.find(line => /[^\s\uFEFF]/.test(line))?.trimStart();
  const spans = begin?.startsWith('{') && !mayHaveObjectsBehind(file.lines) ? [] : rootObjects(root.text);
  return spans.length === 0 ? [root] : spans.map((span, index) => elementPart(root, span, index));
}

function elementPart(root: Part, span: Span, index: number): Part {
  const text = root.text.slice(span.start, span.end);
  const part = { id: String(index), lang: root.lang, text, parent: root, oneLine: false, encode: root.encode };
  return withLazyMap(part, () => {
    const begin = { at: 0, ...positionAt(root, span.start) };
    const last = positionAt(root, span.end).line;
    const inside = Array.from(
      { length: last - begin.line },
      (_, index) => root.map.at(begin.line + index + 1) as Segment,
    );
    return [begin, ...inside.map(segment => ({ ...segment, at: segment.at - span.start }))];
  });
}
