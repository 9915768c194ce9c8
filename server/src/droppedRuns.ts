import './offline';
import { families } from './families/index';
import { answerRunsPage, type ShownRuns } from './features/replay/answerRunsPage';
import { fileEnvelopeReader } from './features/replay/fileEnvelopeReader';
import { RUN_ELEMENT } from './features/replay/portableRun';
import { saidRuns } from './features/runs/searchSaid';
import type { ReplayAssets, Workspace } from './model/disk';
import { comments, parse } from './parseYaml';
import { contextProvider } from './project/contextProvider';
import { DEFAULT_SETTINGS } from './project/readSettings';
import { declarationsByFolder, isDeclarationFile } from './project/resolveProject';
import { indexer } from './runs/indexer/indexer';
import { textIndex } from './runs/textIndex';
import { declarationOf } from './shippedProtocols';
import { decodeUri } from './text/decodeUri';
import { languageOf } from './text/language';
import { provideYaml } from './text/parseText';
import { provideSha256 } from './text/sha256';
import { memoryFiles } from './workspace/memoryFiles';

/** A file as the page has it. `path`: with the folders that it was given with. */
interface GivenFile {
  path: string;
  file: { size: number; lastModified: number; text(): Promise<string> };
}

/**
 * Reads given files, and answers the runs page's questions about them: the server without a disk.
 *
 * @param replayPage the page that an exported run is packed with
 */
export function droppedRuns(replayPage: () => ReplayAssets | undefined) {
  const files = memoryFiles('file:///given');
  /** Names of given folders, and of files that came without one. */
  const places = new Set<string>();
  /** URIs: each given folder is a workspace folder of its own, and so are all single files together. */
  const folders = new Set<string>();
  let context = newContext();
  /** How many additions are being read. */
  let reading = 0;
  /** By place, in bytes. */
  const sizes = new Map<string, number>();
  provideYaml(() => ({ parse, comments }));
  // Hashes are only compared: the text itself tells it from any other.
  provideSha256(String);

  function newContext() {
    const declaringFiles = declarationsByFolder(files.uris());
    // What single files refer to may be anywhere: that it is not here says nothing.
    const known = [...folders].filter(folder => folder !== SINGLE_FILES);
    const workspace: Workspace = { folders: known, disk: files.disk, declaringFiles };
    // A page can't compile the schemas that files bring: what they declare is recognised, and not checked.
    const compile = () => ({ validate: () => true as const });
    const under = contextProvider({
      builtIn: families,
      workspace: () => workspace,
      compile,
      declarationOf,
      warn: () => {},
    });
    return (uri: string) => under(DEFAULT_SETTINGS, uri).context;
  }

  const contextOf = (uri: string) => context(uri);
  const runs = indexer({ access: files.access, folders: () => [...folders], contextOf, warn: () => {} });
  const { index } = runs;
  const texts = textIndex({ access: files.access });
  const search = () => ({ index, access: files.access, opened: new Map(), texts, now: Date.now() });
  const reader = fileEnvelopeReader({
    access: files.access,
    opened: new Map(),
    record: uri => index.record(uri),
    contextOf,
    fileOf: uri => decodeUri(uri.replace(/^file:\/\/\/given\/(?:files|folders)\//, '')),
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
      const read = given.filter(({ path }) => languageOf(path) && !LEFT_OUT.test(`/${path}`));
      if (read.length === 0) throw new Error(given.length === 0 ? 'There is no file in it.' : NONE_READ);
      const next = new Map([...sizes, ...read.map(({ path, file }) => [placeOf(path).place, file.size] as const)]);
      if ([...next.values()].reduce((sum, size) => sum + size, 0) > MOST_BYTES) throw new Error(TOO_LARGE);
      reading++;
      const unread: string[] = [];
      try {
        let declares = false;
        // Rules ask whether files exist, whatever is in them.
        for (const { path } of given) files.name(placeOf(path).place);
        for (const { path, file } of read) {
          const { place, top } = placeOf(path);
          // A file may be locked, or gone since it was dropped: the others are read.
          const text = await file.text().catch(() => undefined);
          if (text === undefined) {
            unread.push(path);
            continue;
          }
          const uri = files.set(place, text, file.lastModified);
          sizes.set(place, file.size);
          declares ||= isDeclarationFile(uri);
          const [folder] = /^file:\/\/\/given\/(?:files|folders\/[^/]+)(?=\/)/.exec(uri) ?? [];
          if (folder !== undefined) folders.add(folder);
          places.add(top);
        }
        context = newContext();
        if (declares) runs.contextChanged();
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
}

const SINGLE_FILES = 'file:///given/files';

/** Where a file lies in memory: files without a folder are not beside those that were given with one. */
function placeOf(path: string): { place: string; top: string } {
  const steps = path.split('/').filter(step => !['', '.', '..'].includes(step));
  const [top = path] = steps;
  return { place: [steps.length > 1 ? 'folders' : 'files', ...steps].join('/'), top };
}

/** Milliseconds. */
const SLICE = 30;
/** All texts are held in memory. */
const MOST_BYTES = 500_000_000;
const LEFT_OUT = /\/(?:node_modules|\.git)\//;
/** Which files could not be read, and how to go on. */
function unreadText(paths: readonly string[]): string {
  const [first = '', ...more] = paths;
  const which = more.length > 0 ? `${first} and ${more.length} more` : first;
  return `The browser can't read ${which}: locked, moved or deleted since. Drop them again; all others are shown.`;
}

const NONE_READ = 'None of these files is read: runs are in files that end in .jsonl, .ndjson, .json, .yaml or .md.';
const TOO_LARGE = 'These files are larger than 500 MB together; add fewer, or use "agent-envelopes serve".';

/** Lets the page draw, and take what the user does. */
function pause(): Promise<void> {
  return new Promise(resolve => void setTimeout(resolve, 0));
}

/** What this code uses of a page. */
interface PageDocument {
  getElementById(id: string): unknown;
  querySelectorAll(selector: string): Iterable<{ textContent: string | null; content?: string }>;
}

/** The scripts and the style of this page, to pack an exported run with; undefined if they are not as this program wrote them. */
function ownAssets(document: PageDocument | undefined): ReplayAssets | undefined {
  if (!document) return undefined;
  const textsOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? '');
  const [policy] = document.querySelectorAll('meta[http-equiv="Content-Security-Policy"]');
  const hashes = [...(policy?.content ?? '').matchAll(/'(sha256-[^']+)'/g)].map(([, hash = '']) => hash);
  const [core, , script] = textsOf('script:not([type])');
  const [style] = textsOf('style');
  const [ofCore, , ofScript, ofStyle] = hashes;
  if (!core || !script || !style || !ofCore || !ofScript || !ofStyle) return undefined;
  return {
    core: { text: core, hash: ofCore },
    script: { text: script, hash: ofScript },
    style: { text: style, hash: ofStyle },
    notices: 'The licences of the packages in this file are in the page that it was exported from.',
  };
}

// This and `offline.ts` are the server's only code that runs in a browser. A page that was exported from the page of dropped files has the
// same script, and answers from its run, as `offline.ts` does.
const page = globalThis as { document?: PageDocument };
if (page.document && !page.document.getElementById(RUN_ELEMENT)) {
  Object.assign(globalThis, { agentEnvelopesRuns: droppedRuns(() => ownAssets(page.document)) });
}
