import { analyse, type Cache, type Context } from '../analysis/analyse';
import type { Analysis } from '../model/analysis';
import type { FileLang, Range, SourceFile } from '../model/text';
import { languageOf } from '../text/language';
import { applyChange, fileText, sourceFile } from '../text/lines';

interface OpenDocument {
  file: SourceFile;
  cache?: Cache;
  /** Of the file as it is now, under this context. */
  made?: { analysis: Analysis; context: Context };
  context?: Context;
  timer?: NodeJS.Timeout;
}

interface OpenDocumentsOptions {
  contextOf(uri: string): Promise<Context>;
  /** Called with each new analysis, also when nobody asked for it. */
  onAnalysed(analysis: Analysis): void;
  /** Called where an analysis that nobody asked for went wrong: there is no request that could fail. */
  onFailed(error: unknown): void;
}

// A pause in the typing, in milliseconds, after which a file is analysed without being asked for.
const PAUSE = 150;

/** The files that are open in the editor, as it holds them, each analysed when asked for, and after each pause. */
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
        // Only what is complete is kept: others may ask meanwhile.
        open.made = { analysis, context };
        onAnalysed(analysis);
        return analysis;
      }
      // Rules asked for files that were not known yet: what they say with them is the answer.
      await reading;
      // Closed meanwhile, and perhaps opened again as another.
      if (documents.get(uri) !== open) return analysisOf(uri);
    }
  }

  function soon(uri: string, delay: number): void {
    const open = documents.get(uri);
    if (!open) return;
    clearTimeout(open.timer);
    open.timer = setTimeout(() => void analysisOf(uri).catch(onFailed), delay);
  }

  return {
    analysisOf,
    open({ uri, languageId, text }: { uri: string; languageId: string; text: string }): SourceFile {
      const file = sourceFile(uri, langOf(languageId, uri), text);
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
    /** All of them, as the editor holds them. */
    *files(): Generator<{ uri: string; lang: FileLang; text: string }> {
      for (const { file } of documents.values()) yield { uri: file.uri, lang: file.lang, text: fileText(file) };
    },
    /** The text of a file as the editor holds it. */
    textOf(uri: string): string | undefined {
      const open = documents.get(uri);
      return open && fileText(open.file);
    },
    /** Settings, folders or the disk are others now: all files are looked at again. */
    contextChanged(): void {
      for (const open of documents.values()) delete open.made;
      for (const uri of documents.keys()) soon(uri, 0);
    },
  };
}

// Editors without a language for logs call them JSON, and not every editor knows which files may have comments: the ending decides, unless
// the client names a language that nobody takes for granted.
function langOf(languageId: string, uri: string): FileLang {
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
