import type { CellDefinition, SectionDefinition } from '../model/registry';

/** Returns the section definition unchanged; gives its properties their types. */
export function defineSection(section: SectionDefinition): SectionDefinition {
  return section;
}

/** Defines a field or a column. */
export function cell(name: string, about: string, traits: Omit<CellDefinition, 'name' | 'about'> = {}): CellDefinition {
  return { name, about, ...traits };
}
