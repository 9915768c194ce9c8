import type { Catalogue } from './catalogue';
import type { EntryType } from './disk';
import type { Kind } from './kind';
import type { RegistryDocument } from './registry';
import type { Draft } from './run';
import type { Compile, Contract, Severity } from './schema';
import type { Path, Span } from './text';

/**
 * A rule: one check of envelopes that a JSON schema cannot express. Each rule has a file of its own: `families/<id>/rules/<rule>.ts`, or
 * `rules/envelope/<rule>.ts` if it applies to every protocol.
 */
export interface Rule {
  /** `family/name`, or `envelope/name` for a rule of every family. */
  id: string;
  severity: Severity;
  /** A description of the quick fix, for a table: "adds `Z`". Undefined if the rule never has a fix. */
  fix?: string;
  /** For a declared rule, which has no page: a sentence about the reported problem. */
  about?: string;
  /** The ids of the kinds that its findings can be about; if absent, all kinds of its family. For prompts, which list no other rule. */
  kinds?: readonly string[];
  /** For a declared rule whose cases are about several kinds: `about` for each of them, by id. */
  aboutKinds?: ReadonlyMap<string, string>;
  /** Schema keywords that this rule explains better: its finding replaces the schema error at the same path. */
  claims?: string[];
  /** Its findings in a demanded envelope (`check --as`) are errors: applying that envelope would write to other places, or other content. */
  guards?: true;
  /**
   * The rule compares elements of a list, so an edit of one element may change the findings for another (`findings`), or only
   * their messages and the certainty of their fixes (`details`).
   */
  comparesElements?: 'findings' | 'details';
  /** The properties of elements that the rule compares; if absent, all. */
  comparedKeys?: readonly string[];
  /** The rule also checks the readable rest of an elided example (`[...]`), which other rules skip. */
  ofElided?: true;
  /** The rule also checks values of read-only kinds, of any family. It reports problems in them only with a catalogue of tools. */
  ofReadOnly?: true;
  check(on: CheckedEnvelope, report: (finding: Finding) => void): void;
}

/** The input of a rule. */
export interface CheckedEnvelope {
  value: unknown;
  kind: Kind;
  facts: Facts;
  known: KnownNames;
  /** The envelope is a whole file, one of several in a log, or an example in a document. */
  where: 'file' | 'log' | 'block';
  /** The envelope must be of its kind, and its author is untrusted (`check --as`). */
  isDemanded?: boolean | undefined;
  /** The surrounding files; only for an envelope that is a whole file. */
  files?: Files | undefined;
  /** The URI of its file. */
  uri: string;
  /** Returns false if no text of the envelope has these words, which must be ASCII that JSON does not escape. Costs less than a walk. */
  mayHold?(words: string): boolean;
  /** Returns the number at a path as it is written: parsing rounds integers of 64 bits. */
  numberAt?(path: Path): string | undefined;
  /** Validates a value against a contract of its own. Messages read like the envelope's; paths are relative to the value. */
  faultsOf(value: unknown, contract: Contract): Finding[];
  /** Like `faultsOf`, but with the rules' ids; for an example value that is not in the envelope. */
  schemaProblemsOf(value: unknown, contract: Contract): { rule: string; message: string; severity: Severity }[];
}

/** The names that comments may refer to. */
export interface KnownNames {
  /** By id. */
  rules: ReadonlyMap<string, NamedRule>;
  /** The ids of the envelope kinds, and `none`. */
  kinds: readonly string[];
}

export type NamedRule = Pick<Rule, 'id' | 'severity' | 'fix' | 'about' | 'kinds'>;

