/** What client and server say to each other besides LSP. All that the client may import from the server. */

/** What the client tells the server of itself, as `initializationOptions`. */
export interface ClientOptions {
  /** It has a JSON service of its own for `.json` files: syntax errors, outline, folding and formatting are its job. */
  hasJsonService?: boolean;
  /** It opens `agent-envelopes:` addresses: the docs of rules. */
  opensDocs?: boolean;
  /** It shows the headings of Markdown files in its outline already. */
  hasMarkdownOutline?: boolean;
}

/** The section of the settings. */
export const SETTINGS = 'agentEnvelopes';

/** What `workspace/configuration` gives of it. */
export interface Settings {
  /** Glob to kind, or to `none`. */
  associations: Record<string, string>;
  agents: string[];
  intents: string[];
}

/** Server to client, after an analysis: which kinds of envelope a file holds. Empty for a file that is none of ours. */
export const RECOGNISED = 'agentEnvelopes/recognised';
export interface RecognisedParams {
  uri: string;
  kinds: RecognisedKind[];
}
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
  /** Whole envelopes of it: one, or one a dialect. */
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
