import type { Context } from '../../analysis/analyse';
import { folderOf } from '../index/recordStore';
import type { RunIndex } from '../index/runIndex';
import { partValues } from '../reading/partValues';
import { runRuleProblems } from './runRuleProblems';

/** Knows which folders' files tell of other runs than when these were looked at, and what is wrong with their envelopes together. */
export interface RunRuleScheduler {
  /** The runs that a file tells of may be others now. */
  changed(uri: string): void;
  /** How many folders wait. */
  waiting(): number;
  /** Takes the next folder, and judges it in steps. */
  next(): { folder: string; work: Generator<void> } | undefined;
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

  function* judge(folder: string): Generator<void> {
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
    yield;
  }

  return {
    changed: uri => void folders.add(folderOf(uri)),
    waiting: () => folders.size,
    next() {
      const [folder] = folders;
      if (folder === undefined) return undefined;
      folders.delete(folder);
      return { folder, work: judge(folder) };
    },
  };
}
