import type { Path } from './text';

/** An agent and the tools that it offers, as a catalogue file of the user lists them. */
export interface ListedAgent {
  name: string;
  /** The path of the property with its name. */
  path: Path;
  tools: readonly ListedTool[];
  /** The entry is a server or a file, not an agent: any agent may call its tools. */
  isServer?: true;
}

export interface ListedTool {
  name: string;
  description?: string;
  /** The JSON Schema of its arguments, untrusted; undefined if it has none. */
  parameters?: unknown;
  path: Path;
  namePath: Path;
  /** The path of its schema. If the schema is derived from other declarations, the path of the tool. */
  parametersPath: Path;
}

/** The tool catalogues of a workspace folder, merged into one. If several of them list the same tool, the first one counts. */
export interface Catalogue {
  agents: ReadonlyMap<string, CataloguedAgent>;
  /** By URI. */
  files: ReadonlyMap<string, CatalogueFile>;
  /** Every catalogue was read completely. */
  isWhole: boolean;
  /**
   * The catalogues list all existing tools, so a tool that is not listed is unknown. A list in another program's format counts as complete
   * only if the settings name it.
   */
  isClosed: boolean;
}

export interface CatalogueFile {
  text: string;
  /** The file was parsed completely, so its tools are complete. */
  isWhole: boolean;
  /** The file is in another program's format. */
  isForeign?: true;
}

export interface CataloguedAgent {
  name: string;
  /** The file that lists it first. */
  uri: string;
  path: Path;
  tools: ReadonlyMap<string, CataloguedTool>;
  isServer?: true;
}

export interface CataloguedTool extends ListedTool {
  agent: string;
  uri: string;
  /** Any agent may call the tool. */
  isOpen?: true;
}
