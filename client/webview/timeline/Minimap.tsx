import { signal, useComputed } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { Axis, Found, IdleGap, LanesBy, Timeline } from '../../../server/src/shared/lspExtensions';
import { useAnswer } from '../model/answerCache';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { lanesChoices } from '../model/timelineViewport';
import { pageCommands } from '../shell/pageCommands';
import { laneColourIndex } from '../ui/laneClasses';
import { matchPlaces } from './canvas/drawAxis';
import { type Palette, paintOf } from './canvas/palette';
import { type CanvasSize, useCanvas } from './canvas/useCanvas';
import { type Scale, scaleOf } from './laneLayout';
import type { TimelineState } from './timelineState';
import './LanesChoice.css';
import './Minimap.css';

const HEIGHT = 30;
/** The maximum number of agents' lanes that the minimap draws: more would be thinner than a pixel. */
const MOST_LANES = 60;

/** Draws a whole workflow run in small below its timeline, with a frame around the visible range. */
export function Minimap({ scene }: { scene: TimelineState }) {
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
// Shows all steps: with even spacing, folding would change the length of a step; lanes of kinds and services nest steps in one another.
const UNFOLDED = { all: false, but: [] };

/** The position of the shown step in the whole run. */
function StepMarker({ scene, scale }: { scene: TimelineState; scale: { readonly value: ReturnType<typeof scaleOf> } }) {
  const shown = useRef(0);
  shown.current = scene.scrubPosition.value ?? scene.current.value.place?.from ?? shown.current;
  return <div class="minimap-place" style={{ transform: `translateX(${scale.value.x(shown.current)}px)` }} />;
}

type Handle = 'all' | 'from' | 'to';
const NAMES: Record<Handle, string> = {
  all: t`Part in view`,
  from: t`Beginning of the part in view`,
  to: t`End of the part in view`,
};
/** The share of the visible range that a key moves by. */
const STEP = 0.1;
const LEAST = 1e-3;

/** The visible range as a window on the whole run: it and its ends can be dragged. */
function MinimapWindow({ scene, scale }: { scene: TimelineState; scale: { readonly value: Scale } }) {
  const replay = useReplayModel();
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<{ handle: Handle; x: number } | undefined>(undefined);
  const { from, to, end } = replay.timeline.shown();
  const [left, right] = [scale.value.x(from), scale.value.x(to)];

  const begin = (handle: Handle) => (event: PointerEvent) => {
    if (event.button !== 0 || !box.current) return;
    event.stopPropagation();
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const x = event.clientX - box.current.getBoundingClientRect().left;
    held.current = { handle, x };
    scene.isDragging.value = true;
    // Pressing beside the window moves it there, and continues as a drag.
    if (handle === 'all' && (x < left || x > right)) replay.timeline.pan(scale.value.at(x) - (from + to) / 2);
  };
  const drag = (event: PointerEvent) => {
    if (!held.current || !box.current) return;
    const x = event.clientX - box.current.getBoundingClientRect().left;
    const by = (x - held.current.x) / scale.value.density;
    move(replay, held.current.handle, by);
    held.current.x = x;
  };
  const stop = () => {
    held.current = undefined;
    scene.isDragging.value = false;
  };
  const slider = (name: Handle) => ({
    role: 'slider' as const,
    tabIndex: 0,
    'data-testid': `minimap-${name}`,
    'aria-label': NAMES[name],
    'aria-valuemin': 0,
    'aria-valuemax': 100,
    'aria-valuenow': Math.round(((name === 'from' ? from : name === 'to' ? to : (from + to) / 2) / end) * 100),
    'aria-valuetext': valueText(from, to, end),
    onPointerDown: begin(name),
    onPointerMove: drag,
    onPointerUp: stop,
    onPointerCancel: stop,
    onKeyDown: (event: KeyboardEvent) => press(event, replay, name),
  });
  return (
    <div
      ref={box}
      class="minimap-ground"
      role="group"
      aria-label={t`Whole run`}
      onPointerDown={begin('all')}
      onPointerMove={drag}
      onPointerUp={stop}
      onPointerCancel={stop}
      onDblClick={() => replay.timeline.showAll()}
    >
      <div
        class="minimap-window"
        style={{ transform: `translateX(${left}px)`, width: `${Math.max(4, right - left)}px` }}
        {...slider('all')}
      />
      <div class="minimap-edge" style={{ transform: `translateX(${left}px)` }} {...slider('from')} />
      <div class="minimap-edge" style={{ transform: `translateX(${right}px)` }} {...slider('to')} />
    </div>
  );
}

function move({ timeline }: ReplayModel, handle: Handle, by: number): void {
  const { from, to } = timeline.shown();
  if (handle === 'all') timeline.pan(by);
  // The other end stays in place.
  else if (handle === 'from') timeline.zoom(Math.max(LEAST, to - from - by) / (to - from), to);
  else timeline.zoom(Math.max(LEAST, to - from + by) / (to - from), from);
}

function press(event: KeyboardEvent, replay: ReplayModel, handle: Handle): void {
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return;
  const { from, to, end } = replay.timeline.shown();
  const size = to - from;
  const by: Record<string, number> = {
    ArrowRight: size * STEP,
    ArrowUp: size * STEP,
    ArrowLeft: -size * STEP,
    ArrowDown: -size * STEP,
    PageUp: size,
    PageDown: -size,
    Home: -end,
    End: end,
  };
  if (!Object.hasOwn(by, event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  move(replay, handle, by[event.key] as number);
}

function valueText(from: number, to: number, end: number): string {
  const share = (at: number) => `${Math.round((at / end) * 100)} %`;
  return t`${share(from)} to ${share(to)} of the run`;
}

interface MinimapPicture extends CanvasSize {
  palette: Palette;
  scale: Scale;
  axis: Axis;
  timeline: Timeline | undefined;
  /** The number of all lanes, and of drawn ones. */
  lanes: number;
  matches: Found['matches'];
  idle: readonly IdleGap[];
}

const MARGIN = 3;
const TICK = 4;

/** Draws the whole run as a strip: a thin line per lane, failed steps below, search matches above. */
function drawMinimap(context: CanvasRenderingContext2D, picture: MinimapPicture): void {
  const { palette, scale, axis, timeline, lanes, matches, idle, height } = picture;
  const room = height - 2 * (MARGIN + TICK);
  const pitch = Math.min(4, room / Math.max(1, lanes));
  const thick = Math.max(1, Math.min(3, pitch - 0.5));
  const top = MARGIN + TICK + (room - pitch * lanes) / 2;
  const failed = new Set<number>();
  for (const { lane, icon, bars } of timeline?.lanes ?? []) {
    const y = top + lane * pitch;
    context.fillStyle = paintOf(palette.bars, laneColourIndex(lane, icon)).edge;
    context.beginPath();
    for (const bar of bars) {
      const x = scale.x(bar.from);
      context.rect(x, y, Math.max(1, scale.x(bar.to) - x - 0.5), thick);
      if (bar.marks.includes('error')) failed.add(Math.round(x));
    }
    context.fill();
  }
  context.fillStyle = palette.bad;
  for (const x of failed) context.fillRect(x, height - MARGIN - TICK + 1, 2, TICK);
  context.fillStyle = palette.match;
  for (const x of matchPlaces({ matches, axis, idle, scale })) context.fillRect(x, MARGIN - 1, 2, TICK);
}

const BY_LANES: Record<LanesBy, string> = { agent: t`by agent`, kind: t`by kind`, service: t`by service` };

/** Lets the user choose what the steps of a lane have in common; renders nothing without a choice. */
function LanesChoice() {
  const { timeline, overview } = useReplayModel();
  const choices = lanesChoices(overview.value?.lanes);
  if (choices.length < 2) return null;
  return (
    <label class="lanes-choice quiet">
      <span class="read-aloud">{t`Lanes`}</span>
      <select
        class="plain-select"
        data-testid="lanes"
        title={`${pageCommands.lanes.title} (${pageCommands.lanes.keys[0]})`}
        value={timeline.lanesBy.value}
        onChange={event => (timeline.chosenLanes.value = event.currentTarget.value as LanesBy)}
      >
        {choices.map(by => (
          <option key={by} value={by}>
            {BY_LANES[by]}
          </option>
        ))}
      </select>
    </label>
  );
}
