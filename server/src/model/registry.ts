/** What a section of a state registry is, as data. A section is a file in `registry/sections/`. */
export interface SectionDefinition {
  id: string;
  /** The name that a new section gets. */
  title: string;
  /** What real files call it besides. */
  aliases: readonly string[];
  /** Every whole registry has it. */
  core: boolean;
  /** What brings it: the base skill, or one of its extensions. */
  extension: 'base' | 'validation-loops' | 'clarification-protocol' | 'resume-recovery' | 'specify' | 'plan' | 'tasks';
  /** Markdown: what the section is for, who writes it, and when. */
  about: string;
  /** Entries are only ever added, in the order of time. */
  appendOnly?: boolean;
  /** Of bullets `- **Name**: value`, or of a table Field, Value. */
  fields?: readonly CellDefinition[];
  /** The tables it may hold, the one that a new section gets first. */
  tables?: readonly TableDefinition[];
  /** Its headings of the next level that mean something. */
  subsections?: readonly SubsectionDefinition[];
}

export interface SubsectionDefinition {
  title: string;
  aliases: readonly string[];
  about: string;
  table?: TableDefinition;
  fields?: readonly CellDefinition[];
}

export interface TableDefinition {
  columns: readonly ColumnDefinition[];
}

export interface ColumnDefinition extends CellDefinition {
  /** A table may do without it. */
  optional?: boolean;
}

/** What belongs in a cell or in a field's value. */
export interface CellDefinition {
  name: string;
  aliases?: readonly string[];
  /** Markdown. */
  about: string;
  /** May be empty, or `-`. */
  blank?: boolean;
  vocabulary?: Vocabulary;
  format?: CellFormat;
  /** The ids that this cell gives to its row. */
  defines?: IdKind;
  /** The ids that stand here and are defined elsewhere; several may, parted by commas. */
  refers?: readonly IdKind[];
}

/** `counter` is `n / m`, and `most` says what m must be. */
export type CellFormat = 'time' | 'path' | 'document' | 'agent' | 'counter/10' | 'counter/3' | 'number' | 'text' | 'feature-id' | 'branch';

export type IdKind = 'gap' | 'question' | 'requirement' | 'checklist' | 'check' | 'task' | 'story' | 'entity' | 'endpoint';

/** The words that a cell may hold. */
export interface Vocabulary {
  id: string;
  words: readonly Word[];
  /** A sign such as ✓ may stand before the word. */
  signs?: boolean;
}

export interface Word {
  word: string;
  /** Other spellings of the same. */
  aliases?: readonly string[];
  /** Markdown: what it means, and where the workflow resumes from it. */
  about: string;
}
