import { effect, untracked, useComputed } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { t } from '../../../server/src/shared/l10n';
import type { IdleGap, LanesBy, StepIcon } from '../../../server/src/shared/lspExtensions';
import { statusWord } from '../../../server/src/shared/statusWord';
import { type ReplayModel, useReplayModel } from '../model/replayModel';
import { Icon } from '../ui/Icon';
import { laneClasses, laneColourIndex } from '../ui/laneClasses';
import { stopScrollKeys } from '../ui/moveFocus';
import { agentCount, pluralize, problemCount, stepCount } from '../ui/numberTexts';
import { drawArrows, drawHighlight } from './canvas/drawArrows';
import { drawBars } from './canvas/drawBars';
import { type GapBox, type Picture, useCanvas } from './canvas/useCanvas';
import type { TimelineState } from './timelineState';
import { useGestures } from './useGestures';
import './Timeline.css';
import './LaneLabels.css';
import type { Scale } from './laneLayout';

/** Shows the lanes of the timeline, one for each agent, with their names. Lanes and names scroll together. */
export function TimelineLanes({ scene }: { scene: TimelineState }) {
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
      aria-label={t`Lanes`}
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

function pictureOf(scene: TimelineState, { timeline, overview }: ReplayModel): Picture | undefined {
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
  scene: TimelineState,
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
  if (!run) return t`Timeline`;
  const problems = run.problems.error + run.problems.warning;
  const facts = [
    t`${stepCount(run.steps)} of ${agentCount(run.agents)}`,
    run.took && t`in ${run.took}`,
    problems > 0 && problemCount(problems),
    live ? t`still running` : run.status !== 'unknown' && statusWord(run.status),
  ];
  return t`Timeline: ${facts.filter(Boolean).join(', ')}. The list of steps tells each of them.`;
}

/** The names of the visible lanes. */
function LaneLabels({ scene }: { scene: TimelineState }) {
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
    <div class="timeline-labels" role="list" aria-label={LANES_BY[by]}>
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

const LANES_BY: Record<LanesBy, string> = {
  agent: t`Lanes by agent`,
  kind: t`Lanes by kind`,
  service: t`Lanes by service`,
};

function namelessText(by: LanesBy, count: number): string {
  switch (by) {
    case 'agent':
      return pluralize(count, t`1 step that names no agent`, steps => t`${steps} steps that name no agent`);
    case 'kind':
      return pluralize(count, t`1 step that names no kind`, steps => t`${steps} steps that name no kind`);
    case 'service':
      return pluralize(count, t`1 step that names no service`, steps => t`${steps} steps that name no service`);
  }
}

function Label({ lane, by, count, named, isLit, top, height }: LabelProps) {
  return (
    <div
      class={`timeline-label ${laneClasses(laneColourIndex(lane, named?.icon))} ${isLit ? 'lit' : ''}`}
      role="listitem"
      aria-setsize={count}
      aria-posinset={lane + 1}
      aria-current={isLit ? 'step' : undefined}
      title={named && `${named.name} · ${named.nameless ? namelessText(by, named.steps) : stepCount(named.steps)}`}
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
function keepStepInView(replay: ReplayModel, scene: TimelineState, scroller: () => HTMLElement | null): () => void {
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

function revealLane(
  { layout, size, scrollTop }: TimelineState,
  scroller: HTMLElement | null,
  lane: number,
  row: number,
): void {
  if (!scroller) return;
  const { top, height } = layout.value.bar(lane, row);
  const around = 8;
  if (top - around < scrollTop.value) scroller.scrollTop = top - around;
  else if (top + height + around > scrollTop.value + size.value.height) {
    scroller.scrollTop = top + height + around - size.value.height;
  }
}

/** Draws the background of the bars: lines between lanes, and the repeated range. */
function drawBackground(
  context: CanvasRenderingContext2D,
  picture: Picture,
  range: { from: number; to: number } | undefined,
): void {
  const { palette, layout, scrollTop, width, height } = picture;
  if (range) shade(context, picture, range);
  context.fillStyle = palette.line;
  context.globalAlpha = palette.outlined ? 0.35 : 0.55;
  for (let lane = layout.laneAt(scrollTop); lane < layout.count; lane++) {
    const bottom = layout.top(lane + 1) - scrollTop;
    if (bottom > height) break;
    context.fillRect(0, Math.round(bottom) - 1, width, 1);
  }
  context.globalAlpha = 1;
}

function shade(
  context: CanvasRenderingContext2D,
  { scale, palette, height }: Picture,
  range: { from: number; to: number },
): void {
  const [left, right] = [Math.round(scale.x(range.from)), Math.round(scale.x(range.to))];
  context.fillStyle = palette.text;
  context.globalAlpha = 0.07;
  context.fillRect(left, 0, right - left, height);
  context.globalAlpha = 0.8;
  context.strokeStyle = palette.text;
  context.lineWidth = 1;
  context.beginPath();
  for (const x of [left - 0.5, right + 0.5]) {
    context.moveTo(x, 0);
    context.lineTo(x, height);
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** The visible gaps. */
function gapBoxes(idle: readonly IdleGap[], scale: Scale): GapBox[] {
  return idle
    .map(({ at, shown, took }) => ({ left: Math.round(scale.x(at)), right: Math.round(scale.x(at + shown)), took }))
    .filter(({ left, right }) => right > 0 && left < scale.width);
}

/** Draws omitted idle time: hatched, above concurrent bars, with its duration. */
function drawIdle(context: CanvasRenderingContext2D, picture: Picture): void {
  const { gaps, height, palette } = picture;
  for (const { left, right, took } of gaps) {
    context.save();
    context.beginPath();
    context.rect(left, 0, Math.max(2, right - left), height);
    context.clip();
    context.globalAlpha = 0.65;
    context.fillStyle = palette.ground;
    context.fillRect(left, 0, right - left, height);
    context.globalAlpha = 0.45;
    hatch(context, left, right, height, palette.quiet);
    context.restore();
    context.fillStyle = palette.quiet;
    context.fillRect(left, 0, 1, height);
    context.fillRect(right - 1, 0, 1, height);
    writeAlong(context, t`${took} idle`, { left, right, picture });
  }
}

const APART = 7;

function hatch(context: CanvasRenderingContext2D, left: number, right: number, height: number, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = left - height; x < right; x += APART) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
}

/** Writes horizontally if there is room, otherwise vertically. */
function writeAlong(
  context: CanvasRenderingContext2D,
  text: string,
  { left, right, picture: { height, palette } }: { left: number; right: number; picture: Picture },
): void {
  context.save();
  context.font = palette.smallFont;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  const wide = context.measureText(text).width;
  const isAcross = wide + 8 <= right - left;
  if (isAcross || (right - left >= 14 && wide + 8 <= height)) {
    context.translate((left + right) / 2, height / 2);
    if (!isAcross) context.rotate(Math.PI / 2);
    context.fillStyle = palette.ground;
    context.fillRect(-wide / 2 - 4, -8, wide + 8, 16);
    context.fillStyle = palette.text;
    context.fillText(text, 0, 0.5);
  }
  context.restore();
}
