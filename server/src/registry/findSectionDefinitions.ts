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
import { renderedText } from './renderedText';

const MAX_HEADING_LENGTH = 200;

/**
 * Normalises a name in a state registry (`index.md`), such as a heading, for lookup: no upper case, no emphasis and no colon at the end, and
 * every arrow as `->`.
 */
export const nameKey = memoizeByText((name): string => {
  // No defined name is longer, so longer text needs no normalization.
  if (name.length > MAX_HEADING_LENGTH) return name;
  return renderedText(name)
    .replace(/-+>|─+>|=>|→/g, ' -> ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ ?:$/, '')
    .toLowerCase();
});

/** Finds the section that a heading names, with numbers, emoji and remarks around it, if any: `3. Decisions Log (old)`. */
export function sectionNamed(heading: string): SectionDefinition | undefined {
  return BY_NAME.get(nameKey(heading)) ?? BY_NAME.get(nameKey(bareHeading(heading)));
}

/** Returns a heading without numbers, emoji and remarks around its words. */
export function bareHeading(heading: string): string {
  return renderedText(heading.slice(0, MAX_HEADING_LENGTH)).replace(
    /^[^\p{L}]+|(?:\([^()]*\)|\{[^{}]*\}|[^\p{L}\p{N}(){}])+$/gu,
    '',
  );
}

/**
 * Finds the section that each heading names. A heading that ends with a remark in brackets names none if another heading names the same
 * section without one: `Decisions Log (old)` is then another list.
 */
export function sectionsNamed(headings: readonly string[]): (SectionDefinition | undefined)[] {
  const definitions = headings.map(sectionNamed);
  const isRemarked = headings.map(heading => heading.trimEnd().endsWith(')'));
  const plain = new Set(definitions.filter((_, index) => !isRemarked[index]));
  return definitions.map((definition, index) => (isRemarked[index] && plain.has(definition) ? undefined : definition));
}

/** Finds the section that a key of an envelope's `state_updates` updates. */
export function sectionOfStateKey(key: string): SectionDefinition | undefined {
  return SECTIONS.find(({ stateKeys }) => stateKeys?.includes(key));
}

/** Finds the subsection that a heading within a section names. An arrow may have any form. */
export function subsectionNamed(section: SectionDefinition, heading: string): SubsectionDefinition | undefined {
  const key = nameKey(bareHeading(heading));
  const subsections = section.subsections ?? [];
  return (
    subsections.find(({ title, aliases }) => isNamed(nameKey(heading), title, aliases)) ??
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

/**
 * Returns whether each row of a table is a field: a header such as Field, Value says so, or most rows begin with the name of a field.
 *
 * @param names the first cells of the rows
 */
export function isFieldTable(
  header: readonly string[],
  names: readonly string[],
  section: SectionDefinition,
  subsection?: SubsectionDefinition,
): boolean {
  if (!section.fields && !subsection?.fields) return false;
  const [name = '', value = ''] = header.map(nameKey);
  const known = names.filter(one => fieldNamed(section, one, subsection)).length;
  if (header.length > 1 && known > 1 && known * 2 > names.length) return true;
  const own = (subsection?.fieldColumns ?? section.fieldColumns ?? []).map(nameKey);
  const isNamed = /^(?:field|metric)$/.test(name) && /^(?:value|count)$/.test(value);
  return header.length === 2 && (isNamed || (own[0] === name && own[1] === value));
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

/**
 * Fast check before a lookup: returns whether a heading may name a section, by its length and its first character code. The first character
 * may be any that is no letter, such as of a number or an emphasis.
 */
export function mayBeginSection(first: number, length: number): boolean {
  return (
    length <= MAX_HEADING_LENGTH && (FIRST_LETTERS.has(first | 0x20) || !/[a-z]/i.test(String.fromCharCode(first)))
  );
}

const FIRST_LETTERS = new Set([...BY_NAME.keys()].map(name => name.charCodeAt(0)));
