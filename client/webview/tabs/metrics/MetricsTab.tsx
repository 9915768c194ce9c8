import type { Metrics, RankedStep, Series } from '../../../../server/src/shared/protocol';
import { millisecondsText } from '../../../../server/src/shared/times';
import { useAnswer } from '../../model/answerCache';
import { useReplayModel } from '../../model/replayModel';
import { numberText, shortNumber } from '../../ui/numberTexts';
import { NameText, StepLink, TabPage } from '../TabPage';
import { AgentsTable, KindsTable, ModelsTable } from './AgentsTable';
import { Chart, type ChartProps } from './Chart';
import '../textBox.css';
import './RankedSteps.css';
import './SeriesTable.css';
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

/** A few steps by what they took, each a link to it. */
function RankedSteps({ title, steps }: { title: string; steps: readonly RankedStep[] }) {
  if (steps.length === 0) return null;
  return (
    <section class="ranked" aria-label={title}>
      <h2>{title}</h2>
      <ol>
        {steps.map(({ step, title: name, model, text }) => (
          <li key={step}>
            <span class="ranked-amount">{text}</span>
            <NameText text={name} />
            {model !== undefined && <NameText text={model} class="quiet" />}
            <StepLink step={step} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The maximum number of rows. */
const MOST = 200;

/** The values of a chart as a table. */
function SeriesTable({ title, points, text }: { title: string; points: Series; text(value: number): string }) {
  if (points.length > MOST) return null;
  return (
    <details class="series">
      <summary class="quiet">Numbers</summary>
      <table>
        <caption class="read-aloud">{title}</caption>
        <thead class="read-aloud">
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ step, value }) => (
            <tr key={step}>
              <th scope="row">
                <StepLink step={step} />
              </th>
              <td class="number">{text(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
