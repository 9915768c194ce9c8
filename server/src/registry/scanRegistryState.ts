import type { SectionDefinition } from '../model/registry';
import type { RegistryState } from '../model/run';
import type { Span } from '../model/text';
import { copyString } from '../text/memoize';
import { parseMarkdown, trimmedSpan } from '../text/parseMarkdown';
import {
  columnNamed,
  fieldNamed,
  isFieldTable,
  mayBeginSection,
  sectionNamed,
  sectionsNamed,
  tableFor,
} from './findSectionDefinitions';
import { isRegistry, scoreHeadings } from './isRegistry';
import { BULLET, PLAIN_BULLET, readRegistry } from './readRegistry';
import { registryState, type SectionWords, STATE_SECTIONS, stateFromSections } from './registryState';
import { renderedText, valueText } from './renderedText';

/**
 * Reads the state of a feature's workflow runs from a state registry (`index.md`), quickly: looks only at the lines of a few sections, with the
 * same result as parsing all. Parses a text whose lines are not clear enough, such as one with headings in lists. Undefined for a text that is no
 * registry.
 */
export function scanRegistryState(fileText: string): RegistryState | undefined {
  const text = normalizeFileText(fileText);
  const headings = glancedHeadings(text);
  if (headings === 'unclear') return parseState(text);
  const isRegistryText = scoreHeadings(
    headings.map(({ level, name, definition }) => ({ level, text: text.slice(name.start, name.end), definition })),
  );
  if (isRegistryText === 'unclear') return parseState(text);
  if (!isRegistryText) return undefined;
  const sections: SectionWords[] = [];
  for (const [index, { definition }] of headings.entries()) {
    if (!definition || !STATE_SECTIONS.has(definition.id)) continue;
    const words = glancedSection(underHeading(text, headings, index), definition);
    if (words === 'unclear') return parseState(text);
    sections.push(words);
  }
  return copyState(stateFromSections(titleOf(text, headings[0]), sections));
}

// Normalizes the text as file parts do: no byte order mark, line feeds only.
function normalizeFileText(text: string): string {
  const whole = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  return whole.includes('\r') ? whole.replace(/\r\n?/g, '\n') : whole;
}

function parseState(text: string): RegistryState | undefined {
  const markdown = parseMarkdown(text);
  return isRegistry(markdown) ? copyState(registryState(readRegistry(markdown, { whole: false }))) : undefined;
}

function titleOf(text: string, first: GlancedHeading | undefined): string {
  return first?.level === 1 ? text.slice(first.name.start, first.name.end) : '';
}

// Copies the strings: a slice would keep the whole text in memory.
function copyState({ feature, workflows }: RegistryState): RegistryState {
  return {
    feature: copyString(feature),
    workflows: workflows.map(({ name, status }) => ({ name: copyString(name), status })),
  };
}

/** A heading, recognised from its line alone. */
interface GlancedHeading {
  level: number;
  name: Span;
  /** The section that the heading begins; undefined for an unknown name. */
  definition: SectionDefinition | undefined;
  start: number;
  lineEnd: number;
  /** Whether the heading starts at the beginning of its line. */
  plain: boolean;
}

/**
 * Finds the headings of a text without parsing it. Returns `unclear` if a heading names a section, but only parsing can
 * determine whether it is one, and where it ends. Empty if no heading names a section.
 */
function glancedHeadings(text: string): GlancedHeading[] | 'unclear' {
  const lines = headingLines(text);
  if (hasUnderlinedName(text)) return 'unclear';
  if (!lines.some(({ definition }) => definition)) return [];
  if (lines.some(({ plain }) => !plain)) return 'unclear';
  // Fast path: most texts contain none of these signs.
  const mayBeUnclear = SIGNS.some(sign => text.includes(sign));
  if (mayBeUnclear && UNCLEAR.test(text)) return 'unclear';
  const hidden = mayBeUnclear || text.startsWith('<') ? hiddenSpans(text) : [];
  if (hidden === 'unclear') return 'unclear';
  const headings = linesOutside(hidden, lines);
  // After an underlined heading, the first heading found is not the title.
  if (UNDERLINE.test(text.slice(0, headings[0]?.start ?? 0))) return 'unclear';
  const definitions = sectionsNamed(
    headings.map(({ name, definition }) => (definition ? text.slice(name.start, name.end) : '')),
  );
  return headings.map((heading, index) => ({ ...heading, definition: definitions[index] }));
}

