import type {
  CellDefinition,
  RegistryColumn,
  RegistryDocument,
  RegistryField,
  RegistrySection,
  RegistrySubsection,
  RegistryTable,
  RegistryValue,
  SectionDefinition,
  ValueTraits,
  Vocabulary,
  VocabularyWord,
} from '../model/registry';
import type { Heading, ListItem, Markdown, Span, Table, TableRow } from '../model/text';
import { lastStartingUpTo, spansWithin } from '../text/lines';
import {
  cellsOfLegend,
  columnNamed,
  fieldNamed,
  isFieldTable,
  nameKey,
  sectionsNamed,
  subsectionNamed,
  tableFor,
  wordNamed,
} from './findSectionDefinitions';
import { markdownTables } from './markdownTables';
import { renderedText, valueText } from './renderedText';

/**
 * Reads a Markdown text as a state registry, with its sections, fields, tables and legends. Recognises sections by the names of their
 * headings, in any order and at any level. Ignores unknown content.
 *
 * @param whole whether the text is a complete registry, in which core sections must not be missing
 */
export function readRegistry(markdown: Markdown, { whole }: { whole: boolean }): RegistryDocument {
  const sections = sectionHeadings(markdown).map(({ heading, definition, end }) =>
    sectionOf(markdown, heading, definition, end),
  );
  return { markdown, whole, sections };
}

function sectionHeadings({
  text,
  headings,
}: Markdown): { heading: Heading; definition: SectionDefinition; end: number }[] {
  const found: { heading: Heading; definition: SectionDefinition; end: number }[] = [];
  const definitions = sectionsNamed(headings.map(heading => slice(text, heading.text)));
  headings.forEach((heading, index) => {
    const definition = definitions[index];
    if (!definition) return;
    // A section may have a subheading that is also the name of a section: "Codebase Discovery Summary" in the plan's state.
    const outer = found.at(-1);
    if (outer && heading.start < outer.end && isOwnSubsection(outer.definition, slice(text, heading.text))) return;
    // The content of a nested section belongs to the inner section only.
    if (outer && heading.start < outer.end) outer.end = heading.start;
    let next = index + 1;
    while (next < headings.length && (headings[next] as Heading).level > heading.level) next++;
    found.push({ heading, definition, end: headings[next]?.start ?? text.length });
  });
  return found;
}

function isOwnSubsection(definition: SectionDefinition, name: string): boolean {
  return subsectionNamed(definition, name) !== undefined;
}

/** Reads the text under a heading, up to an offset, as a section. */
export function sectionOf(
  markdown: Markdown,
  heading: Heading,
  definition: SectionDefinition,
  end: number,
): RegistrySection {
  const { text } = markdown;
  const span = { start: heading.start, end };
  const first = lastStartingUpTo(markdown.headings, heading.start) + 1;
  const subsections = markdown.headings
    .slice(first, Math.max(first, lastStartingUpTo(markdown.headings, end - 1) + 1))
    .map((subheading, index, all): RegistrySubsection => {
      const known = subsectionNamed(definition, slice(text, subheading.text));
      return {
        start: subheading.start,
        end: all[index + 1]?.start ?? end,
        heading: subheading.text,
        ...(known && { definition: known }),
      };
    });
  const legends = legendsIn(markdown, span).slice(0, MAX_LEGENDS);
  const section: SectionText = { text, definition, subsections, legends };
  const { tables, faults } = markdownTables(markdown, span, (header, start) => isKnownTable(header, start, section));
  // An item may reach into the next section if that section's heading is indented below the item.
  const items = markdown.items
    .slice(lastStartingUpTo(markdown.items, span.start - 1) + 1, lastStartingUpTo(markdown.items, span.end - 1) + 1)
    .filter(item => item.text.end <= span.end);
  const fieldTables = new Set(tables.filter(table => isTableOfFields(table, section)));
  const fields = [
    ...items.flatMap(item => bulletField(item, section) ?? []),
    ...[...fieldTables].flatMap(table => table.rows.flatMap(row => rowField(row, table, section) ?? [])),
  ].sort((left, right) => left.line.start - right.line.start);
  return {
    ...span,
    definition,
    heading: heading.text,
    level: heading.level,
    fields,
    tables: tables.filter(table => !fieldTables.has(table)).map(table => tableOf(table, section)),
    markdownTables: tables,
    tableFaults: faults,
    bullets: items.map(item => ({ ...item.text, text: slice(text, item.text), ...subsectionAt(item, section) })),
    subsections,
  };
}

