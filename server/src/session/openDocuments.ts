import { analyse, type Cache, type Context } from '../analysis/analyse';
import type { Analysis } from '../model/analysis';
import type { FileLang, Position, Range, SourceFile } from '../model/text';
import { languageOf } from '../text/language';
import { applyChange, fileText, sourceFile } from '../text/lines';

interface OpenDocument {
  file: SourceFile;
  cache?: Cache;
  /** Valid for the present text and this context. */
  made?: { analysis: Analysis; context: Context };
  context?: Context;
  timer?: NodeJS.Timeout;
}

interface OpenDocumentsOptions {
  contextOf(uri: string): Promise<Context>;
  /** Called with each new analysis, requested or not. */
  onAnalysed(analysis: Analysis): void;
  /** Called with the error of an analysis that no request waits for. */
  onFailed(error: unknown): void;
}

// Milliseconds without typing after which a document is analysed without a request.
const PAUSE = 150;

/** The documents that are open in the editor. Each is analysed on request, and after each pause in the typing. */
export function openDocuments({ contextOf, onAnalysed, onFailed }: OpenDocumentsOptions) {
  const documents = new Map<string, OpenDocument>();

  async function analysisOf(uri: string): Promise<Analysis | undefined> {
    const context = await contextOf(uri);
    const open = documents.get(uri);
    if (!open) return undefined;
    if (open.made?.context === context && open.made.analysis.file === open.file) return open.made.analysis;
    for (;;) {
      const before = open.context === context ? open.cache : undefined;
      const { analysis, cache } = analyse(open.file, context, before);
      Object.assign(open, { cache, context });
      const reading = context.workspace?.disk.whenLoaded();
      if (!reading) {
        // Only a complete analysis is cached.
        open.made = { analysis, context };
        onAnalysed(analysis);
        return analysis;
      }
      // Rules asked for files that are not loaded yet.
      await reading;
      // Closed in the meantime, and perhaps opened again.
      if (documents.get(uri) !== open) return analysisOf(uri);
    }
  }

  async function uncheckedAnalysisOf(uri: string, at?: Position): Promise<Analysis | undefined> {
    const context = await contextOf(uri);
    const open = documents.get(uri);
    if (!open) return undefined;
    const isMade = open.made?.context === context && open.made.analysis.file === open.file;
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
    /**
     * The analysis as far as a request at a cursor needs it, which doesn't wait for problems of JSON. It may tell none.
     *
     * @param at the only position at which documents are needed that an envelope carries
     */
    uncheckedAnalysisOf,
    open({ uri, languageId, text }: { uri: string; languageId: string; text: string }): SourceFile {
      const file = sourceFile(uri, documentLanguage(languageId, uri), text);
      documents.set(uri, { file });
      soon(uri, 0);
      return file;
    },
    change(uri: string, changes: readonly ({ range: Range; text: string } | { text: string })[]): void {
      const open = documents.get(uri);
      if (!open) return;
      for (const change of changes) {
        open.file = 'range' in change ? applyChange(open.file, change) : sourceFile(uri, open.file.lang, change.text);
      }
      soon(uri, PAUSE);
    },
    close(uri: string): void {
      clearTimeout(documents.get(uri)?.timer);
      documents.delete(uri);
    },
    isOpen: (uri: string): boolean => documents.has(uri),
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
      for (const open of documents.values()) delete open.made;
      for (const uri of documents.keys()) soon(uri, 0);
    },
  };
}

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
    default:
      return byEnding ?? 'json';
  }
}
