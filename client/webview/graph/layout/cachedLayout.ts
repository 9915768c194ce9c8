import type { ReplayGraph } from '../../../../server/src/shared/protocol';
import { fitAll, type Size } from '../panZoom/viewTransform';
import type { Direction, GraphLayout } from './graphLayout';
import { layoutGraph } from './layoutGraph';

/** A graph, laid out in the direction in which it is larger in its panel. One that is as it was before keeps its places, as long as it fits about as well. */
export function cachedLayout(graph: ReplayGraph, panel: Size, element: Element | null): GraphLayout {
  const key = keyOf(graph);
  if (last?.key !== key) last = { key, layouts: {} };
  const { layouts, shown } = last;
  const layoutIn = (direction: Direction) => {
    layouts[direction] ??= layoutGraph(graph, direction, measureIn(element));
    return layouts[direction];
  };
  const scaleIn = (direction: Direction) => fitAll(layoutIn(direction), panel).scale;
  const kept = shown ?? (panel.width > panel.height * 1.2 ? 'across' : 'down');
  const other = kept === 'across' ? 'down' : 'across';
  // While a panel is made larger or smaller, it does not turn to and fro.
  const isBetter = scaleIn(other) > scaleIn(kept) * (shown ? 1.2 : 1);
  last.shown = isBetter ? other : kept;
  return layoutIn(last.shown);
}

/** It takes no time. */
export function hasCachedLayout(graph: ReplayGraph): boolean {
  return last?.key === keyOf(graph);
}

// A run that is being written tells its graph again and again, and mostly it is the same.
let last: { key: string; layouts: { [D in Direction]?: GraphLayout }; shown?: Direction } | undefined;

/** What the places in a drawing rest on. */
function keyOf({ nodes, edges }: ReplayGraph): string {
  return JSON.stringify([
    nodes.map(({ name, steps }) => [name, String(steps).length]),
    edges.map(({ from, to }) => [from, to]),
  ]);
}

/** How wide texts of the graph are, in the font of an element. */
function measureIn(element: Element | null): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context || !element) return text => text.length * 7;
  const { fontFamily, fontSize } = getComputedStyle(element);
  context.font = `${fontSize} ${fontFamily}`;
  return text => context.measureText(text).width;
}