/** Returns the text under a section's heading, up to the heading that ends the section. */
function underHeading(text: string, headings: readonly GlancedHeading[], index: number): string {
  const heading = headings[index];
  if (!heading) return '';
  let next = index + 1;
  while (next < headings.length && !endsSection(heading, headings[next])) next++;
  return text.slice(heading.lineEnd, headings[next]?.start);
}

function endsSection(section: GlancedHeading, next: GlancedHeading | undefined): boolean {
  return next !== undefined && (next.level <= section.level || next.definition !== undefined);
}

function linesOutside(hidden: readonly Span[], lines: readonly GlancedHeading[]): GlancedHeading[] {
  let next = 0;
  return lines.filter(({ start }) => {
    while (next < hidden.length && (hidden[next]?.end ?? 0) <= start) next++;
    return start < (hidden[next]?.start ?? Number.POSITIVE_INFINITY);
  });
}

// Lines with `#` and a space, which are headings if they begin a block.
function headingLines(text: string): GlancedHeading[] {
  const lines: GlancedHeading[] = [];
  for (let mark = text.indexOf('# '); mark >= 0; mark = text.indexOf('# ', mark)) {
    const end = text.indexOf('\n', mark);
    const lineEnd = end < 0 ? text.length : end;
    let first = mark;
    while (text.charCodeAt(first - 1) === HASH) first--;
    const level = mark - first + 1;
    const start = text.lastIndexOf('\n', first) + 1;
    const plain = start === first;
    if (level <= 6 && (plain || BEFORE_HEADING.test(text.slice(start, first)))) {
      const name = nameAt(text, mark + 1, lineEnd);
      const mayBeSection = mayBeginSection(text.charCodeAt(name.start), name.end - name.start);
      const definition = mayBeSection ? sectionNamed(text.slice(name.start, name.end)) : undefined;
      lines.push({ level, name, definition, start, lineEnd, plain });
    }
    mark = lineEnd;
  }
  return lines;
}

const HASH = 35;
// Prefixes of a heading: spaces, quotes, lists.
const BEFORE_TEXT = /^[\s>*+-]*(?:\d{1,9}[.)][\s>*+-]*)*/;
const BEFORE_HEADING = new RegExp(`${BEFORE_TEXT.source}$`);

// The name of a heading, without closing hashes.
function nameAt(text: string, start: number, end: number): Span {
  const name = trimmedSpan(text, start, end);
  if (text.charCodeAt(name.end - 1) !== HASH) return name;
  const closed = /^(?:(.*?)[ \t])?#+$/.exec(text.slice(name.start, name.end));
  return closed ? trimmedSpan(text, name.start, name.start + (closed[1] ?? '').length) : name;
}

// Returns whether a section's name is underlined with dashes or equals signs, which also makes a heading.
function hasUnderlinedName(text: string): boolean {
  UNDERLINES.lastIndex = 0;
  for (let match = UNDERLINES.exec(text); match; match = UNDERLINES.exec(text)) {
    if (endsInName(text, match.index)) return true;
  }
  return false;
}

const UNDERLINE = /\n[ \t>]*(?:-+|=+)[ \t]*(?=\n|$)/;
const UNDERLINES = new RegExp(UNDERLINE, 'g');

// A name may span several lines.
function endsInName(text: string, end: number): boolean {
  let start = end;
  while (start > 0 && end - start < MAX_NAME_LENGTH) {
    const lineEnd = start;
    start = text.lastIndexOf('\n', start - 1);
    // The paragraph begins after this line.
    if (NO_TEXT.test(text.slice(start + 1, lineEnd))) return false;
    const name = text
      .slice(start + 1, end)
      .replace(BEFORE_TEXT, '')
      .trimEnd();
    if (mayBeginSection(name.charCodeAt(0), name.length) && sectionNamed(name)) return true;
  }
  return false;
}

