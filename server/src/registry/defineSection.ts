import type { CellDefinition, SectionDefinition } from '../model/registry';

/** Types a section definition. */
export function defineSection(section: SectionDefinition): SectionDefinition {
  return section;
}

/** Defines a field or a column. */
export function cell(name: string, about: string, traits: Omit<CellDefinition, 'name' | 'about'> = {}): CellDefinition {
  return { name, about, ...traits };
}
