import { URI, Utils } from 'vscode-uri';
import type { CachedDisk } from '../model/disk';
import {
  DISK_LIST,
  DISK_READ,
  type DiskListAnswer,
  type DiskListParams,
  type DiskReadAnswer,
  type DiskReadParams,
  OWN_FILE,
  type OwnFileAnswer,
  type OwnFileParams,
} from '../shared/lspExtensions';
import { errorText } from '../shared/shownText';
import { decodeUri } from '../text/decodeUri';
import { cachedDiskReads } from '../workspace/cachedDiskReads';
import { decodeUtf8 } from '../workspace/decodeTextBytes';

/** The files that a server in a browser can read: it has no disk, and requests them from the client. */
export interface ClientDisk {
  /** The entries of a folder by name; null if there is no such folder. */
  list(folder: string): Promise<Entries | null | Failure>;
  /** A file with its bytes, or without them if there are more than `most`; null if there is no such file. */
  read(file: string, most: number): Promise<DiskReadAnswer | Failure>;
  /** A file of this program, by its name; null if there is none. */
  own(name: string): Promise<string | null>;
}

/** The client can't tell, as where a network is down: its reason. */
export interface Failure {
  fault: string;
}

export type Entries = ReadonlyMap<string, 'file' | 'folder' | 'link'>;

/** Asks the client for folders and files, a few at a time. */
export function clientDisk(connection: { sendRequest<T>(method: string, params: unknown): Promise<T> }): ClientDisk {
  let running = 0;
  const waiting: (() => void)[] = [];

  async function ask<P, T>(method: string, params: P): Promise<T | null | Failure> {
    if (running < REQUESTS_AT_ONCE) running++;
    // Whoever ends hands on its place.
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await connection.sendRequest<T | null>(method, params);
    } catch (error) {
      return { fault: errorText(error) };
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    async list(uri) {
      const entries = await ask<DiskListParams, DiskListAnswer>(DISK_LIST, { uri });
      return entries && (isFailure(entries) ? entries : new Map(entries));
    },
    async own(name) {
      const text = await ask<OwnFileParams, OwnFileAnswer>(OWN_FILE, { name });
      return typeof text === 'string' ? text : null;
    },
    read: (uri, most) => ask<DiskReadParams, DiskReadAnswer>(DISK_READ, { uri, most }),
  };
}

export function isFailure<T extends object | string>(answer: T | null | Failure): answer is Failure {
  return typeof answer === 'object' && answer !== null && 'fault' in answer;
}

/** File systems behind a network answer many requests at once, but not thousands. */
const REQUESTS_AT_ONCE = 16;

/** The URI of an entry of a folder. */
export function entryUri(folder: string, name: string): string {
  return PLAIN.test(name) ? `${folder}/${name}` : Utils.joinPath(URI.parse(folder), name).toString();
}

// Fast path: nearly all names are plain.
const PLAIN = /^[\w.-]+$/;

/** A disk for open documents, which caches what the client answers. Follows no links in the given folders. */
export function cachedClientDisk(disk: Omit<ClientDisk, 'own'>, confines: () => readonly string[]): CachedDisk {
  // If the client can't answer now, its last answer counts.
  const list = lastAnswers(disk.list);
  const read = lastAnswers((uri: string) => disk.read(uri, LARGEST));
  const lists = async (uri: string) => (await isReached(uri)) && list(uri);

  /** Returns whether no link is on the way from the folder that holds it. */
  async function isReached(uri: string): Promise<boolean> {
    const folder = confines().find(one => uri === one || uri.startsWith(`${one}/`));
    if (folder === undefined) return false;
    let at = folder;
    for (const segment of uri
      .slice(folder.length + 1)
      .split('/')
      .filter(Boolean)) {
      const name = decodeUri(segment);
      const type = (await list(at))?.get(name);
      if (type === undefined || type === 'link') return false;
      at = entryUri(at, name);
    }
    return at === uri;
  }

  return cachedDiskReads({
    async list(uri) {
      const entries = await lists(uri);
      return entries ? new Map([...entries].map(([name, type]) => [name, type === 'folder' ? type : 'file'])) : null;
    },
    async text(uri) {
      const file = (await isReached(uri)) ? await read(uri) : null;
      return file?.bytes ? decodeUtf8(file.bytes) : null;
    },
    // The client does not say where a link leads.
    link: async () => null,
  });
}

/** Answers with the last answer where there is none now. */
function lastAnswers<T extends object>(
  ask: (uri: string) => Promise<T | null | Failure>,
): (uri: string) => Promise<T | null> {
  const last = new Map<string, T>();
  return async uri => {
    const answer = await ask(uri);
    if (isFailure(answer)) return last.get(uri) ?? null;
    if (answer) last.set(uri, answer);
    else last.delete(uri);
    return answer;
  };
}

/** Bytes, as on the disk of Node: larger than any document written by hand. */
const LARGEST = 5_000_000;
