import type { EntryType, ReplayAssets, UnreadableFile } from '../model/disk';
import { withProjectFile } from '../project/resolveProject';
import { isObject } from '../shared/isObject';
import { t } from '../shared/l10n';
import { fileNameOf } from '../text/decodeUri';
import { PROJECT_FILE } from '../text/fileLanguage';
import type { ChangedFile, FolderSettings, ToWorker } from '../thread/indexMessages';
import { decodeUtf8 } from '../workspace/decodeTextBytes';
import { EXCLUDED, type FindOptions, fileFilter, isUnderstood } from '../workspace/fileFilter';
import { type IgnoreRules, ignoresFile, ignoresFolder, noRules, withPatterns } from '../workspace/gitignorePatterns';
import type { MemoryFile, MemoryUpdate } from '../workspace/memoryFiles';
import { type ClientDisk, type Entries, entryUri, isFailure } from './clientDisk';

/** A message that gives the index thread the code of the replay page, which the thread packs into exported runs. */
export interface PageUpdate {
  type: 'page';
  page: ReplayAssets;
}

/** A message to the index thread with changes of the files that the thread holds. Plain data. */
export type MirrorUpdate = { type: 'mirror' } & MemoryUpdate;

/** A folder that was read. */
interface Walked {
  uri: string;
  /** Relative to the workspace folder, with `/` as separator and at the end, or empty. */
  path: string;
  rules: IgnoreRules | undefined;
  filter: ReturnType<typeof fileFilter>;
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

interface MirrorFeedOptions {
  /** Called with what can't be read, once until it can. */
  warn(fault: UnreadableFile): void;
  /** Reads the page that an exported run is packed with. Before the first export: it has some megabytes. */
  page(): Promise<ReplayAssets | undefined>;
  limits?: MirrorLimits;
}

/** The result of walking through a folder. */
interface Walk {
  /** The files to be found, by URI. */
  files: string[];
  /** Folders that could not be listed: their known content stays. */
  failed: string[];
}

/**
 * Passes messages to the index thread in a browser, which can't read files itself. Before a message about folders or files, reads the files
 * from the client, and sends them to the thread. Messages stay in order. A file that can't be read now keeps its earlier content.
 *
 * @param send posts to the thread
 */
export function mirrorClientFiles(
  disk: Pick<ClientDisk, 'list' | 'read'>,
  send: (message: MirrorUpdate | PageUpdate | ToWorker) => void,
  { warn, page, limits = LIMITS }: MirrorFeedOptions,
): { post(message: ToWorker): void } {
  let folders: readonly FolderSettings[] = [];
  const walked = new Map<string, Walked>();
  const sizes = new Map<string, number>();
  let total = 0;
  let included: ReadonlySet<string> = new Set();
  let update = emptyUpdate();
  /** Folders that are read in part. */
  let faults = new Map<string, UnreadableFile>();
  /** The files and folders whose last request failed. */
  const failing = new Set<string>();
  /** Ignore files and project files as they were read last, by URI. */
  const rulesRead = new Map<string, string>();
  let queue: Promise<void> = Promise.resolve();
  let hasPage = false;

  /** Returns whether an answer is missing. Reports this once. */
  function fails(uri: string, answer: object | null): boolean {
    if (!isFailure(answer)) failing.delete(uri);
    else if (!failing.has(uri)) {
      failing.add(uri);
      warn({ uri, fault: NOT_READ(answer.fault) });
    }
    return isFailure(answer);
  }

  function setFile(uri: string, file: MemoryFile | null): void {
    total -= sizes.get(uri) ?? 0;
    sizes.delete(uri);
    if (file) sizes.set(uri, file.bytes?.length ?? 0);
    total += sizes.get(uri) ?? 0;
    update.files.push([uri, file]);
  }

  async function load(uri: string): Promise<void> {
    const room = Math.min(limits.file, limits.all - total + (sizes.get(uri) ?? 0));
    const file = await disk.read(uri, room);
    if (!sizes.has(uri) && isFailure(file)) {
      // The index itself tells of a file without bytes.
      failing.add(uri);
      return setFile(uri, { size: 0, changedAt: 0, fault: NOT_READ(file.fault) });
    }
    if (fails(uri, file) || isFailure(file)) return;
    if (!file) return setFile(uri, null);
    const { size, changedAt, bytes } = file;
    if (bytes && total + bytes.length - (sizes.get(uri) ?? 0) <= limits.all) setFile(uri, { size, changedAt, bytes });
    else
      setFile(uri, { size, changedAt, fault: size > limits.file ? TOO_LARGE(limits.file) : ALL_TOO_LARGE(limits.all) });
  }

  /** Lists folders and the folders below them. */
  async function walk(tops: readonly Walked[]): Promise<Walk> {
    const met: Walk = { files: [], failed: [] };
    for (let level = tops; level.length > 0; )
      level = (await Promise.all(level.map(folder => listFolder(folder, met)))).flat();
    return met;
  }

  /** @returns the folders in it */
  async function listFolder(at: Walked, met: Walk): Promise<Walked[]> {
    if (walked.size >= limits.folders) {
      faults.set(at.root, { uri: at.root, fault: TOO_MANY(limits.folders) });
      return [];
    }
    // Counts before it is listed: its neighbours are listed at the same time.
    walked.set(at.uri, at);
    const entries = await disk.list(at.uri);
    if (fails(at.uri, entries)) met.failed.push(at.uri);
    if (!entries || isFailure(entries)) {
      walked.delete(at.uri);
      return [];
    }
    const rules = await rulesIn(at, entries);
    walked.set(at.uri, { ...at, rules });
    listed(at.uri, entries);
    const found: Walked[] = [];
    for (const [name, type] of entries) {
      const uri = entryUri(at.uri, name);
      if (type === 'folder') {
        if (isEntered({ ...at, rules }, name)) found.push({ ...at, uri, path: `${at.path}${name}/`, rules });
      } else if (type === 'file' && isFound({ ...at, rules }, name)) met.files.push(uri);
    }
    return found;
  }

  function listed(uri: string, entries: Entries): void {
    update.folders.push([uri, [...entries].map(([name, type]) => [name, entryType(type)])]);
  }

  async function rulesIn({ uri, path, rules }: Walked, entries: Entries): Promise<IgnoreRules | undefined> {
    if (!rules || entries.get('.gitignore') !== 'file') return rules;
    const text = await textOf(entryUri(uri, '.gitignore'), LARGEST_IGNORE_FILE);
    return text === undefined ? rules : withPatterns(rules, path, text);
  }

  /** The text of a file that says what is found. */
  async function textOf(uri: string, most: number): Promise<string | undefined> {
    const file = await disk.read(uri, most);
    if (fails(uri, file) || isFailure(file)) return rulesRead.get(uri);
    const text = file?.bytes ? decodeUtf8(file.bytes) : undefined;
    if (text === undefined) rulesRead.delete(uri);
    else rulesRead.set(uri, text);
    return text;
  }

  /** Reads a workspace folder; what was known of it and is not met any more is forgotten. */
  async function walkRoot({ uri, settings }: FolderSettings): Promise<void> {
    const text = (await textOf(`${uri}/${PROJECT_FILE}`, LARGEST_PROJECT_FILE)) ?? null;
    const {
      include = [],
      exclude = EXCLUDED,
      useIgnoreFiles,
    }: FindOptions = withProjectFile(settings, uri, {
      text: () => text,
    });
    const rules = useIgnoreFiles ? noRules(uri) : undefined;
    faults.delete(uri);
    const files = await walkAgain([{ uri, path: '', rules, filter: fileFilter(include, exclude), root: uri }]);
    await Promise.all(files.map(load));
  }

  /** Lists folders; what was known of them and is not met any more is forgotten. @returns the files to be found */
  async function walkAgain(tops: readonly Walked[]): Promise<string[]> {
    const isInside = (uri: string) => tops.some(top => isIn(uri, top.uri));
    const before = [...walked].filter(([folder]) => isInside(folder));
    for (const [folder] of before) walked.delete(folder);
    const { files, failed } = await walk(tops);
    const found = new Set(files);
    const isKept = (known: string) => failed.some(folder => isIn(known, folder));
    for (const [folder, facts] of before) {
      if (walked.has(folder)) continue;
      if (isKept(folder)) walked.set(folder, facts);
      else update.folders.push([folder, null]);
    }
    for (const file of [...sizes.keys()]) if (isInside(file) && !found.has(file) && !isKept(file)) setFile(file, null);
    return files;
  }

  /** Forgets what is known of a folder and below, or of a file. */
  function forget(folder: string): void {
    for (const uri of [...walked.keys()].filter(one => isIn(one, folder))) {
      walked.delete(uri);
      update.folders.push([uri, null]);
    }
    for (const uri of [...sizes.keys()].filter(one => isIn(one, folder))) setFile(uri, null);
    faults = new Map([...faults].filter(([uri]) => !isIn(uri, folder)));
  }

  async function setFolders(next: readonly FolderSettings[]): Promise<void> {
    for (const { uri } of folders) if (!next.some(folder => folder.uri === uri)) forget(uri);
    folders = next;
    for (const folder of next) await walkRoot(folder);
  }

  /** Files and folders were created, changed or deleted: each folder is listed once. */
  async function filesChanged(files: readonly ChangedFile[]): Promise<void> {
    const loads = new Set<string>();
    const roots = new Set<FolderSettings>();
    const names = new Map<Walked, string[]>();
    for (const { uri, inside } of files) {
      const root = folders.find(folder => uri.startsWith(`${folder.uri}/`));
      const parent = walked.get(uri.slice(0, uri.lastIndexOf('/')));
      if (root && /\/(?:\.gitignore|\.agent-envelopes\.json)$/.test(uri)) roots.add(root);
      else if (sizes.has(uri) && inside) loads.add(uri);
      else if (!root && included.has(uri)) loads.add(uri);
      else if (parent) names.set(parent, [...(names.get(parent) ?? []), fileNameOf(uri)]);
    }
    for (const root of roots) await walkRoot(root);
    // Content of a root that was just read is not read again.
    const isOpen = (uri: string) => ![...roots].some(root => isIn(uri, root.uri));
    const open = [...names].filter(([parent]) => isOpen(parent.uri));
    const tops = (await Promise.all(open.map(([parent, inside]) => changedIn(parent, inside, loads)))).flat();
    const found = await walkAgain(tops);
    await Promise.all([...loads, ...found].filter(isOpen).map(load));
  }

  /** @returns the folders that are there now; adds the files to read */
  async function changedIn(parent: Walked, names: readonly string[], loads: Set<string>): Promise<Walked[]> {
    const entries = await disk.list(parent.uri);
    if (fails(parent.uri, entries) || isFailure(entries)) return [];
    if (!entries) {
      forget(parent.uri);
      return [];
    }
    listed(parent.uri, entries);
    const tops: Walked[] = [];
    for (const name of new Set(names)) {
      const uri = entryUri(parent.uri, name);
      const type = entries.get(name);
      if (type === 'file') {
        if (isFound(parent, name)) loads.add(uri);
        continue;
      }
      if (type === 'folder' && isEntered(parent, name)) tops.push({ ...parent, uri, path: `${parent.path}${name}/` });
      else forget(uri);
    }
    return tops;
  }

  async function loadPage(): Promise<void> {
    const loaded = await page();
    if (loaded) send({ type: 'page', page: loaded });
    hasPage = loaded !== undefined;
  }

  async function prepare(message: ToWorker): Promise<void> {
    switch (message.type) {
      case 'start':
      case 'foldersChanged':
        return setFolders(message.folders);
      case 'filesChanged':
        return filesChanged(message.files);
      case 'included':
        included = new Set(message.uris);
        await Promise.all([...included].filter(uri => !sizes.has(uri)).map(load));
        return;
      case 'rescan':
        return setFolders(folders);
      case 'query':
        if (!hasPage && isExport(message)) return loadPage();
    }
  }

  return {
    post(message) {
      queue = queue
        .then(() => prepare(message))
        // Unreadable content is missing; the message is still passed on.
        .catch(() => {})
        .then(() => {
          if (update.folders.length + update.files.length > 0) send({ ...update, faults: [...faults.values()] });
          update = emptyUpdate();
          send(message);
        });
    },
  };
}

function isExport({ query, params }: Extract<ToWorker, { type: 'query' }>): boolean {
  return query === 'replay' && isObject(params) && params['question'] === 'export';
}

function isIn(uri: string, folder: string): boolean {
  return uri === folder || uri.startsWith(`${folder}/`);
}

function emptyUpdate(): MirrorUpdate {
  return { type: 'mirror', folders: [], files: [], faults: [] };
}

function isFound({ path, filter, rules }: Walked, name: string): boolean {
  return isUnderstood(name) && filter.includesFile(path, name) && !(rules && ignoresFile(rules, path, name));
}

function isEntered({ path, filter, rules }: Walked, name: string): boolean {
  return filter.entersFolder(path + name) && !(rules && ignoresFolder(rules, path, name));
}

// A link is a file for whoever looks whether there is one; it is never read.
function entryType(type: 'file' | 'folder' | 'link'): EntryType {
  return type === 'folder' ? 'folder' : 'file';
}

/** Bytes. */
const LARGEST_IGNORE_FILE = 1 << 18;
const LARGEST_PROJECT_FILE = 1 << 20;

const megabytes = (bytes: number) => Math.round(bytes / (1 << 20));

const NOT_READ = (reason: string) =>
  t`could not be read (${reason}); what was read before stays, "Refresh" tries again.`;
const TOO_LARGE = (most: number) =>
  t`is not read: in a browser files have ${megabytes(most)} MB at most; split it, or open the folder in VS Code on a desktop.`;
const ALL_TOO_LARGE = (most: number) =>
  t`is not read: a browser holds ${megabytes(most)} MB of files; exclude some (agentEnvelopes.exclude), or open the folder in VS Code on a desktop.`;
const TOO_MANY = (most: number) =>
  t`is read in part: it has more than ${most} folders; exclude some (agentEnvelopes.exclude), or open the folder in VS Code on a desktop.`;