// A limit: each field and column of a section is compared with each legend.
const MAX_LEGENDS = 100;

interface SectionText {
  text: string;
  definition: SectionDefinition;
  subsections: RegistrySubsection[];
  legends: Legend[];
}

function subsectionAt({ start }: Span, { subsections }: SectionText): { subsection?: RegistrySubsection } {
  const subsection = subsections[lastStartingUpTo(subsections, start)];
  return subsection ? { subsection } : {};
}

function isKnownTable(header: TableRow, start: number, section: SectionText): boolean {
  if (isTableOfFields({ header, start }, section)) return true;
  const names = header.cells.map(cell => renderedText(slice(section.text, cell)));
  const { subsection } = subsectionAt({ start, end: start }, section);
  return tableFor(section.definition, names, subsection?.definition) !== undefined;
}

function isTableOfFields(
  { header, start, rows = [] }: Pick<Table, 'header' | 'start'> & Partial<Table>,
  section: SectionText,
): boolean {
  const { subsection } = subsectionAt({ start, end: start }, section);
  const textOf = (cell: Span | undefined) => renderedText(cell ? slice(section.text, cell) : '');
  const names = rows.map(({ cells: [name] }) => textOf(name));
  return isFieldTable(header.cells.map(textOf), names, section.definition, subsection?.definition);
}

// - **Name**: value
function bulletField(item: ListItem, section: SectionText): RegistryField | undefined {
  const written = slice(section.text, item.text);
  const match = BULLET.exec(written) ?? PLAIN_BULLET.exec(written);
  const name = match?.[1]?.trim();
  if (!match || !name) return undefined;
  const isBold = /^(?:\*\*|__)/.test(written);
  const { subsection } = subsectionAt(item, section);
  // Without bold, only a known name makes a field, since prose may also contain a colon. A legend may also be an item.
  const isKnown = fieldNamed(section.definition, name, subsection?.definition) !== undefined;
  if (!isKnown && (!isBold || section.legends.some(legend => legend.start === item.text.start))) return undefined;
  const start = item.text.start + match[0].length;
  const end = item.text.start + (written.includes('\n') ? written.indexOf('\n') : written.length);
  const nameStart = item.text.start + written.indexOf(name);
  return fieldOf(
    name,
    { start: nameStart, end: nameStart + name.length },
    { start: Math.min(start, end), end },
    item,
    'bullets',
    section,
  );
}

/** Matches the bold name at the start of a field's bullet. */
export const BULLET = /^(?:\*\*|__)([^*\n]{1,80}?):?(?:\*\*|__)(?:[ \t]*[:：])?[ \t]*/;
/** Matches the plain name at the start of a field's bullet. */
export const PLAIN_BULLET = /^([A-Z][\w ]{1,40}):[ \t]*/;

function rowField(row: TableRow, { header }: Table, section: SectionText): RegistryField | undefined {
  const [name, value] = row.cells;
  if (!name || !value || row.cells.length > header.cells.length) return undefined;
  return fieldOf(renderedText(slice(section.text, name)), name, value, row, 'table', section);
}

function fieldOf(
  name: string,
  nameAt: Span,
  at: Span,
  line: Span,
  style: RegistryField['style'],
  section: SectionText,
): RegistryField {
  const container = subsectionAt(line, section);
  const definition = fieldNamed(section.definition, name, container.subsection?.definition);
  // Without a definition, a legend of this name is that of a column.
  const traits = definition ? traitsOf(name, definition, line.start, section) : NO_TRAITS;
  const value = valueAt(at, section.text, traits);
  return { ...value, name, nameAt, line: { start: line.start, end: line.end }, style, ...container };
}

function tableOf(table: Table, section: SectionText): RegistryTable {
  const { text } = section;
  const container = subsectionAt(table, section);
  const names = table.header.cells.map(cell => renderedText(slice(text, cell)));
  const definition = tableFor(section.definition, names, container.subsection?.definition);
  const columns = table.header.cells.map((at, index): RegistryColumn => {
    const name = names[index] as string;
    const column = definition && columnNamed(definition, name);
    return { name, at, ...(column && { definition: column }) };
  });
  // Computed once per column: each keystroke rereads all cells.
  const traits = columns.map(column => traitsOf(column.name, column.definition, table.start, section));
  const rows = table.rows.map(row => ({
    start: row.start,
    end: row.end,
    values: row.cells.map((cell, index) => valueAt(cell, text, traits[index] ?? NO_TRAITS)),
  }));
  return { table, columns, traits, rows, ...(definition && { definition }), ...container };
}

