import type { Metrics, Series } from '../../../../server/src/shared/protocol';
import { millisecondsText } from '../../../../server/src/shared/times';
import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { TabPage } from '../common/TabPage';
import { AgentsTable } from './AgentsTable';
import { Chart, type ChartProps } from './Chart';
import { KindsTable } from './KindsTable';
import { ModelsTable } from './ModelsTable';
import { numberText, shortNumber } from './numberTexts';
import { RankedSteps } from './RankedSteps';
import { SeriesTable } from './SeriesTable';
import './MetricsTab.css';

/** The run's metrics: totals, by agent, and over its steps. */
export function MetricsTab() {
  const { answers } = useReplayModel();
  const { value: metrics, fresh, fault } = useAnswer(answers, 'metrics', {});
  return (
    <TabPage name="Metrics" class="metrics-tab" fresh={fresh} fault={fault}>
      {metrics && <Shown metrics={metrics} />}
    </TabPage>
  );
}

function Shown({ metrics }: { metrics: Metrics }) {
  const { totals, agents, moreAgents, models, kinds, slowest, mostTokens, costliest } = metrics;
  const charts = chartsOf(metrics).filter(({ points }) => points.length > 0);
  if (totals.length === 0 && agents.length === 0 && charts.length === 0) {
    return <p class="nothing">No metrics for this run.</p>;
  }
  return (
    <>
      <h2>Totals</h2>
      <dl class="cards" data-testid="metrics-totals">
        {totals.map(({ name, value, about }) => (
          <div key={name} class="card">
            <dt class="quiet">{name}</dt>
            <dd>
              <bdi class="card-value">{value}</bdi>
              {about !== undefined && <bdi class="card-about quiet">{about}</bdi>}
            </dd>
          </div>
        ))}
      </dl>
      {agents.length > 0 && (
        <>
          <h2>Agents</h2>
          <AgentsTable agents={agents} more={moreAgents} />
        </>
      )}
      {models.some(({ name }) => name !== '') && (
        <>
          <h2>Models</h2>
          <ModelsTable models={models} />
        </>
      )}
      {kinds.some(({ time }) => time !== undefined) && (
        <>
          <h2>Kinds</h2>
          <KindsTable kinds={kinds} />
        </>
      )}
      <div class="ranked-pair">
        <RankedSteps title="Slowest Steps" steps={slowest} />
        <RankedSteps title="Most Tokens" steps={mostTokens} />
        <RankedSteps title="Most Expensive Steps" steps={costliest} />
      </div>
      {charts.length > 0 && (
        <>
          <h2>By Step</h2>
          <div class="charts" data-testid="metrics-charts">
            {charts.map(chart => (
              <div key={chart.title}>
                <Chart {...chart} />
                <SeriesTable title={chart.title} points={chart.points} text={chart.text} />
              </div>
            ))}
          </div>
        </>
      )}
    </>
  );
}

/** The confidence bands of the protocol. */
const BANDS = [
  { value: 0.7, name: 'below 0.7: ask or review' },
  { value: 0.5, name: 'below 0.5: stop and ask' },
];

function chartsOf({ confidence, waits, tokens, cost }: Metrics): ChartProps[] {
  return [
    { title: 'Confidence', points: held(confidence), look: 'line', text: two, most: 1, bands: BANDS },
    { title: 'Wait before Each Step', points: held(waits), look: 'bars', text: millisecondsText },
    { title: 'Cumulative Tokens', points: held(tokens), look: 'area', text: numberText, short: shortNumber },
    { title: 'Cumulative Cost', points: held(cost), look: 'area', text: numberText, short: shortNumber },
  ];
}

function two(value: number): string {
  return value.toFixed(2);
}

// Drops values that are no numbers.
function held(points: Series): Series {
  return points.every(({ value }) => Number.isFinite(value))
    ? points
    : points.filter(one => Number.isFinite(one.value));
}
