import { useMemo } from 'preact/hooks';
import type { OutlineRow } from '../../../server/src/shared/protocol';
import { Icon } from '../ui/Icon';
import { StepLine } from './StepLine';
import './Outline.css';

interface OutlineItemProps {
  index: number;
  /** Undefined while loading. */
  row: OutlineRow | undefined;
  /** Its step, or one folded into it, is shown. */
  isShown: boolean;
  /** The keyboard cursor is on it. */
  isPointed: boolean;
  /** It matches the search. */
  isFound: boolean;
  go(step: number): void;
  /** Compares its state with that of the shown step. */
  hold(step: number): void;
  fold(step: number): void;
}

/** A row of the tree of steps. Its element id is `outline-<index>`. */
export function OutlineItem(props: OutlineItemProps) {
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
        <span class="found-mark" title="Found by the search">
          <Icon name="search" />
          <span class="read-aloud">found by the search</span>
        </span>
      )}
    </div>
  );
}

/** The maximum indentation level. */
const DEEPEST = 12;