/** Facts from the workspace and the settings. */
export interface Facts {
  /** Agents that the user declared in addition to those of the protocol; so with `intents`. */
  agents: readonly string[];
  intents: readonly string[];
  /** The known tools; undefined without a catalogue. */
  catalogue?: Catalogue;
  /** Returns whether the settings protect (true) or exempt (false) a path; undefined if they do not mention it. */
  isProtected?(path: string): boolean | undefined;
  /** Compiles schemas from files; without it, they are ignored. */
  compile?: Compile;
  /** Returns the errors of a file's protocol declaration; undefined if none was read from it. */
  declarationFaults?(uri: string): readonly DeclarationFault[] | undefined;
  /** Returns the URI of the file that declares the protocol with an id; undefined for one that is built in. */
  declaringFile?(family: string): string | undefined;
  /** Returns the protocol that a file declares; undefined if the file is no declaration that can be read. */
  declaredFamily?(uri: string): DeclaredProtocol | undefined;
}

/** The kinds and the rules of one declaration. */
export interface DeclaredProtocol {
  id: string;
  kinds: readonly Kind[];
  rules: readonly Rule[];
}

/** An error that invalidates a declaration or one of its values. */
export interface DeclarationFault extends Pick<Finding, 'on' | 'message' | 'severity'> {
  path: Path;
}

/** A rule's finding at a path; its span is resolved later, on demand. */
export interface Finding {
  path: Path;
  /** The property's name, the value (the default) or its opening bracket. */
  on?: FindingTarget;
  message: string;
  severity?: Severity;
  /** The missing property. */
  missing?: string;
  fixes?: FixPlan[];
  /** Additions in other files that would make the value valid as it is. */
  declarations?: DeclarationPlan[];
  /** The number of further findings of this rule that are omitted. */
  omitted?: number;
}

export type FindingTarget = 'key' | 'value' | 'open';

/** A change in terms of the value; rendered as text on demand. */
export type FixPlan = {
  title: string;
  /**
   * The intent is unambiguous and nothing is lost: it may be applied without confirmation, on save and by
   * `check --fix`. Never if there are alternatives, a value is invented, or information is removed.
   */
  certain?: boolean;
} & (
  | { do: 'set'; path: Path; value: unknown }
  | { do: 'rename'; path: Path; to: string }
  | { do: 'add'; path: Path; key: string; value: unknown }
  | { do: 'remove'; path: Path }
  /** Moves a property to another object under the same name; creates missing objects on the way. */
  | { do: 'move'; path: Path; to: Path }
  /** Turns a number into a string of the same digits. */
  | { do: 'quote'; path: Path }
  /** Generates a value of a format (`x-slot`) on demand: an id, the time. */
  | { do: 'fill'; path: Path; format: string }
  | { do: 'replace'; changes: { at: Span; text: string }[] }
);

/** A plan to declare a valid but undeclared name in another file of the folder. */
export type DeclarationPlan = { title: string } & (
  | { in: 'settings'; list: 'agents' | 'intents'; name: string }
  /** Lists the tool at `path` in the catalogue. Derives the parameters from the call's arguments at `args`. */
  | { in: 'catalogue'; uri: string; path: Path; tool: string; args: Path }
);

/**
 * One check over the envelopes of one run. Each run rule has a file of its own: `families/<id>/runRules/<rule>.ts`. It reports only what is
 * certain: a single envelope alone may have its partner elsewhere.
 */
export interface RunRule extends NamedRule {
  check(run: CheckedRun, report: (finding: RunFinding) => void): void;
  /**
   * The same check of a run that is in one log, in one pass over a log of any length. Undefined for a rule that must see the whole
   * run, which isn't checked in a very long one.
   */
  follow?(report: (finding: RunFinding) => void): RunFollower;
}

/** Checks the envelopes of one run while its log is read. Keeps as little of them as possible. */
export interface RunFollower {
  /** Takes the next envelope of the run, in file order. */
  next(at: RunEnvelope): void;
  /** Reports the findings that only the end of the log shows. The log may grow afterwards, so nothing is kept of them. */
  atEnd?(report: (finding: RunFinding) => void): void;
}

