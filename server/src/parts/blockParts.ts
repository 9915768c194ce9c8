import type { Part } from '../model/part';
import type { SourceFile } from '../model/text';
import { type Fence, fences } from '../text/markdown';
import { withoutMark } from './byteOrderMark';
import { linePart } from './lineParts';

/** The fenced JSON blocks of a Markdown file; of a block of JSONL its lines. */
export function blockParts(file: SourceFile): Part[] {
  return fences(withoutMarks(file.lines)).flatMap((fence, index) => {
    const id = `block ${index + 1}`;
    if (fence.content.length === 0) return [];
    if (fence.lang === 'json' || fence.lang === 'jsonc') return [blockPart(id, fence, fence.lang, file.lines)];
    if (fence.lang === 'jsonl' || fence.lang === 'ndjson') return linesOf(id, fence, file.lines);
    return [];
  });
}

// A blank in its place: columns stay, and a fence may stand behind it.
function withoutMarks(lines: readonly string[]): readonly string[] {
  const { text, character } = withoutMark(lines[0] ?? '');
  return character === 0 ? lines : [' '.repeat(character) + text, ...lines.slice(1)];
}

function blockPart(id: string, fence: Fence, lang: 'json' | 'jsonc', lines: readonly string[]): Part {
  const content = fence.content.map(({ line, character }) => (lines[line] ?? '').slice(character));
  let at = 0;
  const map = content.map((text, index) => {
    const segment = { at, ...(fence.content[index] as Fence['content'][0]) };
    at += text.length + 1;
    return segment;
  });
  return {
    id,
    lang,
    text: content.join('\n'),
    map,
    oneLine: false,
    encode: text => text.replaceAll('\n', `\n${fence.prefix}`),
  };
}

function linesOf(id: string, fence: Fence, lines: readonly string[]): Part[] {
  return fence.content.map(({ line, character }, index) =>
    linePart(`${id} line ${index + 1}`, (lines[line] ?? '').slice(character), line, character),
  );
}
