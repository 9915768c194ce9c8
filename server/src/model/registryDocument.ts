import type { Markdown, Table } from './markdown';
import type { CellDefinition, SectionDefinition, SubsectionDefinition, TableDefinition, Vocabulary } from './registry';
import type { Span } from './text';

/** A Markdown text read as a state registry, or as a module of checks. Spans are in that text. */
export interface RegistryDocument {
  markdown: Markdown;
  /** Asked for its core sections: it calls itself a feature's index, or is the file `index.md`. */
  whole: boolean;
  sections: Section[];
}

/** A heading that means something, and what stands under it up to the next heading of its level. */
export interface Section extends Span {
  definition: SectionDefinition;
  /** The heading's text. */
  heading: Span;
  level: number;
  fields: Field[];
  tables: RegistryTable[];
  bullets: Bullet[];
  subsections: Subsection[];
}

/** A heading within a section; its fields, tables and bullets are the section's too. */
export interface Subsection extends Span {
  definition?: SubsectionDefinition;
  heading: Span;
}

/** One place that holds a value: a field's, or a cell of a table. */
export interface Value {
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
export type Traits = Pick<Value, 'definition' | 'vocabulary' | 'mayBeBlank'>;

export interface Field extends Value {
  name: string;
  nameAt: Span;
  /** The bullet or the row. */
  line: Span;
  style: 'bullets' | 'table';
  subsection?: Subsection;
}

export interface RegistryTable {
  table: Table;
  definition?: TableDefinition;
  columns: Column[];
  /** What is true of every value in a column; as many as there are columns. */
  traits: Traits[];
  rows: RegistryRow[];
  subsection?: Subsection;
}

export interface Column {
  name: string;
  at: Span;
  definition?: CellDefinition;
}

export interface RegistryRow extends Span {
  /** One for each cell in the source, in the order of the columns. */
  values: Value[];
}

/** An item of a list that is no field: a line of a handoff. */
export interface Bullet extends Span {
  text: string;
  subsection?: Subsection;
}
