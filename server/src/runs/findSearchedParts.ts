import type { FileAccess } from '../model/disk';
import type { Part, Span, TextFile } from '../model/text';
import { jsonOfLine } from '../parts/positions';
import { splitIntoParts } from '../parts/splitIntoParts';
import { languageOf } from '../text/fileLanguage';
import { rootObjects } from '../text/json/jsonScanner';
import { fileText, textFile } from '../text/lines';
import { parseJsonOrYaml } from '../text/parseJsonOrYaml';
import type { WordPattern } from '../text/searchWords';
import type { RunIndex } from './index/runIndex';
import { BLOCK_BYTES, mayHave, parseEnvelope, type TextBlock, type TextIndex } from './textIndex';

/** A part of a file, such as a line of a log, that a search has to look at because it may contain the searched words. */
export interface FoundPart {
  id: string;
  /** The index of the part in its file: the index of the line, or of the element. */
  order: number;
  value: unknown;
  /** The text of the part, and the place in the file where it begins. */
  place: PartPlace;
}

/** The text of a part, and where it begins: in a line of a log, or in the text of a file; for YAML, the part itself. */
export type PartPlace =
  | { json: string; line: number; character: number }
  | { file: string; start: number; end: number }
  | { yaml: Part };

export interface FindPartsOptions {
  access: Pick<FileAccess, 'log' | 'text'>;
  opened: ReadonlyMap<string, TextFile>;
  texts: TextIndex;
  /** The version of a file on disk, as the index of runs knows it. */
  versionOf(uri: string): { size: number; changedAt: number } | undefined;
  /** The ids of parts to find whatever words are in them. */
  needed?: ReadonlySet<string>;
}

/**
 * Finds the parts of a file that may contain the searched words, from the end of the file to its beginning. Between the parts it yields
 * numbers that report progress: after a number `n`, all parts from index `n` on have been searched.
 *
 * @param before finds only parts before this index
 */
export function* findSearchedParts(
  uri: string,
  pattern: WordPattern,
  options: FindPartsOptions,
  before = Number.POSITIVE_INFINITY,
): Generator<FoundPart | number, void> {
  const file = options.opened.get(uri);
  const isLog = languageOf(uri) === 'jsonl';
  if (file)
    yield* isLog
      ? findInLines(file.lines, 0, pattern, options, before)
      : findInText(uri, fileText(file), pattern, options, before);
  else yield* isLog ? findInLog(uri, pattern, options, before) : findInFile(uri, pattern, options, before);
}

function* findInLog(
  uri: string,
  pattern: WordPattern,
  options: FindPartsOptions,
  before: number,
): Generator<FoundPart | number, void> {
  const { access, texts } = options;
  const text = yield* updated(uri, options, before);
  if (!text) return;
  const { blocks, end } = text;
  // The text after the last line end is no block, since it may change.
  const rest =
    end && end.offset < (options.versionOf(uri)?.size ?? 0) ? access.log(uri, end, { bytes: BLOCK_BYTES }) : undefined;
  if (rest && 'lines' in rest) {
    const lines = rest.torn === undefined ? rest.lines : [...rest.lines, rest.torn];
    yield* findInLines(lines, rest.first, pattern, options, before);
  }
  let looked = 0;
  for (let at = blocks.length - 1; at >= 0; at--) {
    const { from, endLine, filter } = blocks[at] as TextBlock;
    if (!from || from.line >= before) continue;
    if (!mayBeIn(filter, pattern) && !isNeeded(from.line, endLine, options)) {
      if (++looked % BLOCKS_AT_ONCE === 0) yield from.line;
      continue;
    }
    const piece = access.log(uri, from, { bytes: BLOCK_BYTES });
    // The file was replaced; the index of runs is about to read it.
    if (!('lines' in piece)) return texts.drop(uri);
    yield* findInLines(piece.lines, from.line, pattern, options, Math.min(before, endLine));
  }
}

const BLOCKS_AT_ONCE = 256;

function* findInFile(
  uri: string,
  pattern: WordPattern,
  options: FindPartsOptions,
  before: number,
): Generator<FoundPart | number, void> {
  const text = yield* updated(uri, options, before);
  if (!text || !(options.needed || mayBeIn(text.blocks[0]?.filter, pattern))) return;
  const read = options.access.text(uri);
  if ('text' in read) yield* findInText(uri, read.text, pattern, options, before);
}

