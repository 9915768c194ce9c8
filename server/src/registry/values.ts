import type { Field, RegistryDocument, RegistryTable, Section, Value } from '../model/registryDocument';

/** A value with its name and where it belongs. */
export interface NamedValue {
  value: Value;
  /** Of the field, or of the column. */
  name: string;
  section: Section;
  field?: Field;
  table?: RegistryTable;
}

/** Every value of a registry, in order: of its fields, and of the cells of its tables. */
export function* eachValue(registry: RegistryDocument): Generator<NamedValue> {
  for (const section of registry.sections) {
    for (const field of section.fields) yield { value: field, name: field.name, section, field };
    for (const table of section.tables) {
      for (const row of table.rows) {
        for (const [index, value] of row.values.entries()) {
          yield { value, name: table.columns[index]?.name ?? '', section, table };
        }
      }
    }
  }
}
