/** A file that the user gave to the page. `path`: with the folders that it was given with. */
export interface NamedFile {
  path: string;
  file: File;
}

/** The files that were chosen. */
export function namedFiles(files: Iterable<File> | null): NamedFile[] {
  return [...(files ?? [])].map(file => ({ path: file.webkitRelativePath || file.name, file }));
}

/** The dropped files, and those in dropped folders, up to a limit. Rejects with a message for the user. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<NamedFile[]> {
  // The entries are gone after the event.
  const entries = [...items].flatMap(item => item.webkitGetAsEntry?.() ?? []);
  if (entries.length === 0) return namedFiles(files);
  const found: NamedFile[] = [];
  const pending = [...entries];
  for (let entry = pending.pop(); entry; entry = pending.pop()) {
    if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
      found.push({ path: entry.fullPath.replace(/^\//, ''), file });
    } else if (isFolder(entry) && !LEFT_OUT.has(entry.name)) {
      const reader = entry.createReader();
      // Some browsers give a hundred entries at a time.
      for (;;) {
        const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) break;
        pending.push(...some);
      }
    }
    if (found.length + pending.length > MOST_FILES) {
      throw new Error(`The folder has more than ${MOST_FILES.toLocaleString('en')} files; drop a part of it.`);
    }
  }
  return found;
}

const LEFT_OUT = new Set(['node_modules', '.git']);
const MOST_FILES = 50_000;

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
