import { closeSync, readSync } from 'node:fs';
import type { LogCheckpoint } from '../model/disk';
import { openRegularFile } from './openRegularFile';
import { type LineSizes, type LogBytes, lineAt, linesAfter, linesBetween, type OnLines } from './readLogLines';
import { readFault } from './readTextFile';

/**
 * Reads the lines of a log on this disk after a checkpoint, and passes them to `onLines`. Returns the result of `linesAfter`, or `fault`, one
 * line that says why the log can't be read.
 */
export function readLogFile(path: string, from: LogCheckpoint, onLines: OnLines, sizes?: LineSizes) {
  return opened(path, file => linesAfter(file, from, onLines, sizes));
}

/** Reads a range of a log of this disk: see `linesBetween`. */
export function readRange(path: string, from: number, until: number) {
  return opened(path, file => linesBetween(file, from, until));
}

/** Reads a line of a log of this disk: see `lineAt`. */
export function readLine(path: string, line: number, mark: LogCheckpoint, sizes?: LineSizes) {
  return opened(path, file => lineAt(file, line, mark, sizes));
}

/** Opens a log of this disk and reads from it. A fault is one line without the path. */
export function opened<T>(path: string, read: (file: LogBytes) => T): T | { fault: string } {
  let descriptor: number | undefined;
  try {
    const { stats, descriptor: file } = openRegularFile(path);
    descriptor = file;
    return read({
      size: stats.size,
      changedAt: stats.mtimeMs,
      read: (into, offset, length, position) => readSync(file, into, offset, length, position),
    });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    return { fault: readFault(error) };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
