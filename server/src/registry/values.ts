import type { Field, RegistryDocument, RegistryTable, Section, Value } from '../model/registryDocument';
import type { Span } from '../model/text';

/** A value with its name and where it belongs. */
export interface NamedValue {
  value: Value;
  /** Of the field, or of the column. */
  name: string;
  section: Section;
  field?: Field;
  table?: RegistryTable;
  /** Its row has too few or too many cells, so that it may belong to another column. */
  unsure?: true;
}

/** Every value of a registry, in order: of its fields, and of the cells of its tables. */
export function* eachValue(registry: RegistryDocument): Generator<NamedValue> {
  for (const section of registry.sections) {
    for (const field of section.fields) yield { value: field, name: field.name, section, field };
    for (const table of section.tables) {
      for (const row of table.rows) {
        const unsure = row.values.length !== table.columns.length && { unsure: true as const };
        for (const [index, value] of row.values.entries()) {
          yield { value, name: table.columns[index]?.name ?? '', section, table, ...unsure };
        }
      }
    }
  }
}

/** Where the words of a value stand, inside of what is emphasis or code: what is written there keeps its looks. */
export function wordsAt(source: string, { text, at }: Value): Span {
  const within = source.slice(at.start, at.end).indexOf(text);
  return text === '' || within < 0 ? at : { start: at.start + within, end: at.start + within + text.length };
}
