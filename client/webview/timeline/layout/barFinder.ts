import type { Timeline, TimelineBar } from '../../../../server/src/shared/protocol';

export interface FoundBar {
  lane: number;
  bar: TimelineBar;
}

/** Finds bars by step. */
export interface BarFinder {
  /** The bar of this step alone. */
  own(step: number): FoundBar | undefined;
  /** The bar that contains a step: its own, a merged one, or that of a step it is folded into. */
  around(step: number, place: { lane: number; at: number }): FoundBar | undefined;
}

export function barFinder({ lanes }: Pick<Timeline, 'lanes'>): BarFinder {
  const own = new Map<number, FoundBar>();
  const wide: FoundBar[] = [];
  for (const { lane, bars } of lanes) {
    for (const bar of bars) {
      if (bar.count === 1) own.set(bar.step, { lane, bar });
      if (bar.count > 1 || bar.hides !== undefined) wide.push({ lane, bar });
    }
  }
  return {
    own: step => own.get(step),
    around(step, { lane, at }) {
      const mayHold = ({ bar }: FoundBar) => bar.step <= step && bar.from <= at && at <= bar.to;
      const latest = (found: FoundBar | undefined, one: FoundBar) =>
        !found || one.bar.step >= found.bar.step ? one : found;
      return (
        own.get(step) ??
        wide
          .filter(one => one.lane === lane && one.bar.count > 1 && mayHold(one))
          .reduce(latest, undefined as FoundBar | undefined) ??
        wide
          .filter(one => one.bar.hides !== undefined && mayHold(one))
          .reduce(latest, undefined as FoundBar | undefined)
      );
    },
  };
}
