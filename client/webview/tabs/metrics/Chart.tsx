import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Series } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { type ChartLook, ChartPlot, chartScale } from './ChartPlot';
import './Chart.css';

export interface ChartProps {
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
export function Chart({ title, points, look, text, short = text, most, bands = [] }: ChartProps) {
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
  const said = at ? `step ${at.step + 1}: ${text(at.value)}` : '';
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
              aria-label={at ? `Go to ${said}` : `${title}, point by point with the arrow keys`}
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
  if (!first || !last) return 'no points';
  if (points.length === 1) return `1 point, ${text(first.value)} at step ${first.step + 1}`;
  const lowest = points.reduce((found, one) => (one.value < found.value ? one : found), first);
  const highest = points.reduce((found, one) => (one.value > found.value ? one : found), first);
  return [
    `${points.length} points, from ${text(first.value)} to ${text(last.value)}`,
    `lowest ${text(lowest.value)} at step ${lowest.step + 1}, highest ${text(highest.value)} at step ${highest.step + 1}`,
  ].join('; ');
}
