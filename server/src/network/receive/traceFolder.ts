import { join } from 'node:path';
import { t } from '../../shared/l10n';
import { appendLine, folderFault, limitFiles } from '../../workspace/appendLine';
import type { FileInFolder } from '../../workspace/listFolder';

/** The limits for the files in which received traces are kept: their total size, and their age. Older files are deleted. */
export interface ReceiveLimits {
  maxMegabytes: number;
  maxDays: number;
}

export const DEFAULT_LIMITS: ReceiveLimits = { maxMegabytes: 200, maxDays: 14 };

/** The files of receivers: when each was begun, by which process, and its number there. Nothing else in the folder is ever deleted. */
export const TRACE_FILES = /^traces-\d{8}T\d{6}Z-(\d{1,10})-\d{1,6}\.jsonl$/;

/** A folder of files into which a receiver writes the traces that it receives. */
export interface TraceFolder {
  /** Creates the folder if it is missing. If it can't be written to, returns why, as the beginning of a sentence. */
  prepare(): { fault: string } | undefined;
  /** Appends a line of OTLP/JSON; returns why that failed, in one line. */
  keep(line: string): { fault: string } | undefined;
  /** Deletes the oldest files until the rest is within the limits. */
  limit(): void;
}

interface TraceFolderOptions {
  limits: ReceiveLimits;
  /** Called with the names of files that were written to or deleted. */
  onChanged(changes: TraceFileChange[]): void;
  /** Whether a process still runs, given its id. */
  isRunning?(process: number): boolean;
  now?(): number;
}

export interface TraceFileChange {
  name: string;
  /** Only its content has changed. */
  inside: boolean;
}

/**
 * Keeps received traces in a folder, in files of some megabytes: each start and each process has its own.
 *
 * @param folder absolute; it need not exist
 */
export function traceFolder(
  folder: string,
  { limits, onChanged, isRunning = processRuns, now = Date.now }: TraceFolderOptions,
): TraceFolder {
  let current: string | undefined;
  let files = 0;
  const bytes = limits.maxMegabytes * 1e6;

  function newName(): string {
    const begun = new Date(now()).toISOString().replace(/[-:]|\.\d+/g, '');
    return `traces-${begun}-${process.pid}-${++files}.jsonl`;
  }

  // Another process appends to its file by name, so deleting one at the wrong moment would lose a line.
  function mayDelete({ name, changedAt }: FileInFolder): boolean {
    if (name === current) return false;
    const writer = Number(TRACE_FILES.exec(name)?.[1]);
    return writer === process.pid || now() - changedAt > LONG_AGO || !isRunning(writer);
  }

  function limit(): void {
    const deleted = limitFiles(folder, {
      pattern: TRACE_FILES,
      limits: { bytes, age: limits.maxDays * DAY },
      now: now(),
      mayDelete,
    });
    if (deleted.length > 0) onChanged(deleted.map(name => ({ name, inside: false })));
  }

  return {
    limit,
    prepare() {
      const reason = folderFault(folder);
      return reason === undefined ? undefined : { fault: notKeptText(folder, reason) };
    },
    keep(line) {
      const isNew = current === undefined;
      current ??= newName();
      const path = join(folder, current);
      const written = appendLine(path, line);
      if ('fault' in written) return { fault: t`${notKeptText(path, written.fault)}; mend that, and send them again.` };
      onChanged([{ name: current, inside: !isNew }]);
      if (written.size >= Math.min(FULL_AT, bytes / 4)) current = undefined;
      if (isNew) limit();
      return undefined;
    },
  };
}

function notKeptText(path: string, reason: string): string {
  return t`Traces can't be kept in ${path}: ${reason}`;
}

/** The size in bytes after which a new file is begun. */
const FULL_AT = 16e6;
const DAY = 86_400_000;
/** Milliseconds without a line after which a file may be deleted even if a process with its id runs: that may be another program. */
const LONG_AGO = 3_600_000;

function processRuns(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The file belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
