import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { MessagePort } from 'node:worker_threads';
import { version } from '../../../package.json';
import { closedDiagnostics } from '../features/diagnostics/closedDiagnostics';
import type { Workspace } from '../model/disk';
import type { FileAccess, UnreadableFile } from '../model/fileAccess';
import type { SourceFile } from '../model/text';
import { indexer } from '../runs/index/indexer';
import { deserializeIndex, type StoredIndex, serializeIndex } from '../runs/index/storedIndex';
import { contextProvider } from '../session/contextProvider';
import { isDeclarationFile } from '../session/declarationFiles';
import { isProjectFile, withProjectFile } from '../session/projectFile';
import { applyChange, sourceFile } from '../text/lines';
import { loadStore, saveStore } from '../workspace/indexStore';
import { syncDisk } from '../workspace/nodeDisk';
import { nodeFileAccess } from '../workspace/nodeFileAccess';
import { replayPageFiles } from '../workspace/replayPageFiles';
import { schemaCompiler } from '../workspace/schemaCompiler';
import { type ContextHashes, contextHashes, declarationTracker } from './declarationTracker';
import { settingsLookup } from './folderSettings';
import { runQuery } from './indexQueries';
import type { FolderSettings, FromWorker, ToWorker } from './messages';
import type { QueryContext } from './queryContext';
import { readerThread } from './readerThread';
import { trackLargeReads } from './trackLargeReads';
import { workspaceDiagnostics } from './workspaceDiagnostics';

/** Milliseconds of work between two looks at what was asked. */
const SLICE = 8;
/** Milliseconds between two messages that say how far it is; longer where it takes long to find out. */
const PAUSE = 250;
const SHARE = 20;
/** Milliseconds after an answer until problems are looked for again: who asked will mostly ask once more. */
const REST = 50;
/** Milliseconds without work after which what is known is kept for the next time. */
const QUIET = 3000;
/** Milliseconds of work before it ends. */
const LAST = 200;

