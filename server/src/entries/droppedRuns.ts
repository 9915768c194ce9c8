import './offline';
import type { Context } from '../analysis/analyse';
import { families } from '../families/index';
import { answerRunsPage, type ShownRuns } from '../features/replay/answerRunsPage';
import { fileEnvelopeReader } from '../features/replay/fileEnvelopeReader';
import { RUN_ELEMENT } from '../features/replay/packRun';
import { saidRuns } from '../features/runs/searchMessages';
import type { EntryType, ReplayAssets, Workspace } from '../model/disk';
import { contextProvider } from '../project/contextProvider';
import { DEFAULT_SETTINGS } from '../project/readSettings';
import { declarationsByFolder, isDeclarationFile } from '../project/resolveProject';
import { workspaceIndexer } from '../runs/indexer/workspaceIndexer';
import { textIndex } from '../runs/textIndex';
import { decodeUri, fileNameOf } from '../text/decodeUri';
import { languageOf } from '../text/fileLanguage';
import { memoizeByObject } from '../text/memoize';
import { provideYaml } from '../text/parseJsonOrYaml';
import { provideSha256, sha256 } from '../text/sha256';
import { browserSha256 } from '../web/browserSha256';
import { type MemoryUpdate, memoryFiles } from '../workspace/memoryFiles';
import { comments, parse } from './parseYaml';
import { declarationOf } from './shippedProtocols';

/** A file with workflow runs that the user dropped on the web page, with its content. */
interface GivenFile {
  /** The path within the dropped folder, beginning with that folder's name; for a single file, its name. */
  path: string;
  /** The index of the dropped file or folder that contains this file: two folders may have the same name. */
  item?: number;
  /** Absent if the browser could not open the file, or a folder with all of its content. */
  file?: GivenBytes & { lastModified: number };
}

type OpenedFile = GivenFile & Required<Pick<GivenFile, 'file'>>;

