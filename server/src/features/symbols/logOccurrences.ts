import { analyse, type Context } from '../../analysis/analyse';
import type { FoundName } from '../../model/name';
import type { Position } from '../../model/text';
import { lineIndexOf } from '../../runs/reading/partLocation';
import { mayContainName } from './mayContainName';
import { namesIn } from './namesIn';
import type { SearchedFile, SearchedNames } from './searchedFile';

/** The occurrences of names in a log, in chunks. Only lines that may contain a name are parsed. */
export function* logOccurrences(
  file: SearchedFile,
  wanted: SearchedNames,
  context: Context,
  isSure: (family: string) => boolean,
): Generator<FoundName[], void> {
  let hits: Hit[] = [];
  for (const hit of hitsIn(file, wanted)) {
    hits.push(hit);
    if (hits.length < AT_ONCE) continue;
    yield namesInLines(hits);
    hits = [];
  }
  if (hits.length > 0) yield namesInLines(hits);

  function namesInLines(hits: readonly Hit[]): FoundName[] {
    const lines = hits.map(({ text }) => text);
    const { analysis } = analyse({ uri: file.uri, lang: 'jsonl', lines, eol: '\n' }, context);
    const found = namesIn(analysis, {
      names: wanted.names,
      isSure: ({ kind }) => isSure(kind.id.slice(0, kind.id.indexOf('/'))),
    });
    return found.map(name => moved(name, hits[name.range.start.line]?.line ?? 0));
  }
}

const AT_ONCE = 500;

interface Hit {
  text: string;
  line: number;
}

function* hitsIn(file: SearchedFile, { names, parts }: SearchedNames): Iterable<Hit> {
  const isHit = (text: string) => names.some(name => mayContainName(text, name.text));
  if (parts) {
    for (const part of parts) {
      const line = lineIndexOf(part);
      const text = line === undefined ? '' : file.line(line);
      if (line !== undefined && isHit(text)) yield { text, line };
    }
    return;
  }
  for (const { first, lines } of file.pieces()) {
    for (let at = 0; at < lines.length; at++) {
      const text = lines[at] as string;
      if (isHit(text)) yield { text, line: first + at };
    }
  }
}

function moved(name: FoundName, line: number): FoundName {
  const at = ({ character }: Position) => ({ line, character });
  return { ...name, part: `line ${line + 1}`, range: { start: at(name.range.start), end: at(name.range.end) } };
}
