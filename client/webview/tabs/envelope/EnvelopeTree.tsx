import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EnvelopeAt, StepProblem } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { VirtualList } from '../../ui/VirtualList';
import { ErrorText } from '../common/TabPage';
import { type BranchRow, branchRowOf, branchRowPath, countRows, pathInEnvelope, rowAt } from './branch';
import { copyValue } from './copyValue';
import { EnvelopeLines } from './EnvelopeLines';
import { handleTreeKey } from './handleTreeKey';
import { isBranch } from './loadTree';
import { jsonPath, type Path } from './pathText';
import { TreeRow } from './TreeRow';
import { useEnvelopeTree } from './useEnvelopeTree';
import './envelopeBox.css';

interface EnvelopeTreeProps {
  at: EnvelopeAt;
  name: string;
  /** The problems in it. */
  problems: readonly StepProblem[];
}

/** An envelope as a tree with lazily loaded rows; one without members, such as Markdown, as text. */
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
  const isWanted = wanted?.step === at.step && wanted.source === at.source && tree.fresh && root !== undefined;
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

  const openSource = (row: BranchRow) => {
    if (host.is === 'editor') host.send({ type: 'openSource', ...at, path: [...pathInEnvelope(row)] });
  };
  const copy = async (row: BranchRow) => {
    if (!row.member) return;
    try {
      host.send({ type: 'copy', text: await copyValue(answers, at, branchRowPath(row), row.member) });
      announcement.value = 'Copied.';
    } catch (error) {
      announcement.value = error instanceof Error ? error.message : String(error);
    }
  };
  const copyPath = (row: BranchRow) => {
    host.send({ type: 'copy', text: jsonPath(pathInEnvelope(row)) });
    announcement.value = 'Copied the JSON path.';
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
      open: () => openSource(row),
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
          aria-label={name || 'envelope'}
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
                open={() => openSource(row)}
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
