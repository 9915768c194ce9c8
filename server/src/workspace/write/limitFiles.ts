import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type FileInFolder, filesIn } from '../filesIn';

export interface FileLimits {
  /** Of all of them together. */
  bytes: number;
  /** Milliseconds since they were last written to. */
  age: number;
}

/**
 * Deletes the oldest files directly in a folder until the rest keeps the limits: only regular files whose names match, and that may be deleted.
 *
 * @param now milliseconds since 1970
 * @returns the names of the deleted files
 */
export function limitFiles(
  folder: string,
  {
    pattern,
    limits,
    now,
    mayDelete,
  }: { pattern: RegExp; limits: FileLimits; now: number; mayDelete(file: FileInFolder): boolean },
): string[] {
  const files = filesIn(folder, pattern).sort((one, other) => one.changedAt - other.changedAt);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  return files.flatMap(file => {
    const isWanted = bytes <= limits.bytes && now - file.changedAt <= limits.age;
    if (isWanted || !mayDelete(file)) return [];
    try {
      rmSync(join(folder, file.name));
      bytes -= file.size;
      return [file.name];
    } catch {
      // Another process has deleted it, or has it open.
      return [];
    }
  });
}
