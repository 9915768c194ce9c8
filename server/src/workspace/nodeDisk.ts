import { readdir } from 'node:fs/promises';
import { URI } from 'vscode-uri';
import type { Disk, EntryType } from '../model/disk';

/** A snapshot of the disk as it is when first asked. Make a new one for a new question. */
export function nodeDisk(): Disk {
  const known = new Map<string, ReadonlyMap<string, EntryType> | null>();
  const asked = new Map<string, Promise<void>>();
  return {
    list(folder) {
      if (!known.has(folder) && !asked.has(folder)) {
        const answer = listed(folder).then(entries => {
          known.set(folder, entries);
          asked.delete(folder);
        });
        asked.set(folder, answer);
      }
      return known.get(folder);
    },
    settled: () => (asked.size > 0 ? Promise.all(asked.values()).then(() => {}) : undefined),
  };
}

async function listed(folder: string): Promise<ReadonlyMap<string, EntryType> | null> {
  const uri = URI.parse(folder);
  // What lies elsewhere than on this disk (a virtual workspace) can't be looked up here.
  if (uri.scheme !== 'file') return null;
  try {
    const entries = await readdir(uri.fsPath, { withFileTypes: true });
    return new Map(entries.map(entry => [entry.name, entry.isDirectory() ? 'folder' : 'file']));
  } catch {
    return null;
  }
}
