import type { EntryType, UnreadableFile } from '../model/disk';
import { withProjectFile } from '../project/resolveProject';
import { fileNameOf } from '../text/decodeUri';
import { PROJECT_FILE } from '../text/language';
import type { FolderSettings, ToWorker } from '../thread/messages';
import { EXCLUDED, type FindOptions, globFilter, isUnderstood } from '../workspace/globFilter';
import { type IgnoreRules, ignoresFile, ignoresFolder, noRules, withPatterns } from '../workspace/ignorePatterns';
import { decodeUtf8 } from '../workspace/textBytes';
import { type ClientDisk, type Entries, entryUri } from './clientDisk';
import type { MirroredFile, MirrorUpdate } from './mirror';

/** A folder that was read. */
interface Walked {
  uri: string;
  /** Relative to the workspace folder, with `/` as separator and at the end, or empty. */
  path: string;
  rules: IgnoreRules | undefined;
  filter: ReturnType<typeof globFilter>;
  root: string;
}

export interface MirrorLimits {
  /** Bytes of one file, and of all. */
  file: number;
  all: number;
  folders: number;
}

/** The tab of a browser holds all files in memory. */
const LIMITS: MirrorLimits = { file: 1 << 25, all: 1 << 27, folders: 20_000 };

/**
 * Fills the mirror of the index thread with what the thread's messages need: before a message about folders or files is passed on, they are
 * read. Messages stay in order.
 *
 * @param send posts to the thread
 */
