import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { stopScrollKeys } from '../ui/stopScrollKeys';
import { drawArrows } from './canvas/drawArrows';
import { drawBackground } from './canvas/drawBackground';
import { drawBars } from './canvas/drawBars';
import { drawHighlight } from './canvas/drawHighlight';
import { drawIdle, gapBoxes } from './canvas/drawIdle';
import type { Picture } from './canvas/picture';
import { useCanvas } from './canvas/useCanvas';
import { useGestures } from './gestures/useGestures';
import { keepStepInView } from './keepStepInView';
import { LaneLabels } from './LaneLabels';
import type { Scene } from './scene';
import './Timeline.css';

/** The lanes with their names, scrolled together. */
export function TimelineLanes({ scene }: { scene: Scene }) {
  const replay = useReplayModel();
  const scroller = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const bars = useRef<HTMLCanvasElement>(null);
  const lit = useRef<HTMLCanvasElement>(null);
  useSize(scene, track, scroller);
  useGestures(scene, track, scroller);
  useCanvas(
    bars,
    () => {
      const picture = pictureOf(scene, replay);
      const range = scene.selection.value ?? scene.loop.value;
      const timeline = scene.timeline.value;
      return picture && { ...picture, timeline, range, finder: scene.finder.value };
    },
    (context, seen) => {
      drawBackground(context, seen, seen.range);
      if (!seen.timeline) return;
      drawArrows(context, seen, seen.timeline.arrows, seen.finder);
      drawBars(context, seen, seen.timeline.lanes);
      drawIdle(context, seen);
    },
  );
  useCanvas(
    lit,
    () => {
      const picture = pictureOf(scene, replay);
      const { step, found } = scene.current.value;
      const incoming = scene.incoming.value.get(step) ?? [];
      const hovered = scene.hovered.value?.hit;
      const other = replay.otherStep.value;
      const held = other === undefined ? undefined : scene.finder.value.own(other);
      return picture && { ...picture, found, incoming, hovered, held, finder: scene.finder.value };
    },
    (context, seen) => drawHighlight(context, seen, seen.finder, seen.found, seen.incoming, seen.hovered, seen.held),
  );
  useEffect(() => keepStepInView(replay, scene, () => scroller.current), []);
  const summary = useSummary();
  const { height } = scene.size.value;
  const { total } = scene.layout.value;
  return (
    <div
      ref={scroller}
      class="timeline-lanes"
      data-testid="timeline-lanes"
      role="group"
      aria-label="Lanes"
      tabIndex={total > height ? 0 : undefined}
      onKeyDown={stopScrollKeys}
      onScroll={event => (scene.scrollTop.value = event.currentTarget.scrollTop)}
    >
      <div class="timeline-pinned">
        <LaneLabels scene={scene} />
        <div ref={track} class="timeline-track">
          <div role="img" aria-label={summary} data-testid="timeline-picture">
            <canvas ref={bars} class="timeline-canvas" />
            <canvas ref={lit} class="timeline-canvas" />
          </div>
        </div>
      </div>
      <div style={{ height: `${Math.max(0, total - height)}px` }} />
    </div>
  );
}

function pictureOf(scene: Scene, { timeline, overview }: ReplayModel): Picture | undefined {
  const palette = scene.palette.value;
  const { width, height } = scene.size.value;
  if (!palette || width === 0) return undefined;
  const scale = scene.scale.value;
  const idle = timeline.axis.value === 'active' ? (overview.value?.idle ?? []) : [];
  return {
    width,
    height,
    palette,
    scale,
    gaps: gapBoxes(idle, scale),
    layout: scene.layout.value,
    scrollTop: scene.scrollTop.value,
  };
}

function useSize(
  scene: Scene,
  track: { current: HTMLElement | null },
  scroller: { current: HTMLElement | null },
): void {
  useLayoutEffect(() => {
    if (!track.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      scene.size.value = { width: Math.round(width), height: Math.round(height) };
      // Content may have scrolled into view without an event.
      if (scroller.current) scene.scrollTop.value = scroller.current.scrollTop;
    });
    observer.observe(track.current);
    return () => observer.disconnect();
  }, []);
}

/** A description for screen readers; the list of steps has the details. */
function useSummary(): string {
  const { run, live } = useReplayModel().overview.value ?? {};
  if (!run) return 'Timeline';
  const problems = run.problems.error + run.problems.warning;
  const parts = [
    `${run.steps.toLocaleString('en')} ${run.steps === 1 ? 'step' : 'steps'} of ${run.agents.toLocaleString('en')} ${run.agents === 1 ? 'agent' : 'agents'}`,
    run.took && `in ${run.took}`,
    problems > 0 && `${problems.toLocaleString('en')} ${problems === 1 ? 'problem' : 'problems'}`,
    live ? 'still running' : run.status !== 'unknown' && run.status,
  ];
  return `Timeline: ${parts.filter(Boolean).join(', ')}. The list of steps tells each of them.`;
}
