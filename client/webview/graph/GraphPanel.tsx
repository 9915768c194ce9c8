import { useSignal } from '@preact/signals';
import type { ReplayGraph } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { EdgeSteps } from './EdgeSteps';
import { GraphView } from './GraphView';
import { goToNextOfLane } from './goToNextOfLane';
import { Patterns, PatternsHeading } from './Patterns';
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
