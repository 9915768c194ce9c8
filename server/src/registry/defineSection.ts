import type { CellDefinition, SectionDefinition } from '../model/registry';

/** A section as a value; this gives its parts their types. */
export function defineSection(section: SectionDefinition): SectionDefinition {
  return section;
}

/** A field or a column: its name, what it is for, and what belongs there. */
export function cell(name: string, about: string, traits: Omit<CellDefinition, 'name' | 'about'> = {}): CellDefinition {
  return { name, about, ...traits };
}
