import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { ReplayGraph } from '../../../../server/src/shared/protocol';
import type { Size } from '../panZoom/viewTransform';
import { cachedLayout, hasCachedLayout } from './cachedLayout';
import type { GraphLayout } from './graphLayout';

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
