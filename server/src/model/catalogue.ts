import type { Path } from './text';

/** An agent and the tools that it has, as an envelope lists them for all others. */
export interface ListedAgent {
  name: string;
  /** Of the property that is named like it. */
  path: Path;
  tools: readonly ListedTool[];
}

export interface ListedTool {
  name: string;
  description?: string;
  /** The JSON Schema of its arguments, of which nothing is known. Undefined where there is none. */
  parameters?: unknown;
  path: Path;
}

/** What the catalogues of a workspace folder list together. Of a tool that is listed twice the first one counts. */
export interface Catalogue {
  agents: ReadonlyMap<string, CataloguedAgent>;
  /** By their URIs. */
  files: ReadonlyMap<string, CatalogueFile>;
  /** All of them are, and none is missing: what is not listed here is listed nowhere. */
  isWhole: boolean;
}

export interface CatalogueFile {
  text: string;
  /** It could be read to its end: a tool is all that its text says of it. */
  isWhole: boolean;
}

export interface CataloguedAgent {
  name: string;
  /** Where it is listed first. */
  uri: string;
  path: Path;
  tools: ReadonlyMap<string, CataloguedTool>;
}

export interface CataloguedTool extends ListedTool {
  agent: string;
  uri: string;
}
