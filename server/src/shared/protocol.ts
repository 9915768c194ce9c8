/** What client and server exchange besides LSP. The only module that the client may import from the server. */

import type { SETTING_ROWS, SettingRow } from '../../../schemas/settings';
import type { Outcome, ShownStatus } from '../model/run';
import type { SaidMatch, SaidPage } from '../model/runSource';
import type { RunBrief } from './replay';

export * from './parseFieldNames';
export * from './redactionChoices';
export type * from './replay';
export * from './sending';
export * from './shownText';
export * from './times';

/** The client's capabilities, as `initializationOptions`. */
export interface ClientOptions {
  /**
   * It has a JSON service for `.json` files, which reports syntax errors and provides outline, folding and formatting.
   */
  hasJsonService?: boolean;
  /** It opens `agent-envelopes:` URIs: the docs of rules. */
  opensDocs?: boolean;
  /** It has the commands of the code lenses above envelopes: to show a step in the runs, and to replay it. */
  showsRuns?: boolean;
  /** It has VS Code's command to open the list of completions, which a completion may trigger. */
  reopensCompletion?: boolean;
  /** It handles the notifications outside LSP: `RECOGNISED` and `RUNS_CHANGED`. */
  takesNotifications?: boolean;
  /** It shows the headings of Markdown files in its own outline. */
  hasMarkdownOutline?: boolean;
  /** A folder for the server's cache of this workspace: an absolute path. */
  storage?: string;
  /** It keeps the credentials of stores, and answers `CREDENTIAL`. */
  givesCredentials?: boolean;
  /** Whether the user trusts the workspace; true by default. After false, `TRUSTED` may follow. */
  trusted?: boolean;
}

/** Client to server: the user now trusts the workspace. */
export const TRUSTED = 'agentEnvelopes/trusted';

/**
 * A notification: the client dropped the diagnostics that it pulled for a document, since no editor shows it any more. They are in the next
 * report of the workspace, also where that said the same before.
 */
export const DIAGNOSTICS_DROPPED = 'agentEnvelopes/diagnosticsDropped';
export interface DiagnosticsDropped {
  uri: string;
}

/** Request of the server: the credential that the user set for a store, bound to its name and address. */
export const CREDENTIAL = 'agentEnvelopes/credential';
export interface CredentialParams {
  name: string;
  address: string;
}
export interface CredentialAnswer {
  /** `user:password`, or a token; null if none is set. */
  credential: string | null;
}

/** Client to server: a credential was set or removed. */
export const CREDENTIAL_CHANGED = 'agentEnvelopes/credentialChanged';

/**
 * Request of a server that has no disk, in a browser: the entries of a folder, links among them. Null for what is no folder, and for a folder
 * that is not open in the editor.
 */
export const DISK_LIST = 'agentEnvelopes/disk/list';
export interface DiskListParams {
  uri: string;
}
export type DiskListAnswer = [name: string, type: 'file' | 'folder' | 'link'][] | null;

/** Request of a server that has no disk: a file. Null for what is no file, and for a file outside of all folders that no tab shows. */
export const DISK_READ = 'agentEnvelopes/disk/read';
export interface DiskReadParams {
  uri: string;
  /** Bytes: of a larger file only the facts. */
  most: number;
}
export type DiskReadAnswer = {
  /** Bytes. */
  size: number;
  /** Milliseconds since 1970. */
  changedAt: number;
  bytes?: Uint8Array;
} | null;

/** The section of the settings. */
export const SETTINGS = 'agentEnvelopes';

type Rows = typeof SETTING_ROWS;
type RowsWith<Subset> = { [Name in keyof Rows as Rows[Name] extends Subset ? Name : never]: Rows[Name] };

/** The value of a setting, or of a group such as `receive`, as the editor returns it: it may be invalid. */
export type SettingValues = Nested<Rows>;

/** The settings that the server reads, as `readSettings` returns them. */
export type Settings = Nested<RowsWith<{ scope: 'resource' }>>;

/** The settings that `.agent-envelopes.json` may hold. */
export type ProjectFileSettings = Pick<Settings, keyof RowsWith<{ projectFile: object }>>;

