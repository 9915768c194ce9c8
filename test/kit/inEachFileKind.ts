import type { Position } from '../../server/src/model/text';
import { offsetAt } from '../../server/src/parts/positions';
import { splitIntoParts } from '../../server/src/parts/splitIntoParts';
import { memoryFile } from './analyseText';
import { parseCursor } from './parseCursor';

/** A file with a cursor in its only envelope. */
export interface FileWithCursor {
  name: string;
  text: string;
  position: Position;
}

/** JSON with a `|` where the cursor is, as each kind of file holds it. */
export function inEachFileKind(json: string): FileWithCursor[] {
  return [
    fileWithCursor('envelope.json', json),
    fileWithCursor('log.jsonl', `42\n${json.replace(/\s*\n\s*/g, ' ')}\n"text"`),
    fileWithCursor('block.md', `# A block\n\n\`\`\`json\n${json}\n\`\`\`\n\nAfter it.`),
    fileWithCursor('quote.md', prefixed('> ', `Quoted:\n\n\`\`\`json\n${json}\n\`\`\``)),
    fileWithCursor('list.md', `- In a list\n\n${prefixed('  ', `\`\`\`json\n${json}\n\`\`\``)}\n- next`),
    fileWithCursor('listInQuote.md', prefixed('> ', `1. In both\n${prefixed('   ', `\`\`\`json\n${json}\n\`\`\``)}`)),
  ];
}

function prefixed(prefix: string, text: string): string {
  return text.replace(/^/gm, prefix);
}

export function fileWithCursor(name: string, drawn: string): FileWithCursor {
  const { text, offset } = parseCursor(drawn);
  return fileAt(name, text, offset);
}

export function fileAt(name: string, text: string, offset: number): FileWithCursor {
  const before = text.slice(0, offset).split('\n');
  return { name, text, position: { line: before.length - 1, character: before.at(-1)?.length ?? 0 } };
}

/** What the envelope of such a file says, after a change; and that nothing around it has changed. */
export function envelopeIn({ name, text, position }: FileWithCursor, changed: string): unknown {
  const read = (whole: string) => {
    const parts = splitIntoParts(memoryFile(name, whole)).filter(part => part.text !== '42' && part.text !== '"text"');
    const part = parts.find(one => offsetAt(one, position) !== undefined) ?? parts[0];
    if (!part) throw new Error(`${name} has no envelope:\n${whole}`);
    const begin = part.map.at(0) ?? { line: 0 };
    const end = part.map.at(-1) ?? begin;
    const lines = whole.split('\n');
    return { json: part.text, around: [lines.slice(0, begin.line), lines.slice(end.line + 1)] };
  };
  const [before, after] = [read(text), read(changed)];
  if (JSON.stringify(before.around) !== JSON.stringify(after.around)) {
    throw new Error(`${name}: something around the envelope has changed:\n${changed}`);
  }
  try {
    return JSON.parse(after.json);
  } catch (error) {
    throw new Error(`${name}: ${error}\n${changed}`);
  }
}
