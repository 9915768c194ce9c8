import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { stepText } from './barTexts';
import { axisTicks, drawAxis } from './canvas/drawAxis';
import { useCanvas } from './canvas/useCanvas';
import type { TimelineState } from './timelineState';
import './Playhead.css';
import './Timeline.css';

/** The vertical line on the timeline at the shown step, with a handle that the user drags to another step. */
export function Playhead({ scene }: { scene: TimelineState }) {
  const replay = useReplayModel();
  const box = useRef<HTMLDivElement>(null);
  const shown = useRef(0);
  const scrub = useScrub(scene, () => box.current?.getBoundingClientRect().left ?? 0);
  const { step, overview } = replay;
  const steps = overview.value?.run.steps ?? 0;
  const { place } = scene.current.value;
  // Until the position of a step is known, the line stays in place.
  shown.current = scene.scrubPosition.value ?? place?.from ?? shown.current;
  const at = shown.current;
  useLayoutEffect(() => {
    replay.timeline.playhead.value = at;
  }, [at]);
  const x = scene.scale.value.x(at);
  const isSeen = x >= 0 && x <= scene.size.value.width;
  return (
    <div ref={box} class="timeline-over" style={{ width: `${scene.size.value.width}px` }}>
      <div
        class={isSeen ? 'playhead' : 'playhead away'}
        data-testid="playhead"
        role="slider"
        tabIndex={0}
        aria-label={t`Step`}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, steps)}
        aria-valuenow={step.value + 1}
        aria-valuetext={stepText(step.value, steps, scene.view.value)}
        style={{ transform: `translateX(${Math.round(Math.min(Math.max(0, x), scene.size.value.width))}px)` }}
        onKeyDown={event => press(event, replay)}
        {...scrub}
      />
    </div>
  );
}

const PAGE = 10;

function press(event: KeyboardEvent, replay: ReplayModel): void {
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const last = (replay.overview.value?.run.steps ?? 1) - 1;
  const step = replay.step.value;
  const wanted: Record<string, number> = {
    ArrowRight: step + 1,
    ArrowUp: step + 1,
    ArrowLeft: step - 1,
    ArrowDown: step - 1,
    PageUp: step + PAGE,
    PageDown: step - PAGE,
    Home: 0,
    End: last,
  };
  if (!Object.hasOwn(wanted, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  replay.goTo(wanted[event.key] as number);
}

const HEIGHT = 24;

/** The axis above the lanes; pressing it moves the playhead. */
export function TimelineAxis({ scene }: { scene: TimelineState }) {
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

type Handler = (event: PointerEvent) => void;

/**
 * Makes an element drag the playhead.
 *
 * @param trackLeft the left edge of the track, in window pixels
 */
function useScrub(
  scene: TimelineState,
  trackLeft: () => number,
): Record<`onPointer${'Down' | 'Move' | 'Up' | 'Cancel'}`, Handler> {
  const replay = useReplayModel();
  const scrub = useMemo(() => scrubber(replay), [replay]);
  const held = useRef<{ left: number; x: number; frame?: number } | undefined>(undefined);

  const to = (x: number) => {
    const { end } = replay.timeline.shown();
    const at = Math.min(Math.max(0, scene.scale.value.at(x)), end);
    scene.scrubPosition.value = at;
    scrub(at);
  };
  // Keeps scrolling while held beyond an end of the view.
  const goOn = () => {
    const { current } = held;
    if (!current) return;
    const { width, density } = scene.scale.value;
    const beyond = Math.min(0, current.x) + Math.max(0, current.x - width);
    if (beyond !== 0) {
      replay.timeline.pan((beyond * 0.2) / density);
      to(Math.min(Math.max(0, current.x), width));
    }
    current.frame = requestAnimationFrame(goOn);
  };
  const end = () => {
    if (held.current?.frame !== undefined) cancelAnimationFrame(held.current.frame);
    held.current = undefined;
    scene.scrubPosition.value = undefined;
    scene.isDragging.value = false;
  };
  useEffect(() => end, []);
  return {
    onPointerDown(event) {
      if (event.button !== 0) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      const left = trackLeft();
      held.current = { left, x: event.clientX - left };
      scene.isDragging.value = true;
      to(event.clientX - left);
      held.current.frame = requestAnimationFrame(goOn);
    },
    onPointerMove(event) {
      if (!held.current) return;
      held.current.x = event.clientX - held.current.left;
      to(held.current.x);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

/** Shows the step at a position on the axis. While a request is pending, only the last position counts. */
function scrubber(replay: ReplayModel): (at: number) => void {
  let busy = false;
  let next: number | undefined;

  async function ask(at: number): Promise<void> {
    busy = true;
    try {
      const axis = replay.timeline.axis.value;
      const step = await replay.answers.ask('stepAt', { axis, at });
      if (replay.timeline.axis.value === axis) show(step);
    } catch {
      // The run is gone, or being read again: the page stays unchanged.
    }
    busy = false;
    if (next === undefined) return;
    const wanted = next;
    next = undefined;
    void ask(wanted);
  }

  function show(step: number): void {
    if (step !== replay.step.value) replay.goTo(step);
  }

  return at => {
    replay.player.pause();
    if (replay.timeline.axis.value === 'even') show(Math.floor(at));
    else if (busy) next = at;
    // Fractions of a millisecond find the same step, and would be cached separately.
    else void ask(Math.round(at));
  };
}
