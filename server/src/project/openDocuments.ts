import { analyse, analyseInSteps, analyseLine, type Cache, type Context, emptyCache } from '../analysis/analyse';
import type { Analysis } from '../model/analysis';
import type { FileLang, Position, Range, TextFile } from '../model/text';
import { nextTask, uptime } from '../shared/eventLoop';
import type { WorkInSteps } from '../shared/workInSteps';
import { languageOf } from '../text/fileLanguage';
import { applyChange, fileText, textFile, textLength } from '../text/lines';

/** A document that is open in the editor, with its latest analysis. */
interface OpenDocument {
  file: TextFile;
  /** The client's version number of this text. */
  version: number;
  cache?: Cache;
  /** The latest analysis, valid for the current text and this context. */
  made?: { analysis: Analysis; context: Context };
  context?: Context;
  /** The analysis under way. */
  analysing?: Promise<void>;
  /** Until the document is analysed for the first time: its first problems, and who waits for them. */
  first?: { analysis?: Analysis; waiting: ((first: Analysis) => void)[] };
  /** Whether settings, declarations or the disk have changed since the analysis began. */
  isOutdated?: boolean;
  timer?: NodeJS.Timeout;
}

interface OpenedDocument {
  uri: string;
  languageId: string;
  version: number;
  text: string;
}

interface OpenDocumentsOptions {
  contextOf(uri: string): Promise<Context>;
  /** Called with each new analysis, requested or not. */
  onAnalysed(analysis: Analysis): void;
  /** Called with the first problems of a large document that was opened, if they are found before its analysis ends. */
  onFirst?(first: Analysis): void;
  /** Called with the error of an analysis that no request waits for. */
  onFailed(error: unknown): void;
  /** Runs an analysis, with pauses. */
  run?: typeof runInSlices;
}

// Milliseconds without typing after which a document is analysed without a request.
const PAUSE = 150;

/** Manages the documents that are open in the editor. Each is analysed on request, and after each pause in the typing. */
export function openDocuments({ contextOf, onAnalysed, onFirst, onFailed, run = runInSlices }: OpenDocumentsOptions) {
  const documents = new Map<string, OpenDocument>();

  async function analysisOf(uri: string): Promise<Analysis | undefined> {
    for (;;) {
      const context = await contextOf(uri);
      const open = documents.get(uri);
      if (!open) return undefined;
      const { made } = open;
      if (made?.context === context && made.analysis.file === open.file) return made.analysis;
      // One analysis at a time: the next one starts from the cache of this one.
      open.analysing ??= analyseOpen(open, context).finally(() => delete open.analysing);
      await open.analysing;
    }
  }

  /** Analyses the current text, a large one in slices. Keeps only the cache if the text or a dependency changes meanwhile. */
  async function analyseOpen(open: OpenDocument, context: Context): Promise<void> {
    const { file } = open;
    const before = open.context === context ? open.cache : undefined;
    const cache = emptyCache();
    const { disk } = context.workspace ?? {};
    const changes = disk?.changes?.();
    open.isOutdated = false;
    // Requests at a cursor don't wait for the end: they use the partly filled cache.
    if (!before) Object.assign(open, { cache, context });
    const isOpen = () => documents.get(file.uri) === open;
    const tellFirst = (analysis: Analysis) => {
      // The text or the settings are others now, or what rules ask for is not loaded yet.
      if (!open.first || open.file !== file || open.isOutdated || disk?.whenLoaded()) return;
      open.first.analysis = analysis;
      for (const tell of open.first.waiting.splice(0)) tell(analysis);
      onFirst?.(analysis);
    };
    const isFirst = open.first && isLarge(file);
    const analysis = await run(
      analyseInSteps(file, context, { before, cache, ...(isFirst && { onFirst: tellFirst }) }),
      isOpen,
    );
    if (!analysis) return;
    Object.assign(open, { cache, context });
    // Rules may have asked for files that are not loaded yet.
    const reading = disk?.whenLoaded();
    if (reading) await reading;
    // Parts that were analysed before the disk answered lack that answer.
    else if (open.file === file && !open.isOutdated && disk?.changes?.() === changes) {
      open.made = { analysis, context };
      delete open.first;
      onAnalysed(analysis);
    }
  }

  async function firstAnalysisOf(uri: string): Promise<Analysis | undefined> {
    const { first, file } = documents.get(uri) ?? {};
    if (!first) return analysisOf(uri);
    if (first.analysis?.file === file) return first.analysis;
    return Promise.race([analysisOf(uri), new Promise<Analysis>(resolve => first.waiting.push(resolve))]);
  }

  async function uncheckedAnalysisOf(uri: string, at?: Position): Promise<Analysis | undefined> {
    const context = await contextOf(uri);
    const open = documents.get(uri);
    if (!open) return undefined;
    const isMade = open.made?.context === context && open.made.analysis.file === open.file;
    if (at && !isMade && isNewLongLog(open)) return analyseLine(open.file, context, at.line);
    if (isMade || !/^jsonc?$/.test(open.file.lang)) return analysisOf(uri);
    const before = open.context === context ? open.cache : undefined;
    const { analysis, cache } = analyse(open.file, context, before, { at });
    Object.assign(open, { cache, context });
    return analysis;
  }

  function soon(uri: string, delay: number): void {
    const open = documents.get(uri);
    if (!open) return;
    clearTimeout(open.timer);
    open.timer = setTimeout(() => void analysisOf(uri).catch(onFailed), delay);
  }

  return {
    analysisOf,
    /** The analysis, or the first problems of a large document that was opened: whichever is known earlier. */
    firstAnalysisOf,
    /**
     * The analysis for a request at a cursor, which doesn't wait for problems of JSON: parts and kinds only; `problems` may be empty.
     *
     * @param at only documents that an envelope carries at this position are analysed
     */
    uncheckedAnalysisOf,
    open({ uri, languageId, version, text }: OpenedDocument): TextFile {
      const file = textFile(uri, documentLanguage(languageId, uri), text);
      documents.set(uri, { file, version, first: { waiting: [] } });
      soon(uri, 0);
      return file;
    },
    change(
      uri: string,
      changes: readonly ({ range: Range; text: string } | { text: string })[],
      version: number,
    ): void {
      const open = documents.get(uri);
      if (!open) return;
      open.version = version;
      for (const change of changes) {
        open.file = 'range' in change ? applyChange(open.file, change) : textFile(uri, open.file.lang, change.text);
      }
      soon(uri, PAUSE);
    },
    close(uri: string): void {
      clearTimeout(documents.get(uri)?.timer);
      documents.delete(uri);
    },
    isOpen: (uri: string): boolean => documents.has(uri),
    /** Whether the analysis of a document is under way. */
    isAnalysing: (): boolean =>
      [...documents.values()].some(({ analysing, made, file }) => analysing && made?.analysis.file !== file),
    /** Whether a document is open and has the text of this analysis. */
    isCurrent: ({ file }: Analysis): boolean => documents.get(file.uri)?.file === file,
    /** Returns the analysis of a document's current text, if there is one already. */
    madeAnalysis(uri: string): Analysis | undefined {
      const { made, file } = documents.get(uri) ?? {};
      return made?.analysis.file === file ? made?.analysis : undefined;
    },
    /** Returns the client's version number of an open document's current text. */
    versionOf: (uri: string): number | undefined => documents.get(uri)?.version,
    uris: (): readonly string[] => [...documents.keys()],
    /** All open documents. */
    *files(): Generator<{ uri: string; lang: FileLang; text: string }> {
      for (const { file } of documents.values()) yield { uri: file.uri, lang: file.lang, text: fileText(file) };
    },
    /** The text of an open document. */
    textOf(uri: string): string | undefined {
      const open = documents.get(uri);
      return open && fileText(open.file);
    },
    /** Settings, folders or the disk changed: analyses all documents again. */
    contextChanged(): void {
      for (const open of documents.values()) {
        delete open.made;
        delete open.first?.analysis;
        open.isOutdated = true;
      }
      for (const uri of documents.keys()) soon(uri, 0);
    },
  };
}

