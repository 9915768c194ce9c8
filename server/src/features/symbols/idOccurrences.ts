import type { DocumentHighlight, DocumentHighlightKind } from 'vscode-languageserver-types';
import type { Analysis } from '../../model/analysis';
import type { Workspace } from '../../model/disk';
import type { PatternedKind } from '../../model/registry';
import type { FoundName, LocatedName, SymbolName } from '../../model/symbol';
import type { Markdown, Part, Position, Range, Span, TextFile } from '../../model/text';
import { rangeOf } from '../../parts/positions';
import { rootPart } from '../../parts/rootPart';
import { canonicalId, type IdQuery, idDefinitions, idsIn } from '../../registry/registryIds';
import { truncate } from '../../shared/shownText';
import type { WorkInSteps } from '../../shared/workInSteps';
import { escapeMarkdown } from '../../text/escapeMarkdown';
import { parseMarkdown } from '../../text/parseMarkdown';
import { featureFiles, featureFolder } from '../featureFiles';
import { findNamesInSteps, nameAt } from './findNames';
import { isIdKind } from './symbolKinds';

/** An id, such as `US-001`, at a place in a file. `id` is spelled as it is there. */
export interface IdPlace {
  id: string;
  kind: PatternedKind;
  range: Range;
}

/** Finds the id that contains or touches the cursor: in cells, prose, headings, and JSON strings and keys. */
export function idAt({ lines }: TextFile, { line, character }: Position): IdPlace | undefined {
  const text = lines[line] ?? '';
  const { start, end } = withoutBreaks(text, character);
  return idsOnLine(text.slice(start, end), line, start).find(
    ({ range }) => range.start.character <= character && character <= range.end.character,
  );
}

/**
 * Returns the piece of a line around a place, up to characters that belong neither to a word nor to an escape: in a file on one line, looking
 * for the ids of the whole line would take seconds.
 */
function withoutBreaks(text: string, character: number): Span {
  let start = Math.min(character, text.length);
  let end = start;
  while (start > 0 && !isBreak(text[start - 1])) start--;
  while (end < text.length && !isBreak(text[end])) end++;
  return { start, end };
}

function isBreak(char: string | undefined): boolean {
  return char !== undefined && ' \t,:;{}[]()|'.includes(char);
}

/**
 * Finds the occurrences of an id in a file, in any spelling, in document order.
 *
 * @param declared the locations of the id's declarations, in this and other files
 */
export function idOccurrences(
  id: string,
  { uri, lines }: TextFile,
  declared: readonly { uri: string; range: Range }[] = [],
): FoundName[] {
  const wanted = canonicalId(id);
  const mark = idMark(id);
  const starts = new Set(declared.filter(one => one.uri === uri).map(({ range }) => positionKey(range.start)));
  return lines.flatMap((text, line) =>
    text.includes(mark)
      ? idsOnLine(text, line)
          .filter(place => canonicalId(place.id) === wanted)
          .map(({ id: written, kind, range }) => ({
            name: { kind, text: written },
            range,
            role: starts.has(positionKey(range.start)) ? 'defines' : 'refers',
            part: 'root',
            path: [],
            write: to => spelledLike(written, to, kind),
            refuses: () => undefined,
          }))
      : [],
  );
}

function positionKey({ line, character }: Position): string {
  return `${line}:${character}`;
}

// Spells a new id like an occurrence of the old one: with the dash, and with the leading zeros of a story.
function spelledLike(old: string, id: string, kind: PatternedKind): string {
  if (kind !== 'checklist' && kind !== 'story') return id;
  const [, letters = '', dash = '', digits = ''] = /^([A-Z]+)(-?)(\d+)$/.exec(old) ?? [];
  const number = /\d+$/.exec(id)?.[0] ?? '';
  const hasZeros = digits.startsWith('0') || (dash !== '' && digits.length >= 3);
  const written = kind === 'story' ? String(Number(number)).padStart(hasZeros ? digits.length : 0, '0') : number;
  return `${letters}${dash}${written}`;
}

/** Returns the text that every spelling of an id contains: its number, without leading zeros. */
export function idMark(id: string): string {
  return /[1-9]\d*$|0$/.exec(id)?.[0] ?? id;
}

// Scans a line as it is in the file, whether it belongs to a cell, a quoted block or a document in a string: no id spans
// lines. Only escapes need handling.
function idsOnLine(text: string, line: number, from = 0): IdPlace[] {
  return idsIn(withoutEscapes(text)).map(({ id, kind, start, end }) => ({
    id,
    kind,
    range: { start: { line, character: from + start }, end: { line, character: from + end } },
  }));
}

/**
 * Replaces each JSON escape, even in nested strings, by characters of the same width: blanks, or `x` for an escaped word
 * character.
 */
function withoutEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\+(?:u([\dA-Fa-f]{4})|["/bfnrt]|(?=[^\\]|$))/g, (all, hex?: string) =>
    (hex && WORD.test(String.fromCharCode(Number.parseInt(hex, 16))) ? 'x' : ' ').repeat(all.length),
  );
}

