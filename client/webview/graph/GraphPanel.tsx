import { useComputed, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { Pattern, ReplayGraph } from '../../../server/src/shared/lspExtensions';
import { errorText } from '../../../server/src/shared/shownText';
import { useAnswer } from '../model/answerCache';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { StepLine } from '../steps/StepLine';
import { Icon, type IconName } from '../ui/Icon';
import { moveFocus } from '../ui/moveFocus';
import { numberText } from '../ui/numberTexts';
import { useRowWindow, VirtualList } from '../ui/VirtualList';
import { GraphView } from './GraphView';
import { edgeName, patternsHeading, patternsKnownAt, roundsUpTo } from './graphTexts';
import '../steps/stepButton.css';
import './EdgeSteps.css';
import './GraphPanel.css';
import './Patterns.css';

/** Shows the graph of a workflow run's agents and the hand-offs between them. Each agent has the state that it is in at the shown step. */
export function GraphPanel() {
  const { answers } = useReplayModel();
  const { value: graph, fault } = useAnswer(answers, 'graph', {});
  if (!graph) return <p class="nothing">{fault ?? t`Loading handoffs…`}</p>;
  if (graph.nodes.length === 0) return <p class="nothing">{t`No step names an agent.`}</p>;
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
          else replay.announcement.value = t`These are several agents.`;
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
  // Returns the focus to the edge that the list was opened from.
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
    if (event.key !== 'Escape') return moveFocus(event, '.edge-step');
    leave();
    event.preventDefault();
    event.stopPropagation();
  };
  if (!found) return null;
  const name = edgeName(graph.nodes, found);
  return (
    <section
      ref={whole}
      class="edge-steps"
      aria-label={t`Steps from ${name}`}
      style={{ height: `min(45%, ${(rows.total ?? found.count) * ROW_HEIGHT + HEAD_HEIGHT}px)` }}
      onKeyDown={press}
      data-testid="edge-steps"
    >
      <header>
        <h3 dir="auto">
          {name}
          {found.implied && <span class="quiet"> · {t`by order only`}</span>}
        </h3>
        <span class="quiet">{rows.total ?? found.count}</span>
        <button type="button" class="plain-button" aria-label={t`Close List of Steps`} onClick={leave}>
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
  const { answers, step, announcement } = replay;
  try {
    let found = await answers.ask('next', { step: step.value, to: 'agent', lane });
    if (found === null) {
      const first = await answers.ask('step', { step: 0 });
      found = first.lane === lane ? 0 : await answers.ask('next', { step: 0, to: 'agent', lane });
    }
    if (found === null) announcement.value = t`No other step of ${name}.`;
    else replay.goTo(found);
  } catch (error) {
    announcement.value = errorText(error);
  }
}

/** `Handoffs so far · parallel, then loop ×1`. */
function PatternsHeading({ patterns }: { patterns: readonly Pattern[] }) {
  const { step } = useReplayModel();
  const heading = useComputed(() => patternsHeading(patterns, step.value)).value;
  return (
    <h2 class="graph-heading" data-testid="graph-heading">
      {t`Handoffs so far`}
      {heading !== undefined && <span dir="auto"> · {heading}</span>}
    </h2>
  );
}

const ICONS: Record<Pattern['is'], IconName> = {
  sequential: 'arrow-right',
  parallel: 'arrow-both',
  conditional: 'question',
  loop: 'sync',
};
/** The maximum number of rounds with a button: the last ones. */
const ROUNDS = 6;

/** The patterns recognised so far, each with the steps that show it. */
function Patterns({ patterns, more = 0 }: { patterns: readonly Pattern[]; more?: number | undefined }) {
  const { step, goTo } = useReplayModel();
  // Serialized, so that the list is rendered again only for another pattern or round.
  const known = useComputed(() =>
    patternsKnownAt(patterns, step.value)
      .map(pattern => `${patterns.indexOf(pattern)} ${roundsUpTo(pattern, step.value)}`)
      .join(','),
  ).value;
  if (known === '') return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may have more than there is room for, and must scroll by keys
    <ul class="graph-patterns" aria-label={t`Patterns so far`} tabIndex={0}>
      {known.split(',').map(text => {
        const [index = -1, count = 0] = text.split(' ').map(Number);
        const pattern = patterns[index];
        const first = Math.max(0, count - ROUNDS);
        const rounds = pattern?.rounds?.slice(first, count) ?? [];
        return (
          pattern && (
            <li key={index}>
              <Icon name={ICONS[pattern.is]} />
              <span class="pattern-text" dir="auto">
                {pattern.text}
              </span>
              <span class="pattern-steps">
                {first > 0 && <span class="quiet">… </span>}
                {rounds.length > 0 ? (
                  rounds.map((round, place) => (
                    <button
                      key={round}
                      type="button"
                      class="link-button"
                      aria-label={t`Round ${first + place + 1}, step ${round + 1}`}
                      onClick={() => goTo(round)}
                    >
                      {round + 1}
                    </button>
                  ))
                ) : (
                  <button
                    type="button"
                    class="link-button"
                    aria-label={t`Known by step ${pattern.known + 1}`}
                    onClick={() => goTo(pattern.known)}
                  >
                    {pattern.known + 1}
                  </button>
                )}
              </span>
            </li>
          )
        );
      })}
      {more > 0 && <li class="quiet">{t`and ${numberText(more)} more`}</li>}
    </ul>
  );
}
