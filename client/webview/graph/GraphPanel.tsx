import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ReplayGraph } from '../../../server/src/shared/protocol';
import { useAnswer } from '../model/answerCache';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { StepLine } from '../steps/StepLine';
import { Icon } from '../ui/Icon';
import { moveFocus } from '../ui/moveFocus';
import { useRowWindow, VirtualList } from '../ui/VirtualList';
import { GraphView } from './GraphView';
import { edgeName } from './graphTexts';
import { Patterns, PatternsHeading } from './Patterns';
import '../steps/stepButton.css';
import './EdgeSteps.css';
import './GraphPanel.css';

/** The graph of the run's agents and handoffs, with their state at the shown step. */
export function GraphPanel() {
  const { answers } = useReplayModel();
  const { value: graph, fault } = useAnswer(answers, 'graph', {});
  if (!graph) return <p class="nothing">{fault ?? 'Loading handoffs…'}</p>;
  if (graph.nodes.length === 0) return <p class="nothing">No step names an agent.</p>;
  return <Handoffs graph={graph} />;
}

function Handoffs({ graph }: { graph: ReplayGraph }) {
  const replay = useReplayModel();
  const opened = useSignal<number | undefined>(undefined);
  const edge = opened.value === undefined ? undefined : graph.edges[opened.value];
  return (
    <div class="graph" data-testid="graph">
      <PatternsHeading patterns={graph.patterns} />
      <GraphView
        graph={graph}
        onNode={node => {
          const found = graph.nodes[node];
          if (!found) return;
          if (found.lane >= 0) void goToNextOfLane(replay, found.lane, found.name);
          else replay.announcement.value = 'These are several agents.';
        }}
        onEdge={index => {
          opened.value = index;
        }}
      />
      {edge && opened.value !== undefined ? (
        <EdgeSteps
          key={opened.value}
          graph={graph}
          edge={opened.value}
          close={() => {
            opened.value = undefined;
          }}
        />
      ) : (
        <Patterns patterns={graph.patterns} more={graph.morePatterns} />
      )}
    </div>
  );
}

interface EdgeStepsProps {
  graph: ReplayGraph;
  edge: number;
  close(): void;
}

/** Pixels. */
const ROW_HEIGHT = 26;
const HEAD_HEIGHT = 40;

/** The steps along an edge, each a link. */
function EdgeSteps({ graph, edge, close }: EdgeStepsProps) {
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

/** Goes to an agent's next step; after its last one, to its first. */
async function goToNextOfLane(replay: ReplayModel, lane: number, name: string): Promise<void> {
  const { answers, step } = replay;
  let found = await answers.ask('next', { step: step.value, to: 'agent', lane });
  if (found === null) {
    const first = await answers.ask('step', { step: 0 });
    found = first.lane === lane ? 0 : await answers.ask('next', { step: 0, to: 'agent', lane });
  }
  if (found === null) replay.announcement.value = `No other step of ${name}.`;
  else replay.goTo(found);
}
