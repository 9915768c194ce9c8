import type { Markdown, Span, Table } from './text';

export type Extension =
  | 'base'
  | 'validation-loops'
  | 'clarification-protocol'
  | 'resume-recovery'
  | 'specify'
  | 'plan'
  | 'tasks';

/** Defines one section of a state registry as data: its headings, fields and tables. `registry/allSections.ts` lists all definitions. */
export interface SectionDefinition {
  id: string;
  /** The heading of a new section. */
  title: string;
  /** Other headings in real files. */
  aliases: readonly string[];
  /** Every complete registry has it. */
  core: boolean;
  /** The base skill or the extension that adds it. */
  extension: Extension;
  /** Markdown: the section's purpose, who writes it, and when. */
  about: string;
  /** The keys of an artifact return's `state_updates` that update it. */
  stateKeys?: readonly string[];
  /** Entries are only appended, in chronological order. */
  appendOnly?: boolean;
  /** The fields of bullets `- **Name**: value`, or of a table Field, Value. */
  fields?: readonly CellDefinition[];
  /** The header of its table of fields, unless it is Field, Value. */
  fieldColumns?: readonly [string, string];
  /** The tables it may contain; a new section gets the first. */
  tables?: readonly TableDefinition[];
  /** Its known subheadings. */
  subsections?: readonly SubsectionDefinition[];
}

export interface SubsectionDefinition {
  title: string;
  aliases: readonly string[];
  /** The format of the name at the end of the heading: `From x`. */
  named?: CellFormat;
  about: string;
  /** A new section omits it. */
  optional?: boolean;
  table?: TableDefinition;
  fields?: readonly CellDefinition[];
  fieldColumns?: readonly [string, string];
}

export interface TableDefinition {
  columns: readonly ColumnDefinition[];
  /** The rows of a new table, one cell for each required column. Cells are as in `initial`. */
  rows?: readonly (readonly string[])[];
}

export type ColumnDefinition = CellDefinition;

/** The definition of a column or a field. */
export interface CellDefinition {
  name: string;
  aliases?: readonly string[];
  /** Markdown. */
  about: string;
  /** A table or a section may omit it. */
  optional?: boolean;
  /** Every complete section has this field. */
  core?: boolean;
  /** The ids of sections with the same content: a registry with one of them needs no such core field. */
  coreUnless?: readonly string[];
  /** May be empty, or `-`. */
  blank?: boolean;
  /** The value of a new field. `{feature}`, `{branch}`, `{workflow}` and `{now}` are filled in. */
  initial?: string;
  vocabulary?: Vocabulary;
  format?: CellFormat;
  /** The kind of id that this cell defines for its row. */
  defines?: IdKind;
  /** The kinds of ids that it refers to; one or more, separated by commas or within a text. */
  refers?: readonly IdKind[];
}

/** `counter/10` is `n / 10`. */
export type CellFormat =
  | 'time'
  | 'path'
  | 'document'
  | 'agent'
  | `counter/${number}`
  | 'number'
  | 'text'
  | 'feature-id'
  | 'branch';

export type IdKind =
  | 'gap'
  | 'question'
  | 'requirement'
  | 'checklist'
  | 'check'
  | 'task'
  | 'story'
  | 'entity'
  | 'endpoint';

/** The kinds of ids with a pattern; names of entities and endpoints have any form. */
export type PatternedKind = Exclude<IdKind, 'entity' | 'endpoint'>;

/** The words that a cell may contain. */
export interface Vocabulary {
  id: string;
  words: readonly VocabularyWord[];
  /** A sign such as ✓ may precede the word. */
  signs?: boolean;
  /** Words outside the list are allowed, too. */
  open?: boolean;
  /** The words have an order; a legend separates them with `>`. */
  ordered?: boolean;
}

export interface VocabularyWord {
  word: string;
  /** Other spellings. */
  aliases?: readonly string[];
  /** Markdown: its meaning, and where the workflow resumes. */
  about: string;
}

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
  /** All tables of its text, including tables of fields, unknown tables and broken tables. */
  markdownTables: Table[];
  /** Why Markdown reads no table, or only some of its rows, although the author meant to write one. */
  tableFaults: TableFault[];
  bullets: RegistryBullet[];
  subsections: RegistrySubsection[];
}

export interface TableFault {
  /** The row at which the table breaks. */
  at: Span;
  table: Table;
  reason: 'no-delimiter' | 'delimiter-length' | 'delimiter-characters' | 'blank-lines';
  /** The edits that make the text a table. */
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
  /** The allowed words: from the document's own legend, or from the definition. */
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
  /** One for each cell in the text, in column order. */
  values: RegistryValue[];
}

/** A list item that is not a field: a line of a handoff. */
export interface RegistryBullet extends Span {
  text: string;
  subsection?: RegistrySubsection;
}
