import type { Catalogue } from './catalogue';
import type { Contract } from './contract';
import type { EntryType } from './disk';
import type { Kind } from './kind';
import type { RegistryDocument } from './registryDocument';
import type { Draft } from './run';
import type { Compile } from './schema';
import type { Severity } from './severity';
import type { Path, Span } from './text';

/**
 * One check that a schema cannot say. One rule, one file: `families/<id>/rules/<rule>.ts`, or `rules/<rule>.ts` where it
 * serves every family.
 */
export interface Rule {
  /** `family/name`, or `envelope/name` for a rule of every family. */
  id: string;
  severity: Severity;
  /** What its quick fix does, as a table says it: "adds `Z`". None where it never has one. */
  fix?: string;
  /** Schema faults that this rule explains better: the fault at the place of a finding, of this keyword, gives way. */
  claims?: string[];
  /** Of a text that was asked for (`check --as`) what it finds is an error: who applies it would write elsewhere, or something else. */
  guards?: true;
  /** It also looks at what could be read of an example that leaves something out (`[...]`), of which nothing else is said. */
  ofElided?: true;
  check(on: CheckedEnvelope, report: (finding: Finding) => void): void;
}

/** What a rule looks at. */
export interface CheckedEnvelope {
  value: unknown;
  kind: Kind;
  facts: Facts;
  known: KnownNames;
  /** How the envelope stands there: as a file of its own, as one of several, or as an example in a document. */
  where: 'file' | 'log' | 'block';
  /** It must be of its kind, and its author is untrusted (`check --as`). */
  isDemanded?: boolean;
  /** The files around it; only of an envelope that is a file. */
  files?: Files;
  /** URI of its file. */
  uri: string;
  /** What is wrong with a value by a contract of its own, in the words for faults of the envelope's. Paths begin at the value. */
  faultsOf(value: unknown, contract: Contract): Finding[];
}

/** What there is to be named. */
export interface KnownNames {
  /** By their ids. */
  rules: ReadonlyMap<string, NamedRule>;
  /** Ids of the kinds of envelope, and `none`. */
  kinds: readonly string[];
}

export type NamedRule = Pick<Rule, 'id' | 'severity' | 'fix'>;

/** What the workspace and the settings add to a value. */
export interface Facts {
  /** Agents and intents that the user has declared besides the protocol's own. */
  agents: readonly string[];
  intents: readonly string[];
  /** The tools that there are; without a catalogue nobody knows. */
  catalogue?: Catalogue;
  /** What the settings say of writing to a path: it is protected (true), or allowed although it is (false). Undefined: nothing. */
  isProtected?(path: string): boolean | undefined;
  /** Compiles schemas that files bring; without it they are not looked at. */
  compile?: Compile;
  /** What is wrong with the declaration of a protocol that a file holds; undefined for a file that none was read from. */
  declarationFaults?(uri: string): readonly DeclarationFault[] | undefined;
}

/** What keeps a declaration, or a part of it, from counting. */
export interface DeclarationFault extends Pick<Finding, 'on' | 'message' | 'severity'> {
  path: Path;
}

/** What a rule found, at a path; where that stands in the text is looked up later, and only then. */
export interface Finding {
  path: Path;
  /** The property's name, the value itself, or its opening bracket. The value where it isn't said. */
  on?: FindingTarget;
  message: string;
  severity?: Severity;
  /** The property whose absence is the finding. */
  missing?: string;
  fixes?: FixPlan[];
  /** What would make it right where it stands. */
  declarations?: DeclarationPlan[];
  /** It stands for so many findings of its rule that are left out. */
  omitted?: number;
}

export type FindingTarget = 'key' | 'value' | 'open';

/** A change said in terms of the value; made into text only when it is asked for. */
export type FixPlan = {
  title: string;
  /**
   * What was meant is beyond doubt, and nothing is lost: it may be carried out without being asked for, on save and by
   * `check --fix`. Never where several ways lead on, where a value is made up, or where something that says anything goes.
   */
  certain?: boolean;
} & (
  | { do: 'set'; path: Path; value: unknown }
  | { do: 'rename'; path: Path; to: string }
  | { do: 'add'; path: Path; key: string; value: unknown }
  | { do: 'remove'; path: Path }
  /** To another object, under the same name; objects on the way there that are missing are made. */
  | { do: 'move'; path: Path; to: Path }
  /** A number into the text of the same digits. */
  | { do: 'quote'; path: Path }
  /** Something new of a form (`x-slot`), made when it is asked for: an id, the time. */
  | { do: 'fill'; path: Path; format: string }
  | { do: 'replace'; changes: { at: Span; text: string }[] }
);

