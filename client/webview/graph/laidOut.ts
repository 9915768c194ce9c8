import type { ReplayGraph } from '../../../server/src/protocol';
import { type GraphLayout, layoutGraph } from './layoutGraph';
import type { Size } from './view';

/** A graph, laid out along the longer side of its panel. One that is as it was before keeps its places, in whatever panel. */
export function laidOut(graph: ReplayGraph, panel: Size, element: Element | null): GraphLayout {
  const key = keyOf(graph);
  if (last?.key !== key) {
    const direction = panel.width > panel.height * 1.2 ? 'across' : 'down';
    last = { key, layout: layoutGraph(graph, direction, measureIn(element)) };
  }
  return last.layout;
}

/** It takes no time. */
export function isLaidOut(graph: ReplayGraph): boolean {
  return last?.key === keyOf(graph);
}

// A run that is being written tells its graph again and again, and mostly it is the same.
let last: { key: string; layout: GraphLayout } | undefined;

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
