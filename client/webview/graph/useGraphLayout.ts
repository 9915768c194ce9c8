import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { ReplayGraph } from '../../../server/src/shared/protocol';
import type { Direction, GraphLayout } from './curves';
import { layoutGraph } from './layoutGraph';
import { fitAll, type Size } from './viewTransform';

export interface GraphLayoutState {
  graph: ReplayGraph;
  layout: GraphLayout;
}

/** The number of nodes and edges that are laid out synchronously, in a few milliseconds; larger graphs later. */
const FEW = 24;

/** A graph with its layout; while a large one is being laid out, the previous one. */
export function useGraphLayout(
  graph: ReplayGraph,
  size: Size | undefined,
  panel: { current: Element | null },
): GraphLayoutState | undefined {
  const [last, keep] = useState<GraphLayoutState | undefined>(undefined);
  const isKnown = size !== undefined;
  const isQuick = graph.nodes.length + graph.edges.length <= FEW || hasCachedLayout(graph);
  const lay = () => {
    if (!size) return;
    const layout = cachedLayout(graph, size, panel.current);
    keep(before => (before?.graph === graph && before.layout === layout ? before : { graph, layout }));
  };
  useLayoutEffect(() => {
    if (isQuick) lay();
  }, [graph, size]);
  useEffect(() => {
    if (isQuick || !isKnown) return;
    const waits = requestIdleCallback(lay, { timeout: 200 });
    return () => cancelIdleCallback(waits);
  }, [graph, size]);
  return last;
}

/**
 * Lays out a graph in the direction that makes it larger in its panel. An unchanged graph keeps its layout while that
 * fits about as well.
 */
function cachedLayout(graph: ReplayGraph, panel: Size, element: Element | null): GraphLayout {
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
  // Avoids flipping while a panel is resized.
  const isBetter = scaleIn(other) > scaleIn(kept) * (shown ? 1.2 : 1);
  last.shown = isBetter ? other : kept;
  return layoutIn(last.shown);
}

/** Whether the layout is available immediately. */
function hasCachedLayout(graph: ReplayGraph): boolean {
  return last?.key === keyOf(graph);
}

// A growing run sends its graph repeatedly, mostly unchanged.
let last: { key: string; layouts: { [D in Direction]?: GraphLayout }; shown?: Direction } | undefined;

/** The facts that the layout depends on. */
function keyOf({ nodes, edges }: ReplayGraph): string {
  return JSON.stringify([
    nodes.map(({ name, steps }) => [name, String(steps).length]),
    edges.map(({ from, to }) => [from, to]),
  ]);
}

/** Measures texts in an element's font. */
function measureIn(element: Element | null): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context || !element) return text => text.length * 7;
  const { fontFamily, fontSize } = getComputedStyle(element);
  context.font = `${fontSize} ${fontFamily}`;
  return text => context.measureText(text).width;
}
