import type { CachedDisk, EntryType, SyncDisk } from '../model/disk';

/** Functions that read files and folders, for a disk that caches their answers. They return null for a missing file, and on errors. */
export interface DiskReads {
  list(folder: string): ReadonlyMap<string, EntryType> | null;
  text(file: string): string | null;
  link(uri: string): string | null;
}

/** The same, without blocking the thread. */
export type AsyncDiskReads = { [R in keyof DiskReads]: (uri: string) => Promise<ReturnType<DiskReads[R]>> };

/**
 * Creates a disk that caches the first answer about each file and folder until it is told of a change. Checks get answers at once: for a
 * file that is not in the cache yet, "not known", while it is read in the background.
 */
export function cachedDiskReads(read: AsyncDiskReads): CachedDisk {
  const folders = cachedAnswers(read.list);
  const files = cachedAnswers(read.text);
  const links = cachedAnswers(read.link);
  return {
    list: folders.get,
    text: files.get,
    link: links.get,
    version: () => folders.version() + links.version(),
    changes: () => folders.version() + links.version() + files.version(),
    whenLoaded() {
      const waiting = [folders.settled(), files.settled(), links.settled()].filter(one => one !== undefined);
      return waiting.length > 0 ? Promise.all(waiting).then(() => {}) : undefined;
    },
    changed(uri, inside = false) {
      const cachedRead = [
        files.forget(uri),
        links.forget(uri),
        !inside && folders.forget(uri),
        !inside && folders.forget(uri.slice(0, uri.lastIndexOf('/'))),
      ];
      return cachedRead.includes(true);
    },
    forget() {
      folders.clear();
      files.clear();
      links.clear();
    },
  };
}

/** Like `cachedDiskReads`, for threads that may block. */
export function cachedSyncReads(read: DiskReads): SyncDisk {
  const folders = new Map<string, ReadonlyMap<string, EntryType> | null>();
  const files = new Map<string, string | null>();
  const links = new Map<string, string | null>();
  let version = 0;
  return {
    version: () => version,
    changes: () => version,
    list: folder => known(folders, folder, read.list),
    text: file => known(files, file, read.text),
    link: uri => known(links, uri, read.link),
    whenLoaded: () => undefined,
    changed(uri, inside = false) {
      version++;
      const isKnown = [files.delete(uri), links.delete(uri)].includes(true);
      if (inside) return isKnown;
      // A folder appears or disappears with its content; with a new file, its parent folders may have been created.
      const isBelow = (one: string) => one.startsWith(`${uri}/`);
      const texts = [...files.keys()].filter(isBelow);
      const lists = [...folders.keys()].filter(one => one === uri || isBelow(one) || uri.startsWith(`${one}/`));
      for (const one of texts) files.delete(one);
      for (const one of [...links.keys()].filter(isBelow)) links.delete(one);
      for (const one of lists) folders.delete(one);
      return isKnown || texts.length + lists.length > 0;
    },
  };
}

function known<T>(answers: Map<string, T | null>, uri: string, read: (uri: string) => T | null): T | null {
  let answer = answers.get(uri);
  if (answer === undefined) {
    try {
      answer = read(uri);
    } catch {
      answer = null;
    }
    answers.set(uri, answer);
  }
  return answer;
}

function cachedAnswers<T>(read: (uri: string) => Promise<T | null>) {
  const answers = new Map<string, T | null>();
  const asked = new Map<string, Promise<void>>();
  let version = 0;
  return {
    version: () => version,
    get(uri: string): T | null | undefined {
      if (!answers.has(uri) && !asked.has(uri)) {
        const answer: Promise<void> = read(uri)
          .catch(() => null)
          .then(result => {
            // The answer is stale: it was forgotten and requested again meanwhile.
            if (asked.get(uri) !== answer) return;
            answers.set(uri, result);
            asked.delete(uri);
            version++;
          });
        asked.set(uri, answer);
      }
      return answers.get(uri);
    },
    forget(uri: string): boolean {
      version++;
      const known = answers.delete(uri);
      return asked.delete(uri) || known;
    },
    clear(): void {
      version++;
      answers.clear();
      asked.clear();
    },
    settled: () => (asked.size > 0 ? Promise.all(asked.values()) : undefined),
  };
}
