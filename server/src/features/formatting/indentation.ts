import type { Part } from '../../model/part';

/** One level of indentation, taken from the first indented line; two spaces if there is none. */
export function indentUnit({ text, parent }: Part): string {
  return /^([ \t]+)\S/m.exec((parent ?? { text }).text)?.[1] ?? '  ';
}

/** The indentation of the line at an offset. */
export function indentAt({ text, parent, map }: Part, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  if (lineStart > 0 || !parent) return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
  // The first line of an element begins before the element.
  return /^[ \t]*/.exec(parent.text.split('\n')[map.at(0)?.line ?? 0] ?? '')?.[0] ?? '';
}
