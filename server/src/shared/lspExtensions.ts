/** Requests, notifications and data that the editor's extension and the language server exchange in addition to LSP. */

import type { SETTING_ROWS, SettingRow } from '../../../schemas/settings';
import type { Outcome, ShownStatus } from '../model/run';
import type { SaidMatch, SaidPage } from '../model/runSource';
import type { Translation } from './l10n';
import type { RunBrief } from './replay';

export { formatNumber, setTranslation, TRANSLATION, type Translation } from './l10n';
export * from './redactionChoices';
export type * from './replay';
export * from './sendRunMessages';
export * from './shownText';
export * from './times';

/** The client's capabilities and settings, which it sends to the server at `initialize` as LSP's `initializationOptions`. */
export interface ClientOptions {
  /** The client has a JSON service for `.json` files, which reports syntax errors and provides outline, folding and formatting. */
  hasJsonService?: boolean;
  /** The client opens `agent-envelopes:` URIs: the pages of rules. */
  opensDocs?: boolean;
  /** The client has the commands of the code lenses above envelopes: show a step in the tree of runs, and replay it. */
  showsRuns?: boolean;
  /** The client has VS Code's command that opens the list of completions, so that a completion may trigger it. */
  reopensCompletion?: boolean;
  /** The client handles the notifications `RECOGNISED` and `RUNS_CHANGED`. */
  takesNotifications?: boolean;
  /** The client shows the headings of Markdown files in its own outline. */
  hasMarkdownOutline?: boolean;
  /** A folder for the server's cache of this workspace: an absolute path. */
  storage?: string;
  /** The client stores the credentials of stores, and answers `CREDENTIAL`. */
  givesCredentials?: boolean;
  /** Whether the user trusts the workspace; true by default. After false, `TRUSTED` may follow. */
  trusted?: boolean;
  /** The language to show texts in; absent for English. */
  translation?: Translation;
}

/** Client to server: the user now trusts the workspace. */
export const TRUSTED = 'agentEnvelopes/trusted';

/**
 * Notification to the server: the client dropped the diagnostics that it pulled for a document, since no editor shows the document any
 * more. The next report of the workspace includes them even if they did not change.
 */
export const DIAGNOSTICS_DROPPED = 'agentEnvelopes/diagnosticsDropped';
export interface DiagnosticsDropped {
  uri: string;
}

/** Request to the client: the credential that the user set for a store, bound to the store's name and address. */
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
 * that is not open in the editor; an error for one that can't be listed now.
 */
export const DISK_LIST = 'agentEnvelopes/disk/list';
export interface DiskListParams {
  uri: string;
}
export type DiskListAnswer = [name: string, type: 'file' | 'folder' | 'link'][] | null;

/**
 * Request of a server that has no disk: a file. Null for what is no file, and for a file outside of all folders that no tab shows; an error
 * for one that can't be read now.
 */
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

/** Request of a server that has no disk: a file of this program, by its name; null if there is none. */
export const OWN_FILE = 'agentEnvelopes/disk/own';
export interface OwnFileParams {
  name: string;
}
export type OwnFileAnswer = string | null;

/** The section of the settings. */
export const SETTINGS = 'agentEnvelopes';

type Rows = typeof SETTING_ROWS;
type RowsWith<Subset> = { [Name in keyof Rows as Rows[Name] extends Subset ? Name : never]: Rows[Name] };

/** The value of a setting, or of a group such as `receive`, as the editor returns it. It may be invalid. */
export type SettingValues = Nested<Rows>;

/** The settings that the server reads, as `readSettings` returns them. */
export type Settings = Nested<RowsWith<{ scope: 'resource' }>>;

/** The settings that `.agent-envelopes.json` may hold. */
export type ProjectFileSettings = Pick<Settings, keyof RowsWith<{ projectFile: object }>>;

/** The part of a setting's row that `readSettings` needs, without descriptions. */
export interface ReadSetting extends Pick<SettingRow, 'schema' | 'default' | 'keepsDefault'> {
  name: string;
  merge?: NonNullable<SettingRow['projectFile']>['merge'];
}

/** The severity of a rule; `off` hides its findings. */
export type RuleSeverity = Settings['rules'][string];
export type InlayHintSettings = Settings['inlayHints'];

/** Values by name. A name with a dot makes a group: `receive.port` is the member `port` of `receive`. */
type Nested<T> = {
  [Name in keyof T as Name extends `${string}.${string}` ? never : Name]: RowValue<T[Name]>;
} & {
  [Group in keyof T as Group extends `${infer First}.${string}` ? First : never]: {
    [Name in keyof T as Name extends `${GroupOf<Group>}.${infer Member}` ? Member : never]: RowValue<T[Name]>;
  };
};

type GroupOf<Name> = Name extends `${infer First}.${string}` ? First : never;

type RowValue<Row> = Row extends { schema: infer S } ? ValueOf<S> : never;