/** What `readSettings` needs of a row, with a schema without texts. */
export interface ReadSetting extends Pick<SettingRow, 'schema' | 'default' | 'keepsDefault'> {
  name: string;
  merge?: NonNullable<SettingRow['projectFile']>['merge'];
}

/** The severity of a rule; `off` hides its findings. */
export type RuleSeverity = Settings['rules'][string];
export type InlayHintSettings = Settings['inlayHints'];

/** Values by name: `receive.port` is the member `port` of `receive`. */
type Nested<T> = {
  [Name in keyof T as Name extends `${string}.${string}` ? never : Name]: RowValue<T[Name]>;
} & {
  [Group in keyof T as Group extends `${infer First}.${string}` ? First : never]: {
    [Name in keyof T as Name extends `${GroupOf<Group>}.${infer Member}` ? Member : never]: RowValue<T[Name]>;
  };
};

type GroupOf<Name> = Name extends `${infer First}.${string}` ? First : never;

type RowValue<Row> = Row extends { schema: infer S } ? ValueOf<S> : never;

/** The type that a schema describes. */
type ValueOf<S> = S extends { enum: readonly (infer Choice)[] }
  ? Choice
  : S extends { type: 'boolean' }
    ? boolean
    : S extends { type: 'number' | 'integer' }
      ? number
      : S extends { type: 'string' }
        ? string
        : S extends { items: infer Items }
          ? ValueOf<Items>[]
          : S extends { properties: infer Properties; required: readonly (infer Required)[] }
            ? { [Name in keyof Properties & Required]: ValueOf<Properties[Name]> } & {
                [Name in Exclude<keyof Properties, Required>]?: ValueOf<Properties[Name]>;
              }
            : S extends { additionalProperties: infer Entries }
              ? Record<string, ValueOf<Entries>>
              : never;

/** Server to client, after an analysis: the kinds of envelope in a file. Empty for a file without envelopes. */
export const RECOGNISED = 'agentEnvelopes/recognised';
export interface RecognisedParams {
  uri: string;
  kinds: RecognisedKind[];
  /** Actions available for its envelopes, at least at one position. */
  actions: FileAction[];
  /** The settings exclude the file. */
  isExcluded?: boolean;
  /** Nothing is recognised, but a value has several properties of this kind. */
  resembles?: string;
}
export type FileAction = 'convert' | 'extract' | 'append' | 'toLog' | 'toArray' | 'replay' | 'addSection';
export interface RecognisedKind {
  id: string;
  title: string;
  count: number;
  sure: boolean;
  /** What tells the first of them; `document` is a registry or the like, told by its sections. */
  by?: 'document' | '$schema' | 'association' | 'signature' | 'neighbours';
  /** For a signature, the first of the properties that tell it. */
  properties?: string[];
}

export interface KindInfo {
  id: string;
  title: string;
  family: string;
  /** Complete envelopes: one, or one for each dialect; empty for a kind that is only read. */
  snippets: { id: string; description: string }[];
}

export interface AssociateAnswer {
  /** The settings file. */
  uri: string;
  text: string;
  isChanged: boolean;
  /** What it said before. */
  previous: string | null;
  /** Why it can't be changed. */
  fault?: string;
}

export interface InferProtocolAnswer {
  /** The text of the declaration; absent if there is nothing to infer from. */
  text?: string;
  /** The guesses and what supports them, as Markdown. */
  guesses: string;
  /** Why there is no declaration, or what was left out, as a sentence. */
  note?: string;
}

export interface ExtensionInfo {
  id: string;
  /** The sections that it adds. */
  sections: string[];
}

export interface SectionInsertion {
  title: string;
  about: string;
  core: boolean;
  position: { line: number; character: number };
  text: string;
}

/** The kinds of code action that a command can request. */
export type RefactoringKind =
  | 'quickfix.agentEnvelopes.repair'
  | 'refactor.rewrite.agentEnvelopes'
  | 'refactor.rewrite.agentEnvelopes.log'
  | 'refactor.extract.agentEnvelopes'
  | 'refactor.move.agentEnvelopes';