const NO_TRAITS: ValueTraits = { mayBeBlank: false, definition: undefined, vocabulary: undefined };

function traitsOf(
  name: string,
  definition: RegistryValue['definition'],
  before: number,
  section: SectionText,
): ValueTraits {
  // A legend applies to the tables and fields above it.
  const legend = section.legends.find(
    candidate => candidate.start > before && isLegendOf(candidate, { name, definition }, section.definition),
  );
  const vocabulary = legend?.vocabulary(definition?.vocabulary) ?? definition?.vocabulary;
  return {
    mayBeBlank: legend?.blank === true || definition?.blank === true,
    definition,
    vocabulary,
  };
}

function valueAt(at: Span, document: string, { definition, vocabulary, mayBeBlank }: ValueTraits): RegistryValue {
  return { text: valueText(slice(document, at)), at, definition, vocabulary, mayBeBlank };
}

function slice(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** A line under a table that lists the values of a column: ``**Status**: `pending` | `resolved` ``. */
interface Legend extends Span {
  /** The name of the described column or field. */
  name: string;
  /** Whether the legend allows an empty value. */
  blank: boolean;
  /** Returns the legend's words, with descriptions from the built-in vocabulary. */
  vocabulary(builtIn: Vocabulary | undefined): Vocabulary;
}

/** Finds the legends within a section. Excludes similar lines that list no words: `**Updated by**: ...`. */
function legendsIn({ text, paragraphs }: Markdown, section: Span): Legend[] {
  return spansWithin(paragraphs, section).flatMap(paragraph =>
    splitLines(text, paragraph).flatMap(line => parseLegend(line) ?? []),
  );
}

/**
 * Returns whether a legend describes a column or field, by name or definition: `Phase values` describes the field
 * Current Phase.
 */
function isLegendOf(
  { name }: Legend,
  column: { name: string; definition: CellDefinition | undefined },
  section: SectionDefinition,
): boolean {
  if (column.name !== '' && nameKey(name) === nameKey(column.name)) return true;
  return column.definition !== undefined && cellsOfLegend(section, name).includes(column.definition);
}

interface Line extends Span {
  text: string;
}

function splitLines(text: string, { start, end }: Span): Line[] {
  const lines: Line[] = [];
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at);
    const to = newline < 0 || newline > end ? end : newline;
    lines.push({ start: at, end: to, text: text.slice(at, to) });
    at = to + 1;
  }
  return lines;
}

function parseLegend({ text, start, end }: Line): Legend | undefined {
  if (text.length > 2000) return undefined;
  const [, name, list] = /^\s*\*\*([^*]+?)(?: values?)?:?\*\*:?\s*(\S.*)$/i.exec(text) ?? [];
  if (!name || !list?.includes('`')) return undefined;
  const items = list.split(/[|>]/).map(item => parseItem(item.trim()));
  if (items.length < 2 || items.some(item => !item)) return undefined;
  const words = items.flatMap(item => (item?.word ? [{ word: item.word, about: item.note }] : []));
  return {
    start,
    end,
    name,
    blank: items.some(item => item?.word === ''),
    vocabulary: builtIn => ({
      ...(builtIn?.signs && { signs: true }),
      id: `legend of ${name}`,
      words: words.map(word => withBuiltInMeaning(word, builtIn)),
    }),
  };
}

// Parses `word`, `word` (a note), word, or "empty" for an empty value.
function parseItem(item: string): { word: string; note: string } | undefined {
  const [, quoted, bare, note = ''] = /^(?:`([^`]+)`|(\w[\w ]*?))\s*(?:\(([^()]*)\))?$/.exec(item) ?? [];
  if (quoted === undefined && bare === undefined) return undefined;
  const isEmpty = bare?.toLowerCase() === 'empty';
  return { word: isEmpty ? '' : (quoted ?? bare ?? '').trim(), note };
}

function withBuiltInMeaning({ word, about }: VocabularyWord, builtIn: Vocabulary | undefined): VocabularyWord {
  const known = builtIn && wordNamed(builtIn, word);
  const aliases = known ? [known.word, ...(known.aliases ?? [])].filter(alias => alias !== word) : [];
  return {
    word,
    about: [about, known?.about].filter(Boolean).join('. '),
    ...(aliases.length > 0 && { aliases }),
  };
}
