import type { Diagnostic } from 'vscode-languageserver-types';
import { resultId } from '../features/diagnostics';
import type { FileRecord } from '../runs/reading/fileRecord';
import type { DiagnosticsPull, DiagnosticsReport } from './indexMessages';

/** The functions that `workspaceDiagnostics` needs: they find the problems of files, and report them to the LSP client. */
interface WorkspaceDiagnosticsOptions {
  records(): Iterable<FileRecord>;
  record(uri: string): FileRecord | undefined;
  /** Returns whether to report the problems of a file that is not shown. */
  isWanted(uri: string): boolean;
  /** The version of an open document. */
  versionOf(uri: string): number | undefined;
  diagnose(record: FileRecord, pull: DiagnosticsPull): Iterator<undefined, Diagnostic[] | undefined>;
  /** Checks a file again, unless it was checked since the start. */
  recheck(uri: string): void;
  /** Answers a pull. The answer completes a pull that does not stream. */
  send(pull: DiagnosticsPull, reports: DiagnosticsReport[]): void;
}

const RECORDS_AT_ONCE = 100;
/** Diagnostics in one partial result. */
const DIAGNOSTICS_AT_ONCE = 1000;

/**
 * Answers LSP's requests `workspace/diagnostic` for the diagnostics of all files. For an open file the answer has only a mark, since the
 * server itself keeps the diagnostics of open files. A request waits until there is something new to report. Keeps only the id of each
 * file's last report, and computes diagnostics when they are reported.
 */
export function workspaceDiagnostics(needs: WorkspaceDiagnosticsOptions) {
  /** The current result id of each file with problems, if computed. */
  const resultIds = new Map<string, string>();
  /** Files whose diagnostics may have changed. */
  const pending = new Set<string>();
  /** Files to report even if nothing changed, since the client may show the answer of a document pull. */
  const mustReport = new Set<string>();
  let hasBegun = false;
  let pull: DiagnosticsPull | undefined;
  /** The result ids that the client knows. */
  let reported = new Map<string, string>();
  /** The collected reports by file, so that a file that changes after its report as unchanged is listed once. */
  let reports = new Map<string, DiagnosticsReport>();
  let unsent = 0;
  let openReports = 0;
  let working: Iterator<undefined, unknown> | undefined;

  // Stored results that depend on other files may be outdated since the last start.
  function* collectFiles(): Generator<undefined, void> {
    let count = 0;
    for (const record of needs.records()) {
      const { uri, around } = record;
      if (around) needs.recheck(uri);
      if (around || hasProblems(record)) pending.add(uri);
      if (++count % RECORDS_AT_ONCE === 0) yield;
    }
  }

  function* report(uri: string): Generator<undefined, void> {
    pending.delete(uri);
    const record = needs.isWanted(uri) ? needs.record(uri) : undefined;
    const version = needs.versionOf(uri) ?? null;
    if (record && version !== null) {
      const resultId = `open ${++openReports}`;
      mustReport.delete(uri);
      for (const known of [resultIds, reported]) known.set(uri, resultId);
      reports.set(uri, { kind: 'open', uri, version, resultId });
      unsent++;
      return;
    }
    const items = record && pull && hasProblems(record) ? yield* diagnose(record, pull) : [];
    const id = items.length > 0 ? resultId(items) : undefined;
    if (id === undefined) resultIds.delete(uri);
    else resultIds.set(uri, id);
    const isForced = mustReport.delete(uri);
    if (reported.get(uri) === id && !isForced) return;
    if (id === undefined) reported.delete(uri);
    else reported.set(uri, id);
    reports.set(uri, { kind: 'full', uri, version, items, ...(id !== undefined && { resultId: id }) });
    unsent += items.length + 1;
    if (pull?.streams && unsent >= DIAGNOSTICS_AT_ONCE) flush(pull);
  }

  // An error in one file must not hide the problems of the others.
  function* diagnose(record: FileRecord, by: DiagnosticsPull): Generator<undefined, Diagnostic[]> {
    try {
      const work = needs.diagnose(record, by);
      for (;;) {
        const { done, value } = work.next();
        if (done) return value ?? [];
        yield;
      }
    } catch {
      return [];
    }
  }

  function flush(to: DiagnosticsPull): void {
    const due = [...reports.values()];
    reports = new Map();
    unsent = 0;
    if (!to.streams) pull = undefined;
    needs.send(to, due);
  }

  function next(): Iterator<undefined, unknown> | undefined {
    if (!hasBegun) {
      hasBegun = true;
      return collectFiles();
    }
    const [uri] = pending;
    return uri === undefined ? undefined : report(uri);
  }

  return {
    /** Does a small piece of work; false when there is none. Call it only while the index is idle. */
    work(): boolean {
      if (!pull) return false;
      working ??= next();
      if (!working) {
        if ([...reports.values()].some(({ kind }) => kind !== 'unchanged')) flush(pull);
        return false;
      }
      if (working.next().done) working = undefined;
      return true;
    },
    /** Call it when the diagnostics of a file may have changed. */
    changed(uri: string): void {
      if (hasBegun) pending.add(uri);
    },
    /** Includes a file in the next report: it was opened, edited or closed, or the client dropped its diagnostics. */
    touched(uri: string): void {
      mustReport.add(uri);
      pending.add(uri);
    },
    /** Checks all reported files again, since the index starts again. */
    restarted(): void {
      hasBegun = false;
      for (const uri of [...reported.keys(), ...resultIds.keys()]) pending.add(uri);
    },
    /** Starts a pull, which replaces the previous one. The client has received all reports of the previous pull. */
    pull(by: DiagnosticsPull): void {
      if (pull) needs.send({ ...pull, streams: false }, []);
      // Reports that were not sent.
      for (const { kind, uri } of reports.values()) if (kind !== 'unchanged') mustReport.add(uri);
      pull = by;
      reported = new Map(by.known.map(({ uri, value }) => [uri, value]));
      reports = new Map();
      unsent = 0;
      for (const [uri, id] of reported) {
        if (!hasBegun || resultIds.get(uri) !== id) pending.add(uri);
        else reports.set(uri, { kind: 'unchanged', uri, version: needs.versionOf(uri) ?? null, resultId: id });
      }
      for (const [uri, id] of resultIds) if (reported.get(uri) !== id) pending.add(uri);
      for (const uri of mustReport) pending.add(uri);
    },
    end(id: number): void {
      if (pull?.id === id) pull = undefined;
    },
  };
}

function hasProblems({ checks, inRuns }: FileRecord): boolean {
  for (const _ in checks) return true;
  return inRuns !== undefined;
}
