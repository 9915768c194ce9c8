import { useRef } from 'preact/hooks';
import { useReplayModel } from '../model/replayModel';
import { drawAxis } from './canvas/drawAxis';
import { useCanvas } from './canvas/useCanvas';
import { useScrub } from './gestures/useScrub';
import { axisTicks } from './layout/axisTicks';
import type { Scene } from './scene';
import './Timeline.css';

const HEIGHT = 24;

/** The axis above the lanes; pressing it moves the playhead. */
export function TimelineAxis({ scene }: { scene: Scene }) {
  const { timeline, overview, search } = useReplayModel();
  const canvas = useRef<HTMLCanvasElement>(null);
  const box = useRef<HTMLDivElement>(null);
  useCanvas(
    canvas,
    () => {
      const palette = scene.palette.value;
      const { width } = scene.size.value;
      const scale = scene.scale.value;
      const axis = timeline.axis.value;
      const { startedAt, idle = [] } = overview.value ?? {};
      const ticks = axisTicks({ axis, scale, end: timeline.shown().end, startedAt, idle });
      const loop = scene.selection.value ?? scene.loop.value;
      const matches = search.matches.value;
      if (!palette || width === 0) return undefined;
      return { width, height: HEIGHT, palette, scale, axis, ticks, matches, idle, loop };
    },
    drawAxis,
  );
  const scrub = useScrub(scene, () => box.current?.getBoundingClientRect().left ?? 0);
  return (
    <div ref={box} class="timeline-axis" data-testid="timeline-axis" {...scrub}>
      <canvas ref={canvas} class="timeline-canvas" style={{ width: `${scene.size.value.width}px` }} />
    </div>
  );
}
