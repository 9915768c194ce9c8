import type { Diagnostic } from 'vscode-languageserver-types';
import type { DiagnosticsClient } from '../features/diagnostics/diagnostics';
import type { UnreadableFile } from '../model/fileAccess';
import type { FileLang, Range } from '../model/text';
import type { Trust } from '../session/projectFile';
import type { Settings } from '../shared/protocol';

/** Messages from the server to the index worker. Plain data. */
export type ToWorker =
  /** `excluded`: files that are not read. */
  | { type: 'start'; folders: FolderSettings[]; excluded: string[]; storage?: string }
  | { type: 'foldersChanged'; folders: FolderSettings[] }
  | { type: 'opened'; uri: string; lang: FileLang; text: string; version: number }
  | { type: 'edited'; uri: string; changes: TextChange[]; version: number }
  | { type: 'closed'; uri: string }
  | { type: 'filesChanged'; files: ChangedFile[] }
  | { type: 'rescan' }
  | { type: 'cancelScan' }
  /** `whenComplete`: to be answered when all files are read. */
  | { type: 'query'; id: number; query: string; params: unknown; whenComplete: boolean }
  | { type: 'pull'; pull: DiagnosticsPull }
  | { type: 'endPull'; id: number }
  | { type: 'stop' };

/** Messages from the index worker to the server. Plain data. */
export type FromWorker =
  | { type: 'result'; id: number; value: unknown }
  /** More may follow. */
  | { type: 'reports'; id: number; reports: DiagnosticsReport[] }
  | { type: 'failed'; id: number; message: string }
  | { type: 'state'; revision: number; runs: number; files: number; scanning: boolean; live: boolean }
  /** All declaration files found so far. */
  | { type: 'declared'; uris: readonly string[] }
  | { type: 'warning'; fault: UnreadableFile }
  /** A large file is being read now, or, without one, that is done. */
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
