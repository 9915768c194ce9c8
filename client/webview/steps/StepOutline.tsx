import { useComputed } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { OutlineRow } from '../../../server/src/shared/lspExtensions';
import { errorText } from '../../../server/src/shared/shownText';
import { useAnswer } from '../model/answerCache';
import { useReplayModel } from '../model/replayModel';
import { Icon } from '../ui/Icon';
import { useRowWindow, VirtualList } from '../ui/VirtualList';
import { StepLine } from './StepLine';
import './StepOutline.css';

/** Shows the steps of a workflow run as a tree. Arrow keys move the cursor, Enter shows the step under it. */
export function StepOutline() {
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
    try {
      const { parent } = await answers.ask('step', { step: from });
      if (parent !== undefined) point(await answers.ask('outlinePlace', { step: parent, folded }));
    } catch (error) {
      replay.announcement.value = errorText(error);
    }
  };
  if (rows.fault !== undefined) return <p class="nothing">{rows.fault}</p>;
  return (
    <div ref={list} class="outline-frame">
      <VirtualList
        class="outline"
        role="tree"
        aria-label={t`Steps`}
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

/** The height of a row in the tree of steps, in pixels. */
export const STEP_HEIGHT = 26;

interface OutlineItemProps {
  index: number;
  /** Undefined while loading. */
  row: OutlineRow | undefined;
  /** Its step, or one folded into it, is shown. */
  isShown: boolean;
  /** The keyboard cursor is on it. */
  isPointed: boolean;
  /** The step matches the search. */
  isFound: boolean;
  go(step: number): void;
  /** Compares its state with that of the shown step. */
  hold(step: number): void;
  fold(step: number): void;
}

/** A row of the tree of steps. Its element id is `outline-<index>`. */
function OutlineItem(props: OutlineItemProps) {
  const { index, row, isShown, isPointed, isFound } = props;
  // Most rows are unchanged since the previous step.
  return useMemo(() => rowOf(props), [index, row, isShown, isPointed, isFound]);
}

function rowOf({ index, row, isShown, isPointed, isFound, go, hold, fold }: OutlineItemProps) {
  const isFolder = row !== undefined && row.holds > 0;
  const classes = ['outline-row', isShown && 'shown', isPointed && 'pointed', isFound && 'found'].filter(Boolean);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys of all its rows
    <div
      id={`outline-${index}`}
      role="treeitem"
      tabIndex={-1}
      class={classes.join(' ')}
      aria-level={(row?.depth ?? 0) + 1}
      aria-selected={isShown}
      aria-expanded={isFolder ? !row.folded : undefined}
      data-step={row?.step}
      style={{ paddingInlineStart: `${Math.min(row?.depth ?? 0, DEEPEST) * 14 + 4}px` }}
      onClick={event => row && (event.shiftKey ? hold : go)(row.step)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: arrows fold by keys */}
      <span
        class={isFolder ? 'chevron' : 'chevron none'}
        onClick={event => {
          if (!row || !isFolder) return;
          event.stopPropagation();
          fold(row.step);
        }}
      >
        {isFolder && <Icon name={row.folded ? 'chevron-right' : 'chevron-down'} />}
      </span>
      {row ? <StepLine step={row} /> : <span class="quiet">…</span>}
      {isFolder && row.folded && <span class="holds">+{row.holds}</span>}
      {isFound && (
        <span class="found-mark" title={t`Found by the search`}>
          <Icon name="search" />
          <span class="read-aloud">{t`found by the search`}</span>
        </span>
      )}
    </div>
  );
}

/** The maximum indentation level. */
const DEEPEST = 12;

/** The effect of a key in a tree with a cursor. */
export type OutlineAction =
  | { do: 'point'; row: number }
  | { do: 'fold'; step: number }
  /** To the parent's row, which is too far above to be loaded. */
  | { do: 'out'; step: number }
  | { do: 'go'; step: number };

interface OutlineKey {
  key: string;
  /** The cursor's row, and the number of rows. */
  at: number;
  total: number;
  row(index: number): OutlineRow | undefined;
  /** The number of rows per page. */
  page: number;
}

/** Determines the effect of a key; undefined for a key without one. */
export function outlineKey({ key, at, total, row, page }: OutlineKey): OutlineAction | undefined {
  const point = (wanted: number): OutlineAction => ({ do: 'point', row: Math.min(Math.max(0, wanted), total - 1) });
  const here = row(at);
  switch (key) {
    case 'ArrowDown':
      return point(at + 1);
    case 'ArrowUp':
      return point(at - 1);
    case 'PageDown':
      return point(at + page);
    case 'PageUp':
      return point(at - page);
    case 'Home':
      return point(0);
    case 'End':
      return point(total - 1);
    case 'ArrowRight':
      if (!here || here.holds === 0) return point(at);
      return here.folded ? { do: 'fold', step: here.step } : point(at + 1);
    case 'ArrowLeft':
      if (here && here.holds > 0 && !here.folded) return { do: 'fold', step: here.step };
      return out(at, row) ?? point(at);
    case 'Enter':
      return here && { do: 'go', step: here.step };
  }
  return undefined;
}

function out(at: number, row: OutlineKey['row']): OutlineAction | undefined {
  const here = row(at);
  if (!here || here.depth === 0) return undefined;
  for (let index = at - 1; index >= 0; index--) {
    const above = row(index);
    if (!above) break;
    if (above.depth < here.depth) return { do: 'point', row: index };
  }
  return { do: 'out', step: here.step };
}
