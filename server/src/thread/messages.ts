import type { Diagnostic } from 'vscode-languageserver-types';
import type { DiagnosticsClient } from '../features/diagnostics';
import type { UnreadableFile } from '../model/disk';
import type { FileLang, Range } from '../model/text';
import type { Trust } from '../session/resolveProject';
import type { Settings } from '../shared/protocol';

/** Messages from the server to the index worker. Plain data. */
export type ToWorker =
  /** `excluded`: files that are not read. */
  | {
      type: 'start';
      folders: FolderSettings[];
      sourceFolders: readonly SourceFolder[];
      excluded: string[];
      storage?: string;
    }
  | { type: 'foldersChanged'; folders: FolderSettings[] }
  | { type: 'sourceFolders'; folders: readonly SourceFolder[] }
  | { type: 'opened'; uri: string; lang: FileLang; text: string; version: number }
  | { type: 'edited'; uri: string; changes: TextChange[]; version: number }
  | { type: 'closed'; uri: string }
  /** The files outside the folders that are read, too. */
  | { type: 'included'; uris: readonly string[] }
  | { type: 'diagnosticsDropped'; uri: string }
  | { type: 'filesChanged'; files: ChangedFile[] }
  | { type: 'rescan' }
  | { type: 'cancelScan' }
  | { type: 'query'; id: number; query: string; params: unknown; when: AnswerTime }
  | { type: 'pull'; pull: DiagnosticsPull }
  | { type: 'endPull'; id: number }
  | { type: 'stop' };

/** Messages from the index worker to the server. Plain data. */
export type FromWorker =
  | { type: 'result'; id: number; value: unknown }
  /** More may follow. */
  | { type: 'reports'; id: number; reports: DiagnosticsReport[] }
  | { type: 'failed'; id: number; message: string }
  /** `said` increases when more runs are found by what was said in them. */
  | { type: 'state'; revision: number; runs: number; files: number; scanning: boolean; live: boolean; said: number }
  /** All declaration files found so far. */
  | { type: 'declared'; uris: readonly string[] }
  | { type: 'warning'; fault: UnreadableFile }
  /** A large file is being read now, or, without one, that is done. */
  | { type: 'reading'; uri?: string }
  | { type: 'stopped' };

/** When a query is answered: now, when all files that changed are read, or when all files are. */
export type AnswerTime = 'now' | 'caughtUp' | 'complete';

export interface ChangedFile {
  uri: string;
  /** Only its content has changed. */
  inside: boolean;
}

/** A request for the diagnostics of all files, in force until it is answered or ended. */
export interface DiagnosticsPull {
  id: number;
  /** What the client knows already: the id of the last report, by file. */
  known: readonly { uri: string; value: string }[];
  /** It takes reports one after the other; else the first report, of all that there is, ends it. */
  streams: boolean;
  client: DiagnosticsClient;
}

/** The diagnostics of a file, in the form of the language server protocol. */
export type DiagnosticsReport = { uri: string; version: number | null } & (
  | { kind: 'full'; resultId?: string; items: Diagnostic[] }
  | { kind: 'unchanged'; resultId: string }
);

export interface FolderSettings {
  uri: string;
  name: string;
  settings: IndexSettings;
}

/**
 * A folder outside of the workspace whose runs stand in the tree under its name: what was received, or was loaded from a store. It is
 * read like a workspace folder with default settings, but configures and declares nothing; its files have no symbols, no renames and no diagnostics
 * while they are closed.
 */
export interface SourceFolder {
  uri: string;
  name: string;
  /** Shown beside the name, also while there are no runs; without one, a folder without runs isn't shown. */
  note?: string;
  /** It holds the loaded runs of a store, which lists its runs itself. */
  isStore?: true;
}

/** The settings that the index depends on. */
export type IndexSettings = Omit<Settings, 'codeLens' | 'inlayHints'> & Trust;

/** @param shows what the client can show: the rest is not worked out */
export function indexSettings(
  { codeLens: _, inlayHints: __, ...settings }: Settings & Trust,
  shows: { closedFiles: boolean },
): IndexSettings {
  return { ...settings, checkClosedFiles: settings.checkClosedFiles && shows.closedFiles };
}

export type TextChange = { range: Range; text: string } | { text: string };
