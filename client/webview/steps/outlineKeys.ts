import type { OutlineRow } from '../../../server/src/shared/protocol';

/** What a key does in a tree of which one row is pointed at. */
export type OutlineAction =
  | { do: 'point'; row: number }
  | { do: 'fold'; step: number }
  /** To the row that the step is nested in: too far above to be known. */
  | { do: 'out'; step: number }
  | { do: 'go'; step: number };

interface OutlineKey {
  key: string;
  /** The row that is pointed at, and how many there are in all. */
  at: number;
  total: number;
  row(index: number): OutlineRow | undefined;
  /** Rows of a page. */
  page: number;
}

/** @returns undefined for a key that is no key of a tree */
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
