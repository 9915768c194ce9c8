import { t } from '../../../../server/src/shared/l10n';
import type { Metrics, RankedStep, Series } from '../../../../server/src/shared/lspExtensions';
import { millisecondsText } from '../../../../server/src/shared/times';
import { useAnswer } from '../../model/answerCache';
import { TABS, useReplayModel } from '../../model/replayModel';
import { numberText, shortNumber } from '../../ui/numberTexts';
import { NameText, StepLink, TabPage } from '../TabPage';
import { AgentsTable, KindsTable, ModelsTable } from './AgentsTable';
import '../textBox.css';
import './RankedSteps.css';
import './SeriesTable.css';
import './MetricsTab.css';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ChartLook, ChartPlot, chartScale } from './ChartPlot';
import './Chart.css';

/** Shows the metrics of a workflow run, such as tokens and cost: totals, by agent, and over its steps. */
export function MetricsTab() {
  const { answers } = useReplayModel();
  const { value: metrics, fresh, fault } = useAnswer(answers, 'metrics', {});
  return (
    <TabPage name={TABS.metrics} class="metrics-tab" fresh={fresh} fault={fault}>
      {metrics && <Shown metrics={metrics} />}
    </TabPage>
  );
}

function Shown({ metrics }: { metrics: Metrics }) {
  const { totals, agents, moreAgents, models, kinds, slowest, mostTokens, costliest } = metrics;
  const charts = chartsOf(metrics).filter(({ points }) => points.length > 0);
  if (totals.length === 0 && agents.length === 0 && charts.length === 0) {
    return <p class="nothing">{t`No metrics for this run.`}</p>;
  }
  return (
    <>
      <h2>{t`Totals`}</h2>
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
          <h2>{t`Agents`}</h2>
          <AgentsTable agents={agents} more={moreAgents} />
        </>
      )}
      {models.some(({ name }) => name !== '') && (
        <>
          <h2>{t`Models`}</h2>
          <ModelsTable models={models} />
        </>
      )}
      {kinds.some(({ time }) => time !== undefined) && (
        <>
          <h2>{t`Kinds`}</h2>
          <KindsTable kinds={kinds} />
        </>
      )}
      <div class="ranked-pair">
        <RankedSteps title={t`Slowest Steps`} steps={slowest} />
        <RankedSteps title={t`Most Tokens`} steps={mostTokens} />
        <RankedSteps title={t`Most Expensive Steps`} steps={costliest} />
      </div>
      {charts.length > 0 && (
        <>
          <h2>{t`By Step`}</h2>
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
  { value: 0.7, name: t`below 0.7: ask or review` },
  { value: 0.5, name: t`below 0.5: stop and ask` },
];

function chartsOf({ confidence, waits, tokens, cost }: Metrics): ChartProps[] {
  return [
    { title: t`Confidence`, points: held(confidence), look: 'line', text: two, most: 1, bands: BANDS },
    { title: t`Wait before Each Step`, points: held(waits), look: 'bars', text: millisecondsText },
    { title: t`Cumulative Tokens`, points: held(tokens), look: 'area', text: numberText, short: shortNumber },
    { title: t`Cumulative Cost`, points: held(cost), look: 'area', text: numberText, short: shortNumber },
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

/** The steps with the highest amounts of time, tokens or cost, each with a link. */
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
      <summary class="quiet">{t`Numbers`}</summary>
      <table>
        <caption class="read-aloud">{title}</caption>
        <thead class="read-aloud">
          <tr>
            <th scope="col">{t`Step`}</th>
            <th scope="col">{t`Value`}</th>
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

interface ChartProps {
  title: string;
  points: Series;
  look: ChartLook;
  /** Formats a value in texts, and at the axis. */
  text(value: number): string;
  short?(value: number): string;
  /** The maximum of the axis. */
  most?: number;
  /** Meaningful values, shown as horizontal lines. */
  bands?: readonly { value: number; name: string }[];
}

const HEIGHT = 120;
const AREA = { left: 46, top: 8, bottom: HEIGHT - 20 };

/** A chart over the steps of a run. A click shows the step; arrow keys go from point to point. */
function Chart({ title, points, look, text, short = text, most, bands = [] }: ChartProps) {
  const replay = useReplayModel();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [pointed, point] = useState<number>();
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const steps = replay.overview.value?.run.steps ?? (points.at(-1)?.step ?? 0) + 1;
  const area = { ...AREA, right: Math.max(AREA.left + 1, width - 8) };
  const scale = chartScale(points, steps, area, most);
  const at = pointed === undefined ? undefined : points[pointed];
  const place = (event: MouseEvent) => scale.nearest(event.clientX - (box.current?.getBoundingClientRect().left ?? 0));
  const here = () => pointed ?? scale.nearest(scale.x(replay.step.peek()));
  const press = (event: KeyboardEvent) => {
    const to = target(event, here(), points.length - 1);
    if (to === undefined) return;
    point(to);
    event.preventDefault();
    event.stopPropagation();
  };
  const said = at ? t`step ${at.step + 1}: ${text(at.value)}` : '';
  return (
    <figure class="chart" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        {bands.length > 0 && <span class="quiet band-names">{bands.map(({ name }) => name).join(' · ')}</span>}
        <output class="quiet">{said}</output>
      </figcaption>
      <div ref={box} class="chart-box" style={{ height: `${HEIGHT}px` }}>
        {width > 0 && (
          <>
            <ChartPlot
              points={points}
              look={look}
              scale={scale}
              area={area}
              width={width}
              height={HEIGHT}
              steps={steps}
              short={short}
              bands={bands}
              {...(at && { at })}
              summary={`${title}: ${seriesSummary(points, text)}`}
            />
            <button
              type="button"
              class="chart-hit"
              aria-label={at ? t`Go to ${said}` : t`${title}, point by point with the arrow keys`}
              title={said}
              onPointerMove={event => point(place(event))}
              onPointerLeave={() => point(undefined)}
              onBlur={() => point(undefined)}
              onKeyDown={press}
              onClick={event => {
                // A click by keyboard has no position.
                const chosen = points[event.detail === 0 ? here() : place(event)];
                if (chosen) replay.goTo(chosen.step);
              }}
            />
          </>
        )}
      </div>
    </figure>
  );
}

function target({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent, from: number, last: number) {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined;
  const places: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last };
  const wanted = places[key];
  return wanted === undefined ? undefined : Math.min(Math.max(0, wanted), last);
}

/** Describes a chart in words: `5 points, from 0.90 to 0.93; lowest 0.62 at step 5, highest 0.93 at step 7`. */
export function seriesSummary(points: Series, text: (value: number) => string): string {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return t`no points`;
  if (points.length === 1) return t`1 point, ${text(first.value)} at step ${first.step + 1}`;
  const lowest = points.reduce((found, one) => (one.value < found.value ? one : found), first);
  const highest = points.reduce((found, one) => (one.value > found.value ? one : found), first);
  return [
    t`${points.length} points, from ${text(first.value)} to ${text(last.value)}`,
    t`lowest ${text(lowest.value)} at step ${lowest.step + 1}, highest ${text(highest.value)} at step ${highest.step + 1}`,
  ].join('; ');
}
