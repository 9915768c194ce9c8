/** The files that are read though no folder has them: each stands for itself and the logs of its sub-agents. */
export interface IncludedFiles {
  files(): Iterable<string>;
  /** The folders of sub-agents' logs, which need not exist. */
  folders(): Iterable<string>;
  has(uri: string): boolean;
  replace(uris: readonly string[]): void;
}

export function includedFiles(): IncludedFiles {
  let included: ReadonlyMap<string, string> = new Map();
  return {
    files: () => included.keys(),
    folders: () => included.values(),
    has: uri => included.has(uri) || [...included.values()].some(folder => uri.startsWith(`${folder}/`)),
    replace(uris) {
      included = new Map(uris.map(uri => [uri, subAgentFolder(uri)]));
    },
  };
}

/** Claude Code writes `<session>.jsonl`, and its sub-agents to `<session>/subagents/`. */
function subAgentFolder(uri: string): string {
  return `${uri.replace(/\.\w+$/, '')}/subagents`;
}
