import { effect, untracked, useComputed } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { LanesBy, StepIcon } from '../../../server/src/shared/protocol';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { Icon } from '../ui/Icon';
import { colourOfLane, laneColour } from '../ui/laneColour';
import { stopScrollKeys } from '../ui/moveFocus';
import { drawArrows, drawHighlight } from './canvas/drawArrows';
import { drawBackground, drawIdle, gapBoxes } from './canvas/drawBackground';
import { drawBars } from './canvas/drawBars';
import { type Picture, useCanvas } from './canvas/useCanvas';
import type { Scene } from './scene';
import { useGestures } from './useGestures';
import './Timeline.css';
import './LaneLabels.css';

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

/** The names of the visible lanes. */
function LaneLabels({ scene }: { scene: Scene }) {
  const { answers, timeline } = useReplayModel();
  const by = timeline.lanesBy.value;
  const lit = useComputed(() => scene.current.value.lane);
  // Known names are kept while their lanes are scrolled out of view.
  const names = useMemo(() => new Map<number, Name>(), [answers.revision.value, by]);
  for (const { lane, name, nameless, icon, steps } of scene.timeline.value?.lanes ?? []) {
    names.set(lane, { name, steps, nameless: nameless === true, icon });
  }
  const layout = scene.layout.value;
  const scrollTop = scene.scrollTop.value;
  const first = layout.laneAt(scrollTop);
  const last = layout.laneAt(scrollTop + scene.size.value.height);
  const lanes = layout.count === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <div class="timeline-labels" role="list" aria-label={`Lanes by ${by}`}>
      {lanes.map(lane => (
        <Label
          key={lane}
          lane={lane}
          by={by}
          count={layout.count}
          named={names.get(lane)}
          isLit={lit.value === lane}
          top={layout.top(lane) - scrollTop}
          height={layout.height(lane)}
        />
      ))}
    </div>
  );
}

interface Name {
  name: string;
  steps: number;
  nameless: boolean;
  icon: StepIcon | undefined;
}

interface LabelProps {
  lane: number;
  by: LanesBy;
  count: number;
  named: Name | undefined;
  isLit: boolean;
  top: number;
  height: number;
}

function Label({ lane, by, count, named, isLit, top, height }: LabelProps) {
  const steps = named && `${named.steps.toLocaleString('en')} ${named.steps === 1 ? 'step' : 'steps'}`;
  return (
    <div
      class={`timeline-label ${laneColour(colourOfLane(lane, named?.icon))} ${isLit ? 'lit' : ''}`}
      role="listitem"
      aria-setsize={count}
      aria-posinset={lane + 1}
      aria-current={isLit ? 'step' : undefined}
      title={named && `${named.name} · ${steps}${named.nameless ? ` that name no ${by}` : ''}`}
      style={{ transform: `translateY(${top}px)`, height: `${height}px` }}
    >
      {named?.icon ? <Icon name={named.icon} tone="lane-icon" /> : <i class="dot" />}
      <span class={named?.nameless ? 'timeline-name quiet' : 'timeline-name'} dir="auto">
        {named?.name}
      </span>
    </div>
  );
}

/** Scrolls to the shown step and its lane whenever it changes. Returns a function that stops this. */
function keepStepInView(replay: ReplayModel, scene: Scene, scroller: () => HTMLElement | null): () => void {
  let across = -1;
  let down = -1;
  return effect(() => {
    const { step, place, found, lane } = scene.current.value;
    const held = scene.isDragging.value;
    if (held || scene.size.value.width === 0) return;
    untracked(() => {
      if (place && across !== step) {
        across = step;
        replay.timeline.reveal(place);
      }
      if (lane !== undefined && down !== step) {
        down = step;
        revealLane(scene, scroller(), lane, found?.bar.row ?? 0);
      }
    });
  });
}

function revealLane({ layout, size, scrollTop }: Scene, scroller: HTMLElement | null, lane: number, row: number): void {
  if (!scroller) return;
  const { top, height } = layout.value.bar(lane, row);
  const around = 8;
  if (top - around < scrollTop.value) scroller.scrollTop = top - around;
  else if (top + height + around > scrollTop.value + size.value.height) {
    scroller.scrollTop = top + height + around - size.value.height;
  }
}