/** A range in a file. */
export interface FileLocation {
  uri: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

/** How the runs are shown. */
export interface RunView {
  /** Words that a run must have, and `agent:`, `status:`, `rule:`, `path:`, `family:` and the like. Empty: all. */
  filter: string;
  group: RunGroup;
  sort: RunSort;
  /** Leaves out traces in which no span names an agent, a model or a tool. */
  hidesServices?: boolean;
}
export type RunGroup = 'none' | 'family' | 'day' | 'status' | 'agent';
export type RunSort = 'newest' | 'oldest' | 'failed' | 'name' | 'problems' | 'duration';

/** A node of a tree, ready to be shown. */
export interface TreeNode {
  /** Valid as long as the index exists; does not include the parents' ids. */
  id: string;
  is: TreeNodeType;
  label: string;
  description?: string;
  /** Markdown; text from files is escaped in it. */
  tooltip?: string;
  /** A codicon, and the id of a theme colour. */
  icon?: { id: string; color?: string };
  /** Whether it has children, which are requested when it is opened. */
  opens: 'no' | 'closed' | 'open';
  /** The outcome in a word: read aloud, and failures are coloured. */
  outcome?: ShownStatus | Outcome;
  problems?: { error: number; warning: number; info: number };
  /** The key of the run that it belongs to; for a step and its contents also the step's index. */
  run?: string;
  step?: number;
  /** The text to copy: an id. */
  copies?: string;
  /** Data arrived in the last minute. */
  live?: boolean;
  /** The file of the node: a document on disk, an artifact. */
  uri?: string;
  /** It opens a location, requested by `RUN_LOCATION`. */
  leads?: boolean;
}
export type TreeNodeType =
  | 'folder'
  /** A store of traces. */
  | 'source'
  /** A line about a list. */
  | 'notice'
  | 'group'
  | 'run'
  | 'step'
  | 'artifact'
  | 'document'
  | 'decision'
  | 'note'
  | 'question'
  | 'gap'
  | 'event'
  | 'field'
  | 'more';

export interface TreeNodes {
  nodes: TreeNode[];
  /** How many there are in all. */
  total: number;
  /** The total is not known: there is at least one more node than those known. */
  isOpenEnded?: boolean;
  /** Of the roots: how many traces of services are left out. */
  leftOut?: number;
  /** The syntax error in the filter: then no run is shown. */
  fault?: string;
}

export interface RunFilterAnswer {
  shown: number;
  total: number;
  fault?: string;
  completions: FilterCompletion[];
}
export interface FilterCompletion {
  /** The text added to the filter: a key, or a key with its value. */
  label: string;
  description: string;
  /** The completed filter. */
  filter: string;
}

export interface SaidAnswer extends Omit<SaidPage, 'matches'> {
  /** Possibly none, though there are more: pages take little time each. */
  matches: FoundText[];
}

export type StoredStep = NonNullable<FoundText['opens']>;

/** A place where words were said. */
export interface FoundText extends SaidMatch {
  /** The run, the agent and the time, on one line. */
  about: string;
  /** The key and the step's index of a run in the index. */
  opens?: { run: string; step: number };
  /** The key of a run of a store, and the key of its step: asked for by `STORED_STEP`. */
  stored?: { run: string; step?: string };
  /** Where the words are in a file. */
  place?: FileLocation;
}

export type RunFormat = 'json' | 'mermaid';

/** Server to client: the index changed. */
export const RUNS_CHANGED = 'agentEnvelopes/runs/changed';
export interface RunsChanged {
  /** In the whole workspace. */
  runs: number;
  /** The workspace is being read. */
  reading: boolean;
  /** Data arrived in the last minute: ask again in a minute. */
  live: boolean;
}

export interface ReplayAt {
  runs: RunBrief[];
  /** The run of the step at the position, else the first in the file, and that step. */
  run?: string;
  step?: number;
}

export interface SessionsAnswer {
  /** Paths of the folders that are looked into. */
  folders: string[];
  sessions: SessionInfo[];
}
export interface SessionInfo {
  uri: string;
  name: string;
  /** The name of its folder. */
  project: string;
  /** When it was written, by which agent, and its size. */
  facts: string[];
  /** Written in the last minute. */
  isLive: boolean;
}

export interface SessionSummary {
  /** The user's first request. */
  title?: string;
  /** The working folder. */
  project?: string;
}

/** The answer of a tool for agents: as data, and as a short text. Of an error one sentence. */
export type ToolAnswer = { text: string; data: Record<string, unknown> } | { error: string };
