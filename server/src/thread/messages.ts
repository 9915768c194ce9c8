import type { Fault } from '../model/fileAccess';
import type { FileLang, Range } from '../model/text';
import type { Settings } from '../protocol';

/** What the server and the thread of the index say to each other. Plain data. */
export type ToThread =
  | { type: 'start'; folders: FolderSettings[]; storage?: string }
  /** The folders or the settings are others. */
  | { type: 'folders'; folders: FolderSettings[] }
  | { type: 'opened'; uri: string; lang: FileLang; text: string }
  | { type: 'edited'; uri: string; changes: Change[] }
  | { type: 'closed'; uri: string }
  /** Files were made, changed or deleted on disk. */
  | { type: 'changed'; uris: string[] }
  | { type: 'scan' }
  | { type: 'cancel' }
  | { type: 'ask'; id: number; question: string; params: unknown; settled: boolean }
  | { type: 'stop' };

export type FromThread =
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failed'; id: number; message: string }
  /** The index has other runs than before, or is being read. */
  | { type: 'state'; revision: number; runs: number; files: number; scanning: boolean; live: boolean }
  /** Files that declare something for all others: all that have been met. */
  | { type: 'declared'; uris: readonly string[] }
  | { type: 'warning'; fault: Fault }
  | { type: 'stopped' };

export interface FolderSettings {
  uri: string;
  name: string;
  settings: IndexSettings;
}

/** The settings that decide what the index holds. */
export type IndexSettings = Omit<Settings, 'codeLens' | 'inlayHints'>;

export function indexSettings({ codeLens: _, inlayHints: __, ...settings }: Settings): IndexSettings {
  return settings;
}

export type Change = { range: Range; text: string } | { text: string };
