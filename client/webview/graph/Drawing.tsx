import type { ReplayGraph } from '../../../server/src/shared/protocol';
import { laneColour } from '../ui/laneColour';
import { edgeText, nodeText } from './graphTexts';
import { arrowHead, smoothPath } from './layout/curves';
import type { GraphLayout } from './layout/graphLayout';
import './Drawing.css';

/** The whole graph without any progress, which `highlightStep` adds. */
export function Drawing({ graph, layout }: { graph: ReplayGraph; layout: GraphLayout }) {
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
