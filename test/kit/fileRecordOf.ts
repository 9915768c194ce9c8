import type { Entry, FileRecord } from '../../server/src/runs/reading/fileRecord';

/** What a test says of an entry; the rest goes without saying. */
export type EntryFields = Partial<Entry> & { title: string };

/** What the index keeps of a file that tells these things: of a log a line each, of a `.json` file the whole of it. */
export function fileRecordOf(path: string, told: readonly EntryFields[], more: Partial<FileRecord> = {}): FileRecord {
  const isLog = path.endsWith('.jsonl');
  const entries = told.map((one, index): Entry => {
    const part = isLog ? `line ${index + 1}` : 'root';
    return { kind: 'talk/message', outcome: 'ok', part, ...one };
  });
  return { uri: `file:///work/${path}`, entries, changedAt: 0, size: 0, ...more };
}