/** Returns whether this is the first analysis of a long log. After an edit, only the edited lines are analysed. */
function isNewLongLog({ file, cache }: OpenDocument): boolean {
  return file.lang === 'jsonl' && !cache?.sequence?.result && isLarge(file);
}

/** Returns whether a text takes long to analyse. */
export function isLarge({ lines }: Pick<TextFile, 'lines'>): boolean {
  return textLength(lines) > LARGE;
}

const LARGE = 1_000_000;

// Editors without a language for logs call them JSON, and not every editor knows which files may have comments: the
// file name decides, unless the client names a specific language.
function documentLanguage(languageId: string, uri: string): FileLang {
  const byEnding = languageOf(uri);
  switch (languageId) {
    case 'jsonl':
    case 'markdown':
      return languageId;
    case 'jsonc':
      return byEnding === undefined || byEnding === 'json' ? 'jsonc' : byEnding;
    case 'yaml':
      return byEnding ?? languageId;
    default:
      return byEnding ?? 'json';
  }
}

/** Runs work in time slices, between which the server answers requests. The first slice is long, so short work runs without a pause. */
export function runInSlices<T>(steps: WorkInSteps<T>): Promise<T>;
/** @param isNeeded called after each pause; if false, the work is abandoned and the result is undefined */
export function runInSlices<T>(steps: WorkInSteps<T>, isNeeded: () => boolean): Promise<T | undefined>;
export async function runInSlices<T>(steps: WorkInSteps<T>, isNeeded = () => true): Promise<T | undefined> {
  for (let slice = FIRST_SLICE; ; slice = SLICE) {
    const until = uptime() + slice;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (uptime() < until);
    await nextTask();
    if (!isNeeded()) return undefined;
  }
}

// In seconds, the unit of `uptime`. The first slice is longer because V8 collects garbage in pauses, which makes an edit in 10 MB a fifth slower; it stays below what is felt.
const FIRST_SLICE = 0.03;
const SLICE = 0.008;