/** The TypeScript type of the values that a schema describes. */
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
  /** No envelope is recognised, but a value has several properties of this kind. */
  resembles?: string;
}
export type FileAction = 'convert' | 'extract' | 'append' | 'toLog' | 'toArray' | 'replay' | 'addSection';
export interface RecognisedKind {
  id: string;
  title: string;
  count: number;
  sure: boolean;
  /** The reason why the first envelope was recognised. `document` is a Markdown document such as a registry, recognised by its sections. */
  by?: 'document' | '$schema' | 'association' | 'signature' | 'neighbours';
  /** For a recognition by `signature`: the most characteristic of the matching properties. */
  properties?: string[];
}

export interface KindInfo {
  id: string;
  title: string;
  family: string;
  /** Templates of complete envelopes, one or one per dialect; empty for a kind that is only read. */
  snippets: { id: string; description: string }[];
}

export interface AssociateAnswer {
  /** The URI of the settings file. */
  uri: string;
  text: string;
  isChanged: boolean;
  /** The previous text of the settings file. */
  previous: string | null;
  /** The reason why the settings file can't be changed. */
  fault?: string;
}

export interface InferProtocolAnswer {
  /** The text of the declaration; absent if there is nothing to infer from. */
  text?: string;
  /** The guesses with the samples that support them, as Markdown. */
  guesses: string;
  /** A sentence that says why there is no declaration, or what was left out. */
  note?: string;
}

export interface ExtensionInfo {
  id: string;
  /** The sections that the extension adds. */
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

/** The options of the view of runs. */
export interface RunView {
  /** A run filter: words, and keys such as `agent:`, `status:`, `rule:`, `path:`, `family:`. Empty for all runs. */
  filter: string;
  group: RunGroup;
  sort: RunSort;
  /** Hides traces in which no span names an agent, a model or a tool. */
  hidesServices?: boolean;
}
export type RunGroup = 'none' | 'family' | 'day' | 'status' | 'agent' | 'conversation';
export type RunSort = 'newest' | 'oldest' | 'failed' | 'name' | 'problems' | 'duration';

/** A node of a tree, ready for display. */
export interface TreeNode {
  /** Valid while the index exists. Does not include the ids of parents. */
  id: string;
  is: TreeNodeType;
  label: string;
  description?: string;
  /** Markdown; text from files is escaped in it. */
  tooltip?: string;
  /** A codicon, and the id of a theme colour. */
  icon?: { id: string; color?: string };
  /** Whether the node has children, which are requested when it is expanded, and whether it starts expanded. */
  opens: 'no' | 'closed' | 'open';
  /** The outcome as a word: read aloud by screen readers; failures are coloured. */
  outcome?: ShownStatus | Outcome;
  problems?: { error: number; warning: number; info: number };
  /** The key of the node's run; for a step and its contents, also the step's index. */
  run?: string;
  step?: number;
  /** The id that the user can copy. */
  copies?: string;
  /** Data arrived in the last minute. */
  live?: boolean;
  /** The file of the node: a document on disk, an artifact. */
  uri?: string;
  /** The node opens a location, which `RUN_LOCATION` returns. */
  leads?: boolean;
}
export type TreeNodeType =
  | 'folder'
  /** A store of traces. */
  | 'source'
  /** A message in a list. */
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
  /** The number of all nodes. */
  total: number;
  /** The total is unknown: there is at least one more node. */
  isOpenEnded?: boolean;
  /** For the roots: the number of hidden traces of services. */
  leftOut?: number;
  /** The syntax error in the filter, which then shows no runs. */
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
  /** May be empty although there are more matches: each page takes limited time. */
  matches: FoundText[];
}

export type StoredStep = NonNullable<FoundText['opens']>;

/** A place where the searched words were found. */
export interface FoundText extends SaidMatch {
  /** A line with the run, the agent and the time. */
  about: string;
  /** The run's key and the step's index, if the run is in the index. */
  opens?: { run: string; step: number };
  /** The run's key and the step's key, if the run is in a store. `STORED_STEP` loads it. */
  stored?: { run: string; step?: string };
  /** The place of the words in a file. */
  place?: FileLocation;
}

export type RunFormat = 'json' | 'mermaid';

/** Server to client: the index changed. */
export const RUNS_CHANGED = 'agentEnvelopes/runs/changed';
export interface RunsChanged {
  /** The number of runs in the workspace. */
  runs: number;
  /** The workspace is being read. */
  reading: boolean;
  /** Data arrived in the last minute, so the client should ask again in a minute. */
  live: boolean;
}

export interface ReplayAt {
  runs: RunBrief[];
  /** The run of the step at the position, otherwise the first run in the file; with the step. */
  run?: string;
  step?: number;
}

export interface SessionsAnswer {
  /** The paths of the searched folders. */
  folders: string[];
  sessions: SessionInfo[];
}
export interface SessionInfo {
  uri: string;
  name: string;
  /** The name of the session's working folder. */
  project: string;
  /** Texts about the session: when it was written, by which agent, and its size. */
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

/** The answer of a tool for agents, as data and as a short text; or an error in one sentence. */
export type ToolAnswer = { text: string; data: Record<string, unknown> } | { error: string };
