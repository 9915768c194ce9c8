import type { Diagnostic } from 'vscode-languageserver-types';
import type { DiagnosticsClient } from '../features/diagnostics';
import type { UnreadableFile } from '../model/disk';
import type { FileLang, Range } from '../model/text';
import type { Trust } from '../project/resolveProject';
import type { OpenedCheck } from '../runs/indexer/checkFile';
import type { Settings } from '../shared/lspExtensions';

/**
 * The messages that the server sends to the index thread, for example that a file was opened. They are plain data, since they are copied
 * between threads.
 */
export type ToWorker =
  /** `excluded` lists the files not to read. */
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
  /** The parts of an open file whose problems came and went since the last of these messages. */
  | { type: 'checked'; uri: string; check: OpenedCheck }
  /** Files outside of the folders to read as well. */
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
  /** A partial answer; further reports may follow. */
  | { type: 'reports'; id: number; reports: DiagnosticsReport[] }
  | { type: 'failed'; id: number; message: string }
  /** `said` increases when a search finds more runs by their messages. */
  | { type: 'state'; revision: number; runs: number; files: number; scanning: boolean; live: boolean; said: number }
  /** All declaration files found so far. */
  | { type: 'declared'; uris: readonly string[] }
  | { type: 'warning'; fault: UnreadableFile }
  /** The large file that is being read; without `uri`, reading has ended. */
  | { type: 'reading'; uri?: string }
  | { type: 'stopped' };

/** When to answer a query: now, when all changed files are read, when all files are read, or when all are checked, too. */
export type AnswerTime = 'now' | 'caughtUp' | 'complete' | 'checked';

export interface ChangedFile {
  uri: string;
  /** Only the content of the file has changed. */
  inside: boolean;
}

/** A request for the diagnostics of all files, valid until it is answered or ended. */
export interface DiagnosticsPull {
  id: number;
  /** By file, the id of the last report that the client has. */
  known: readonly { uri: string; value: string }[];
  /** The pull takes one report after another; otherwise the first report completes it. */
  streams: boolean;
  client: DiagnosticsClient;
}

/** The diagnostics of a file, in the form of the language server protocol. */
export type DiagnosticsReport = { uri: string; version: number | null } & (
  | { kind: 'full'; resultId?: string; items: Diagnostic[] }
  | { kind: 'unchanged'; resultId: string }
  /** The file is open: the server has its diagnostics. */
  | { kind: 'open'; resultId: string }
);

export interface FolderSettings {
  uri: string;
  name: string;
  settings: IndexSettings;
}

/**
 * A folder outside of the workspace with received or loaded runs, which the tree shows under the folder's name. It is
 * read like a workspace folder with default settings, but configures and declares nothing; its files have no symbols and no renames,
 * and while closed no diagnostics.
 */
export interface SourceFolder {
  uri: string;
  name: string;
  /** The text beside the name. A folder without note and runs is not shown. */
  note?: string;
  /** The folder holds loaded runs of a store; the store itself lists its runs. */
  isStore?: true;
}

/** The settings that the index depends on. */
export type IndexSettings = Omit<Settings, 'codeLens' | 'inlayHints'> & Trust;

/**
 * Selects the settings that the index depends on.
 *
 * @param shows the features that the client can show; data for other features are not computed
 */
export function indexSettings(
  { codeLens: _, inlayHints: __, ...settings }: Settings & Trust,
  shows: { closedFiles: boolean },
): IndexSettings {
  return { ...settings, checkClosedFiles: settings.checkClosedFiles && shows.closedFiles };
}

export type TextChange = { range: Range; text: string } | { text: string };