interface GivenBytes {
  size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A given file at its place in memory. */
interface PlacedFile {
  path: string;
  uri: string;
  file: OpenedFile['file'];
}

/**
 * Reads the runs in files that a user drops on a web page, and answers the page's questions about them. The code of the server runs in the
 * browser, with the files in memory.
 *
 * @param replayPage returns the page that is packed with each exported run
 */
export function droppedRuns(replayPage: () => ReplayAssets | undefined) {
  const files = memoryFiles();
  /** Entries of the folders, by URI. */
  const listings = new Map<string, Map<string, EntryType>>();
  /** Names of given folders, and of files that came without one. */
  const places = new Set<string>();
  /** URIs: each given folder is a workspace folder of its own, and so are all single files together. */
  const folders = new Set<string>();
  /** Sizes and times of change of what was read, by URI. */
  const known = new Map<string, { size: number; changedAt: number }>();
  /** Files and folders that the browser could not read, by path. */
  const locked = new Map<string, string>();
  let context = newContext();
  /** The number of additions that are being read. */
  let reading = 0;
  provideYaml(() => ({ parse, comments }));
  provideSha256(browserSha256);

  function newContext() {
    const declaringFiles = declarationsByFolder(files.uris());
    const workspace: Workspace = { folders: [...folders], disk: files.disk(), declaringFiles };
    // Single files may refer to files anywhere, so a missing file is no fault: only dropped folders are complete.
    const ofSingleFile = memoizeByObject(({ workspace: _, ...rest }: Context): Context => rest);
    // A page can't compile the schemas that files bring: what they declare is recognised, and not checked.
    const compile = () => ({ validate: () => true as const });
    const under = contextProvider({
      builtIn: families,
      workspace: () => workspace,
      compile,
      declarationOf,
      warn: () => {},
    });
    return (uri: string) => {
      const { context } = under(DEFAULT_SETTINGS, uri);
      return uri.startsWith(`${SINGLE_FILES}/`) ? ofSingleFile(context) : context;
    };
  }

  const contextOf = (uri: string) => context(uri);
  const runs = workspaceIndexer({ access: files.access, folders: () => [...folders], contextOf, warn: () => {} });
  const { index } = runs;
  const texts = textIndex({ access: files.access });
  const search = () => ({ index, access: files.access, opened: new Map(), texts, now: Date.now() });
  const reader = fileEnvelopeReader({
    access: files.access,
    opened: new Map(),
    record: uri => index.record(uri),
    contextOf,
    fileOf: pathOf,
    fileAt: () => undefined,
  });
  const shown: ShownRuns = {
    index,
    reader: { ...reader, page: replayPage },
    search,
    said: saidRuns(search),
    isReading: () => reading > 0,
    get places() {
      return [...places];
    },
    faults: () => [
      ...[...locked].map(([path, fault]) => ({ path, fault })),
      ...runs.faults().map(({ uri, fault }) => ({ path: pathOf(uri), fault })),
    ],
  };

  /** Works in slices, between which the page draws and asks. */
  async function work(step: (until: number) => boolean): Promise<void> {
    while (step(performance.now() + SLICE)) await pause();
  }

  return {
    /** Throws an error with a message for the user. */
    answer(question: string, params: object): unknown {
      const answer = answerRunsPage(shown, question, params, Date.now());
      // A filter searches on for its words after its answer; the next question says what was found.
      void pause().then(() => work(until => shown.said.work(until)));
      return answer;
    },
    /** Reads files besides those of before. Rejects with a message for the user. */
    async add(given: readonly GivenFile[]): Promise<void> {
      const isRead = ({ path }: { path: string }) => !!languageOf(path) && !LEFT_OUT.test(`/${path}`);
      const opened = given.filter((one): one is OpenedFile => one.file !== undefined);
      const unread = given.filter(one => !one.file).map(({ path }) => path);
      if (!opened.some(isRead) && unread.length === 0)
        throw new Error(given.length === 0 ? 'There is no file in it.' : NONE_READ);
      reading++;
      try {
        for (const path of unread) locked.set(path, LOCKED);
        const placed = await placeFiles(opened, isRead);
        const read = placed.filter(isRead);
        const sizes = new Map([...known].map(([uri, { size }]) => [uri, size]));
        for (const { uri, file } of read) sizes.set(uri, file.size);
        if ([...sizes.values()].reduce((sum, size) => sum + size, 0) > MOST_BYTES) throw new Error(TOO_LARGE);
        // Rules ask whether files exist, whatever is in them.
        for (const { uri } of placed) list(uri);
        const update: MemoryUpdate = {
          folders: [...listings].map(([uri, entries]) => [uri, [...entries]]),
          files: [],
          faults: [],
        };
        for (const { path, uri, file } of read) {
          // A file may be locked, or gone since it was dropped: the others are read.
          const bytes = await file.arrayBuffer().catch(() => undefined);
          if (!bytes) {
            unread.push(path);
            locked.set(pathOf(uri), LOCKED);
            continue;
          }
          for (const gone of locked.keys()) if (`${pathOf(uri)}/`.startsWith(`${gone}/`)) locked.delete(gone);
          const facts = { size: file.size, changedAt: file.lastModified };
          update.files.push([uri, { ...facts, bytes: new Uint8Array(bytes) }]);
          known.set(uri, facts);
          folders.add(placeOf(uri));
          places.add(pathOf(uri).split('/', 1)[0] ?? '');
        }
        files.apply(update);
        context = newContext();
        if (update.files.some(([uri]) => isDeclarationFile(uri))) runs.contextChanged();
        else runs.scan();
        await work(until => {
          while (performance.now() < until) if (!runs.work()) return false;
          return true;
        });
      } finally {
        reading--;
      }
      if (unread.length > 0) throw new Error(unreadText(unread));
    },
  };

  /** Lists a file in its folder, and that in the folder above. */
  function list(uri: string): void {
    let type: EntryType = 'file';
    for (let at = uri; at !== ROOT; at = at.slice(0, at.lastIndexOf('/'))) {
      const folder = at.slice(0, at.lastIndexOf('/'));
      const entries = listings.get(folder) ?? new Map<string, EntryType>();
      listings.set(folder, entries.set(fileNameOf(at), type));
      type = 'folder';
    }
  }

  /**
   * Assigns dropped files to folders. Files without a folder are kept apart from those of dropped folders, and another folder of a known name
   * becomes a folder of its own.
   */
  async function placeFiles(given: readonly OpenedFile[], isRead: (file: GivenFile) => boolean): Promise<PlacedFile[]> {
    const items = new Map<string, { top: string; files: OpenedFile[] }>();
    const placed: PlacedFile[] = [];
    for (const one of given) {
      const [top = one.path, ...rest] = stepsOf(one.path);
      if (rest.length === 0) placed.push({ ...one, uri: uriOf(['files', top]) });
      else {
        const key = `${one.item ?? 0}/${top}`;
        const item = items.get(key) ?? { top, files: [] };
        item.files.push(one);
        items.set(key, item);
      }
    }
    const taken = new Set<string>();
    for (const { top, files: inside } of items.values()) {
      let name = top;
      for (let count = 2; taken.has(name) || !(await isSameFolder(name, inside.filter(isRead))); count++)
        name = `${top} (${count})`;
      taken.add(name);
      for (const one of inside) placed.push({ ...one, uri: uriOf(['folders', name, ...stepsOf(one.path).slice(1)]) });
    }
    return placed;
  }

  /**
   * Returns whether a folder may be the one that was given under this name: a file in it is unchanged, or a log that goes on. A browser tells no
   * more of a folder than its name.
   */
  async function isSameFolder(name: string, inside: readonly OpenedFile[]): Promise<boolean> {
    let isShared = false;
    for (const { path, file } of inside) {
      const uri = uriOf(['folders', name, ...stepsOf(path).slice(1)]);
      const before = known.get(uri);
      if (!before) continue;
      isShared = true;
      if (file.size === before.size && file.lastModified === before.changedAt) return true;
      if (file.size > before.size && before.size > 0 && file.lastModified > before.changedAt) {
        const length = Math.min(before.size, COMPARED);
        const begin = await file
          .slice(0, length)
          .arrayBuffer()
          .catch(() => undefined);
        if (begin && files.begins(uri, new Uint8Array(begin))) return true;
      }
    }
    return !isShared;
  }
}

const ROOT = 'file:///given';
const SINGLE_FILES = `${ROOT}/files`;
/** Bytes at the beginning of a log, to tell whether it is the same. */
const COMPARED = 1 << 16;

/** Steps up lead nowhere. */
function stepsOf(path: string): string[] {
  return path.split('/').filter(step => !['', '.', '..'].includes(step));
}

function uriOf(steps: readonly string[]): string {
  // A lone surrogate has no form in a URI.
  return [ROOT, ...steps.map(step => encodeURIComponent(step.replace(/\p{Surrogate}/gu, '\u{FFFD}')))].join('/');
}

/** The workspace folder of a file. */
function placeOf(uri: string): string {
  return uri
    .split('/')
    .slice(0, uri.startsWith(`${SINGLE_FILES}/`) ? 5 : 6)
    .join('/');
}

/** The path of a file, as the user knows it. */
function pathOf(uri: string): string {
  return decodeUri(uri.replace(/^file:\/\/\/given\/(?:files|folders)\//, ''));
}

/** Milliseconds. */
const SLICE = 30;
/** All files are held in memory. */
const MOST_BYTES = 500_000_000;
const LEFT_OUT = /\/(?:node_modules|\.git)\//;
/** Which files could not be read, and how to go on. */
function unreadText(paths: readonly string[]): string {
  const [first = '', ...more] = paths;
  const which = more.length > 0 ? `${first} and ${more.length} more` : first;
  return `The browser can't read ${which}: locked, moved or deleted since. Drop them again; all others are shown.`;
}

const LOCKED = "can't be read by the browser: locked, moved or deleted since it was dropped; drop it again.";
const NONE_READ = 'None of these files is read: runs are in files that end in .jsonl, .ndjson, .json, .yaml or .md.';
const TOO_LARGE = 'These files are larger than 500 MB together; add fewer, or use "agent-envelopes serve".';

/** Lets the page draw, and take what the user does. */
function pause(): Promise<void> {
  return new Promise(resolve => void setTimeout(resolve, 0));
}

/** The part of a page's global object that this code uses. */
interface PageDocument {
  getElementById(id: string): unknown;
  querySelectorAll(selector: string): Iterable<{ textContent: string | null; content?: string }>;
}

/**
 * The scripts and the style of this page, to pack an exported run with; undefined if they are not as this program wrote them. Extensions of
 * the browser add their own to any page: ours are those that the page's policy allows.
 */
function ownAssets(document: PageDocument | undefined): ReplayAssets | undefined {
  if (!document) return undefined;
  const textsOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
  const texts = new Map(
    [...textsOf('script:not([type])'), ...textsOf('style')].map(text => [`sha256-${sha256(text)}`, text]),
  );
  for (const { content } of document.querySelectorAll('meta[http-equiv="Content-Security-Policy"]')) {
    const pieces = [...(content ?? '').matchAll(/'(sha256-[^']+)'/g)].map(([, hash = '']) => ({
      hash,
      text: texts.get(hash),
    }));
    const [core, list, script, style] = pieces;
    if (!core?.text || !list?.text || !script?.text || !style?.text) continue;
    return {
      core: { ...core, text: core.text },
      script: { ...script, text: script.text },
      style: { ...style, text: style.text },
      notices: 'The licences of the packages in this file are in the page that it was exported from.',
    };
  }
  return undefined;
}

// This and `offline.ts` are the server's only code that runs in a browser. A page that was exported from the page of dropped files has the
// same script, and answers from its run, as `offline.ts` does.
const page = globalThis as { document?: PageDocument };
if (page.document && !page.document.getElementById(RUN_ELEMENT)) {
  Object.assign(globalThis, { agentEnvelopesRuns: droppedRuns(() => ownAssets(page.document)) });
}
