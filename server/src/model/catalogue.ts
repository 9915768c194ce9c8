import type { Path } from './text';

/** An agent and its tools, as a catalogue lists them. */
export interface ListedAgent {
  name: string;
  /** The path of the property with its name. */
  path: Path;
  tools: readonly ListedTool[];
}

export interface ListedTool {
  name: string;
  description?: string;
  /** The JSON Schema of its arguments, untrusted; undefined if it has none. */
  parameters?: unknown;
  path: Path;
}

/** The merged catalogues of a workspace folder. The first listing of a tool wins. */
export interface Catalogue {
  agents: ReadonlyMap<string, CataloguedAgent>;
  /** By URI. */
  files: ReadonlyMap<string, CatalogueFile>;
  /** Every catalogue was read completely, so a tool that is not listed here is unknown. */
  isWhole: boolean;
}

export interface CatalogueFile {
  text: string;
  /** The file was parsed completely, so its tools are complete. */
  isWhole: boolean;
}

export interface CataloguedAgent {
  name: string;
  /** The file that lists it first. */
  uri: string;
  path: Path;
  tools: ReadonlyMap<string, CataloguedTool>;
}

export interface CataloguedTool extends ListedTool {
  agent: string;
  uri: string;
}