function* updated(uri: string, { texts, versionOf }: FindPartsOptions, before: number) {
  const known = versionOf(uri);
  if (!known) return undefined;
  const update = texts.update(uri, textVersion(known));
  for (;;) {
    const { done, value } = update.next();
    if (done) return value;
    yield before;
  }
}

/** Identifies the content of a file. */
export function textVersion({ size, changedAt }: { size: number; changedAt: number }): string {
  return `${changedAt} ${size}`;
}

function mayBeIn(filter: Uint32Array | undefined, { hashes }: WordPattern): boolean {
  return !filter || hashes.every(hash => mayHave(filter, hash));
}

function isNeeded(line: number, endLine: number, { needed }: FindPartsOptions): boolean {
  if (needed) for (let at = line; at < endLine; at++) if (needed.has(lineId(at))) return true;
  return false;
}

function lineId(order: number): string {
  return `line ${order + 1}`;
}

function* findInLines(
  lines: readonly string[],
  first: number,
  pattern: WordPattern,
  { needed }: FindPartsOptions,
  before: number,
): Generator<FoundPart | number, void> {
  let length = 0;
  for (let at = Math.min(lines.length, before - first) - 1; at >= 0; at--) {
    const line = lines[at] as string;
    length += line.length;
    const order = first + at;
    if (line.includes('{') && (pattern.mayBeInJson(line) || needed?.has(lineId(order)))) {
      const { text: json, character } = jsonOfLine(line);
      const value = parseEnvelope(json, 'json');
      yield { id: lineId(order), order, value, place: { json, line: order, character } };
    }
    if (length < BLOCK_BYTES && at > 0) continue;
    length = 0;
    yield order;
  }
}

function* findInText(
  uri: string,
  file: string,
  pattern: WordPattern,
  { needed }: FindPartsOptions,
  before: number,
): Generator<FoundPart | number, void> {
  if (languageOf(uri) === 'yaml') return yield* findInYaml(uri, file, before);
  if (!file.includes('{') || !(needed || pattern.mayBeInJson(file))) return;
  const lang = languageOf(uri) === 'jsonc' ? 'jsonc' : 'json';
  const spans = rootObjects(file);
  if (spans.length === 0) {
    if (before > 0)
      yield { id: 'root', order: 0, value: parseEnvelope(file, lang), place: { file, start: 0, end: file.length } };
    return;
  }
  for (let order = Math.min(spans.length, before) - 1; order >= 0; order--) {
    const { start, end } = spans[order] as Span;
    const json = file.slice(start, end);
    if (spans.length === 1 || needed?.has(String(order)) || pattern.mayBeInJson(json)) {
      yield { id: String(order), order, value: parseEnvelope(json, lang), place: { file, start, end } };
    }
    yield order;
  }
}

function* findInYaml(uri: string, file: string, before: number): Generator<FoundPart | number, void> {
  const parts = splitIntoParts(textFile(uri, 'yaml', file));
  for (let order = Math.min(parts.length, before) - 1; order >= 0; order--) {
    const part = parts[order] as Part;
    yield { id: part.id, order, value: parseJsonOrYaml(part.text, 'yaml').value, place: { yaml: part } };
    yield order;
  }
}

/**
 * Updates the text index for the files of all runs, with a yield after each block, and drops files that no longer have runs.
 *
 * @param isOpen returns whether a file is open in an editor; its text is searched there
 */
export function* indexTexts(
  index: RunIndex,
  texts: TextIndex,
  isOpen: (uri: string) => boolean,
): Generator<undefined, void> {
  const files = new Set(index.runs().flatMap(run => run.files));
  for (const uri of [...texts.uris()]) if (!files.has(uri)) texts.drop(uri);
  let passed = 0;
  for (const uri of files) {
    const known = index.known(uri);
    if (++passed % FILES_AT_ONCE === 0) yield;
    if (!known || isOpen(uri) || languageOf(uri) === 'markdown') continue;
    const version = textVersion(known);
    if (!texts.isFilled(uri, version)) yield* texts.fill(uri, version);
  }
}

const FILES_AT_ONCE = 500;
