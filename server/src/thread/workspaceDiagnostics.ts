import type { Diagnostic } from 'vscode-languageserver-types';
import { resultId } from '../features/diagnostics/resultId';
import type { FileRecord } from '../runs/reading/fileRecord';
import type { DiagnosticsPull, DiagnosticsReport } from './messages';

interface WorkspaceDiagnosticsOptions {
  records(): Iterable<FileRecord>;
  record(uri: string): FileRecord | undefined;
  /** Whether problems of a file are to be told to who does not look at it. */
  isWanted(uri: string): boolean;
  /** Of a file as an editor holds it. */
  versionOf(uri: string): number | undefined;
  diagnose(record: FileRecord, pull: DiagnosticsPull): Iterator<undefined, Diagnostic[] | undefined>;
  /** Looks for a file's problems again, unless that was done since the start. */
  recheck(uri: string): void;
  /** The last one, for a pull that doesn't stream, ends it. */
  tell(pull: DiagnosticsPull, reports: DiagnosticsReport[]): void;
}

const RECORDS_AT_ONCE = 100;
/** As many diagnostics are held before they are told. */
const TOLD_AT_ONCE = 1000;

/**
 * Tells of the problems of files, whether they are open or not: an editor may hold a file open that nobody looks at, and
 * what it looks at it asks for besides. What has not changed costs nothing: nobody is answered until there is
 * something to say. Of a file there is kept no more than the id of what was said of it; its problems are worked out when
 * someone is to be told of them.
 */
export function workspaceDiagnostics(needs: WorkspaceDiagnosticsOptions) {
  /** Of each file that has problems, as far as it has been looked at. */
  const resultIds = new Map<string, string>();
  const unsettled = new Set<string>();
  /** Opened, edited, closed or dropped since the last report of them: the client may show what a pull of the document answered. */
  const owed = new Set<string>();
  let begun = false;
  let pull: DiagnosticsPull | undefined;
  let said = new Map<string, string>();
  let reports: DiagnosticsReport[] = [];
  let held = 0;
  let working: Iterator<undefined, unknown> | undefined;

  /** From a start: what is known of files from the last time may have been said of other files around them. */
  function* look(): Generator<undefined, void> {
    let count = 0;
    for (const record of needs.records()) {
      const { uri, around } = record;
      if (around) needs.recheck(uri);
      if (around || hasProblems(record)) unsettled.add(uri);
      if (++count % RECORDS_AT_ONCE === 0) yield;
    }
  }

  function* settle(uri: string): Generator<undefined, void> {
    unsettled.delete(uri);
    const record = needs.isWanted(uri) ? needs.record(uri) : undefined;
    const version = needs.versionOf(uri) ?? null;
    const items = record && pull && hasProblems(record) ? yield* diagnosed(record, pull) : [];
    const id = items.length > 0 ? resultId(items) : undefined;
    if (id === undefined) resultIds.delete(uri);
    else resultIds.set(uri, id);
    const isOwed = owed.delete(uri);
    if (said.get(uri) === id && !isOwed) return;
    if (id === undefined) said.delete(uri);
    else said.set(uri, id);
    reports.push({ kind: 'full', uri, version, items, ...(id !== undefined && { resultId: id }) });
    held += items.length + 1;
    if (pull?.streams && held >= TOLD_AT_ONCE) flush(pull);
  }

  // What goes wrong with one file is no reason to be silent about the others.
  function* diagnosed(record: FileRecord, by: DiagnosticsPull): Generator<undefined, Diagnostic[]> {
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
    const due = reports;
    reports = [];
    held = 0;
    if (!to.streams) pull = undefined;
    needs.tell(to, due);
  }

  function next(): Iterator<undefined, unknown> | undefined {
    if (!begun) {
      begun = true;
      return look();
    }
    const [uri] = unsettled;
    return uri === undefined ? undefined : settle(uri);
  }

  return {
    /** A small piece of work; false when there is none. To be called only when the index has nothing to do. */
    work(): boolean {
      if (!pull) return false;
      working ??= next();
      if (!working) {
        if (reports.some(({ kind }) => kind === 'full')) flush(pull);
        return false;
      }
      if (working.next().done) working = undefined;
      return true;
    },
    /** What is known of a file may be something else than before. */
    changed(uri: string): void {
      if (begun) unsettled.add(uri);
    },
    /** A file was opened in an editor, edited or closed, or its diagnostics were dropped: the next report contains it. */
    touched(uri: string): void {
      owed.add(uri);
      unsettled.add(uri);
    },
    /** There is another index, or none any more of what was. */
    restarted(): void {
      begun = false;
      for (const uri of [...said.keys(), ...resultIds.keys()]) unsettled.add(uri);
    },
    /** Who pulls again has been told all before. */
    pull(by: DiagnosticsPull): void {
      if (pull) needs.tell({ ...pull, streams: false }, []);
      // Nobody was told of these.
      for (const { kind, uri } of reports) if (kind === 'full') owed.add(uri);
      pull = by;
      said = new Map(by.known.map(({ uri, value }) => [uri, value]));
      reports = [];
      held = 0;
      for (const [uri, id] of said) {
        if (!begun || resultIds.get(uri) !== id) unsettled.add(uri);
        else reports.push({ kind: 'unchanged', uri, version: needs.versionOf(uri) ?? null, resultId: id });
      }
      for (const [uri, id] of resultIds) if (said.get(uri) !== id) unsettled.add(uri);
      for (const uri of owed) unsettled.add(uri);
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
