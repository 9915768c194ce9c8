import type { Context } from '../../analysis/analyse';
import { folderOf } from '../index/recordStore';
import type { RunIndex } from '../index/runIndex';
import { partValues } from '../reading/partValues';
import { runRuleProblems } from './runRuleProblems';

/** Schedules run-rule checks for folders whose runs changed. */
export interface RunRuleScheduler {
  /** The runs of a file may have changed. */
  changed(uri: string): void;
  /** How many folders wait. */
  waiting(): number;
  /** Takes the next folder; `check` checks it at once. */
  next(): { folder: string; check(): void } | undefined;
}

interface Needs {
  index: RunIndex;
  contextOf(uri: string): Context;
  /** As it is open, or on disk. */
  textAt(uri: string): string | undefined;
  /** What is known of the problems of a file is something else than before. */
  onChecked(uri: string): void;
}

export function runRuleScheduler({ index, contextOf, textAt, onChecked }: Needs): RunRuleScheduler {
  const folders = new Set<string>();

  function check(folder: string): void {
    const records = index.recordsIn(folder);
    const [first] = records;
    if (!first) return;
    const found = runRuleProblems(records, contextOf(first.uri), ({ uri }) => partValues(uri, () => textAt(uri)));
    for (const record of [...records]) {
      const { inRuns, ...rest } = record;
      const now = found.get(record.uri);
      if (JSON.stringify(now) === JSON.stringify(inRuns)) continue;
      index.set(now ? { ...rest, inRuns: now } : rest);
      onChecked(record.uri);
    }
  }

  return {
    changed: uri => void folders.add(folderOf(uri)),
    waiting: () => folders.size,
    next() {
      const [folder] = folders;
      if (folder === undefined) return undefined;
      folders.delete(folder);
      return { folder, check: () => check(folder) };
    },
  };
}