/** The input of a run rule: the run's envelopes in a log, or in the files of one folder. */
export interface CheckedRun {
  /** In run order: by iteration, then time, then file order. */
  steps: readonly RunStep[];
  /** The order is certain: all steps are in one file, or all have a time. */
  isOrdered: boolean;
  /** All sibling files could be read; otherwise, an apparently missing envelope may be in an unreadable file. */
  isWhole: boolean;
  /** Sibling envelopes that name no run: they may belong to this one. */
  lone: readonly RunEnvelope[];
}

/** An envelope of a run, or a step nested in one. */
export interface RunEnvelope {
  draft: JudgedDraft;
  file: RunFile;
  /** A part's id: `root`, `3` (an element), `line 12`. */
  part: string;
  /** Its index among all drafts of its file, in file order. */
  place: number;
  /** The preceding draft in its file, of any run. */
  before?: RunStep;
  /**
   * Answers a question about the title or the value of the envelope, which a `JudgedDraft` lacks. The run is judged again
   * only if one of its drafts or answers changes. So a question should be narrow, and must depend on nothing else.
   */
  ask<A extends Primitive>(question: (about: AskedEnvelope) => A): A;
}

/** The fields of a draft that run rules get directly. Rules ask for the texts, which change with each typed key. */
export type JudgedDraft = Omit<Draft, (typeof UNJUDGED)[number]>;

export const UNJUDGED = ['title', 'failure', 'about', 'confidence'] as const satisfies readonly (keyof Draft)[];

export interface AskedEnvelope {
  title: string;
  /** Returns the JSON value of the envelope's part, read lazily; undefined if only the draft is available. */
  value(): unknown;
}

export type Primitive = string | number | bigint | boolean | undefined;

export interface RunFile {
  uri: string;
  /** The file contains several envelopes: lines, or the elements of an array. */
  isLog: boolean;
}

/** A request with its answer, if any; or a whole step; or an answer without a known request. */
export interface RunStep extends RunEnvelope {
  answer?: RunEnvelope;
}

export interface RunFinding extends Pick<Finding, 'path' | 'on' | 'message' | 'severity' | 'fixes'> {
  /** The envelope that the path and the fixes refer to. */
  at: RunEnvelope;
  /** The id of a kind. Stands for all errors that the envelope has as one of that kind; the message is what precedes theirs. */
  expects?: string;
}

/** One check of a Markdown document that is read as a whole: a state registry, a module of checks. */
export interface DocumentRule extends NamedRule {
  check(on: CheckedDocument, report: (finding: DocumentFinding) => void): void;
}

export interface CheckedDocument {
  registry: RegistryDocument;
  /** The file's name marks it as a template, which consists of placeholders. */
  isTemplate: boolean;
  files: Files;
}

/** The files around a document. Undefined means not known yet: report nothing, the check will run again. */
export interface Files {
  /** The file itself. */
  uri: string;
  /** Resolves a path from the document's folder or any folder above it; null if it leads nowhere. */
  find(path: string): FoundFile | null | undefined;
  /** Resolves a link from the document's folder only; undefined also if the folder is unknown. */
  linked(target: string): FoundFile | null | undefined;
  /** Returns links and similar names that a path to be written meets on disk. */
  onDisk?(path: string): PathOnDisk | undefined;
  /** Reads a found file; null if it is not readable text. */
  text(uri: string): string | null | undefined;
  /** Lists a found folder's entries by name. */
  list(uri: string): ReadonlyMap<string, EntryType> | null | undefined;
}

export interface FoundFile {
  uri: string;
  type: EntryType;
}

/** The reasons why a path on disk differs from the written one. Paths are relative to the folder that the written path starts from. */
export interface PathOnDisk {
  /** The first symbolic link on the path, and the final target; undefined if that is outside the folder. */
  link?: { at: string; real?: string };
  /** The path of an existing file whose name differs only in case or Unicode composition. */
  twin?: string;
}

export interface DocumentFinding {
  /** A span of the document's text. */
  at: Span;
  message: string;
  severity?: Severity;
  fixes?: FixPlan[];
}
