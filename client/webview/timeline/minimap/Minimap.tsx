import { signal, useComputed } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Axis, Timeline } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { useCanvas } from '../canvas/useCanvas';
import { LanesChoice } from '../LanesChoice';
import { scaleOf } from '../layout/scale';
import type { Scene } from '../scene';
import { drawMinimap } from './drawMinimap';
import { MinimapWindow } from './MinimapWindow';
import './Minimap.css';

const HEIGHT = 30;
/** The maximum number of lanes: more would be thinner than a pixel. */
const MOST_LANES = 60;

/** The whole run below the lanes, with a window for the visible range. */
export function Minimap({ scene }: { scene: Scene }) {
  const { overview, timeline, answers, search } = useReplayModel();
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useMemo(() => signal<{ axis: Axis; timeline: Timeline } | undefined>(undefined), []);
  const axis = timeline.axis.value;
  const end = overview.value?.extent[axis] ?? 0;
  const lanes = Math.min(timeline.lanes.value, MOST_LANES);
  const { value, fresh } = useAnswer(
    answers,
    'timeline',
    lanes > 0
      ? {
          axis,
          by: timeline.lanesBy.value,
          from: 0,
          to: end,
          // More lanes need less detail each.
          width: lanes > 16 ? 256 : 768,
          lanes: { from: 0, count: lanes },
          folded: axis === 'even' || timeline.lanesBy.value !== 'agent' ? UNFOLDED : FOLDED,
        }
      : undefined,
  );
  useLayoutEffect(() => {
    if (fresh && value) latest.value = { axis, timeline: value };
  }, [value, fresh, axis]);
  // Depends only on the end, so that panning does not redraw it.
  const ends = useComputed(() => timeline.shown().end);
  const scale = useComputed(() => scaleOf({ from: 0, to: ends.value }, scene.size.value.width));
  useCanvas(
    canvas,
    () => {
      const palette = scene.palette.value;
      const { width } = scene.size.value;
      if (!palette || width === 0) return undefined;
      return {
        width,
        height: HEIGHT,
        palette,
        scale: scale.value,
        axis: timeline.axis.value,
        timeline: latest.value?.axis === timeline.axis.value ? latest.value.timeline : undefined,
        lanes: Math.min(timeline.lanes.value, MOST_LANES),
        matches: search.matches.value,
        idle: overview.value?.idle ?? [],
      };
    },
    drawMinimap,
  );
  return (
    <div class="minimap" data-testid="minimap">
      <LanesChoice />
      <div class="minimap-track" style={{ width: `${scene.size.value.width}px` }}>
        <canvas ref={canvas} class="timeline-canvas" />
        <StepMarker scene={scene} scale={scale} />
        <MinimapWindow scene={scene} scale={scale} />
      </div>
    </div>
  );
}

const FOLDED = { all: true, but: [] };
// With even spacing, folding changes the length of a step; of kinds and services, the steps are in one another.
const UNFOLDED = { all: false, but: [] };

/** The position of the shown step in the whole run. */
function StepMarker({ scene, scale }: { scene: Scene; scale: { readonly value: ReturnType<typeof scaleOf> } }) {
  const shown = useRef(0);
  shown.current = scene.scrubPosition.value ?? scene.current.value.place?.from ?? shown.current;
  return <div class="minimap-place" style={{ transform: `translateX(${scale.value.x(shown.current)}px)` }} />;
}
