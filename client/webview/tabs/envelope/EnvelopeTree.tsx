import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../../server/src/shared/l10n';
import type { EnvelopeAt, StepProblem } from '../../../../server/src/shared/lspExtensions';
import { errorText } from '../../../../server/src/shared/shownText';
import { type AnswerCache, useLoad } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { VirtualList } from '../../ui/VirtualList';
import { ErrorText } from '../TabPage';
import { EnvelopeLines } from './EnvelopeLines';
import {
  type Branch,
  type BranchRow,
  branchRowOf,
  branchRowPath,
  countRows,
  jsonPath,
  type Path,
  pathInEnvelope,
  rowAt,
} from './lazyTree';
import { copyValue, isBranch, isLongText, loadBranch, loadMembers, loadTree, MEMBERS, openTo } from './loadTree';
import { TreeRow } from './TreeRow';
import './envelopeBox.css';

interface EnvelopeTreeProps {
  at: EnvelopeAt;
  name: string;
  /** The problems in the envelope, which the tree marks. */
  problems: readonly StepProblem[];
}

/**
 * Shows the JSON of an envelope as a tree whose rows are loaded on demand. An envelope without properties, such as a Markdown document, is shown
 * as text.
 */
export function EnvelopeTree({ at, name, problems }: EnvelopeTreeProps) {
  const { answers, host, announcement, envelopeView } = useReplayModel();
  const tree = useEnvelopeTree(answers, at);
  const { root } = tree;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [reveal, setReveal] = useState<number>();
  const activePath = useRef<Path>([]);
  const count = root ? countRows(root) : 0;

  const choose = (row: number, isRevealed = false) => {
    const held = Math.min(Math.max(0, row), count - 1);
    setActive(held);
    if (isRevealed) setReveal(held);
    const chosen = root && rowAt(root, held);
    if (chosen) activePath.current = branchRowPath(chosen);
  };
  // The same path stays selected in another step's envelope.
  useLayoutEffect(() => {
    if (root) setActive(Math.max(0, branchRowOf(root, activePath.current)));
  }, [root]);

  const wanted = envelopeView.reveal.value;
  const isWanted = wanted?.step === at.step && wanted.envelope === at.envelope && tree.fresh && root !== undefined;
  useEffect(() => {
    if (!isWanted || !root) return;
    envelopeView.reveal.value = undefined;
    void tree.openTo(wanted.path).then(() => {
      const row = Math.max(0, branchRowOf(root, wanted.path));
      activePath.current = wanted.path;
      setActive(row);
      setReveal(row);
      box.current?.querySelector<HTMLElement>('[role=tree]')?.focus();
    });
  }, [isWanted, wanted]);

  const openEnvelope = (row: BranchRow) => {
    if (host.is === 'editor') host.send({ type: 'openEnvelope', ...at, path: [...pathInEnvelope(row)] });
  };
  const copy = async (row: BranchRow) => {
    if (!row.member) return;
    try {
      host.send({ type: 'copy', text: await copyValue(answers, at, branchRowPath(row), row.member) });
      announcement.value = t`Copied.`;
    } catch (error) {
      announcement.value = errorText(error);
    }
  };
  const copyPath = (row: BranchRow) => {
    host.send({ type: 'copy', text: jsonPath(pathInEnvelope(row)) });
    announcement.value = t`Copied the JSON path.`;
  };
  const press = (event: KeyboardEvent) => {
    const row = root && rowAt(root, active);
    if (!row || event.defaultPrevented) return;
    const done = handleTreeKey(event, {
      row,
      move: by => choose(active + by, true),
      to: choose,
      parent: () => choose(branchRowOf(root, row.path), true),
      last: count - 1,
      toggle: () => tree.toggle(row),
      open: () => openEnvelope(row),
      copy: () => void copy(row),
      copyPath: () => copyPath(row),
    });
    if (!done) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const messages = new Map(problems.map(({ path, message }) => [JSON.stringify(path), message]));
  return (
    <div ref={box} class={`tree-box ${tree.fresh ? '' : 'stale'}`}>
      {tree.fault !== undefined && <ErrorText text={tree.fault} />}
      {root && count === 0 && tree.fault === undefined && <EnvelopeLines at={at} name={name} />}
      {root && count > 0 && (
        <VirtualList
          class="envelope-tree"
          role="tree"
          aria-label={name || t`envelope`}
          aria-activedescendant={`${id}-${active}`}
          tabIndex={0}
          count={count}
          rowHeight={22}
          measured
          {...(reveal !== undefined && { reveal })}
          onRange={tree.show}
          onKeyDown={press}
          onWheel={() => setReveal(undefined)}
        >
          {number => {
            const row = rowAt(root, number);
            if (!row) return null;
            const message = row.member?.problem && messages.get(JSON.stringify(pathInEnvelope(row)));
            return (
              <TreeRow
                id={`${id}-${number}`}
                at={at}
                row={row}
                isActive={number === active}
                message={message}
                canOpen={host.is === 'editor'}
                follow={host.is === 'editor' ? href => host.send({ type: 'openLink', href }) : undefined}
                choose={() => choose(number)}
                toggle={() => tree.toggle(row)}
                open={() => openEnvelope(row)}
                copy={() => void copy(row)}
                copyPath={() => copyPath(row)}
                isBranch={row.member !== undefined && isBranch(row.member)}
              />
            );
          }}
        </VirtualList>
      )}
    </div>
  );
}

/** The tree of an envelope, with its actions. */
interface OpenedTree {
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

function useEnvelopeTree(answers: AnswerCache, at: EnvelopeAt): OpenedTree {
  const { opened } = useReplayModel().envelopeView;
  const [, redraw] = useState(0);
  const [broken, setBroken] = useState<string>();
  const asked = useRef(new Set<string>());
  const key = `${answers.revision.value} ${at.step} ${at.envelope}`;
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
      setBroken(errorText(error));
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

interface TreeMoves {
  /** The selected row. */
  row: BranchRow;
  /** The index of the last row. */
  last: number;
  move(by: number): void;
  to(row: number, isRevealed: true): void;
  parent(): void;
  /** Expands or collapses the row. */
  toggle(): void;
  /** Shows the row in the editor. */
  open(): void;
  copy(): void;
  copyPath(): void;
}

const PAGE = 10;

/** Handles a key in a tree; returns false for a key without effect. */
export function handleTreeKey(event: KeyboardEvent, moves: TreeMoves): boolean {
  const { row, last } = moves;
  const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
  const hasBranch = row.member !== undefined && isBranch(row.member);
  const canOpen = hasBranch || (row.member !== undefined && isLongText(row.member));
  const isOpen = row.branch.open.has(row.index);
  if (ctrlKey || metaKey || altKey) {
    const isCopy = key === 'c' && !altKey && (globalThis.getSelection?.()?.isCollapsed ?? true);
    if (isCopy) moves.copy();
    return isCopy;
  }
  switch (key) {
    case 'ArrowDown':
      moves.move(1);
      return true;
    case 'ArrowUp':
      moves.move(-1);
      return true;
    case 'PageDown':
      moves.move(PAGE);
      return true;
    case 'PageUp':
      moves.move(-PAGE);
      return true;
    case 'Home':
      moves.to(0, true);
      return true;
    case 'End':
      moves.to(last, true);
      return true;
    case 'ArrowRight':
      if (canOpen && !isOpen) moves.toggle();
      else if (isOpen && hasBranch) moves.move(1);
      return true;
    case 'ArrowLeft':
      if (isOpen) moves.toggle();
      else if (row.depth > 0) moves.parent();
      return true;
    case 'Enter':
      if (canOpen && !shiftKey) moves.toggle();
      else moves.open();
      return true;
    case 'C':
      moves.copyPath();
      return true;
    default:
      return false;
  }
}
