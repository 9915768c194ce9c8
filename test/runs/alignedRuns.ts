import { type Alignment, alignRuns } from '../../server/src/runs/alignRuns';
import type { IndexedRun } from '../../server/src/runs/assembly/indexedRun';
import { type EntryFields, fileRecordOf } from '../kit/fileRecordOf';
import { indexOf, runOf } from './index/indexOf';

export function run(told: readonly EntryFields[]): IndexedRun {
  // A run that had no step would be no run.
  return runOf(
    indexOf(
      fileRecordOf(
        'a.jsonl',
        told.map(one => ({ run: 'r', ...one })),
      ),
    ),
    'r',
  );
}

export function aligned(one: readonly EntryFields[], other: readonly EntryFields[]): string[] {
  return shown(alignRuns(run(one), run(other)));
}

/** `0=0` the same, `1~2 title` different, `3-` only in the one, `-4` only in the other. */
export function shown({ count, one, other, differs }: Alignment): string[] {
  return Array.from({ length: count }, (_, row) => {
    const [first, second] = [one[row] as number, other[row] as number];
    const what = differs[row] as readonly string[];
    if (second < 0) return `${first}-`;
    if (first < 0) return `-${second}`;
    return what.length === 0 ? `${first}=${second}` : `${first}~${second} ${what.join(' ')}`;
  });
}

export const titled = (...titles: string[]): EntryFields[] => titles.map(title => ({ title, agent: 'a' }));
export const by = (...agents: string[]): EntryFields[] => agents.map(agent => ({ title: `work of ${agent}`, agent }));
