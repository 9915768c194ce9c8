import { t } from '../../../../server/src/shared/l10n';
import type { Series } from '../../../../server/src/shared/lspExtensions';
import { useReplayModel } from '../../model/replayModel';
import { numberText } from '../../ui/numberTexts';
import './Chart.css';

interface ChartPlotProps {
  points: Series;
  look: ChartLook;
  scale: ChartScale;
  area: ChartArea;
  width: number;
  height: number;
  steps: number;
  short(value: number): string;
  bands: readonly { value: number; name: string }[];
  /** The point of the chart that is under the mouse pointer. */
  at?: Series[number];
  /** A description in words. */
  summary: string;
}

/** Draws the lines and axes of a chart of a run's metrics. */
export function ChartPlot(props: ChartPlotProps) {
  const { points, look, scale, area, width, height, steps, short, bands, at, summary } = props;
  const { x, y } = scale;
  const meant = bands.map(({ value }) => value);
  const lines = meant.length > 0 ? [...meant, ...scale.ticks.slice(-1)] : scale.ticks;
  return (
    <svg class={`plot ${look}`} width={width} height={height} role="img" aria-label={summary}>
      {lines.map(value => (
        <g key={value} class={meant.includes(value) ? 'band' : 'tick'}>
          <line x1={area.left} x2={area.right} y1={y(value)} y2={y(value)} />
          <text x={area.left - 6} y={y(value)} text-anchor="end" dominant-baseline="middle">
            {short(value)}
          </text>
        </g>
      ))}
      <line class="ground" x1={area.left} x2={area.right} y1={area.bottom} y2={area.bottom} />
      <text class="end" x={area.left} y={height - 4}>
        {t`step 1`}
      </text>
      {steps > 1 && (
        <text class="end" x={area.right} y={height - 4} text-anchor="end">
          {t`step ${numberText(steps)}`}
        </text>
      )}
      <Shape points={points} look={look} scale={scale} area={area} steps={steps} />
      <CurrentStep scale={scale} area={area} />
      {at && (
        <g class="pointed">
          <line x1={x(at.step)} x2={x(at.step)} y1={area.top} y2={area.bottom} />
          <circle cx={x(at.step)} cy={y(at.value)} r={4} />
        </g>
      )}
    </svg>
  );
}

/** Up to this many points are drawn individually. */
const FEW = 60;

function Shape({
  points,
  look,
  scale: { x, y },
  area,
  steps,
}: Pick<ChartPlotProps, 'points' | 'look' | 'scale' | 'area' | 'steps'>) {
  if (look === 'bars') {
    const room = (area.right - area.left) / Math.max(steps, points.length);
    const size = Math.min(14, Math.max(1, room * 0.7));
    return (
      <g class="shape">
        {points.map(({ step, value }) => (
          <rect
            key={step}
            x={Math.min(Math.max(area.left, x(step) - size / 2), area.right - size)}
            y={Math.min(y(value), area.bottom - 1)}
            width={size}
            height={Math.max(1, area.bottom - y(value))}
          />
        ))}
      </g>
    );
  }
  const line = points.map(({ step, value }) => `${x(step).toFixed(1)},${y(value).toFixed(1)}`).join(' L');
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  return (
    <g class="shape">
      {look === 'area' && (
        <path class="under" d={`M${x(first.step)},${area.bottom} L${line} L${x(last.step)},${area.bottom} Z`} />
      )}
      <path class="over" d={`M${line}`} />
      {points.length <= FEW &&
        points.map(({ step, value }) => <circle key={step} cx={x(step)} cy={y(value)} r={2.5} />)}
    </g>
  );
}

// A component of its own, so that another step renders nothing else.
function CurrentStep({ scale, area }: Pick<ChartPlotProps, 'scale' | 'area'>) {
  const { step } = useReplayModel();
  const place = scale.x(step.value);
  return <line class="current" x1={place} x2={place} y1={area.top - 4} y2={area.bottom} />;
}

export type ChartLook = 'line' | 'bars' | 'area';

/** Maps points to positions in a chart, in pixels; y grows downwards. */
interface ChartScale {
  x(step: number): number;
  y(value: number): number;
  /** The index of the point nearest to a position. */
  nearest(x: number): number;
  /** Values for horizontal grid lines. */
  ticks: number[];
}

interface ChartArea {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Computes the scale of a chart.
 *
 * @param most the maximum of the axis; by default that of the points, rounded up
 */
export function chartScale(points: Series, steps: number, area: ChartArea, most?: number): ChartScale {
  const highest = points.reduce((found, { value }) => Math.max(found, value), 0);
  const top = most ?? roundedUp(highest);
  const width = area.right - area.left;
  const last = Math.max(1, steps - 1);
  const x = (step: number) => area.left + (Math.min(Math.max(0, step), last) / last) * width;
  const y = (value: number) => area.bottom - (Math.min(Math.max(0, value), top) / top) * (area.bottom - area.top);
  return { x, y, nearest: place => nearest(points, ((place - area.left) / width) * last), ticks: [top / 2, top] };
}

/** The next number that is 1, 2 or 5 times a power of ten, or half of one. */
export function roundedUp(value: number): number {
  if (!Number.isFinite(value) || value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const share = [1, 1.5, 2, 3, 4, 5, 6, 8].find(one => one * power >= value) ?? 10;
  return share * power;
}

// Points are sorted by step.
function nearest(points: Series, step: number): number {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.step ?? 0) < step) low = middle + 1;
    else high = middle;
  }
  const before = points[low - 1];
  const after = points[low];
  if (!before || !after) return low;
  return step - before.step <= after.step - step ? low - 1 : low;
}