const WORD = /[\p{L}\p{M}\p{N}]/u;

/** The location that declares an id. */
interface Declaration extends IdPlace {
  uri: string;
  /** The texts of the declaration, such as the cells of a row. */
  says: string[];
  /** Lower ranks take precedence. */
  rank: number;
}

/**
 * Returns the rows, items or headings that declare an id, several if there are equally good declarations. Uses documents
 * embedded in envelopes only if no file declares the id.
 */
export function declarationsOf(
  id: string,
  kind: PatternedKind,
  { files, analysis }: { files: readonly TextFile[]; analysis: Analysis },
): Declaration[] {
  const wanted = { id: canonicalId(id), kind };
  const mark = idMark(id);
  const proper = files.flatMap(file =>
    file.lang === 'markdown' && file.lines.some(line => line.includes(mark)) ? declarationsIn(file, wanted) : [],
  );
  const found = proper.length > 0 ? proper : carriedDeclarations(analysis, wanted);
  const best = Math.min(...found.map(({ rank }) => rank));
  return found.filter(({ rank }) => rank === best);
}

function declarationsIn(file: TextFile, wanted: Omit<IdQuery, 'uri'>): Declaration[] {
  const part = rootPart(file, 'markdown');
  return declarationsInPart(part, parseMarkdown(part.text), { ...wanted, uri: file.uri });
}

// A document embedded in an envelope is a copy, or not yet written.
function carriedDeclarations({ file, parts }: Analysis, wanted: Omit<IdQuery, 'uri'>): Declaration[] {
  return parts.flatMap(({ part, document }) =>
    document && part.parent ? declarationsInPart(part, document.content.markdown, { ...wanted, uri: file.uri }) : [],
  );
}

function declarationsInPart(part: Part, markdown: Markdown, wanted: IdQuery): Declaration[] {
  const { uri, kind } = wanted;
  return idDefinitions(markdown, wanted).map(({ id, span, says, rank }) => {
    return { uri, kind, id, says, rank, range: rangeOf(part, span) };
  });
}

const LONGEST = 200;

/**
 * Returns the meaning of an id in one line of Markdown; undefined if nothing declares the id, or that is not known yet.
 *
 * @param feature the folder of the feature; that of the file by default
 */
export function idSummary(
  { kind, text }: SymbolName,
  analysis: Analysis,
  workspace: Workspace,
  feature?: string | null,
): string | undefined {
  if (!isIdKind(kind)) return undefined;
  const found = featureFiles(analysis, kind, workspace, feature);
  const [declaration] = found ? declarationsOf(text, kind, { files: found.files, analysis }) : [];
  return declaration && [`**${declaration.id}**`, ...declaration.says.map(shortly).filter(Boolean)].join(' · ');
}

function shortly(text: string): string {
  const plain = text.replaceAll('\\|', '|').replace(/\s+/g, ' ').trim();
  return escapeMarkdown(truncate(plain, LONGEST));
}

/** Returns the symbols that the text under the cursor may refer to, as plain data: an id, then a name, which is less likely. */
export function symbolsAt(analysis: Analysis, position: Position, workspace: Workspace): LocatedName[] {
  return [idSymbolAt(analysis, position, workspace), nameAt(analysis, position)].filter(one => one !== undefined);
}

/**
 * Returns the id under the cursor if ids have a meaning there: in a feature's file, or in a recognised document or envelope.
 * Ids of checks are unmistakable and mean the same everywhere.
 */
export function idSymbolAt(analysis: Analysis, position: Position, workspace: Workspace): LocatedName | undefined {
  const { file, parts } = analysis;
  const place = idAt(file, position);
  if (!place) return undefined;
  const isRecognised = parts.some(({ document, recognition }) => document !== undefined || recognition?.sure === true);
  if (place.kind !== 'check' && !isRecognised && !featureFolder(file.uri, workspace)) return undefined;
  const { id, kind, range } = place;
  return { uri: file.uri, name: { kind, text: id }, range, role: 'refers', part: 'root', path: [] };
}

const READ: DocumentHighlightKind = 2;
const WRITE: DocumentHighlightKind = 3;

/** Returns the occurrences of a symbol in one file, in steps; occurrences that define the symbol as `Write`. */
export function* highlights(analysis: Analysis, symbol: SymbolName): WorkInSteps<DocumentHighlight[]> {
  return (yield* fileOccurrences(analysis, symbol)).map(({ range, role }) => ({
    range,
    kind: role === 'defines' ? WRITE : READ,
  }));
}

function* fileOccurrences(analysis: Analysis, symbol: SymbolName): WorkInSteps<FoundName[]> {
  const { kind, text } = symbol;
  if (!isIdKind(kind)) return yield* findNamesInSteps(analysis, { names: [symbol] });
  const { file } = analysis;
  return idOccurrences(text, file, declarationsOf(text, kind, { files: [file], analysis }));
}
