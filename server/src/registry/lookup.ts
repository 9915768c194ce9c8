import type {
  CellDefinition,
  ColumnDefinition,
  SectionDefinition,
  SubsectionDefinition,
  TableDefinition,
  Vocabulary,
  VocabularyWord,
} from '../model/registry';
import { memoizeByObject, memoizeByText } from '../text/memoize';
import { SECTIONS } from './sections';

/** The lookup key of a name: ignores case, emphasis, a trailing colon and the form of an arrow. */
export const nameKey = memoizeByText((name): string => {
  // No defined name is longer, so longer text needs no normalization.
  if (name.length > 100) return name;
  return name
    .replace(/[*`]/g, '')
    .replace(/-+>|─+>|=>|→/g, ' -> ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ?:$/, '')
    .toLowerCase();
});

/** The section of a level 2 heading, ignoring case. */
export function sectionNamed(heading: string): SectionDefinition | undefined {
  return BY_NAME.get(nameKey(heading));
}

/** The section that a key of `state_updates` updates. */
export function sectionOfStateKey(key: string): SectionDefinition | undefined {
  return SECTIONS.find(({ stateKeys }) => stateKeys?.includes(key));
}

/** The subsection of a heading within a section. Its arrow may have any form. */
export function subsectionNamed(section: SectionDefinition, heading: string): SubsectionDefinition | undefined {
  const key = nameKey(heading);
  const subsections = section.subsections ?? [];
  return (
    subsections.find(({ title, aliases }) => isNamed(key, title, aliases)) ??
    subsections.find(({ named, title }) => named && key.startsWith(`${nameKey(title)} `))
  );
}

/**
 * The table that a header matches best; undefined unless most of its columns are known, or half of four or more. The
 * subsection's table takes precedence over the section's, and these over those of other subsections.
 */
export function tableFor(
  section: SectionDefinition,
  header: readonly string[],
  subsection?: SubsectionDefinition,
): TableDefinition | undefined {
  const subsectionTables = (section.subsections ?? []).flatMap(({ table }) => table ?? []);
  const ownTable = subsection?.table && bestMatch([subsection.table], header);
  return ownTable ?? bestMatch([...(section.tables ?? []), ...subsectionTables], header);
}

function bestMatch(tables: readonly TableDefinition[], header: readonly string[]): TableDefinition | undefined {
  let best: { table: TableDefinition; known: number; missing: number } | undefined;
  for (const table of tables) {
    const columns = new Set(header.map(name => columnNamed(table, name)));
    columns.delete(undefined);
    const known = columns.size;
    const missing = table.columns.filter(column => !column.optional && !columns.has(column)).length;
    if (known === 0 || known * 2 < header.length || (known * 2 === header.length && known < 2)) continue;
    if (!best || known > best.known || (known === best.known && missing < best.missing))
      best = { table, known, missing };
  }
  return best?.table;
}

/** The column of a header cell. */
export function columnNamed(table: TableDefinition, header: string): ColumnDefinition | undefined {
  return cellNamed(table.columns, header);
}

/** The field of a name: the subsection's if it has one, else the section's. */
export function fieldNamed(
  section: SectionDefinition,
  name: string,
  subsection?: SubsectionDefinition,
): CellDefinition | undefined {
  return cellNamed(subsection?.fields, name) ?? cellNamed(section.fields, name);
}

function cellNamed(cells: readonly CellDefinition[] | undefined, name: string): CellDefinition | undefined {
  return cells && cellsByName(cells).get(nameKey(name));
}

// Memoized, since each row of each table needs it.
const cellsByName = memoizeByObject((cells: readonly CellDefinition[]) => {
  // Of equal names, the first wins; names win over aliases.
  const names = cells.map(cell => [nameKey(cell.name), cell] as const);
  const aliases = cells.flatMap(cell => (cell.aliases ?? []).map(alias => [nameKey(alias), cell] as const));
  return new Map([...names, ...aliases].reverse());
});

/** Returns whether a table's rows are fields: Field, Value and similar headers. */
export function isFieldTable(header: readonly string[]): boolean {
  const [name, value] = header.map(nameKey);
  return header.length === 2 && /^(field|metric)$/.test(name ?? '') && /^(value|count)$/.test(value ?? '');
}

/** The vocabulary word of a cell, in any of its spellings; case-sensitive. */
export function wordNamed(vocabulary: Vocabulary, value: string): VocabularyWord | undefined {
  // A legend's words have their own signs.
  const bare = (text: string) => (vocabulary.signs ? text.replace(/^[✓⚠○]\uFE0F? ?/u, '') : text);
  const bareValue = bare(value.replace(/^`(.*)`$/s, '$1').trim());
  return vocabulary.words.find(({ word, aliases = [] }) => [word, ...aliases].some(name => bare(name) === bareValue));
}

/**
 * The columns and fields of a section that a legend such as `**Status values**` describes, by name. Empty if the section
 * has neither.
 */
export function cellsOfLegend(section: SectionDefinition, name: string): CellDefinition[] {
  const plain = nameKey(name).replace(/ values$/, '');
  const subsections = section.subsections ?? [];
  const groups = [
    section.fields ?? [],
    ...(section.tables ?? []).map(({ columns }) => columns),
    ...subsections.flatMap(({ fields, table }) => [fields ?? [], table?.columns ?? []]),
  ];
  const cells = groups.flatMap(cells => cellNamed(cells, plain) ?? []);
  return [...new Set(cells)];
}

function isNamed(key: string, name: string, aliases: readonly string[] = []): boolean {
  return nameKey(name) === key || aliases.some(alias => nameKey(alias) === key);
}

const BY_NAME = new Map(
  SECTIONS.flatMap(section => [section.title, ...section.aliases].map(name => [nameKey(name), section] as const)),
);

/** Returns whether a section's name may have this first character and length, as a fast pre-check. */
export function mayBeginSection(first: number, length: number): boolean {
  return length <= MAX_NAME_LENGTH && FIRST_CHARACTERS.has(first);
}

// Includes emphasis and a trailing colon.
const MAX_NAME_LENGTH = Math.max(...[...BY_NAME.keys()].map(name => name.length)) + 10;
const FIRST_CHARACTERS = new Set(
  ['*', '`', ...[...BY_NAME.keys()].flatMap(name => [name.charAt(0), name.charAt(0).toUpperCase()])].map(first =>
    first.charCodeAt(0),
  ),
);