/** The thread that keeps the index of runs: it reads, and answers. Ends when it is told to, or with its server. */
export function runIndexWorker(port: MessagePort): void {
  // Reading makes much that is soon done with. Left to itself the heap would grow to twice of what is kept, and stay so. In
  // Electron flags may be frozen, and to set one could end the process; its pointers, and so its heap, are half the size.
  if (!process.versions['electron']) setFlagsFromString('--heap-growing-percent=30');
  const say = (message: FromWorker) => port.postMessage(message);
  /** As the editor has it, and together with the folders' own files. */
  let given: FolderSettings[] = [];
  let folders: FolderSettings[] = [];
  let settingsOf = settingsLookup(folders);
  let storage: string | undefined;
  let disk = syncDisk([]);
  const opened = new Map<string, SourceFile>();
  const versions = new Map<string, number>();
  const declared = declarationTracker();
  let leftOut: ReadonlySet<string> = new Set();
  const access = trackLargeReads(
    meeting(
      nodeFileAccess(uri => settingsOf(uri)),
      declared.add,
    ),
    {
      isExcluded: uri => leftOut.has(uri),
      onReading: uri => say({ type: 'reading', ...(uri !== undefined && { uri }) }),
    },
  );
  let workspace: Workspace = { folders: [], disk };
  const contextUnder = contextProvider({
    workspace: () => workspace,
    compile: schemaCompiler(__dirname),
    warn: () => {},
  });
  const contextOf = (uri: string) => contextUnder(settingsOf(uri), uri).context;
  const warn = (fault: UnreadableFile) => say({ type: 'warning', fault });
  const reader = readerThread(__dirname, { folders: () => folders, declared: declared.all }, () => void drive());
  const runsFrom = (before: StoredIndex | undefined) =>
    indexer({
      access,
      folders: () => workspace.folders,
      contextOf,
      warn,
      before,
      reader,
      checksAllFiles: uri => settingsOf(uri).checkClosedFiles,
      onChecked: uri => closed.changed(uri),
    });
  let runs = runsFrom(undefined);
  const closed = workspaceDiagnostics({
    records: () => runs.index.eachRecord(),
    record: uri => runs.index.record(uri),
    isWanted: uri => workspace.folders.some(folder => uri.startsWith(`${folder}/`)) && settingsOf(uri).checkClosedFiles,
    versionOf: uri => versions.get(uri),
    diagnose: (record, { client }) => {
      const { uri } = record;
      return closedDiagnostics(record, { access, context: contextOf(uri), opened: opened.get(uri), client });
    },
    recheck: uri => runs.recheck(uri),
    tell: ({ id, streams }, reports) =>
      say(streams ? { type: 'reports', id, reports } : { type: 'answer', id, value: reports }),
  });
  const world: QueryContext = {
    get index() {
      return runs.index;
    },
    folders: () => folders,
    workspace: () => workspace,
    access,
    opened,
    contextOf,
    page: replayPageFiles(__dirname),
  };

  let answeredAt = Number.NEGATIVE_INFINITY;
  let driving = false;
  async function drive(): Promise<void> {
    if (driving) return;
    driving = true;
    while (guarded(slice)) {
      // That all is read is never kept waiting for.
      guarded(() => report(reported.scanning && !runs.state().scanning));
      const rest = runs.state().isComplete ? answeredAt + REST - performance.now() : 0;
      await (rest > 0 ? pause(rest) : setImmediate());
    }
    driving = false;
    guarded(() => report(true));
    keepSoon();
  }

  // Ends at once when there is something to read.
  let goOn = () => {};
  function pause(milliseconds: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, milliseconds);
      goOn = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function slice(): boolean {
    const until = performance.now() + SLICE;
    let goesOn = true;
    while (goesOn && performance.now() < until) goesOn = runs.work();
    tellDeclared();
    if (compareDeclared()) goesOn = true;
    // What is known is told once it is known to its end; to look for it may show that it is not.
    if (!goesOn && runs.state().idle) {
      do goesOn = closed.work();
      while (goesOn && runs.state().idle && performance.now() < until);
      goesOn ||= !runs.state().idle;
    }
    answerWaiting();
    return goesOn;
  }

  let told: readonly string[] = declared.all();
  function tellDeclared(): void {
    if (told === declared.all()) return;
    told = declared.all();
    compared = false;
    say({ type: 'declared', uris: told });
  }

  // What is declared in a file is known when that is met; what was read before it was read without.
  let under: ContextHashes = { reading: '', checking: '' };
  let compared = false;
  function compareDeclared(): boolean {
    const { scanning, cancelled } = runs.state();
    if (compared || scanning || cancelled) return false;
    compared = true;
    declared.retain(uri => access.stat(uri) !== undefined);
    const now = contextHashes(folders, workspace);
    const before = under;
    under = now;
    if (now.reading !== before.reading) runs.contextChanged();
    else if (now.checking !== before.checking) runs.checkAgain();
    else return false;
    return true;
  }

  let reported = { at: 0, took: 0, text: '', scanning: false };
  function report(atOnce: boolean): void {
    const now = performance.now();
    if (!atOnce && now - reported.at < Math.max(PAUSE, SHARE * reported.took)) return;
    const { scanning, files } = runs.state();
    const message: FromWorker = {
      type: 'state',
      revision: runs.index.revision(),
      runs: runs.index.size(),
      files,
      scanning,
      live: runs.index.changedAt() > Date.now() - MINUTE,
    };
    const text = JSON.stringify(message);
    if (text !== reported.text) say(message);
    reported = { at: now, took: performance.now() - now, text, scanning };
  }

  // Some questions are answered only when all has been read: what is renamed must be renamed everywhere.
  let waiting: Extract<ToWorker, { type: 'ask' }>[] = [];
  function answerWaiting(): void {
    if (waiting.length === 0 || !runs.state().isComplete) return;
    const due = waiting;
    waiting = [];
    for (const one of due) answer(one);
  }

  function answer({ id, question, params }: Extract<ToWorker, { type: 'ask' }>): void {
    try {
      say({ type: 'answer', id, value: runQuery(question, world, params) });
    } catch (error) {
      say({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) });
    }
    answeredAt = performance.now();
  }

  let saved = -1;
  let timer: NodeJS.Timeout | undefined;
  function keepSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(() => guarded(keep), QUIET).unref();
  }
  function keep(): void {
    const revision = runs.index.revision();
    if (storage === undefined || revision === saved || !runs.state().idle) return;
    const failed = saveStore(storage, storedUnder(folders), serializeIndex({ ...runs.index.stored(), under }));
    if (failed) warn({ uri: storage, ...failed });
    saved = revision;
  }

  function start(by: FolderSettings[], folder: string | undefined): void {
    setFolders(by);
    storage = folder;
    const stored = storage === undefined ? undefined : loadStore(storage, storedUnder(folders));
    const before = stored && deserializeIndex(stored, () => void setImmediate().then(() => begin(undefined)));
    begin(before);
    if (before) saved = runs.index.revision();
  }

  function begin(before: StoredIndex | undefined): void {
    runs = runsFrom(before);
    closed.restarted();
    for (const uri of runs.index.uris()) declared.add(uri);
    under = contextHashes(folders, workspace);
    if (before && (before.under as ContextHashes | undefined)?.reading !== under.reading) {
      begin(undefined);
      return;
    }
    if (before && (before.under as ContextHashes).checking !== under.checking) runs.checkAgain();
    compared = true;
    runs.scan();
    for (const file of opened.values()) runs.open(file);
    void drive();
  }

  /** Another settings file in a folder is as good as other settings in the editor. */
  function setFolders(by: FolderSettings[]): void {
    given = by;
    disk = syncDisk(given.map(({ uri }) => uri));
    folders = given.map(folder => ({ ...folder, settings: withProjectFile(folder.settings, folder.uri, disk) }));
    settingsOf = settingsLookup(folders);
    workspace = { folders: folders.map(({ uri }) => uri), disk, declaringFiles: declared.below };
    compared = false;
  }

  /** True where what the index holds is read anew. */
  function foldersChanged(by: FolderSettings[]): boolean {
    const before = storedUnder(folders);
    setFolders(by);
    if (storedUnder(folders) === before) return false;
    readAnew();
    return true;
  }

  function readAnew(): void {
    under = contextHashes(folders, workspace);
    runs.contextChanged();
  }

  // Answers of the disk are remembered until what they are of changes: beside a log that grows all else stays known.
  function diskChanged(files: ChangedFiles): void {
    const known = files.filter(({ uri, inside }) => disk.changed(uri, inside) || isDeclarationFile(uri));
    if (known.length > 0) compared = false;
  }

  function receive(message: ToWorker): void {
    switch (message.type) {
      case 'start':
        leftOut = new Set(message.leftOut);
        start(message.folders, message.storage);
        break;
      case 'folders':
        foldersChanged(message.folders);
        break;
      case 'opened':
        versions.set(message.uri, message.version);
        open(sourceFile(message.uri, message.lang, message.text));
        break;
      case 'edited': {
        const before = opened.get(message.uri);
        versions.set(message.uri, message.version);
        if (before) open(message.changes.reduce(afterChange, before));
        break;
      }
      case 'closed':
        opened.delete(message.uri);
        versions.delete(message.uri);
        runs.close(message.uri);
        closed.touched(message.uri);
        break;
      case 'changed':
        if (!message.files.some(({ uri }) => isProjectFile(uri)) || !foldersChanged(given)) diskChanged(message.files);
        for (const { uri, inside } of message.files) {
          if (access.stat(uri)) declared.add(uri);
          runs.changed(uri, inside);
        }
        break;
      case 'scan':
        setFolders(given);
        readAnew();
        report(true);
        break;
      case 'cancel':
        runs.cancel();
        break;
      case 'ask':
        if (message.settled && !runs.state().isComplete) waiting.push(message);
        else answer(message);
        break;
      case 'pull':
        closed.pull(message.pull);
        break;
      case 'endPull':
        closed.end(message.id);
        break;
      case 'stop': {
        // Only what is known to its end is kept; where little is left, it is worth the wait.
        const until = performance.now() + LAST;
        while (performance.now() < until && runs.work());
        keep();
        say({ type: 'stopped' });
        port.close();
        return;
      }
    }
    if (message.type !== 'ask') goOn();
    void drive();
  }

  function open(file: SourceFile): void {
    opened.set(file.uri, file);
    runs.open(file);
    closed.touched(file.uri);
  }

  // Without this thread there are no runs at all: what goes wrong once must not end it.
  function guarded<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warn({
        uri: 'agent-envelopes:/runs',
        fault: `could not be worked out (${reason}); this is a defect, please report it.`,
      });
      return undefined;
    }
  }

  port.on('message', message => guarded(() => receive(message)));
}

/** The same, of which is told what it finds. */
function meeting(access: FileAccess, meet: (uri: string) => void): FileAccess {
  return {
    ...access,
    *find(folder) {
      for (const found of access.find(folder)) {
        if (!('fault' in found)) meet(found.uri);
        yield found;
      }
    },
    *filesBelow(folder) {
      for (const uri of access.filesBelow(folder)) {
        meet(uri);
        yield uri;
      }
    },
  };
}

const MINUTE = 60_000;

type ChangedFiles = Extract<ToWorker, { type: 'changed' }>['files'];
type Change = Extract<ToWorker, { type: 'edited' }>['changes'][number];

function afterChange(file: SourceFile, change: Change): SourceFile {
  return 'range' in change ? applyChange(file, change) : sourceFile(file.uri, file.lang, change.text);
}

/** What is kept is good for as long as what it was made by is the same: settings, and how records are made. */
function storedUnder(folders: readonly FolderSettings[]): string {
  return JSON.stringify([version, RECORDS, folders]);
}

/** To be raised when records are made otherwise than before in one version. */
const RECORDS = 5;
