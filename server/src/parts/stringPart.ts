import type { Part, Segment } from '../model/part';
import type { JsonNode } from '../text/json/parseJson';
import { partText } from './partTree';
import { positionAt } from './positions';
import { withLazyMap } from './rootPart';

/** The content of a string in a JSON part as a part: its text is unescaped, its edits are escaped. */
export function stringPart(parent: Part, node: JsonNode, id: string): Part {
  const part = {
    id: `${parent.id} ${id}`,
    lang: 'markdown' as const,
    text: String(node.value),
    parent,
    oneLine: false,
    encode: (text: string) => parent.encode(JSON.stringify(text).slice(1, -1)),
  };
  return withLazyMap(part, () => stringSegments(parent, node));
}

// Between two escape sequences, offsets in text and source advance together.
function stringSegments(parent: Part, { offset, length }: JsonNode): Segment[] {
  const written = partText(parent, { start: offset, end: offset + length });
  const segments: Segment[] = [{ at: 0, ...positionAt(parent, offset + 1) }];
  const end = offset + length - 1;
  let at = 0;
  for (let source = offset + 1; source < end; at++) {
    const size = written[source - offset] !== '\\' ? 1 : written[source - offset + 1] === 'u' ? 6 : 2;
    source += size;
    if (size > 1) segments.push({ at: at + 1, ...positionAt(parent, source) });
  }
  return segments;
}
