import type { Markdown, Table } from './markdown';
import type { CellDefinition, SectionDefinition, SubsectionDefinition, TableDefinition, Vocabulary } from './registry';
import type { Span } from './text';

/** A Markdown text parsed as a state registry or a module of checks. Spans refer to that text. */
export interface RegistryDocument {
  markdown: Markdown;
  /** Must have its core sections: its title says feature index, or it is the file `index.md`. */
  whole: boolean;
  sections: RegistrySection[];
}

/** A known heading, and the content up to the next heading of its level. */
export interface RegistrySection extends Span {
  definition: SectionDefinition;
  /** The heading's text. */
  heading: Span;
  level: number;
  fields: RegistryField[];
  tables: RegistryTable[];
  /** All tables of its text, also those of fields and unknown ones, and those that are broken. */
  sourceTables: Table[];
  /** Why Markdown sees no table, or only a part of it, in text that is meant as one. */
  tableFaults: TableFault[];
  bullets: RegistryBullet[];
  subsections: RegistrySubsection[];
}

export interface TableFault {
  /** The row at which the table breaks. */
  at: Span;
  table: Table;
  reason: 'no-delimiter' | 'delimiter-length' | 'delimiter-characters' | 'blank-lines';
  /** What makes it a table. */
  changes: { at: Span; text: string }[];
}

/** A subheading. The section that contains it also lists the fields, tables and bullets below it. */
export interface RegistrySubsection extends Span {
  definition?: SubsectionDefinition;
  heading: Span;
}

/** The value of a field or a table cell. */
export interface RegistryValue {
  /** Without emphasis and code marks; empty for an empty cell, and for `-`. */
  text: string;
  /** Its span in the document. */
  at: Span;
  definition: CellDefinition | undefined;
  /** The allowed words: from the document's own legend, else from the definition. */
  vocabulary: Vocabulary | undefined;
  /** The legend or the definition allows an empty value. */
  mayBeBlank: boolean;
}

/** The traits that all values of one name share. */
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
  /** The shared traits of each column's values. */
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
  /** One for each cell in the source, in column order. */
  values: RegistryValue[];
}

/** A list item that is not a field: a line of a handoff. */
export interface RegistryBullet extends Span {
  text: string;
  subsection?: RegistrySubsection;
}
