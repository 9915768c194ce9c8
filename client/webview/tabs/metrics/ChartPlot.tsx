import type { Series } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import type { ChartArea, ChartLook, ChartScale } from './chartScale';
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
  /** The point under the pointer. */
  at?: Series[number];
  /** A description in words. */
  summary: string;
}

/** The drawing of a chart. */
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
        step 1
      </text>
      {steps > 1 && (
        <text class="end" x={area.right} y={height - 4} text-anchor="end">
          step {steps.toLocaleString('en')}
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
