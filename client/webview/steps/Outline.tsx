import { useComputed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { useRowWindow } from '../ui/useRowWindow';
import { VirtualList } from '../ui/VirtualList';
import { OutlineItem } from './OutlineItem';
import { outlineKey } from './outlineKeys';
import './Outline.css';

/** Pixels. */
export const STEP_HEIGHT = 26;

/** The steps as a tree: arrow keys move the cursor, Enter shows the step. */
export function Outline() {
  const replay = useReplayModel();
  const { answers, step, search } = replay;
  const folded = replay.folded.now.value;
  const rows = useRowWindow(answers, 'outline', { folded });
  const { value: place } = useAnswer(answers, 'outlinePlace', { step: step.value, folded });
  const [pointed, point] = useState<number | undefined>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const found = useComputed(() => new Set(search.matches.value.map(match => match.step))).value;
  // Showing a step moves the cursor there.
  useEffect(() => point(undefined), [step.value]);
  const total = rows.total ?? 0;
  const at = Math.min(pointed ?? place ?? 0, Math.max(0, total - 1));
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.shiftKey) {
      const held = event.key === 'Enter' ? rows.row(at) : undefined;
      if (!held) return;
      event.preventDefault();
      event.stopPropagation();
      replay.compareStateWith(held.step);
      return;
    }
    const page = Math.max(1, Math.floor((list.current?.clientHeight ?? 0) / STEP_HEIGHT) - 1);
    const action = outlineKey({ key: event.key, at, total, row: rows.row, page });
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (action.do === 'go') replay.goTo(action.step);
    else if (action.do === 'fold') replay.folded.toggle(action.step);
    else if (action.do === 'out') void pointOut(action.step);
    else point(action.row);
  };
  const pointOut = async (from: number) => {
    const { parent } = await answers.ask('step', { step: from });
    if (parent !== undefined) point(await answers.ask('outlinePlace', { step: parent, folded }));
  };
  if (rows.fault !== undefined) return <p class="nothing">{rows.fault}</p>;
  return (
    <div ref={list} class="outline-frame">
      <VirtualList
        class="outline"
        role="tree"
        aria-label="Steps"
        tabIndex={0}
        aria-activedescendant={total > 0 ? `outline-${at}` : undefined}
        data-testid="outline"
        count={total}
        rowHeight={STEP_HEIGHT}
        reveal={at}
        onRange={rows.onRange}
        onKeyDown={press}
      >
        {index => (
          <OutlineItem
            index={index}
            row={rows.row(index)}
            isShown={index === place}
            isPointed={index === at}
            isFound={found.has(rows.row(index)?.step ?? -1)}
            go={replay.goTo}
            hold={replay.compareStateWith}
            fold={replay.folded.toggle}
          />
        )}
      </VirtualList>
    </div>
  );
}
