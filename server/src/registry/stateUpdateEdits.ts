import type {
  CellDefinition,
  RegistryColumn,
  RegistryDocument,
  RegistryRow,
  RegistrySection,
  RegistryTable,
  RegistryValue,
} from '../model/registry';
import { isObject } from '../text/jsonPointer';
import { nameKey, sectionOfStateKey, wordNamed } from './findSectionDefinitions';
import { handoffsOf } from './handoffs';
import { parseMoment } from './registryCells';
import { addField, addRow, type RegistryChange, setValue } from './registryEdits';
import { isCompleteRow } from './registryRows';

/**
 * The result of applying an envelope's `state_updates` to a state registry (`index.md`): the text changes, and the updates that could not be
 * applied.
 */
export interface StateUpdateEdits {
  changes: RegistryChange[];
  /** The keys of completely applied updates, including updates that the registry already contains. */
  done: string[];
  /** The updates that could not be applied. */
  remaining: Record<string, unknown>;
}

/**
 * Returns the changes that apply `state_updates` to a registry: set fields and cells, and append lines to logs. Guesses
 * nothing: an update remains if it has no matching field, row or column, or a word that is not allowed.
 */
export function stateUpdateEdits(registry: RegistryDocument, updates: Record<string, unknown>): StateUpdateEdits {
  const changes: RegistryChange[] = [];
  const done: string[] = [];
  const rest: [string, unknown][] = [];
  for (const [key, value] of Object.entries(updates)) {
    const definition = sectionOfStateKey(key);
    const sections = registry.sections.filter(section => section.definition === definition);
    const [section] = sections;
    const remaining = section ? applyUpdate({ registry, section, changes }, value) : value;
    if (remaining === undefined) done.push(key);
    else rest.push([key, remaining]);
  }
  return { changes, done, remaining: Object.fromEntries(rest) };
}

/** The section that an update is for, and the changes so far. */
interface Applying {
  registry: RegistryDocument;
  section: RegistrySection;
  changes: RegistryChange[];
}

/** Applies an update. Returns what remains of it; undefined if nothing remains. */
function applyUpdate(to: Applying, value: unknown): unknown {
  if (to.section.definition.id === HANDOFF) return applyHandoff(to, value);
  if (Array.isArray(value)) {
    const remaining = value.flatMap(record => applyRecord(to, record) ?? []);
    return remaining.length > 0 ? remaining : undefined;
  }
  if (!isObject(value)) return value;
  const remaining = Object.entries(value).flatMap(([name, update]) => {
    if (isObject(update)) {
      const rest = applyRecord(to, update, name);
      return rest === undefined ? [] : [[name, rest] as const];
    }
    return setField(to, name, update) || setStatus(to, name, update) ? [] : [[name, update] as const];
  });
  return remaining.length > 0 ? Object.fromEntries(remaining) : undefined;
}

const HANDOFF = 'agent-handoff-notes';

/** Sets the field that a key of the updates names: `loop_status` names the field Loop Status. */
function setField({ registry, section: { definition, fields }, changes }: Applying, name: string, newValue: unknown) {
  const known = definition.fields?.find(cell => isNamed(cell, name));
  const last = fields.at(-1);
  if (!known || !last) return false;
  const field = fields.find(candidate => candidate.definition === known);
  const word = encodeValue(field ?? { definition: known, vocabulary: known.vocabulary, text: '' }, newValue);
  if (word === undefined) return false;
  if (!field) changes.push(addField(registry, last, known.name, word));
  else if (field.text !== word) changes.push(setValue(registry, field, word));
  return true;
}

/** Sets the status in the row that a key names: `spec.md: present`. */
function setStatus(to: Applying, name: string, newValue: unknown): boolean {
  return applyRecord(to, { status: newValue }, name) === undefined;
}

/**
 * Applies a record: sets the cells of an existing row, or adds a row if every required column gets a value.
 *
 * @param name the record's key, if the records are an object
 */
function applyRecord(to: Applying, record: unknown, name?: string): unknown {
  if (!isObject(record)) return record;
  const candidates = to.section.tables.map(table => applyToTable(to, table, record, name));
  const [best] = candidates
    .filter(candidate => candidate !== undefined)
    .sort((first, second) => Object.keys(first.remaining).length - Object.keys(second.remaining).length);
  if (!best) return record;
  to.changes.push(...best.changes);
  if (Object.keys(best.remaining).length === 0) return undefined;
  return name === undefined ? { ...best.key, ...best.remaining } : best.remaining;
}

interface TableUpdate {
  changes: RegistryChange[];
  key: Record<string, unknown>;
  remaining: Record<string, unknown>;
}

function applyToTable(
  { registry, section: { definition } }: Applying,
  table: RegistryTable,
  record: Record<string, unknown>,
  name: string | undefined,
): TableUpdate | undefined {
  const { columns } = table;
  const keyColumn = definition.appendOnly ? undefined : keyColumnOf(columns);
  const key = keyColumn && Object.entries(record).find(([property]) => isIdOf(keyColumn, property));
  const id = name ?? (typeof key?.[1] === 'string' ? key[1] : undefined);
  if (!definition.appendOnly && (id === undefined || id.trim() === '')) return undefined;
  const cells = new Map<RegistryColumn, string>();
  const rest: [string, unknown][] = [];
  for (const [property, newValue] of Object.entries(record)) {
    if (property === key?.[0]) continue;
    const index = columns.findIndex(column => isColumnOf(column, property, definition.appendOnly));
    const column = columns[index];
    const word = column && encodeValue({ ...table.traits[index], text: '' }, newValue);
    if (column && word !== undefined && !cells.has(column)) cells.set(column, word);
    else rest.push([property, newValue]);
  }
  const remaining = Object.fromEntries(rest);
  if (cells.size === 0) return undefined;
  const row = definition.appendOnly ? findEqualRow(table, cells) : findRow(table, keyColumn, id ?? '');
  const keyEntry = key ? { [key[0]]: key[1] } : {};
  if (row)
    return { changes: definition.appendOnly ? [] : cellChanges(registry, table, row, cells), key: keyEntry, remaining };
  if (keyColumn && id !== undefined) cells.set(keyColumn, id);
  const isComplete = columns.every(
    (column, index) => cells.has(column) || column.definition?.optional || table.traits[index]?.mayBeBlank,
  );
  // Adds a log line completely or not at all, since logs are append-only.
  if (!isComplete || (definition.appendOnly && Object.keys(remaining).length > 0)) return undefined;
  return { changes: [addRow(registry, table, column => cells.get(column))], key: keyEntry, remaining };
}