const NO_TEXT = /^[ \t>]*(?:-*|=*)[ \t]*$/;
// Includes surrounding whitespace and quote marks.
const MAX_NAME_LENGTH = 100;

const SIGNS = ['```', '~~~', '\n<', ' <', '<!--', '#\n', '#\t'];
// Headings without a name, or with a tab after the hashes; HTML, fences and comments that do not begin their lines.
const UNCLEAR = /^[ \t>]*#+(?:\t|$)|^ {1,3}<|^(?:[ \t>]|[-*+] |\d+[.)])[^\n`~<]*(?:```|~~~|<!--)/m;

// Fenced blocks and comments, which contain no headings.
function hiddenSpans(text: string): Span[] | 'unclear' {
  const hidden: Span[] = [];
  HIDING.lastIndex = 0;
  for (let match = HIDING.exec(text); match; match = HIDING.exec(text)) {
    const [sign] = match;
    const start = match.index;
    // Most HTML blocks end at a blank line, but some do not.
    if (sign === '<') return 'unclear';
    const end = sign === '<!--' ? text.indexOf('-->', start) : fenceEnd(text, start, sign);
    const lineEnd = end < 0 ? -1 : text.indexOf('\n', end);
    hidden.push({ start, end: lineEnd < 0 ? text.length : lineEnd });
    HIDING.lastIndex = lineEnd < 0 ? text.length : lineEnd;
  }
  return hidden;
}

const HIDING = /^(?:`{3,}(?=[^`\n]*$)|~{3,}|<!--|<)/gm;

function fenceEnd(text: string, start: number, sign: string): number {
  const closing = new RegExp(`^ {0,3}${sign}${sign[0]}*[ \\t]*$`, 'gm');
  closing.lastIndex = start + sign.length;
  return closing.exec(text)?.index ?? -1;
}

/** Reads the fields and tables under a heading line by line. Returns `unclear` if a line's meaning depends on its context. */
export function glancedSection(text: string, definition: SectionDefinition): SectionWords | 'unclear' {
  const words: SectionWords = { id: definition.id, fields: [], tables: [] };
  const lines = text.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (line === '' || BLANK.test(line)) continue;
    const next = lines[i + 1] ?? '';
    // A heading ends with its line, so dashes below it are not a table's delimiter row.
    if (HEADING.test(line)) continue;
    const header = readHeader(line, next);
    if (isUnclear(line, next, header !== undefined)) return 'unclear';
    if (header) {
      const end = blockEnd(lines, i + 2);
      const rows = lines.slice(i + 2, end);
      if (rows.some(row => !isPiped(row) && UNDERLINED_CELL.test(row))) return 'unclear';
      addTable(header, rows, definition, words);
      i = end - 1;
    } else if (BULLETED.test(line)) addBullet(line.slice(1).trim(), definition, words);
    else if (line.includes('|')) {
      const end = blockEnd(lines, i + 1);
      // No table begins in a paragraph whose first line has a pipe, but it may be a broken one. A legend begins in bold.
      if (!line.startsWith('**') || lines.slice(i + 1, end).some(isPiped)) return 'unclear';
      if (lines.slice(i + 1, end + 1).some(mayEndParagraph)) return 'unclear';
      i = end - 1;
    }
  }
  return words;
}

// Below a table, this line would turn the last row into a heading.
const UNDERLINED_CELL = /^[ \t]*(?:=+|--?)[ \t]*$/;
const BULLETED = /^[-*+][ \t]/;
const BLANK = /^[ \t]+$/;
const HEADING = /^#{1,6}(?:[ \t]|$)/;

