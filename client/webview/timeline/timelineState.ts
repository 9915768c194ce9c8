import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { groupBy } from '../../../server/src/shared/arrays';
import type { Axis, LanesBy, StepView, Timeline, TimelineArrow } from '../../../server/src/shared/lspExtensions';
import type { ReplayModel } from '../model/replayModel';
import type { TimelineViewport } from '../model/timelineViewport';
import type { Palette } from './canvas/palette';
import {
  type BarFinder,
  barFinder,
  type FoundBar,
  type Hit,
  type LaneLayout,
  laneLayout,
  type Scale,
  scaleOf,
} from './laneLayout';

/** The state that the timeline's components share: the visible range, and the loaded data. */
export interface TimelineState {
  /** The size of the track in pixels; 0 until known. */
  size: Signal<{ width: number; height: number }>;
  scrollTop: Signal<number>;
  palette: Signal<Palette | undefined>;
  /** The last answer, with its axis and lanes; drawn as far as it reaches while the next one is pending. */
  answer: Signal<{ axis: Axis; by: LanesBy; timeline: Timeline } | undefined>;
  /** The last loaded step. */
  view: Signal<StepView | undefined>;
  /** The steps at the ends of the loop, in order of time. */
  loopViews: Signal<{ from?: StepView | undefined; to?: StepView | undefined }>;
  /** The bar under the pointer, and the pointer's position. */
  hovered: Signal<{ hit: Hit; x: number; y: number } | undefined>;
  /** The position of a dragged playhead on the axis. */
  scrubPosition: Signal<number | undefined>;
  /** The range being selected for repetition, on the axis. */
  selection: Signal<{ from: number; to: number } | undefined>;
  /** A drag is in progress: nothing else may scroll. */
  isDragging: Signal<boolean>;
  scale: ReadonlySignal<Scale>;
  /** The data of the current axis; undefined until loaded. */
  timeline: ReadonlySignal<Timeline | undefined>;
  layout: ReadonlySignal<LaneLayout>;
  finder: ReadonlySignal<BarFinder>;
  /** The incoming handoffs by receiving step. */
  incoming: ReadonlySignal<ReadonlyMap<number, TimelineArrow[]>>;
  /** The position of the shown step. */
  current: ReadonlySignal<CurrentStep>;
  /** The repeated range on the axis. */
  loop: ReadonlySignal<{ from: number; to: number } | undefined>;
}

export interface CurrentStep {
  step: number;
  /** Its start and end; undefined while loading. */
  place?: { from: number; to: number };
  /** Its bar. */
  found?: FoundBar;
  /** Undefined while loading. */
  lane?: number;
}

export function createTimelineState({ timeline: view, overview, step, player }: ReplayModel): TimelineState {
  const scene = {
    size: signal({ width: 0, height: 0 }),
    scrollTop: signal(0),
    palette: signal<Palette | undefined>(undefined),
    answer: signal<TimelineState['answer']['value']>(undefined),
    view: signal<StepView | undefined>(undefined),
    loopViews: signal<TimelineState['loopViews']['value']>({}),
    hovered: signal<TimelineState['hovered']['value']>(undefined),
    scrubPosition: signal<number | undefined>(undefined),
    selection: signal<TimelineState['selection']['value']>(undefined),
    isDragging: signal(false),
  };
  const timeline = computed(() => {
    const answer = scene.answer.value;
    return answer?.axis === view.axis.value && answer.by === view.lanesBy.value ? answer.timeline : undefined;
  });
  const finder = computed(() => barFinder(timeline.value ?? { lanes: [] }));
  return {
    ...scene,
    timeline,
    finder,
    scale: computed(() => scaleOf(view.shown(), scene.size.value.width)),
    // Lanes keep their positions while the axis changes.
    layout: computed(() => {
      const answer = scene.answer.value;
      const heights = answer?.by === view.lanesBy.value ? answer.timeline.heights : undefined;
      return laneLayout(heights ?? new Array<number>(view.lanes.value).fill(1));
    }),
    incoming: computed(() => groupBy(timeline.value?.arrows ?? [], ({ taken }) => taken)),
    current: computed(() => findCurrentStep(step.value, view, scene.view.value, finder.value)),
    loop: computed(() => {
      const { from, to } = player.loop.value;
      if (from === undefined && to === undefined) return undefined;
      const end = overview.value?.extent[view.axis.value] ?? 0;
      if (view.axis.value === 'even') return { from: from ?? 0, to: Math.min(end, (to ?? end) + 1) };
      const views = scene.loopViews.value;
      return {
        from: from === undefined ? 0 : (views.from?.place[view.axis.value].from ?? 0),
        to: to === undefined ? end : (views.to?.place[view.axis.value].to ?? end),
      };
    }),
  };
}

function findCurrentStep(
  step: number,
  { axis: { value: axis }, lanesBy }: TimelineViewport,
  view: StepView | undefined,
  finder: BarFinder,
): CurrentStep {
  const own = finder.own(step);
  if (own) return { step, place: { from: own.bar.from, to: own.bar.to }, found: own, lane: own.lane };
  if (view?.step !== step) return axis === 'even' ? { step, place: { from: step, to: step + 1 } } : { step };
  const lane = view.lanes[lanesBy.value];
  const place = view.place[axis];
  const found = finder.around(step, { lane, at: place.from });
  return { step, place, lane, ...(found && { found }) };
}
