import type { Heading, ListItem, Markdown, Table, TableRow } from '../model/markdown';
import type { SectionDefinition } from '../model/registry';
import type {
  RegistryColumn,
  RegistryDocument,
  RegistryField,
  RegistrySection,
  RegistrySubsection,
  RegistryTable,
  RegistryValue,
  ValueTraits,
} from '../model/registryDocument';
import type { Span } from '../model/text';
import { lastStartingUpTo, spansWithin } from '../text/spansWithin';
import { isLegendOf, type Legend, legendsIn } from './legends';
import { columnNamed, fieldNamed, isFieldTable, sectionNamed, subsectionNamed, tableFor } from './lookup';

/**
 * Reads a Markdown text as a state registry: its sections by the names of their headings, whatever their order and level,
 * and in them the fields, tables, legends and handoffs. What it doesn't know it leaves alone.
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
  headings.forEach((heading, index) => {
    const definition = sectionNamed(slice(text, heading.text));
    if (!definition) return;
    // A section's own heading within it is no section: "Codebase Discovery Summary" of the plan's state.
    const around = found.at(-1);
    if (around && heading.start < around.end && isOwnSubsection(around.definition, slice(text, heading.text))) return;
    // What stands in a section within another belongs to the inner one alone.
    if (around && heading.start < around.end) around.end = heading.start;
    let next = index + 1;
    while (next < headings.length && (headings[next] as Heading).level > heading.level) next++;
    found.push({ heading, definition, end: headings[next]?.start ?? text.length });
  });
  return found;
}

function isOwnSubsection(definition: SectionDefinition, name: string): boolean {
  return subsectionNamed(definition, name) !== undefined;
}

/** What stands under a heading, up to an offset, as a section. */
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
    .map((one, index, all): RegistrySubsection => {
      const known = subsectionNamed(definition, slice(text, one.text));
      return {
        start: one.start,
        end: all[index + 1]?.start ?? end,
        heading: one.text,
        ...(known && { definition: known }),
      };
    });
  const legends = legendsIn(markdown, span).slice(0, MOST_LEGENDS);
  const reading: Reading = { text, definition, subsections, legends };
  const tables = spansWithin(markdown.tables, span);
  const items = spansWithin(markdown.items, span);
  const fieldTables = new Set(tables.filter(table => isTableOfFields(table, reading)));
  const fields = [
    ...items.flatMap(item => bulletField(item, reading) ?? []),
    ...[...fieldTables].flatMap(table => table.rows.flatMap(row => rowField(row, reading) ?? [])),
  ].sort((one, two) => one.line.start - two.line.start);
  return {
    ...span,
    definition,
    heading: heading.text,
    level: heading.level,
    fields,
    tables: tables.filter(table => !fieldTables.has(table)).map(table => tableOf(table, reading)),
    bullets: items.map(item => ({ ...item.text, text: slice(text, item.text), ...of(item, reading) })),
    subsections,
  };
}

// Each field and column of a section is held against them.
const MOST_LEGENDS = 100;

interface Reading {
  text: string;
  definition: SectionDefinition;
  subsections: RegistrySubsection[];
  legends: Legend[];
}

function of({ start }: Span, { subsections }: Reading): { subsection?: RegistrySubsection } {
  const subsection = subsections[lastStartingUpTo(subsections, start)];
  return subsection ? { subsection } : {};
}

function isTableOfFields({ header, start }: Table, reading: Reading): boolean {
  const names = header.cells.map(cell => plain(slice(reading.text, cell)));
  const { subsection } = of({ start, end: start }, reading);
  const [name, value] = subsection?.definition?.fieldColumns ?? reading.definition.fieldColumns ?? [];
  const hasFields = reading.definition.fields !== undefined || subsection?.definition?.fields !== undefined;
  return hasFields && (isFieldTable(names) || (names[0] === name && names[1] === value));
}

// - **Name**: value
function bulletField(item: ListItem, reading: Reading): RegistryField | undefined {
  const source = slice(reading.text, item.text);
  const match = BULLET.exec(source) ?? PLAIN_BULLET.exec(source);
  const name = match?.[1]?.trim();
  if (!match || !name) return undefined;
  const isBold = source.startsWith('**');
  const { subsection } = of(item, reading);
  // Without the bold letters it is a field only where its name is known: prose has colons too.
  if (!isBold && !fieldNamed(reading.definition, name, subsection?.definition)) return undefined;
  const start = item.text.start + match[0].length;
  const end = item.text.start + (source.includes('\n') ? source.indexOf('\n') : source.length);
  const nameStart = item.text.start + source.indexOf(name);
  return fieldOf(
    name,
    { start: nameStart, end: nameStart + name.length },
    { start: Math.min(start, end), end },
    item,
    'bullets',
    reading,
  );
}

