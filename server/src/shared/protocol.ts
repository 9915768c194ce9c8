/** What client and server say to each other besides LSP. All that the client may import from the server. */

import type { Outcome, ShownStatus } from '../model/run';
import type { ReplayQuestion, ReplayQuestions, RunBrief } from './replay';

export * from './idleTime';
export * from './neutralizeLinks';
export type * from './replay';

/** What the client tells the server of itself, as `initializationOptions`. */
export interface ClientOptions {
  /** It has a JSON service of its own for `.json` files: syntax errors, outline, folding and formatting are its job. */
  hasJsonService?: boolean;
  /** It opens `agent-envelopes:` addresses: the docs of rules. */
  opensDocs?: boolean;
  /** It has the commands that lenses above envelopes name: to show a step in the runs, and to replay it. */
  showsRuns?: boolean;
  /** It has VS Code's command that opens the list of completions, as what is accepted may ask for. */
  reopensCompletion?: boolean;
  /** It takes the notifications that are not LSP's: `RECOGNISED` and `RUNS_CHANGED`. */
  takesNotifications?: boolean;
  /** It shows the headings of Markdown files in its outline already. */
  hasMarkdownOutline?: boolean;
  /** A folder where the server may keep what it knows of this workspace: an absolute path. */
  storage?: string;
  /** The user trusts the workspace; so does one that says nothing of it. Where it is false, `TRUSTED` may follow. */
  trusted?: boolean;
}

/** Client to server: the user trusts the workspace now. */
export const TRUSTED = 'agentEnvelopes/trusted';

/** The section of the settings. */
export const SETTINGS = 'agentEnvelopes';

/** What `workspace/configuration` gives of it. */
export interface Settings {
  /** Glob to kind, or to `none`. */
  associations: Record<string, string>;
  agents: string[];
  intents: string[];
  /** A rule's id, or `family/*`, to what its findings are shown as; `off`: they are not. */
  rules: Record<string, RuleSeverity>;
  /** Files with the tools that agents may call, relative to the workspace folder. */
  toolCatalogues: string[];
  /** Files that declare protocols of the user's own, relative to the workspace folder. */
  protocols: string[];
  /** Glob to whether an artifact may write there only when it is asked for (true), or may although the place is protected (false). */
  protectedPaths: Record<string, boolean>;
  /** Globs of the files that runs are looked for in; empty for all that may hold envelopes. */
  include: string[];
  /** Globs of files and folders that are passed over. */
  exclude: string[];
  /** Files that git ignores are passed over. */
  useIgnoreFiles: boolean;
  /** Problems of files that are not open are told, too. */
  checkClosedFiles: boolean;
  codeLens: { enabled: boolean };
  inlayHints: InlayHintSettings;
}
export type RuleSeverity = 'error' | 'warning' | 'info' | 'off';

/** Which hints are shown within the text. */
export interface InlayHintSettings {
  elapsed: boolean;
  confidence: boolean;
  tool: boolean;
}

/** Server to client, after an analysis: which kinds of envelope a file holds. Empty for a file that is none of ours. */
export const RECOGNISED = 'agentEnvelopes/recognised';
export interface RecognisedParams {
  uri: string;
  kinds: RecognisedKind[];
  /** What can be done with its envelopes, at one place in it at least. */
  actions: FileAction[];
  /** The settings say that it is no envelope. */
  isExcluded?: boolean;
}
export type FileAction = 'convert' | 'extract' | 'append' | 'toLog' | 'toArray' | 'replay';
export interface RecognisedKind {
  id: string;
  title: string;
  count: number;
  sure: boolean;
}

/** Request: the kinds there are, to choose from. */
export const KINDS = 'agentEnvelopes/kinds';
export interface KindInfo {
  id: string;
  title: string;
  family: string;
  /** Whole envelopes of it: one, or one a dialect; none of a kind that is only read. */
  snippets: { id: string; description: string }[];
}

/** Request: a whole envelope to insert at a place, as a snippet laid out for it. */
export const ENVELOPE = 'agentEnvelopes/envelope';
export interface EnvelopeParams {
  uri: string;
  position: { line: number; character: number };
  /** A snippet's id. */
  snippet: string;
}

/** Request: the text of an `agent-envelopes:` document, the docs of a rule or a schema for tools that follow `$schema`. */
export const DOCUMENT = 'agentEnvelopes/document';
export interface DocumentParams {
  uri: string;
}

/** Request: the text of a new state registry. */
export const NEW_REGISTRY = 'agentEnvelopes/newRegistry';
export interface NewRegistryParams {
  featureId: string;
  branch: string;
  workflow: string;
  extensions: string[];
}

/** Request: what a new registry can have besides its core sections. */
export const EXTENSIONS = 'agentEnvelopes/extensions';
export interface ExtensionInfo {
  id: string;
  /** The sections that it brings. */
  sections: string[];
}

/** Request: the sections that a registry lacks, and where each would go. Null where the file is no registry. */
export const MISSING_SECTIONS = 'agentEnvelopes/missingSections';
export interface MissingSectionsParams {
  uri: string;
}
export interface SectionInsertion {
  title: string;
  about: string;
  core: boolean;
  position: { line: number; character: number };
  text: string;
}

/** The kinds of code action that a command can ask for. */
export type RefactoringKind =
  | 'quickfix.agentEnvelopes.repair'
  | 'refactor.rewrite.agentEnvelopes'
  | 'refactor.rewrite.agentEnvelopes.log'
  | 'refactor.extract.agentEnvelopes'
  | 'refactor.move.agentEnvelopes';

