import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ReplayGraph } from '../../../server/src/shared/protocol';
import { Icon } from '../ui/Icon';
import { laneColour } from '../ui/laneColour';
import { arrowHead, type GraphLayout, smoothPath } from './curves';
import { edgeText, nodeText } from './graphTexts';
import { StepHighlight } from './StepHighlight';
import { useGraphLayout } from './useGraphLayout';
import { usePanZoom } from './usePanZoom';
import { fitAll, type Size, zoomAround } from './viewTransform';
import './Drawing.css';
import './GraphView.css';

interface GraphViewProps {
  graph: ReplayGraph;
  /** Called with the index of a node that was clicked, or chosen by a key. */
  onNode(node: number): void;
  onEdge(edge: number): void;
}

/** The drawing in its panel: fits, zooms and pans it, and handles keys. */
export function GraphView({ graph, onNode, onEdge }: GraphViewProps) {
  const panel = useRef<SVGSVGElement>(null);
  const size = useSize(panel);
  const drawn = useGraphLayout(graph, size, panel);
  const layout = drawn?.layout;
  const view = usePanZoom(panel, layout, size);
  const choose = (target: EventTarget | null) => {
    const found = target instanceof Element ? target.closest<SVGGElement>('[data-node], [data-edge]') : null;
    if (found?.dataset['node'] !== undefined) onNode(Number(found.dataset['node']));
    else if (found?.dataset['edge'] !== undefined) onEdge(Number(found.dataset['edge']));
  };
  const zoomBy = (factor: number) => {
    if (size) view.set(now => zoomAround(now, factor, { x: size.width / 2, y: size.height / 2 }));
  };
  const showAll = () => {
    if (size && layout) view.set(() => fitAll(layout, size));
  };
  const press = (event: KeyboardEvent) => {
    const taken = handleGraphKey(event, { choose, zoomBy, showAll });
    if (!taken) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Rendered again only for another graph: changes by steps are made in place.
  const drawing = useMemo(() => drawn && <Drawing {...drawn} />, [drawn]);
  return (
    <div class="graph-view" onFocusIn={view.onFocusIn}>
      <svg
        ref={panel}
        class={`graph-svg ${layout?.isDense ? 'dense' : ''}`}
        aria-roledescription="graph"
        aria-label="Agents and handoffs. Left and right go through agents, up and down through their handoffs too."
        aria-details="graph-as-list"
        data-testid="graph-svg"
        onClick={event => !view.wasMoved() && choose(event.target)}
        onKeyDown={press}
        {...view.handlers}
      >
        {drawing}
      </svg>
      {drawn && <StepHighlight {...drawn} panel={panel} reveal={view.reveal} />}
      <div class="graph-buttons">
        <button type="button" class="plain-button" aria-label="Zoom In on the Graph" onClick={() => zoomBy(1.25)}>
          <Icon name="zoom-in" />
        </button>
        <button type="button" class="plain-button" aria-label="Zoom Out of the Graph" onClick={() => zoomBy(0.8)}>
          <Icon name="zoom-out" />
        </button>
        <button type="button" class="plain-button" aria-label="Show Whole Graph" onClick={showAll}>
          <Icon name="screen-full" />
        </button>
      </div>
      <ul class="read-aloud" id="graph-as-list" aria-label="Handoffs of the whole run">
        {graph.edges.map((edge, index) => (
          <li key={index}>{edgeText(graph.nodes, edge)}</li>
        ))}
      </ul>
    </div>
  );
}

function useSize(element: { current: Element | null }): Size | undefined {
  const [size, setSize] = useState<Size | undefined>(undefined);
  useLayoutEffect(() => {
    const found = element.current;
    if (!found) return;
    const look = () => {
      const { width, height } = found.getBoundingClientRect();
      // A closed panel has no size; the layout stays.
      if (width > 0 && height > 0) setSize({ width, height });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(found);
    return () => observer.disconnect();
  }, [element]);
  return size;
}

/** The whole graph without any progress, which `highlightStep` adds. */
function Drawing({ graph, layout }: { graph: ReplayGraph; layout: GraphLayout }) {
  return (
    <g class="graph-viewport">
      {graph.edges.map((edge, index) => {
        const placed = layout.edges[index];
        if (!placed) return null;
        const path = smoothPath(placed.points);
        const classes = ['graph-edge', 'not-yet', edge.implied && 'implied', placed.back && 'back'];
        return (
          <g
            key={`edge ${index}`}
            class={classes.filter(Boolean).join(' ')}
            data-edge={index}
            data-from={edge.from}
            role="button"
            tabindex={-1}
            aria-label={edgeText(graph.nodes, edge)}
          >
            <title>{edgeText(graph.nodes, edge)}</title>
            <path class="edge-touch" d={path} />
            <path class="edge-line" d={path} />
            <path class="edge-arrow" d={arrowHead(placed.points)} />
            {!layout.isDense && placed.label && (
              <text
                class="edge-count"
                x={placed.label.x}
                y={placed.label.y}
                style={{ textAnchor: placed.label.anchor }}
              />
            )}
          </g>
        );
      })}
      <g class="edge-lit">
        <path class="edge-line" />
        <path class="edge-arrow" />
      </g>
      {graph.nodes.map((node, index) => {
        const placed = layout.nodes[index];
        if (!placed) return null;
        const { x, y, width, height, shown } = placed;
        return (
          <g
            key={`node ${index}`}
            class={`graph-node not-yet ${laneColour(node.lane)}`}
            data-node={index}
            role="button"
            tabindex={index === 0 ? 0 : -1}
            aria-label={nodeText(node, 0)}
          >
            <title>{nodeText(node, 0)}</title>
            <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx="6" />
            <text x={x} y={y}>
              <tspan class="node-name">{shown}</tspan> <tspan class="node-count" dx="2" />
              <tspan class="node-active" dx="5">
                ●
              </tspan>
            </text>
          </g>
        );
      })}
      <text class="lit-label" data-testid="lit-label" />
    </g>
  );
}

interface GraphActions {
  choose(target: EventTarget | null): void;
  zoomBy(factor: number): void;
  showAll(): void;
}

/**
 * Handles a key in the graph.
 *
 * @returns whether the key has an effect
 */
function handleGraphKey(event: KeyboardEvent, { choose, zoomBy, showAll }: GraphActions): boolean {
  const { key, currentTarget: panel, target } = event;
  if (!(panel instanceof Element) || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (key === 'Enter' || key === ' ') choose(target);
  else if (key === '+' || key === '=') zoomBy(1.25);
  else if (key === '-') zoomBy(0.8);
  else if (key === '0') showAll();
  else return go(key, panel, target);
  return true;
}

/** Moves the focus: left and right between nodes, up and down through each node and its outgoing edges. */
function go(key: string, panel: Element, from: EventTarget | null): boolean {
  const nodes = [...panel.querySelectorAll<SVGGElement>('[data-node]')];
  const edges = [...panel.querySelectorAll<SVGGElement>('[data-edge]')];
  const all = nodes.flatMap(node => [node, ...edges.filter(edge => edge.dataset['from'] === node.dataset['node'])]);
  const now = all.indexOf(from as SVGGElement);
  const isNode = (index: number) => all[index]?.dataset['node'] !== undefined;
  const next = (by: 1 | -1, isWanted: (index: number) => boolean) => {
    let index = now + by;
    while (index >= 0 && index < all.length && !isWanted(index)) index += by;
    return all[index];
  };
  const found: Record<string, () => SVGGElement | undefined> = {
    ArrowDown: () => next(1, () => true),
    ArrowUp: () => next(-1, () => true),
    ArrowRight: () => next(1, isNode),
    ArrowLeft: () => next(-1, isNode),
    Home: () => all[0],
    End: () => all.at(-1),
  };
  const wanted = found[key];
  if (!wanted) return false;
  const goal = wanted();
  if (goal) {
    for (const one of panel.querySelectorAll('[tabindex="0"]')) one.setAttribute('tabindex', '-1');
    goal.setAttribute('tabindex', '0');
    goal.focus();
  }
  return true;
}