/** Returns the column that identifies a row: the column that defines its id, otherwise the first known column. */
function keyColumnOf(columns: readonly RegistryColumn[]): RegistryColumn | undefined {
  return columns.find(({ definition }) => definition?.defines) ?? columns.find(({ definition }) => definition);
}

function isIdOf(column: RegistryColumn, property: string): boolean {
  return property === 'id' || property === 'name' || isColumnOf(column, property);
}

function isColumnOf({ definition }: RegistryColumn, property: string, isLog = false): boolean {
  if (!definition) return false;
  return isNamed(definition, isLog ? (LOG_NAMES.get(property) ?? property) : property);
}

// Maps keys of updates to log columns.
const LOG_NAMES: ReadonlyMap<string, string> = new Map([
  ['resolved_by', 'resolved_via'],
  ['id', 'gap_id'],
]);

function isNamed({ name, aliases = [] }: CellDefinition, property: string): boolean {
  const key = nameKey(property.replaceAll('_', ' '));
  return [name, ...aliases].some(alias => nameKey(alias) === key);
}

function findRow(table: RegistryTable, key: RegistryColumn | undefined, id: string): RegistryRow | undefined {
  const index = key ? table.columns.indexOf(key) : -1;
  return table.rows.find(row => isCompleteRow({ table, row }) && row.values[index]?.text === id);
}

function findEqualRow(table: RegistryTable, cells: ReadonlyMap<RegistryColumn, string>): RegistryRow | undefined {
  return table.rows.find(row =>
    [...cells].every(([column, word]) => row.values[table.columns.indexOf(column)]?.text === word),
  );
}

function cellChanges(
  registry: RegistryDocument,
  table: RegistryTable,
  row: RegistryRow,
  cells: ReadonlyMap<RegistryColumn, string>,
): RegistryChange[] {
  return [...cells].flatMap(([column, word]) => {
    const value = row.values[table.columns.indexOf(column)];
    return value && value.text !== word ? [setValue(registry, value, word.replace(/\|/g, '\\|'))] : [];
  });
}

/** Encodes a value for a cell or field; undefined if the value is not allowed there. */
function encodeValue(
  {
    definition,
    vocabulary,
    text,
  }: Pick<RegistryValue, 'text'> & Partial<Pick<RegistryValue, 'definition' | 'vocabulary'>>,
  newValue: unknown,
): string | undefined {
  const word = typeof newValue === 'number' ? String(newValue) : newValue;
  if (typeof word !== 'string' || !/\S/.test(word) || /[\n\r]/.test(word) || ELIDED.test(word)) return undefined;
  if (vocabulary && !vocabulary.open && !wordNamed(vocabulary, word)) return undefined;
  if (definition?.format === 'time' && !parseMoment(word)) return undefined;
  const [, defaultLimit] = /^counter\/(\d+)$/.exec(definition?.format ?? '') ?? [];
  if (defaultLimit === undefined) return word;
  if (/^\d{1,9}\s*\/\s*\d{1,9}$/.test(word)) return word;
  const [, limit = defaultLimit] = /\/\s*(\d{1,9})$/.exec(text) ?? [];
  return /^\d{1,9}$/.test(word) ? `${word} / ${limit}` : undefined;
}

const ELIDED = /^(?:\.{3}|…)$|^[<{].*[>}]$/;

/** Adds `{from, notes}` as a heading with a line for each note. */
function applyHandoff({ registry, section, changes }: Applying, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { from, notes, ...remaining } = value;
  if (typeof from !== 'string' || !isLine(from) || !Array.isArray(notes) || !notes.every(isLine) || notes.length === 0)
    return value;
  const exists = handoffsOf(registry).some(
    handoff =>
      handoff.from === from &&
      notes.every(note => handoff.notes.some(({ text }) => text === note) || isReadyNote(note, handoff.to)),
  );
  if (!exists) {
    const { text } = registry.markdown;
    const body = text.slice(section.start, section.end).replace(/\n(?:---\s*)?$/, '\n');
    const end =
      section.start +
      body
        .trimEnd()
        .replace(/\n---$/, '')
        .trimEnd().length;
    const lines = [`### From ${from}`, '', ...notes.map(note => `- ${note}`)];
    changes.push({ at: { start: end, end }, text: `\n\n${lines.join('\n')}` });
  }
  return Object.keys(remaining).length > 0 ? remaining : undefined;
}

function isReadyNote(note: string, to: string): boolean {
  return to !== '' && note.toLowerCase() === `ready for: ${to.toLowerCase()}`;
}

function isLine(text: unknown): text is string {
  return typeof text === 'string' && /\S/.test(text) && !/[\n\r]/.test(text) && !ELIDED.test(text);
}
