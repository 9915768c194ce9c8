import type { Part } from '../../model/part';

/** One level of a part's indentation, as its first indented line has it; two spaces where none is. */
export function indentUnit({ text, parent }: Part): string {
  return /^([ \t]+)\S/m.exec((parent ?? { text }).text)?.[1] ?? '  ';
}

/** What the line of an offset is indented by. */
export function indentAt({ text, parent, map }: Part, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  if (lineStart > 0 || !parent) return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? '';
  // The first line of an element begins outside of it.
  return /^[ \t]*/.exec(parent.text.split('\n')[map[0]?.line ?? 0] ?? '')?.[0] ?? '';
}
