import { useRef } from 'preact/hooks';
import type { ReplayGraph } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { StepLine } from '../steps/StepLine';
import { Icon } from '../ui/Icon';
import { moveFocus } from '../ui/moveFocus';
import { useRowWindow } from '../ui/useRowWindow';
import { VirtualList } from '../ui/VirtualList';
import { edgeName } from './graphTexts';
import '../steps/stepButton.css';
import './EdgeSteps.css';

interface EdgeStepsProps {
  graph: ReplayGraph;
  edge: number;
  close(): void;
}

/** Pixels. */
const ROW_HEIGHT = 26;
const HEAD_HEIGHT = 40;

/** The steps along an edge, each a link. */
export function EdgeSteps({ graph, edge, close }: EdgeStepsProps) {
  const replay = useReplayModel();
  const rows = useRowWindow(replay.answers, 'edgeSteps', { edge });
  const whole = useRef<HTMLElement>(null);
  const found = graph.edges[edge];
  // Returns the focus to the edge that it was opened from.
  const leave = () => {
    const from = whole.current?.closest('.graph')?.querySelector<SVGGElement>(`[data-edge="${edge}"]`);
    close();
    from?.focus();
  };
  const isFocused = useRef(false);
  const focusFirst = (row: HTMLElement | null) => {
    if (row && !isFocused.current) row.focus();
    isFocused.current = true;
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
    else if (!moveFocus(event, '.edge-step')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (!found) return null;
  const name = edgeName(graph.nodes, found);
  return (
    <section
      ref={whole}
      class="edge-steps"
      aria-label={`Steps from ${name}`}
      style={{ height: `min(45%, ${(rows.total ?? found.count) * ROW_HEIGHT + HEAD_HEIGHT}px)` }}
      onKeyDown={press}
      data-testid="edge-steps"
    >
      <header>
        <h3 dir="auto">
          {name}
          {found.implied && <span class="quiet"> · by order only</span>}
        </h3>
        <span class="quiet">{rows.total ?? found.count}</span>
        <button type="button" class="plain-button" aria-label="Close List of Steps" onClick={leave}>
          <Icon name="close" />
        </button>
      </header>
      {rows.fault !== undefined && <p class="nothing">{rows.fault}</p>}
      <VirtualList count={rows.total ?? 0} rowHeight={ROW_HEIGHT} onRange={rows.onRange} role="list">
        {index => {
          const row = rows.row(index);
          return (
            <div role="listitem">
              {row && (
                <button
                  type="button"
                  class="edge-step"
                  ref={index === 0 ? focusFirst : null}
                  onClick={() => replay.goTo(row.step)}
                >
                  <StepLine step={row} />
                </button>
              )}
            </div>
          );
        }}
      </VirtualList>
    </section>
  );
}
