import type { Context } from '../../analysis/analyse';

/** Remembers which files and folders each check has read: when one of them changes, the file must be checked again. */
export function checkDependencies() {
  const askedBy = new Map<string, ReadonlySet<string>>();
  const asking = new Map<string, Set<string>>();

  function forget(uri: string): void {
    for (const one of askedBy.get(uri) ?? []) {
      const others = asking.get(one);
      others?.delete(uri);
      if (others?.size === 0) asking.delete(one);
    }
    askedBy.delete(uri);
  }

  return {
    /** Whether the file has been checked. */
    knows: (uri: string): boolean => askedBy.has(uri),
    /** What the check of a file has read. */
    of: (uri: string): ReadonlySet<string> => askedBy.get(uri) ?? NONE,
    keep(uri: string, all: Iterable<string>): void {
      const asked = new Set(all);
      forget(uri);
      askedBy.set(uri, asked.size > 0 ? asked : NONE);
      for (const one of asked) asking.set(one, (asking.get(one) ?? new Set()).add(uri));
    },
    forget,
    /** The files whose checks asked for one of these files or folders. */
    askingFor(names: readonly string[]): string[] {
      return names.flatMap(name => [...(asking.get(name) ?? [])]);
    },
    /** The files whose checks asked for something that lies in one of these folders. */
    askingWithin(isWithin: (uri: string) => boolean): string[] {
      return [...asking].flatMap(([name, files]) => (isWithin(name) ? [...files] : []));
    },
  };
}

/**
 * What changes with a file or folder: itself, and the listing of its folder.
 *
 * @param inside only what is in it has changed
 */
export function changedNames(uri: string, inside: boolean): readonly string[] {
  return inside ? [uri] : [uri, uri.slice(0, uri.lastIndexOf('/'))];
}

const NONE: ReadonlySet<string> = new Set();

/** Wraps a context so that reads of its disk are recorded. */
export function trackDiskReads(context: Context): { context: Context; asked: ReadonlySet<string> } {
  const asked = new Set<string>();
  const { workspace } = context;
  if (!workspace) return { context, asked };
  const { disk } = workspace;
  const noted = {
    ...disk,
    list(folder: string) {
      asked.add(folder);
      return disk.list(folder);
    },
    text(file: string) {
      asked.add(file);
      return disk.text(file);
    },
  };
  return { context: { ...context, workspace: { ...workspace, disk: noted } }, asked };
}
