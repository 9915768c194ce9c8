import type { Diagnostic } from 'vscode-languageserver-types';
import type { DiagnosticsClient } from '../features/diagnostics/diagnostics';
import type { UnreadableFile } from '../model/fileAccess';
import type { FileLang, Range } from '../model/text';
import type { Trust } from '../session/projectFile';
import type { Settings } from '../shared/protocol';

/** What the server and the thread of the index say to each other. Plain data. */
export type ToWorker =
  /** `leftOut`: files that are not read. */
  | { type: 'start'; folders: FolderSettings[]; leftOut: string[]; storage?: string }
  /** The folders or the settings are others. */
  | { type: 'folders'; folders: FolderSettings[] }
  | { type: 'opened'; uri: string; lang: FileLang; text: string; version: number }
  | { type: 'edited'; uri: string; changes: TextChange[]; version: number }
  | { type: 'closed'; uri: string }
  /** Files were made, changed or deleted on disk. */
  | { type: 'changed'; files: ChangedFile[] }
  | { type: 'scan' }
  | { type: 'cancel' }
  | { type: 'ask'; id: number; question: string; params: unknown; settled: boolean }
  /** Tell of the problems of files that are not open. */
  | { type: 'pull'; pull: DiagnosticsPull }
  | { type: 'endPull'; id: number }
  | { type: 'stop' };

export type FromWorker =
  | { type: 'answer'; id: number; value: unknown }
  /** More is to come. */
  | { type: 'reports'; id: number; reports: DiagnosticsReport[] }
  | { type: 'failed'; id: number; message: string }
  /** The index has other runs than before, or is being read. */
  | { type: 'state'; revision: number; runs: number; files: number; scanning: boolean; live: boolean }
  /** Files that declare something for all others: all that have been met. */
  | { type: 'declared'; uris: readonly string[] }
  | { type: 'warning'; fault: UnreadableFile }
  /** A large file is read now; without one that is done. */
  | { type: 'reading'; uri?: string }
  | { type: 'stopped' };

export interface ChangedFile {
  uri: string;
  /** It was there before, and is: only what is in it has changed. */
  inside: boolean;
}

/** Someone who is to be told of the problems of files that are not open, until it ends. */
export interface DiagnosticsPull {
  id: number;
  /** What it was told before: by file, the id of the answer. */
  known: readonly { uri: string; value: string }[];
  /** It takes reports one after the other; else it gets all that there is to say at once, and that ends it. */
  streams: boolean;
  client: DiagnosticsClient;
}

/** What there is to say of a file; as the language server protocol has it. */
export type DiagnosticsReport = { uri: string; version: number | null } & (
  | { kind: 'full'; resultId?: string; items: Diagnostic[] }
  | { kind: 'unchanged'; resultId: string }
);

export interface FolderSettings {
  uri: string;
  name: string;
  settings: IndexSettings;
}

/** The settings that decide what the index holds. */
export type IndexSettings = Omit<Settings, 'codeLens' | 'inlayHints'> & Trust;

/** @param told what the client can be told of: what it can't needs no work */
export function indexSettings(
  { codeLens: _, inlayHints: __, ...settings }: Settings & Trust,
  told: { closedFiles: boolean },
): IndexSettings {
  return { ...settings, checkClosedFiles: settings.checkClosedFiles && told.closedFiles };
}

export type TextChange = { range: Range; text: string } | { text: string };