/** The beginning of a bullet that is a field: with its name in bold letters, or without. */
export const BULLET = /^\*\*([^*\n]{1,80}?):?\*\*:?[ \t]*/;
export const PLAIN_BULLET = /^([A-Z][\w ]{1,40}):[ \t]*/;

function rowField(row: TableRow, reading: Reading): RegistryField | undefined {
  const [name, value] = row.cells;
  if (!name || !value || row.cells.length !== 2) return undefined;
  return fieldOf(plain(slice(reading.text, name)), name, value, row, 'table', reading);
}

function fieldOf(
  name: string,
  nameAt: Span,
  at: Span,
  line: Span,
  style: RegistryField['style'],
  reading: Reading,
): RegistryField {
  const within = of(line, reading);
  const definition = fieldNamed(reading.definition, name, within.subsection?.definition);
  const value = valueAt(at, reading.text, traitsOf(name, definition, line.start, reading));
  return { ...value, name, nameAt, line: { start: line.start, end: line.end }, style, ...within };
}

function tableOf(table: Table, reading: Reading): RegistryTable {
  const { text } = reading;
  const within = of(table, reading);
  const names = table.header.cells.map(cell => plain(slice(text, cell)));
  const definition = tableFor(reading.definition, names, within.subsection?.definition);
  const columns = table.header.cells.map((at, index): RegistryColumn => {
    const name = names[index] as string;
    const column = definition && columnNamed(definition, name);
    return { name, at, ...(column && { definition: column }) };
  });
  // The same for a whole column: cells are many, and read again at every keystroke.
  const traits = columns.map(column => traitsOf(column.name, column.definition, table.start, reading));
  const rows = table.rows.map(row => ({
    start: row.start,
    end: row.end,
    values: row.cells.map((cell, index) => valueAt(cell, text, traits[index] ?? NO_TRAITS)),
  }));
  return { table, columns, traits, rows, ...(definition && { definition }), ...within };
}

const NO_TRAITS: ValueTraits = { mayBeBlank: false, definition: undefined, vocabulary: undefined };

function traitsOf(
  name: string,
  definition: RegistryValue['definition'],
  before: number,
  reading: Reading,
): ValueTraits {
  // A legend speaks for the tables and fields above it.
  const legend = reading.legends.find(
    one => one.start > before && isLegendOf(one, { name, definition }, reading.definition),
  );
  const vocabulary = legend?.vocabulary(definition?.vocabulary) ?? definition?.vocabulary;
  return {
    mayBeBlank: legend?.blank === true || definition?.blank === true,
    definition,
    vocabulary,
  };
}

function valueAt(at: Span, source: string, { definition, vocabulary, mayBeBlank }: ValueTraits): RegistryValue {
  return { text: valueText(slice(source, at)), at, definition, vocabulary, mayBeBlank };
}

/** What a value says: without emphasis or code around it, and nothing where a dash stands for that. */
export function valueText(source: string): string {
  const text = plain(source);
  return text === '-' || text === '—' ? '' : text;
}

/** A name or a value without emphasis or code around it. */
export function plain(text: string): string {
  // Nearly all have nothing around them; expressions would take most of the time of a table.
  if (beginsPlain(text.charCodeAt(0)) && isSign(text.charCodeAt(text.length - 1))) return text;
  const inner = unwrapped(text, '**') ?? unwrapped(text, '__') ?? text;
  const code = unwrapped(inner, '`') ?? inner;
  return (code.includes('`') ? inner : code).trim();
}

function beginsPlain(code: number): boolean {
  return isSign(code) && code !== 42 && code !== 95 && code !== 96;
}

// What ASCII has that is no blank.
function isSign(code: number): boolean {
  return code > 32 && code < 127;
}

function unwrapped(text: string, mark: string): string | undefined {
  if (text.length < 2 * mark.length || !text.startsWith(mark) || !text.endsWith(mark)) return undefined;
  return text.slice(mark.length, -mark.length);
}

function slice(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}
