import { analyse, type Context } from '../../analysis/analyse';
import type { Analysis } from '../../model/analysis';
import type { Kind } from '../../model/kind';
import type { FoundName, LocatedName } from '../../model/symbol';
import type { Part, Position } from '../../model/text';
import { lineIndexOf } from '../../runs/reading/envelopeLocator';
import { computeOnce } from '../../text/memoize';
import { findNames, locate, mayContainName } from './findNames';
import type { SearchedFile, SearchedNames } from './searchedFiles';

/** The functions through which a search for a name in many files gets the facts about a file. */
export interface OccurrenceOptions {
  /** Returns the context for analysing the file at a URI. */
  contextOf(uri: string): Context;
  /** Returns whether a file contains a sure envelope of a family. Needed for logs and large arrays, which are not read whole. */
  isSure(uri: string, family: string): boolean;
  /** Returns whether a name means the same at this place; without it, at every place. */
  isInScope?(place: LocatedName): boolean;
  /** Returns whether the index has read a file, so that it knows which envelopes there are sure. */
  isIndexed(uri: string): boolean;
}

/** The occurrences of the searched names in one file. A large log is searched in chunks, and has one such object for each chunk. */
export interface FileOccurrences {
  file: SearchedFile;
  found: FoundName[];
}

/**
 * Yields the occurrences of names in many files, one file or chunk of a log at a time. Does not parse files without the text
 * of a name.
 */
export function* occurrences(
  files: Iterable<SearchedFile>,
  wanted: SearchedNames,
  context: OccurrenceOptions,
): Generator<FileOccurrences, void> {
  for (const file of files) {
    for (const all of occurrencesIn(file, wanted, context)) {
      const found = context.isInScope ? all.filter(one => context.isInScope?.(locate(one, file.uri))) : all;
      if (found.length > 0) yield { file, found };
    }
  }
}

/** Returns the occurrences of names in one file: of a log in chunks, of any other file at once. */
function occurrencesIn(file: SearchedFile, wanted: SearchedNames, search: OccurrenceOptions): Iterable<FoundName[]> {
  // No rules run here, so the neighbouring files do not matter.
  const { workspace: _, ...context } = search.contextOf(file.uri);
  if (file.lang === 'jsonl') return logOccurrences(file, wanted, context, family => search.isSure(file.uri, family));
  const texts = wanted.names.map(({ text }) => text);
  const { lines, analysis } = wholeFile(file, { texts, context, isIndexed: search.isIndexed(file.uri) });
  if (!texts.some(text => lines.some(line => mayContainName(line, text)))) return [];
  // The parts without a name, which may make others sure, are not read.
  const found = findNames(analysis(), { ...wanted, isSure: ({ kind }) => search.isSure(file.uri, familyOf(kind)) });
  return [found.filter(({ part }) => wanted.parts?.has(part) ?? true)];
}

function familyOf({ id }: Kind): string {
  return id.slice(0, id.indexOf('/'));
}

interface WholeFile {
  texts: string;
  lines: readonly string[];
  analysis(): Analysis;
}

interface WholeFileOptions {
  /** The texts of the names: of a file in the index, only elements with one of them are read. */
  texts: readonly string[];
  context: Context;
  isIndexed: boolean;
}

/** Reads a file, and analyses it on first use. Names need its parts and kinds, not its problems. */
function wholeFile(file: SearchedFile, { texts, context, isIndexed }: WholeFileOptions): WholeFile {
  const known = lastWhole.get(file);
  const key = texts.join('\n');
  if (known?.texts === key) return known;
  const whole = file.whole();
  const wants = (part: Part) => texts.some(text => mayContainName(part.text, text));
  const analysis = computeOnce(() => analyse(whole, context, undefined, isIndexed ? { wants } : {}).analysis);
  const read = { texts: key, lines: whole.lines, analysis };
  lastWhole = new WeakMap([[file, read]]);
  return read;
}

// The last file: a search for a definition asks about one step after another, whose envelopes may be elements of one large array. A search
// that is over leaves none.
let lastWhole = new WeakMap<SearchedFile, WholeFile>();

/** Yields the occurrences of names in a log, in chunks. Parses only lines that may contain a name. */
function* logOccurrences(
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
    const found = findNames(analysis, {
      names: wanted.names,
      isSure: ({ kind }) => isSure(familyOf(kind)),
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
