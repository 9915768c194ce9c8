import type { CellDefinition, SectionDefinition } from '../model/registry';
import type {
  RegistryColumn,
  RegistryDocument,
  RegistryRow,
  RegistrySection,
  RegistryTable,
  RegistryValue,
} from '../model/registryDocument';
import { isObject } from '../text/pointer';
import { addField, addRow, type RegistryChange, setValue } from './edits';
import { isSure } from './entries';
import { handoffsOf } from './handoffs';
import { nameKey, sectionOfStateKey, wordNamed } from './lookup';
import { parseMoment } from './times';

/** The edits of `state_updates` in a registry, and the remaining updates. */
export interface StateEdits {
  changes: RegistryChange[];
  /** The keys of the updates that the registry contains completely, including those it already had. */
  done: string[];
  /** The updates that could not be applied. */
  left: Record<string, unknown>;
}

/**
 * Applies `state_updates` to a registry: sets fields and cells, and appends lines to logs. Updates without a matching
 * field, row or column, or with a disallowed word, remain: nothing is guessed.
 */
export function stateEdits(registry: RegistryDocument, updates: Record<string, unknown>): StateEdits {
  const changes: RegistryChange[] = [];
  const done: string[] = [];
  const rest: [string, unknown][] = [];
  for (const [key, value] of Object.entries(updates)) {
    const definition = sectionOfStateKey(key);
    const sections = registry.sections.filter(section => section.definition === definition);
    const left = sections[0] ? leftOf(registry, sections[0], value, changes) : value;
    if (left === undefined) done.push(key);
    else rest.push([key, left]);
  }
  return { changes, done, left: Object.fromEntries(rest) };
}

/** Applies the updates and returns the rest; undefined if there is none. */
function leftOf(
  registry: RegistryDocument,
  section: RegistrySection,
  value: unknown,
  changes: RegistryChange[],
): unknown {
  const { definition } = section;
  if (definition.id === HANDOFF) return leftOfHandoff(registry, section, value, changes);
  if (Array.isArray(value)) {
    const left = value.flatMap(record => leftOfRecord(registry, section, record, changes) ?? []);
    return left.length > 0 ? left : undefined;
  }
  if (!isObject(value)) return value;
  const left = Object.entries(value).flatMap(([name, one]) => {
    if (isObject(one)) {
      const rest = leftOfRecord(registry, section, one, changes, name);
      return rest === undefined ? [] : [[name, rest] as const];
    }
    return setField(registry, section, name, one, changes) || setWord(registry, section, name, one, changes)
      ? []
      : [[name, one] as const];
  });
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}

const HANDOFF = 'agent-handoff-notes';

/** Sets a field by its key in the updates: `loop_status` is the Loop Status. */
function setField(
  registry: RegistryDocument,
  { definition, fields }: RegistrySection,
  name: string,
  given: unknown,
  changes: RegistryChange[],
): boolean {
  const known = definition.fields?.find(one => isNamed(one, name));
  const last = fields.at(-1);
  if (!known || !last) return false;
  const field = fields.find(one => one.definition === known);
  const word = wordFor(field ?? { definition: known, vocabulary: known.vocabulary, text: '' }, given);
  if (word === undefined) return false;
  if (!field) changes.push(addField(registry, last, known.name, word));
  else if (field.text !== word) changes.push(setValue(registry, field, word));
  return true;
}

/** Sets the status in the named row: `spec.md: present`. */
function setWord(
  registry: RegistryDocument,
  section: RegistrySection,
  name: string,
  given: unknown,
  changes: RegistryChange[],
): boolean {
  const record = { status: given };
  return leftOfRecord(registry, section, record, changes, name) === undefined;
}

/**
 * Applies a record: sets the cells of an existing row, or adds a row if every required column gets a value.
 *
 * @param name its key, if it is in an object
 */
function leftOfRecord(
  registry: RegistryDocument,
  section: RegistrySection,
  record: unknown,
  changes: RegistryChange[],
  name?: string,
): unknown {
  if (!isObject(record)) return record;
  const rest = section.tables.map(table => inTable(registry, section.definition, table, record, name));
  const [best] = rest
    .filter(one => one !== undefined)
    .sort((one, two) => Object.keys(one.left).length - Object.keys(two.left).length);
  if (!best) return record;
  changes.push(...best.changes);
  if (Object.keys(best.left).length === 0) return undefined;
  return name === undefined ? { ...best.key, ...best.left } : best.left;
}

interface InTable {
  changes: RegistryChange[];
  key: Record<string, unknown>;
  left: Record<string, unknown>;
}

