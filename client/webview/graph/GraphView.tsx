import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ReplayGraph } from '../../../server/src/shared/protocol';
import { Icon } from '../ui/Icon';
import { Drawing } from './Drawing';
import { edgeText } from './graphTexts';
import { handleGraphKey } from './handleGraphKey';
import { useGraphLayout } from './layout/useGraphLayout';
import { usePanZoom } from './panZoom/usePanZoom';
import { fitAll, type Size, zoomAround } from './panZoom/viewTransform';
import { StepHighlight } from './StepHighlight';
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
