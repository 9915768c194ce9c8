import type {
  RegistryDocument,
  RegistryField,
  RegistrySection,
  RegistryTable,
  RegistryValue,
} from '../model/registryDocument';
import type { Span } from '../model/text';
import { memoizeByObject } from '../text/memoize';

/** A value with its name and container. */
export interface NamedValue {
  value: RegistryValue;
  /** The name of the field or the column. */
  name: string;
  section: RegistrySection;
  field?: RegistryField;
  table?: RegistryTable;
  /** The row has too few or too many cells, so the value may be in a wrong column. */
  unsure?: true;
}

/** All values of fields and table cells of a registry, in order. */
export const registryValues = memoizeByObject((registry: RegistryDocument): readonly NamedValue[] => {
  const found: NamedValue[] = [];
  for (const section of registry.sections) {
    for (const field of section.fields) found.push({ value: field, name: field.name, section, field });
    for (const table of section.tables) {
      for (const { values } of table.rows) {
        const isComplete = values.length === table.columns.length;
        for (let i = 0; i < values.length; i++) {
          const named: NamedValue = {
            value: values[i] as RegistryValue,
            name: table.columns[i]?.name ?? '',
            section,
            table,
          };
          if (!isComplete) named.unsure = true;
          found.push(named);
        }
      }
    }
  }
  return found;
});

/** The span of a value's text inside its emphasis or code marks, so that a replacement keeps the marks. */
export function trimmedSpan(source: string, { text, at }: RegistryValue): Span {
  const within = source.slice(at.start, at.end).indexOf(text);
  return text === '' || within < 0 ? at : { start: at.start + within, end: at.start + within + text.length };
}
