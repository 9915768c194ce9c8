import { useEffect, useRef, useState } from 'preact/hooks';
import type { EnvelopeAt } from '../../../../server/src/shared/protocol';
import type { AnswerCache } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { useLoad } from '../../model/useLoad';
import { type Branch, type BranchRow, branchRowPath, rowAt } from './branch';
import { isBranch, isLongText, loadBranch, loadMembers, loadTree, MEMBERS, openTo } from './loadTree';
import type { Path } from './pathText';

/** The tree of an envelope, with its actions. */
export interface EnvelopeTree {
  /** Undefined at first; of the previous step while the next one loads. */
  root?: Branch;
  fresh: boolean;
  fault?: string;
  /** Expands or collapses a row. */
  toggle(row: BranchRow): void;
  /** Called with the visible rows: loads those that are missing. */
  show(first: number, last: number): void;
  /** Expands the ancestors of a path. */
  openTo(path: Path): Promise<void>;
}

export function useEnvelopeTree(answers: AnswerCache, at: EnvelopeAt): EnvelopeTree {
  const { opened } = useReplayModel().envelopeView;
  const [, redraw] = useState(0);
  const [broken, setBroken] = useState<string>();
  const asked = useRef(new Set<string>());
  const key = `${answers.revision.value} ${at.step} ${at.source}`;
  const loaded = useLoad(key, async () => ({ at, root: await loadTree(answers, at, opened) }));
  const root = loaded.value?.root;
  useEffect(() => {
    asked.current.clear();
    setBroken(undefined);
  }, [root]);

  // The shown tree may still be of the previous step.
  const shownAt = loaded.value?.at ?? at;
  const change = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      setBroken(error instanceof Error ? error.message : String(error));
    }
    redraw(number => number + 1);
  };
  const fault = loaded.fault ?? broken;
  return {
    ...(root && { root }),
    fresh: loaded.fresh,
    ...(fault !== undefined && { fault }),
    toggle: row => void change(() => toggle({ answers, at: shownAt, opened }, row)),
    show(first, last) {
      if (!root) return;
      for (let number = first; number <= last; number++) {
        const row = rowAt(root, number);
        if (!row || row.member) continue;
        const from = Math.floor(row.index / MEMBERS) * MEMBERS;
        const page = JSON.stringify([row.path, from]);
        if (asked.current.has(page)) continue;
        asked.current.add(page);
        void change(() => loadMembers(answers, shownAt, row.path, row.branch, from));
      }
    },
    openTo: path => change(async () => root && (await openTo(answers, shownAt, root, path))),
  };
}

async function toggle(
  { answers, at, opened }: { answers: AnswerCache; at: EnvelopeAt; opened: Map<string, boolean> },
  row: BranchRow,
): Promise<void> {
  const { branch, index, member } = row;
  if (!member) return;
  const path = branchRowPath(row);
  const isOpen = branch.open.has(index);
  if (isBranch(member) || isLongText(member)) opened.set(JSON.stringify(path), !isOpen);
  if (isOpen) branch.open.delete(index);
  else if (isBranch(member)) branch.open.set(index, await loadBranch(answers, at, path));
  else if (isLongText(member)) branch.open.set(index, 'text');
}