export function mirrorFeed(
  disk: ClientDisk,
  send: (message: MirrorUpdate | ToWorker) => void,
  limits: MirrorLimits = LIMITS,
): { post(message: ToWorker): void } {
  let folders: readonly FolderSettings[] = [];
  const walked = new Map<string, Walked>();
  const sizes = new Map<string, number>();
  let total = 0;
  let included: ReadonlySet<string> = new Set();
  let update = emptyUpdate();
  let faults = new Map<string, UnreadableFile>();
  let queue: Promise<void> = Promise.resolve();

  function setFile(uri: string, file: MirroredFile | null): void {
    total -= sizes.get(uri) ?? 0;
    sizes.delete(uri);
    if (file) sizes.set(uri, file.bytes?.length ?? 0);
    total += sizes.get(uri) ?? 0;
    update.files.push([uri, file]);
  }

  async function load(uri: string): Promise<void> {
    const room = Math.min(limits.file, limits.all - total + (sizes.get(uri) ?? 0));
    const file = await disk.read(uri, room);
    if (!file) return setFile(uri, null);
    const { size, changedAt, bytes } = file;
    if (bytes && total + bytes.length - (sizes.get(uri) ?? 0) <= limits.all) setFile(uri, { size, changedAt, bytes });
    else
      setFile(uri, { size, changedAt, fault: size > limits.file ? TOO_LARGE(limits.file) : ALL_TOO_LARGE(limits.all) });
  }

  /** Reads a folder and the folders below it, and the files to be found in them. */
  async function walk(top: Walked): Promise<void> {
    let level = [top];
    while (level.length > 0) {
      const inner = await Promise.all(level.map(readFolder));
      level = inner.flat();
    }
  }

  /** @returns the folders in it */
  async function readFolder(at: Walked): Promise<Walked[]> {
    if (walked.size >= limits.folders) {
      faults.set(at.root, { uri: at.root, fault: TOO_MANY(limits.folders) });
      return [];
    }
    // Counts before it is listed: its neighbours are listed at the same time.
    walked.set(at.uri, at);
    const entries = await disk.list(at.uri);
    if (!entries) {
      walked.delete(at.uri);
      return [];
    }
    const rules = await rulesIn(at, entries);
    walked.set(at.uri, { ...at, rules });
    update.folders.push([at.uri, [...entries].map(([name, type]) => [name, entryType(type)])]);
    const found: Walked[] = [];
    const files: string[] = [];
    for (const [name, type] of entries) {
      const uri = entryUri(at.uri, name);
      if (type === 'folder') {
        if (!at.filter.entersFolder(at.path + name) || (rules && ignoresFolder(rules, at.path, name))) continue;
        found.push({ ...at, uri, path: `${at.path}${name}/`, rules });
      } else if (type === 'file' && isFound({ ...at, rules }, name)) files.push(uri);
    }
    await Promise.all(files.map(load));
    return found;
  }

  async function rulesIn({ uri, path, rules }: Walked, entries: Entries): Promise<IgnoreRules | undefined> {
    if (!rules || entries.get('.gitignore') !== 'file') return rules;
    const file = await disk.read(entryUri(uri, '.gitignore'), LARGEST_IGNORE_FILE);
    return file?.bytes ? withPatterns(rules, path, decodeUtf8(file.bytes)) : rules;
  }

  async function walkRoot({ uri, settings }: FolderSettings): Promise<void> {
    forget(uri);
    const project = await disk.read(`${uri}/${PROJECT_FILE}`, LARGEST_PROJECT_FILE);
    const text = project?.bytes ? decodeUtf8(project.bytes) : null;
    const {
      include = [],
      exclude = EXCLUDED,
      useIgnoreFiles,
    }: FindOptions = withProjectFile(settings, uri, {
      text: () => text,
    });
    const rules = useIgnoreFiles ? noRules(uri) : undefined;
    await walk({ uri, path: '', rules, filter: globFilter(include, exclude), root: uri });
  }

  /** Forgets what is known of a folder and below. */
  function forget(folder: string): void {
    const isInside = (uri: string) => uri === folder || uri.startsWith(`${folder}/`);
    for (const uri of [...walked.keys()].filter(isInside)) {
      walked.delete(uri);
      update.folders.push([uri, null]);
    }
    for (const uri of [...sizes.keys()].filter(isInside)) setFile(uri, null);
    faults = new Map([...faults].filter(([uri]) => !isInside(uri)));
  }

  async function setFolders(next: readonly FolderSettings[]): Promise<void> {
    for (const { uri } of folders) if (!next.some(folder => folder.uri === uri)) forget(uri);
    folders = next;
    for (const folder of next) await walkRoot(folder);
  }

  async function changed(uri: string, inside: boolean): Promise<void> {
    if (sizes.has(uri) && inside) return load(uri);
    const root = folders.find(folder => uri.startsWith(`${folder.uri}/`));
    if (!root) return included.has(uri) ? load(uri) : undefined;
    if (/\/(?:\.gitignore|\.agent-envelopes\.json)$/.test(uri)) return walkRoot(root);
    const parent = walked.get(uri.slice(0, uri.lastIndexOf('/')));
    if (!parent) return;
    const entries = await disk.list(parent.uri);
    if (!entries) return forget(parent.uri);
    update.folders.push([parent.uri, [...entries].map(([name, type]) => [name, entryType(type)])]);
    const name = fileNameOf(uri);
    const type = entries.get(name);
    if (type === 'file') {
      if (isFound(parent, name)) await load(uri);
    } else {
      forget(uri);
      const isEntered = type === 'folder' && parent.filter.entersFolder(parent.path + name);
      if (isEntered && !(parent.rules && ignoresFolder(parent.rules, parent.path, name)))
        await walk({ ...parent, uri, path: `${parent.path}${name}/` });
    }
  }

  async function prepare(message: ToWorker): Promise<void> {
    switch (message.type) {
      case 'start':
      case 'foldersChanged':
        return setFolders(message.folders);
      case 'filesChanged':
        for (const { uri, inside } of message.files) await changed(uri, inside);
        return;
      case 'included':
        included = new Set(message.uris);
        for (const uri of included) if (!sizes.has(uri)) await load(uri);
        return;
      case 'rescan':
        return setFolders(folders);
    }
  }

  return {
    post(message) {
      queue = queue
        .then(() => prepare(message))
        // What could not be read is missing; the message counts nevertheless.
        .catch(() => {})
        .then(() => {
          if (update.folders.length + update.files.length > 0) send({ ...update, faults: [...faults.values()] });
          update = emptyUpdate();
          send(message);
        });
    },
  };
}

function emptyUpdate(): MirrorUpdate {
  return { type: 'mirror', folders: [], files: [], faults: [] };
}

function isFound({ path, filter, rules }: Walked, name: string): boolean {
  return isUnderstood(name) && filter.includesFile(path, name) && !(rules && ignoresFile(rules, path, name));
}

// A link is a file for whoever looks whether there is one; it is never read.
function entryType(type: 'file' | 'folder' | 'link'): EntryType {
  return type === 'folder' ? 'folder' : 'file';
}

/** Bytes. */
const LARGEST_IGNORE_FILE = 1 << 18;
const LARGEST_PROJECT_FILE = 1 << 20;

const megabytes = (bytes: number) => Math.round(bytes / (1 << 20));
const ON_DESKTOP = 'open the folder in VS Code on a desktop.';
const TOO_LARGE = (most: number) =>
  `is not read: in a browser files have ${megabytes(most)} MB at most; split it, or ${ON_DESKTOP}`;
const ALL_TOO_LARGE = (most: number) =>
  `is not read: a browser holds ${megabytes(most)} MB of files; exclude some (agentEnvelopes.exclude), or ${ON_DESKTOP}`;
const TOO_MANY = (most: number) =>
  `is read in part: it has more than ${most} folders; exclude some (agentEnvelopes.exclude), or ${ON_DESKTOP}`;