/** A place in a file. */
export interface Place {
  uri: string;
  range: { start: { line: number; character: number }; end: { line: number; character: number } };
}

/** How the runs are shown. */
export interface RunView {
  /** Words that a run must have, and `agent:`, `status:`, `rule:`, `path:`, `family:` and the like. Empty: all. */
  filter: string;
  group: RunGroup;
  sort: RunSort;
}
export type RunGroup = 'none' | 'family' | 'day' | 'status' | 'agent';
export type RunSort = 'newest' | 'oldest' | 'failed' | 'name' | 'problems' | 'duration';

/** A node of a tree, ready to be shown. */
export interface TreeNode {
  /** Names it for as long as the index lasts; the parents' ids are no part of it. */
  id: string;
  is: TreeNodeType;
  label: string;
  description?: string;
  /** Markdown; nothing in it was taken from a file as it is. */
  tooltip?: string;
  /** A codicon, and the id of a theme colour. */
  icon?: { id: string; color?: string };
  /** It has children: they are asked for when it is opened. */
  opens: 'no' | 'closed' | 'open';
  /** How it went, in a word: read aloud, and what failed is coloured. */
  outcome?: ShownStatus | Outcome;
  problems?: { error: number; warning: number; info: number };
  /** The run that it belongs to: its key; of a step and what is in it, also the step's index. */
  run?: string;
  step?: number;
  /** Something to copy: an id. */
  copies?: string;
  /** Something arrived in the last minute. */
  live?: boolean;
  /** A file that it stands for: a document on disk, an artifact. */
  uri?: string;
  /** It opens a place: asked for by `RUN_PLACE`. */
  leads?: boolean;
}
export type TreeNodeType =
  | 'folder'
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

/** Request: the children of a node of the tree of runs, from one of them on, at most so many at once. */
export const RUN_NODES = 'agentEnvelopes/runs/nodes';
export interface RunNodesParams {
  view: RunView;
  /** Without it the roots. */
  parent?: string;
  from?: number;
}
export interface TreeNodes {
  nodes: TreeNode[];
  /** How many there are in all. */
  total: number;
  /** What of the filter can't be understood: then no run is shown. */
  fault?: string;
}

/** Request: what a filter leaves as far as it is typed, and how it may go on. */
export const RUN_FILTER = 'agentEnvelopes/runs/filter';
export interface RunFilterParams {
  filter: string;
}
export interface RunFilterAnswer {
  shown: number;
  total: number;
  fault?: string;
  completions: FilterCompletion[];
}
export interface FilterCompletion {
  /** What is written at the end of the filter: a key, or a key with its value. */
  label: string;
  description: string;
  /** The filter with it. */
  filter: string;
}

/** Request: the node of a step or a run, or of the step at a place in a file, with those above it, the root first. */
export const RUN_PATH = 'agentEnvelopes/runs/path';
export type RunPathParams = { view: RunView } & (
  | { run: string; step?: number }
  | { uri: string; position: { line: number; character: number } }
);

/** Request: where a node leads to. Null where that is gone. */
export const RUN_LOCATION = 'agentEnvelopes/runs/place';
export interface RunLocationParams {
  node: string;
}

/** Request: the URIs of the JSON files that tell of runs. */
export const RUN_FILES = 'agentEnvelopes/runs/files';

/** Request: the nodes of the state that a run is in, as its registry tells it. */
export const STATE_NODES = 'agentEnvelopes/state/nodes';
export interface StateNodesParams {
  run: string;
  parent?: string;
}

/** Request: a run as a text to copy or to save. Null where the run is gone. */
export const RUN_TEXT = 'agentEnvelopes/runs/text';
export interface RunTextParams {
  run: string;
  format: RunFormat;
}
export type RunFormat = 'json' | 'mermaid';

/** Request: reads the workspace anew, whatever is known of it. */
export const RUNS_REFRESH = 'agentEnvelopes/runs/refresh';

/** Server to client: the index has other runs than before. */
export const RUNS_CHANGED = 'agentEnvelopes/runs/changed';
export interface RunsChanged {
  /** In the whole workspace. */
  runs: number;
  /** The workspace is being read. */
  reading: boolean;
  /** Something arrived in the last minute: ask again in a minute. */
  live: boolean;
}

/** Request: something of a run that is replayed: a question of `ReplayQuestions`. Null where the run is gone. */
export const REPLAY = 'agentEnvelopes/replay';
export interface ReplayParams<Q extends ReplayQuestion = ReplayQuestion> {
  run: string;
  question: Q;
  params: ReplayQuestions[Q]['params'];
}

/** Request: the runs that a file tells of, and the step at a place in it. */
export const REPLAY_AT = 'agentEnvelopes/replay/at';
export interface ReplayAtParams {
  uri: string;
  position?: { line: number; character: number };
}
export interface ReplayAt {
  runs: RunBrief[];
  /** The run that has the step at the place, or the first of the file, and that step. */
  run?: string;
  step?: number;
}

/** Request: where a step's envelope, or a value in it, stands in its file. Null where that is gone. */
export const REPLAY_LOCATION = 'agentEnvelopes/replay/place';
export interface ReplayLocationParams {
  run: string;
  step: number;
  source: number;
  path?: (string | number)[];
}
