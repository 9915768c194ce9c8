import type { SourceFile } from '../model/text';
import { applyChange, sourceFile } from '../text/lines';
import type { TextChange, ToWorker } from './messages';

/** The files that are open in the editor, as it holds them. */
export interface OpenFiles {
  files: ReadonlyMap<string, SourceFile>;
  versionOf(uri: string): number | undefined;
  open(message: Extract<ToWorker, { type: 'opened' }>): SourceFile;
  /** Undefined where the file is not open. */
  edit(message: Extract<ToWorker, { type: 'edited' }>): SourceFile | undefined;
  close(uri: string): void;
}

export function openFiles(): OpenFiles {
  const files = new Map<string, SourceFile>();
  const versions = new Map<string, number>();

  function set(file: SourceFile, version: number): SourceFile {
    files.set(file.uri, file);
    versions.set(file.uri, version);
    return file;
  }

  return {
    files,
    versionOf: uri => versions.get(uri),
    open: ({ uri, lang, text, version }) => set(sourceFile(uri, lang, text), version),
    edit({ uri, changes, version }) {
      const before = files.get(uri);
      return before && set(changes.reduce(withChange, before), version);
    },
    close(uri) {
      files.delete(uri);
      versions.delete(uri);
    },
  };
}

function withChange(file: SourceFile, change: TextChange): SourceFile {
  return 'range' in change ? applyChange(file, change) : sourceFile(file.uri, file.lang, change.text);
}