function inTable(
  registry: RegistryDocument,
  definition: SectionDefinition,
  table: RegistryTable,
  record: Record<string, unknown>,
  name: string | undefined,
): InTable | undefined {
  const { columns } = table;
  const keyColumn = definition.appendOnly ? undefined : keyOf(columns);
  const key = keyColumn && Object.entries(record).find(([property]) => isIdOf(keyColumn, property));
  const id = name ?? (typeof key?.[1] === 'string' ? key[1] : undefined);
  if (!definition.appendOnly && (id === undefined || id.trim() === '')) return undefined;
  const cells = new Map<RegistryColumn, string>();
  const rest: [string, unknown][] = [];
  for (const [property, given] of Object.entries(record)) {
    if (property === key?.[0]) continue;
    const index = columns.findIndex(column => isColumnOf(column, property, definition.appendOnly));
    const column = columns[index];
    const word = column && wordFor({ ...table.traits[index], text: '' }, given);
    if (column && word !== undefined && !cells.has(column)) cells.set(column, word);
    else rest.push([property, given]);
  }
  const left = Object.fromEntries(rest);
  if (cells.size === 0) return undefined;
  const row = definition.appendOnly ? sameRow(table, cells) : rowOf(table, keyColumn, id ?? '');
  const kept = key ? { [key[0]]: key[1] } : {};
  if (row) return { changes: definition.appendOnly ? [] : cellChanges(registry, table, row, cells), key: kept, left };
  if (keyColumn && id !== undefined) cells.set(keyColumn, id);
  const isWhole = columns.every(
    (column, index) => cells.has(column) || column.definition?.optional || table.traits[index]?.mayBeBlank,
  );
  // A log line is added completely or not at all, since logs are append-only.
  if (!isWhole || (definition.appendOnly && Object.keys(left).length > 0)) return undefined;
  return { changes: [addRow(registry, table, column => cells.get(column))], key: kept, left };
}

/** The column that identifies a row: the one that defines its id, else the first that is not a priority. */
function keyOf(columns: readonly RegistryColumn[]): RegistryColumn | undefined {
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
  return [name, ...aliases].some(one => nameKey(one) === key);
}

function rowOf(table: RegistryTable, key: RegistryColumn | undefined, id: string): RegistryRow | undefined {
  const index = key ? table.columns.indexOf(key) : -1;
  return table.rows.find(row => isSure({ table, row }) && row.values[index]?.text === id);
}

function sameRow(table: RegistryTable, cells: ReadonlyMap<RegistryColumn, string>): RegistryRow | undefined {
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

/** Encodes a value; undefined if it is not allowed there. */
function wordFor(
  {
    definition,
    vocabulary,
    text,
  }: Pick<RegistryValue, 'text'> & Partial<Pick<RegistryValue, 'definition' | 'vocabulary'>>,
  given: unknown,
): string | undefined {
  const word = typeof given === 'number' ? String(given) : given;
  if (typeof word !== 'string' || !/\S/.test(word) || /[\n\r]/.test(word) || ELIDED.test(word)) return undefined;
  if (vocabulary && !vocabulary.open && !wordNamed(vocabulary, word)) return undefined;
  if (definition?.format === 'time' && !parseMoment(word)) return undefined;
  const [, most] = /^counter\/(\d+)$/.exec(definition?.format ?? '') ?? [];
  if (most === undefined) return word;
  if (/^\d{1,9}\s*\/\s*\d{1,9}$/.test(word)) return word;
  const [, limit = most] = /\/\s*(\d{1,9})$/.exec(text) ?? [];
  return /^\d{1,9}$/.test(word) ? `${word} / ${limit}` : undefined;
}

const ELIDED = /^(?:\.{3}|…)$|^[<{].*[>}]$/;

/** Adds `{from, notes}` as a heading with a line for each note. */
function leftOfHandoff(
  registry: RegistryDocument,
  section: RegistrySection,
  value: unknown,
  changes: RegistryChange[],
): unknown {
  if (!isObject(value)) return value;
  const { from, notes, ...left } = value;
  if (typeof from !== 'string' || !isLine(from) || !Array.isArray(notes) || !notes.every(isLine) || notes.length === 0)
    return value;
  const isThere = handoffsOf(registry).some(
    one =>
      one.from === from && notes.every(note => one.notes.some(({ text }) => text === note) || saysReady(note, one.to)),
  );
  if (!isThere) {
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
  return Object.keys(left).length > 0 ? left : undefined;
}

function saysReady(note: string, to: string): boolean {
  return to !== '' && note.toLowerCase() === `ready for: ${to.toLowerCase()}`;
}

function isLine(text: unknown): text is string {
  return typeof text === 'string' && /\S/.test(text) && !/[\n\r]/.test(text) && !ELIDED.test(text);
}
