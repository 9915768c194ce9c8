import type { SectionDefinition } from '../model/registry';
import type { Span } from '../model/text';
import { trimmedSpan } from '../text/markdown/parseMarkdown';
import { mayBeginSection, sectionNamed } from './lookup';

/** A heading, recognised from its line alone. */
export interface GlancedHeading {
  level: number;
  name: Span;
  /** The section that it introduces. */
  definition: SectionDefinition | undefined;
  start: number;
  lineEnd: number;
  /** Whether it starts at the beginning of its line. */
  plain: boolean;
}

/**
 * Finds the headings of a text without parsing it. Returns `unclear` if a heading names a section, but only parsing can
 * determine whether it is one, and where it ends. Empty if no heading names a section.
 */
export function glancedHeadings(text: string): GlancedHeading[] | 'unclear' {
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
  return UNDERLINE.test(text.slice(0, headings[0]?.start ?? 0)) ? 'unclear' : headings;
}

/** The text under a section's heading, up to the heading that ends the section. */
export function underHeading(text: string, headings: readonly GlancedHeading[], index: number): string {
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
