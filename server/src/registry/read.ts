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
 * and in them the fields, tables, legends and handoffs. Ignores unknown content.
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
    // A subheading of a section does not begin another section: "Codebase Discovery Summary" of the plan's state.
    const around = found.at(-1);
    if (around && heading.start < around.end && isOwnSubsection(around.definition, slice(text, heading.text))) return;
    // The content of a nested section belongs only to the inner one.
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
  const context: SectionContext = { text, definition, subsections, legends };
  const tables = spansWithin(markdown.tables, span);
  const items = spansWithin(markdown.items, span);
  const fieldTables = new Set(tables.filter(table => isTableOfFields(table, context)));
  const fields = [
    ...items.flatMap(item => bulletField(item, context) ?? []),
    ...[...fieldTables].flatMap(table => table.rows.flatMap(row => rowField(row, context) ?? [])),
  ].sort((one, two) => one.line.start - two.line.start);
  return {
    ...span,
    definition,
    heading: heading.text,
    level: heading.level,
    fields,
    tables: tables.filter(table => !fieldTables.has(table)).map(table => tableOf(table, context)),
    bullets: items.map(item => ({ ...item.text, text: slice(text, item.text), ...of(item, context) })),
    subsections,
  };
}

// Limited, since each field and column of a section is compared with each legend.
const MOST_LEGENDS = 100;

interface SectionContext {
  text: string;
  definition: SectionDefinition;
  subsections: RegistrySubsection[];
  legends: Legend[];
}

function of({ start }: Span, { subsections }: SectionContext): { subsection?: RegistrySubsection } {
  const subsection = subsections[lastStartingUpTo(subsections, start)];
  return subsection ? { subsection } : {};
}

function isTableOfFields({ header, start }: Table, context: SectionContext): boolean {
  const names = header.cells.map(cell => plain(slice(context.text, cell)));
  const { subsection } = of({ start, end: start }, context);
  const [name, value] = subsection?.definition?.fieldColumns ?? context.definition.fieldColumns ?? [];
  const hasFields = context.definition.fields !== undefined || subsection?.definition?.fields !== undefined;
  return hasFields && (isFieldTable(names) || (names[0] === name && names[1] === value));
}

// - **Name**: value
function bulletField(item: ListItem, context: SectionContext): RegistryField | undefined {
  const source = slice(context.text, item.text);
  const match = BULLET.exec(source) ?? PLAIN_BULLET.exec(source);
  const name = match?.[1]?.trim();
  if (!match || !name) return undefined;
  const isBold = source.startsWith('**');
  const { subsection } = of(item, context);
  // Without bold, only a known name makes a field, since prose contains colons, too.
  if (!isBold && !fieldNamed(context.definition, name, subsection?.definition)) return undefined;
  const start = item.text.start + match[0].length;
  const end = item.text.start + (source.includes('\n') ? source.indexOf('\n') : source.length);
  const nameStart = item.text.start + source.indexOf(name);
  return fieldOf(
    name,
    { start: nameStart, end: nameStart + name.length },
    { start: Math.min(start, end), end },
    item,
    'bullets',
    context,
  );
}

/** Matches the bold name that begins a field's bullet. */
export const BULLET = /^\*\*([^*\n]{1,80}?):?\*\*:?[ \t]*/;
export const PLAIN_BULLET = /^([A-Z][\w ]{1,40}):[ \t]*/;

function rowField(row: TableRow, context: SectionContext): RegistryField | undefined {
  const [name, value] = row.cells;
  if (!name || !value || row.cells.length !== 2) return undefined;
  return fieldOf(plain(slice(context.text, name)), name, value, row, 'table', context);
}

function fieldOf(
  name: string,
  nameAt: Span,
  at: Span,
  line: Span,
  style: RegistryField['style'],
  context: SectionContext,
): RegistryField {
  const within = of(line, context);
  const definition = fieldNamed(context.definition, name, within.subsection?.definition);
  const value = valueAt(at, context.text, traitsOf(name, definition, line.start, context));
  return { ...value, name, nameAt, line: { start: line.start, end: line.end }, style, ...within };
}

function tableOf(table: Table, context: SectionContext): RegistryTable {
  const { text } = context;
  const within = of(table, context);
  const names = table.header.cells.map(cell => plain(slice(text, cell)));
  const definition = tableFor(context.definition, names, within.subsection?.definition);
  const columns = table.header.cells.map((at, index): RegistryColumn => {
    const name = names[index] as string;
    const column = definition && columnNamed(definition, name);
    return { name, at, ...(column && { definition: column }) };
  });
  // Computed once per column, since the many cells are reread at every keystroke.
  const traits = columns.map(column => traitsOf(column.name, column.definition, table.start, context));
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
  context: SectionContext,
): ValueTraits {
  // A legend applies to the tables and fields above it.
  const legend = context.legends.find(
    one => one.start > before && isLegendOf(one, { name, definition }, context.definition),
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

/** The text of a value without surrounding emphasis or code; empty for a dash. */
export function valueText(source: string): string {
  const text = plain(source);
  return text === '-' || text === '—' ? '' : text;
}

/** A name or a value without surrounding emphasis or code. */
export function plain(text: string): string {
  // Fast path: nearly all texts are plain, and regular expressions would dominate the time of a table.
  if (beginsPlain(text.charCodeAt(0)) && isSign(text.charCodeAt(text.length - 1))) return text;
  const inner = unwrapped(text, '**') ?? unwrapped(text, '__') ?? text;
  const code = unwrapped(inner, '`') ?? inner;
  return (code.includes('`') ? inner : code).trim();
}

function beginsPlain(code: number): boolean {
  return isSign(code) && code !== 42 && code !== 95 && code !== 96;
}

// ASCII without blanks.
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
