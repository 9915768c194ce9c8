import type { RunIndex } from '../../../runs/index/runIndex';

/** A folder that is a root of the tree if there are several. */
export interface TreeFolder {
  uri: string;
  name: string;
  /** Shown beside its name, also while it has no runs. */
  note?: string;
  /** The runs below it are those that a store lists, not those of the index. */
  isStore?: true;
}

/**
 * The folders that are the roots of the tree; none if a single one needs no node of its own. A source folder is a root only if it has
 * runs, whatever the filter shows of them, or a note.
 */
export function rootFolders(
  index: RunIndex,
  { folders, sourceFolders = [] }: { folders: readonly TreeFolder[]; sourceFolders?: readonly TreeFolder[] },
): readonly TreeFolder[] {
  const own = new Set(folders.map(({ uri }) => uri));
  const others = sourceFolders.filter(({ uri }) => !own.has(uri));
  const used = others.length === 0 ? own : new Set(index.runs().map(({ folder }) => folder));
  const roots = [...folders, ...others.filter(({ uri, note }) => note !== undefined || used.has(uri))];
  return roots.length > 1 ? roots : [];
}
