import type { BranchRow } from './branch';
import { isBranch, isLongText } from './loadTree';

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