// Indented or numbered lines, lists or tables in quotes, fences, HTML, and underlined text.
function isUnclear(line: string, next: string, isHeader: boolean): boolean {
  if (INDENTED_SIGNS.test(next)) return true;
  if (isPiped(line)) return !isHeader && UNDERLINED.test(next);
  if (CONTEXT_DEPENDENT.test(line)) return true;
  if (line.startsWith('>')) return /\*\*|\||^>\s*[-=*+\d#>]/.test(line) || /^[^> \t]/.test(next);
  if (BULLETED.test(line)) return UNDERLINED.test(next) || (continuesParagraph(next) && `${line}${next}`.includes('|'));
  // The line's only pipe may be escaped.
  return isHeader ? line.includes('\\|') : UNDERLINED.test(next);
}

function continuesParagraph(line: string): boolean {
  return line !== '' && !BLANK.test(line) && !BULLETED.test(line);
}

// An asterisk after a bullet is a nested bullet only before whitespace; otherwise it begins a bold name.
const CONTEXT_DEPENDENT = /^(?:[ \t]|\d+[.)]|[`~]{3}|<|[-*+][ \t]+(?:[-*+](?:[ \t]|$)|[>`~#|]|\d+[.)]|[ \t]{4}))/;
const UNDERLINED = /^(?:-+|=+)[ \t]*$/;
// An underline or a table's delimiter row.
const INDENTED_SIGNS = /^[ \t]+[-=|:][-=|: \t]*$/;

function mayEndParagraph(line: string): boolean {
  return DASHES.test(line) || UNDERLINED.test(line) || INDENTED_SIGNS.test(line);
}

// Fast path for rows that begin with a pipe, as nearly all do.
function isPiped(line: string): boolean {
  return line.charCodeAt(0) === PIPE;
}

/** Returns the cells of a line if it is a table header. */
function readHeader(line: string, next: string): string[] | undefined {
  if (!line.includes('|') || !DASHES.test(next) || BULLETED.test(next)) return undefined;
  const cells = splitCells(line);
  return cells.length === splitCells(next).length ? cells : undefined;
}

const DASHES = /^\|?(?:\s*:?-+:?\s*\|){1,10000}(?:\s*:?-+:?)?\s*$/;

// A table or a paragraph ends where another block begins, but not at a line without pipes.
function blockEnd(lines: readonly string[], from: number): number {
  let end = from;
  for (; end < lines.length; end++) {
    const line = lines[end] as string;
    if (line === '' || (!isPiped(line) && ENDS_BLOCK.test(line))) break;
  }
  return end;
}

const ENDS_BLOCK =
  /^[ \t]*(?:$|#{1,6}(?:[ \t]|$)|>|[-*+][ \t]+[^ \t]|(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$|```|~~~|<|1[.)][ \t])/;

function addTable(
  header: readonly string[],
  rows: readonly string[],
  definition: SectionDefinition,
  words: SectionWords,
): void {
  const names = header.map(renderedText);
  const cells = rows.map(splitCells);
  const rowNames = cells.map(([name = '']) => renderedText(name));
  if (isFieldTable(names, rowNames, definition)) {
    for (const row of cells) {
      const [name, value] = row;
      if (name === undefined || value === undefined || row.length > names.length) continue;
      words.fields.push({ cell: fieldNamed(definition, renderedText(name)), text: valueText(value) });
    }
    return;
  }
  const table = tableFor(definition, names);
  words.tables.push({
    columns: names.map(name => table && columnNamed(table, name)),
    rows: cells.map(row => row.map(valueText)),
  });
}

function addBullet(item: string, definition: SectionDefinition, words: SectionWords): void {
  const match = BULLET.exec(item) ?? PLAIN_BULLET.exec(item);
  const name = match?.[1]?.trim();
  if (!match || !name) return;
  const cell = fieldNamed(definition, name);
  if (cell) words.fields.push({ cell, text: valueText(item.slice(match[0].length)) });
}

// Splits at unescaped pipes, including those in code spans.
function splitCells(row: string): string[] {
  const line = row.trim();
  const cells: string[] = [];
  let start = line.startsWith('|') ? 1 : 0;
  let isEscaped = false;
  for (let i = start; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === PIPE && !isEscaped) {
      cells.push(line.slice(start, i).trim());
      start = i + 1;
    }
    isEscaped = !isEscaped && code === BACKSLASH;
  }
  if (start < line.length) cells.push(line.slice(start).trim());
  return cells;
}

const PIPE = 124;
const BACKSLASH = 92;
