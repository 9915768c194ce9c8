import { t } from '../../../server/src/shared/l10n';
import { numberText } from '../ui/numberTexts';

/** A file with workflow runs that the user dropped on the page or chose in a dialog. */
export interface NamedFile {
  /** The path within the dropped folder, beginning with that folder's name; for a single file, its name. */
  path: string;
  /** The index of the dropped file or folder that contains this file: two folders may have the same name. */
  item?: number;
  /** Absent if the browser could not open the file, or a folder with all of its content. */
  file?: Pick<File, 'size' | 'lastModified' | 'arrayBuffer' | 'slice'>;
}

/** Returns the files that the user chose in a dialog. */
export function namedFiles(files: Iterable<File> | null): NamedFile[] {
  return [...(files ?? [])].map(file => ({ path: file.webkitRelativePath || file.name, file }));
}

/**
 * Returns the files that the user dropped on the page, and those in dropped folders, up to a limit. On failure, rejects with a message for
 * the user.
 */
export async function droppedFiles({ items, files }: DataTransfer): Promise<NamedFile[]> {
  // The entries are gone after the event.
  const pending = [...items].flatMap((one, item) => {
    const entry = one.webkitGetAsEntry?.();
    return entry ? [{ entry, item }] : [];
  });
  if (pending.length === 0) return namedFiles(files);
  const found: NamedFile[] = [];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { entry, item } = next;
    const path = entry.fullPath.replace(/^\//, '');
    try {
      if (isFile(entry)) {
        const given = entry;
        const file = await new Promise<File>((resolve, reject) => given.file(resolve, reject));
        found.push({ path, item, file });
      } else if (isFolder(entry) && !LEFT_OUT.has(entry.name)) {
        for (const inside of await entriesOf(entry)) pending.push({ entry: inside, item });
      }
    } catch {
      // A locked or missing file does not affect the others.
      found.push({ path, item });
    }
    if (found.length + pending.length > MOST_FILES) {
      throw new Error(t`The folder has more than ${numberText(MOST_FILES)} files; drop a part of it.`);
    }
  }
  return found;
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const found: FileSystemEntry[] = [];
  // Some browsers give a hundred entries at a time.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    found.push(...some);
    if (found.length > MOST_FILES) return found;
  }
}

const LEFT_OUT = new Set(['node_modules', '.git']);
const MOST_FILES = 50_000;

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
