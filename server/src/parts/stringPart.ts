import type { Part, Segment } from '../model/part';
import type { JsonNode } from '../text/json/parseJson';
import { partText } from './partTree';
import { positionAt } from './positions';
import { withLazyMap } from './rootPart';

type StringNode = Pick<JsonNode, 'offset' | 'length' | 'value'>;

/** The content of a string in a JSON part as a part: its text is unescaped, its edits are escaped. */
export function stringPart(parent: Part, node: StringNode, id: string): Part {
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

// Between two escape sequences, offsets in text and source advance together. A string is in one line.
function stringSegments(parent: Part, { offset, length }: StringNode): Segment[] {
  const written = partText(parent, { start: offset, end: offset + length });
  const { line, character } = positionAt(parent, offset);
  const segments: Segment[] = [{ at: 0, line, character: character + 1 }];
  // The characters of the source that the text does not have, beginning with the quote.
  let more = 1;
  for (let at = written.indexOf('\\'); at >= 0 && at < length - 1; at = written.indexOf('\\', at)) {
    const size = written[at + 1] === 'u' ? 6 : 2;
    at += size;
    more += size - 1;
    segments.push({ at: at - more, line, character: character + at });
  }
  return segments;
}