/** A name that is right, and not known yet: what tells others of it is added to another file of the folder. */
export type DeclarationPlan = { title: string } & (
  | { in: 'settings'; list: 'agents' | 'intents'; name: string }
  /** With the arguments that a call has at a path. */
  | { in: 'catalogue'; agent: string; tool: string; args: Path }
);

/**
 * One check that takes several envelopes: those of one run. One rule, one file: `families/<id>/runRules/<rule>.ts`. It says
 * nothing where it can't know: of one envelope that lies alone no partner is missed.
 */
export interface RunRule extends Pick<Rule, 'id' | 'severity' | 'fix'> {
  check(run: CheckedRun, report: (finding: RunFinding) => void): void;
}

/** A run as a rule sees it: what a log, or the files of one folder, tell of it. */
export interface CheckedRun {
  /** In the order of the run: by iteration, by time, as they stand in their files. */
  steps: readonly RunStep[];
  /** That order is known: all lie in one file, or say their time. */
  isOrdered: boolean;
  /** All files beside could be read. What is missing in a run that is not whole may stand in one that could not. */
  isWhole: boolean;
  /** What stands in files that name no run: those beside may be of this one. */
  lone: readonly RunEnvelope[];
}

/** An envelope of a run, or something that is told within one. */
export interface RunEnvelope {
  draft: Draft;
  file: RunFile;
  /** A part's id: `root`, `3` (an element), `line 12`. */
  part: string;
  /** Among all that its file tells, in its order, from 0. */
  place: number;
  /** What stands before it in its file, of whatever run. */
  before?: RunStep;
  /** The JSON value of the whole envelope; undefined where only the draft is at hand. Read when it is first asked for. */
  value(): unknown;
}

export interface RunFile {
  uri: string;
  /** It holds several envelopes: lines, or the elements of an array. */
  isLog: boolean;
}

/** What was asked, with its answer where there is one; or a whole step; or an answer to nothing that is known. */
export interface RunStep extends RunEnvelope {
  answer?: RunEnvelope;
}

export interface RunFinding extends Pick<Finding, 'path' | 'on' | 'message' | 'severity' | 'fixes'> {
  /** The envelope that the path and the fixes are in. */
  at: RunEnvelope;
}

/** One check of a Markdown document that is understood as a whole: a state registry, a module of checks. */
export interface DocumentRule extends NamedRule {
  check(on: CheckedDocument, report: (finding: DocumentFinding) => void): void;
}

export interface CheckedDocument {
  registry: RegistryDocument;
  /** The file says by its name that it is a template: placeholders are what it is made of. */
  isTemplate: boolean;
  files: Files;
}

/** The files around a document. Undefined means not known yet: say nothing, the check is run again. */
export interface Files {
  /** The file itself. */
  uri: string;
  /** What a path leads to, from the document or any folder above it; null where it leads nowhere. */
  find(path: string): FoundFile | null | undefined;
  /** What a link in the document leads to, from the folder of the document alone; undefined also where that is not known. */
  linked(target: string): FoundFile | null | undefined;
  /** What stands on the way of a path that is to be written. */
  onDisk?(path: string): PathOnDisk | undefined;
  /** The text of a file that was found; null where it can't be read as text. */
  text(uri: string): string | null | undefined;
  /** What a folder that was found holds, by name. */
  list(uri: string): ReadonlyMap<string, EntryType> | null | undefined;
}

export interface FoundFile {
  uri: string;
  type: EntryType;
}

/** What makes a path another one than it looks like. Paths are relative to the folder that it starts from. */
export interface PathOnDisk {
  /** The first link on its way, and where it all leads in the end: nowhere in the folder where that is not said. */
  link?: { at: string; real?: string };
  /** The path of what is there under nearly that name: it differs in case, or in how its letters are composed. */
  twin?: string;
}

export interface DocumentFinding {
  /** In the document's text. */
  at: Span;
  message: string;
  severity?: Severity;
  fixes?: FixPlan[];
}
