export type Extension =
  | 'base'
  | 'validation-loops'
  | 'clarification-protocol'
  | 'resume-recovery'
  | 'specify'
  | 'plan'
  | 'tasks';

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
  extension: Extension;
  /** Markdown: what the section is for, who writes it, and when. */
  about: string;
  /** The keys of an artifact return's `state_updates` that change it. */
  stateKeys?: readonly string[];
  /** Entries are only ever added, in the order of time. */
  appendOnly?: boolean;
  /** Of bullets `- **Name**: value`, or of a table Field, Value. */
  fields?: readonly CellDefinition[];
  /** The header of its table of fields, where that is not Field, Value. */
  fieldColumns?: readonly [string, string];
  /** The tables it may hold, the one that a new section gets first. */
  tables?: readonly TableDefinition[];
  /** Its headings of the next level that mean something. */
  subsections?: readonly SubsectionDefinition[];
}

export interface SubsectionDefinition {
  title: string;
  aliases: readonly string[];
  /** The heading goes on with a name, `From x`: what it is a name of. */
  named?: CellFormat;
  about: string;
  /** A new section goes without it. */
  optional?: boolean;
  table?: TableDefinition;
  fields?: readonly CellDefinition[];
  fieldColumns?: readonly [string, string];
}

export interface TableDefinition {
  columns: readonly ColumnDefinition[];
  /** The rows of a new table, a cell for each column that is not optional. Cells are as in `initial`. */
  rows?: readonly (readonly string[])[];
}

export type ColumnDefinition = CellDefinition;

/** What belongs in a cell or in a field's value. */
export interface CellDefinition {
  name: string;
  aliases?: readonly string[];
  /** Markdown. */
  about: string;
  /** A table or a section may do without it. */
  optional?: boolean;
  /** May be empty, or `-`. */
  blank?: boolean;
  /** What a new field holds. `{feature}`, `{branch}`, `{workflow}` and `{now}` are filled in. */
  initial?: string;
  vocabulary?: Vocabulary;
  format?: CellFormat;
  /** The ids that this cell gives to its row. */
  defines?: IdKind;
  /** The ids that stand here and are defined elsewhere; several may, parted by commas or in a text. */
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

/** The kinds of ids that can be told by their look; entities and endpoints have names of any form. */
export type PatternedKind = Exclude<IdKind, 'entity' | 'endpoint'>;

/** The words that a cell may hold. */
export interface Vocabulary {
  id: string;
  words: readonly VocabularyWord[];
  /** A sign such as ✓ may stand before the word. */
  signs?: boolean;
  /** The words are those to expect; others may stand there too. */
  open?: boolean;
  /** The words go from first to last, and a legend writes `>` between them. */
  ordered?: boolean;
}

export interface VocabularyWord {
  word: string;
  /** Other spellings of the same. */
  aliases?: readonly string[];
  /** Markdown: what it means, and where the workflow resumes from it. */
  about: string;
}
