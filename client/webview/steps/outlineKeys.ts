import type { OutlineRow } from '../../../server/src/shared/protocol';

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
