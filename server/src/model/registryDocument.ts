import type { Markdown, Table } from './markdown';
import type { CellDefinition, SectionDefinition, SubsectionDefinition, TableDefinition, Vocabulary } from './registry';
import type { Span } from './text';

/** A Markdown text read as a state registry, or as a module of checks. Spans are in that text. */
export interface RegistryDocument {
  markdown: Markdown;
  /** Asked for its core sections: it calls itself a feature's index, or is the file `index.md`. */
  whole: boolean;
  sections: RegistrySection[];
}

/** A heading that means something, and what stands under it up to the next heading of its level. */
export interface RegistrySection extends Span {
  definition: SectionDefinition;
  /** The heading's text. */
  heading: Span;
  level: number;
  fields: RegistryField[];
  tables: RegistryTable[];
  bullets: RegistryBullet[];
  subsections: RegistrySubsection[];
}

/** A heading within a section; its fields, tables and bullets are the section's too. */
export interface RegistrySubsection extends Span {
  definition?: SubsectionDefinition;
  heading: Span;
}

/** One place that holds a value: a field's, or a cell of a table. */
export interface RegistryValue {
  /** Without what is emphasis or code; empty for an empty cell, and for `-`. */
  text: string;
  /** What stands in the document. */
  at: Span;
  definition: CellDefinition | undefined;
  /** What may stand here: by the document's own legend, else by the definition. */
  vocabulary: Vocabulary | undefined;
  /** By the legend or the definition, it may be empty. */
  mayBeBlank: boolean;
}

/** What is true of every value under one name. */
export type ValueTraits = Pick<RegistryValue, 'definition' | 'vocabulary' | 'mayBeBlank'>;

export interface RegistryField extends RegistryValue {
  name: string;
  nameAt: Span;
  /** The bullet or the row. */
  line: Span;
  style: 'bullets' | 'table';
  subsection?: RegistrySubsection;
}

export interface RegistryTable {
  table: Table;
  definition?: TableDefinition;
  columns: RegistryColumn[];
  /** What is true of every value in a column; as many as there are columns. */
  traits: ValueTraits[];
  rows: RegistryRow[];
  subsection?: RegistrySubsection;
}

export interface RegistryColumn {
  name: string;
  at: Span;
  definition?: CellDefinition;
}

export interface RegistryRow extends Span {
  /** One for each cell in the source, in the order of the columns. */
  values: RegistryValue[];
}

/** An item of a list that is no field: a line of a handoff. */
export interface RegistryBullet extends Span {
  text: string;
  subsection?: RegistrySubsection;
}
