import type {
  CellDefinition,
  RegistryDocument,
  RegistryField,
  RegistryRow,
  RegistrySection,
  RegistryTable,
  RegistryValue,
  SubsectionDefinition,
} from '../model/registry';
import type { Slot } from '../model/schema';
import type { Span } from '../model/text';
import { ID_PATTERNS } from './registryIds';

/**
 * Returns the editable place at an offset of a state registry (`index.md`), for completion and hover: the value of a cell or field, or the name
 * of a field, column or section. Undefined in prose.
 */
export function registrySlot(registry: RegistryDocument, offset: number): Slot | undefined {
  const section = sectionAt(registry, offset);
  if (!section) return undefined;
  if (isWithin(section.heading, offset)) return nameSlot(section.heading, section.definition);
  const subsection = section.subsections.find(({ heading }) => isWithin(heading, offset));
  if (subsection?.definition) return nameSlot(subsection.heading, subsection.definition);
  const field = section.fields.find(({ line }) => isWithin(line, offset));
  if (field) return fieldSlot(field, offset, registry.markdown.text);
  const table = section.tables.find(candidate => isWithin(toLineEnd(candidate.table, registry.markdown.text), offset));
  return table && tableSlot(table, offset, registry);
}

/** Returns the section at an offset. The last section includes the end of the text. */
export function sectionAt({ sections, markdown }: RegistryDocument, offset: number): RegistrySection | undefined {
  return sections.findLast(
    ({ start, end }) => start <= offset && (offset < end || (end === markdown.text.length && offset === end)),
  );
}

function fieldSlot(field: RegistryField, offset: number, text: string): Slot | undefined {
  if (isWithin(field.nameAt, offset)) return field.definition && cellNameSlot(field.nameAt, field.definition);
  return offset >= field.at.start && isWithin(field.line, offset)
    ? valueSlot(field, field.name, text, offset)
    : undefined;
}

function tableSlot(registryTable: RegistryTable, offset: number, { markdown }: RegistryDocument): Slot | undefined {
  const { table, columns, rows } = registryTable;
  const column = columns.find(({ at }) => isWithin(at, offset));
  if (column && isWithin(table.header, offset)) return column.definition && cellNameSlot(column.at, column.definition);
  const row = rows.find(candidate => isWithin(toLineEnd(candidate, markdown.text), offset));
  const index = row?.values.findIndex(value => isWithin(cellSpan(value, markdown.text), offset)) ?? -1;
  const value = row?.values[index];
  if (value) return valueSlot(value, columns[index]?.name ?? '', markdown.text, offset);
  return row && nextCellSlot(registryTable, row, offset, markdown.text);
}

// An unfinished row ends with the pipe before its next cell.
function nextCellSlot(
  { columns, traits }: RegistryTable,
  { values }: RegistryRow,
  offset: number,
  text: string,
): Slot | undefined {
  const last = values.at(-1);
  const next = columns[values.length];
  if (!last || !next || offset <= last.at.end) return undefined;
  const at = { start: offset, end: offset };
  return valueSlot({ text: '', at, ...(traits[values.length] ?? NO_TRAITS) }, next.name, text, offset);
}

const NO_TRAITS = { definition: undefined, vocabulary: undefined, mayBeBlank: true };

function toLineEnd({ start, end }: Span, text: string): Span {
  const newline = text.indexOf('\n', end);
  return { start, end: newline < 0 ? text.length : newline };
}

// Returns the span of a cell with the whitespace around its content.
function cellSpan({ at }: RegistryValue, text: string): Span {
  let { start, end } = at;
  while (start > 0 && /[ \t]/.test(text[start - 1] ?? '')) start--;
  while (/[ \t]/.test(text[end] ?? '')) end++;
  return { start, end };
}

function valueSlot(value: RegistryValue, name: string, text: string, offset: number): Slot {
  const { definition, vocabulary, mayBeBlank } = value;
  const refers = definition?.refers ?? [];
  const at = refers.some(kind => kind in ID_PATTERNS) ? idSpan(value.at, text, offset) : value.at;
  return {
    ...base(at),
    role: 'cell',
    name,
    title: definition?.name ?? name,
    ...(definition && { about: definition.about }),
    required: !mayBeBlank && definition?.optional !== true,
    choices: (vocabulary?.words ?? []).map(({ word, about }) => ({ value: word, ...(about !== '' && { about }) })),
    closed: vocabulary !== undefined && vocabulary.open !== true,
    ...(definition?.format && { format: definition.format }),
    ids: { refers, ...(definition?.defines && { defines: definition.defines }) },
    // Escapes pipes only: code and bold marks stay.
    write: text => String(text).replaceAll('|', '\\|'),
  };
}

// Returns the span of the id at an offset of a cell that may list several.
function idSpan({ start, end }: Span, text: string, offset: number): Span {
  if (offset > end) return /[,;]$/.test(text.slice(start, end)) ? { start: offset, end: offset } : { start, end };
  const before = /[^\s,;()[\]`*]*$/.exec(text.slice(Math.max(start, offset - 100), offset))?.[0].length ?? 0;
  const after = /^[^\s,;()[\]`*]*/.exec(text.slice(offset, end))?.[0].length ?? 0;
  return { start: offset - before, end: offset + after };
}

function cellNameSlot(at: Span, definition: CellDefinition): Slot {
  const slot = nameSlot(at, { title: definition.name, about: definition.about });
  const words = definition.vocabulary?.words ?? [];
  return {
    ...slot,
    choices: words.map(({ word, about }) => ({ value: word, about })),
    closed: definition.vocabulary?.open !== true,
    required: definition.optional !== true,
  };
}

function nameSlot(at: Span, { title, about }: Pick<SubsectionDefinition, 'title' | 'about'>): Slot {
  return { ...base(at), role: 'name', name: title, title, about };
}

function base(at: Span): Omit<Slot, 'role' | 'name' | 'title'> {
  return {
    at,
    path: [],
    required: false,
    types: [],
    choices: [],
    closed: false,
    absent: [],
    write: String,
    body: () => '',
  };
}

function isWithin({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}
