import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { ReplayGraph } from '../../../server/src/shared/lspExtensions';
import { Icon } from '../ui/Icon';
import { laneClasses } from '../ui/laneClasses';
import { arrowHead, type Direction, type GraphLayout, type Point, smoothPath } from './curves';
import { edgeText, nodeText } from './graphTexts';
import { StepHighlight } from './StepHighlight';
import { clampView, fitAll, panToReveal, type Size, type ViewTransform, zoomAround } from './viewTransform';
import './Drawing.css';
import './GraphView.css';
import { layoutGraph } from './layoutGraph';

interface GraphViewProps {
  graph: ReplayGraph;
  /** Called with the index of the agent that the user clicked in the graph, or chose with a key. */
  onNode(node: number): void;
  onEdge(edge: number): void;
}

/** Shows the graph of a run's agents, once it is laid out: fits it to the panel, zooms and pans it, and handles keys. */
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
        aria-roledescription={t`graph`}
        aria-label={t`Agents and handoffs. Left and right go through agents, up and down through their handoffs too.`}
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
        <button type="button" class="plain-button" aria-label={t`Zoom In on the Graph`} onClick={() => zoomBy(1.25)}>
          <Icon name="zoom-in" />
        </button>
        <button type="button" class="plain-button" aria-label={t`Zoom Out of the Graph`} onClick={() => zoomBy(0.8)}>
          <Icon name="zoom-out" />
        </button>
        <button type="button" class="plain-button" aria-label={t`Show Whole Graph`} onClick={showAll}>
          <Icon name="screen-full" />
        </button>
      </div>
      <ul class="read-aloud" id="graph-as-list" aria-label={t`Handoffs of the whole run`}>
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
            class={`graph-node not-yet ${laneClasses(node.lane)}`}
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

interface GraphLayoutState {
  graph: ReplayGraph;
  layout: GraphLayout;
}

/** The number of nodes and edges that are laid out synchronously, in a few milliseconds; larger graphs later. */
const FEW = 24;

/** A graph with its layout; while a large one is being laid out, the previous one. */
function useGraphLayout(
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
 * Lays out a graph in the direction that makes it larger in its panel. An unchanged graph keeps its layout while the layout
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

/** Returns whether the layout is available immediately. */
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

/** The drawing's transform in its panel, changed in place: moving it renders nothing again. */
interface PanZoom {
  set(change: (now: ViewTransform) => ViewTransform): void;
  /** Scrolls a node into view. */
  reveal(node: number): void;
  /** Whether the pointer was dragged, so that its release is no click. */
  wasMoved(): boolean;
  /** Listens on an ancestor: an element with focus handlers would become focusable. */
  onFocusIn(event: FocusEvent): void;
  handlers: {
    onWheel(event: WheelEvent): void;
    onPointerDown(event: PointerEvent): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
  };
}

function usePanZoom(
  panel: { current: SVGSVGElement | null },
  layout: GraphLayout | undefined,
  size: Size | undefined,
): PanZoom {
  const view = useRef<ViewTransform>({ x: 0, y: 0, scale: 1 });
  // A view chosen by the user is kept when the panel is resized.
  const isChosen = useRef(false);
  const last = useRef<{ layout: GraphLayout; size: Size } | undefined>(undefined);
  const apply = (now: ViewTransform) => {
    view.current = now;
    const { x, y, scale } = now;
    panel.current
      ?.querySelector('.graph-viewport')
      ?.setAttribute('transform', `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})`);
  };
  const show = (node: number) => {
    const box = last.current?.layout.nodes[node];
    // Shows the whole drawing until the user chooses another view.
    if (!box || !last.current || !isChosen.current) return;
    const now = panToReveal(view.current, box, last.current.size);
    if (now !== view.current) apply(now);
  };
  useLayoutEffect(() => {
    if (!layout || !size) return;
    if (last.current?.layout !== layout) isChosen.current = false;
    last.current = { layout, size };
    apply(isChosen.current ? clampView(view.current, layout, size) : fitAll(layout, size));
  }, [layout, size]);
  const reveal = useCallback(show, []);
  const drag = useRef<{ at: Point; moved: boolean; id: number } | undefined>(undefined);
  const moved = useRef(false);
  const set = (change: (now: ViewTransform) => ViewTransform) => {
    if (!last.current) return;
    isChosen.current = true;
    apply(clampView(change(view.current), last.current.layout, last.current.size));
  };
  const handlers = useMemo<PanZoom['handlers']>(
    () => ({
      onWheel(event) {
        const box = panel.current?.getBoundingClientRect();
        if (!box || !last.current) return;
        if (event.ctrlKey || event.metaKey) {
          event.preventDefault();
          const around = { x: event.clientX - box.left, y: event.clientY - box.top };
          set(now => zoomAround(now, Math.exp(-event.deltaY / 300), around));
        } else if (isLarger(view.current, last.current)) {
          event.preventDefault();
          set(({ x, y, scale }) => ({ x: x - event.deltaX, y: y - event.deltaY, scale }));
        }
      },
      onPointerDown(event) {
        moved.current = false;
        if (event.button === 0)
          drag.current = { at: { x: event.clientX, y: event.clientY }, moved: false, id: event.pointerId };
      },
      onPointerMove(event) {
        // The button was released outside the panel.
        if (!(event.buttons & 1)) drag.current = undefined;
        const held = drag.current;
        if (!held) return;
        const by = { x: event.clientX - held.at.x, y: event.clientY - held.at.y };
        if (!held.moved && Math.hypot(by.x, by.y) < 4) return;
        // Captured only now, since a click must reach its node.
        if (!held.moved) panel.current?.setPointerCapture(held.id);
        held.moved = true;
        moved.current = true;
        held.at = { x: event.clientX, y: event.clientY };
        set(({ x, y, scale }) => ({ x: x + by.x, y: y + by.y, scale }));
      },
      onPointerUp() {
        drag.current = undefined;
      },
      onPointerCancel() {
        drag.current = undefined;
      },
    }),
    [],
  );
  const onFocusIn = (event: FocusEvent) => {
    const found = event.target instanceof Element ? event.target.closest<SVGGElement>('[data-node]') : null;
    if (found?.matches(':focus-visible')) show(Number(found.dataset['node']));
  };
  return { set, reveal, wasMoved: () => moved.current, onFocusIn, handlers };
}

function isLarger({ scale }: ViewTransform, { layout, size }: { layout: GraphLayout; size: Size }): boolean {
  return layout.width * scale > size.width + 1 || layout.height * scale > size.height + 1;
}
