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
import { SECTIONS } from './allSections';

/**
 * Returns the key by which a name is looked up. The key has no upper case, no emphasis and no colon at the end, and every arrow is written
 * as `->`.
 */
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

/** Finds the section that a heading names, ignoring case. */
export function sectionNamed(heading: string): SectionDefinition | undefined {
  return BY_NAME.get(nameKey(heading));
}

/** Finds the section that a key of an envelope's `state_updates` updates. */
export function sectionOfStateKey(key: string): SectionDefinition | undefined {
  return SECTIONS.find(({ stateKeys }) => stateKeys?.includes(key));
}

/** Finds the subsection that a heading within a section names. An arrow may have any form. */
export function subsectionNamed(section: SectionDefinition, heading: string): SubsectionDefinition | undefined {
  const key = nameKey(heading);
  const subsections = section.subsections ?? [];
  return (
    subsections.find(({ title, aliases }) => isNamed(key, title, aliases)) ??
    subsections.find(({ named, title }) => named && key.startsWith(`${nameKey(title)} `))
  );
}

/**
 * Finds the table definition that a header matches best. Undefined unless it has most of the header's columns, or half of
 * at least four. The subsection's table takes precedence, then the section's, then those of other subsections.
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

/** Finds the column definition of a header cell. */
export function columnNamed(table: TableDefinition, header: string): ColumnDefinition | undefined {
  return cellNamed(table.columns, header);
}

/** Finds the field with a name: in the subsection, otherwise in the section. */
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
  // The first of equal names wins; names win over aliases.
  const names = cells.map(cell => [nameKey(cell.name), cell] as const);
  const aliases = cells.flatMap(cell => (cell.aliases ?? []).map(alias => [nameKey(alias), cell] as const));
  return new Map([...names, ...aliases].reverse());
});

/** Returns whether a header such as Field, Value says that each row of the table is a field. */
export function isFieldTable(header: readonly string[]): boolean {
  const [name, value] = header.map(nameKey);
  return header.length === 2 && /^(field|metric)$/.test(name ?? '') && /^(value|count)$/.test(value ?? '');
}

/** Finds the vocabulary word that a value spells, by name or alias; case-sensitive. */
export function wordNamed(vocabulary: Vocabulary, value: string): VocabularyWord | undefined {
  // A legend's words have their own signs.
  const bare = (text: string) => (vocabulary.signs ? text.replace(/^[✓⚠○]\uFE0F? ?/u, '') : text);
  const bareValue = bare(value.replace(/^`(.*)`$/s, '$1').trim());
  return vocabulary.words.find(({ word, aliases = [] }) => [word, ...aliases].some(name => bare(name) === bareValue));
}

/**
 * Returns the columns and fields of a section that a legend such as `**Status values**` describes, by name. Empty if the
 * name matches none.
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

/** Fast check before a lookup: returns whether some section's name has this first character code, and may be so long. */
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
