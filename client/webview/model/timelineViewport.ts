import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Axis, LanesBy, ReplayOverview } from '../../../server/src/shared/lspExtensions';

/** The section of a workflow run that the timeline shows: the axis, the agents' lanes, and the visible range. */
export interface TimelineViewport {
  axis: Signal<Axis>;
  /** The user's choice of what the steps of a lane have in common; undefined for the default of the run. */
  chosenLanes: Signal<LanesBy | undefined>;
  lanesBy: ReadonlySignal<LanesBy>;
  /** The number of lanes. */
  lanes: ReadonlySignal<number>;
  /** The visible range, in units of the axis; undefined shows the whole run. */
  range: Signal<{ from: number; to: number } | undefined>;
  /** The playhead's position on the axis; undefined until known. */
  playhead: Signal<number | undefined>;
  /** The visible range, and the end of the axis. */
  shown(): { from: number; to: number; end: number };
  /** Zooms by a factor around a position on the axis: less than 1 zooms in. */
  zoom(factor: number, around: number): void;
  /** Zooms around the playhead, or the middle if it is not visible. */
  zoomAtPlayhead(factor: number): void;
  /** Pans by a distance on the axis. */
  pan(by: number): void;
  showAll(): void;
  /** Shows a range, or the minimum around it. */
  show(wanted: { from: number; to: number }): void;
  setAxis(axis: Axis): void;
  /** Switches between the time axis, without much idle time, and even spacing. */
  toggleTime(): void;
  /** Shows or hides idle time, if that makes a difference. */
  toggleIdle(): void;
  /** Switches to the next choice of lanes. */
  nextLanes(): void;
  /** Scrolls a range into view: centred, or from its start if it is longer than the view. */
  reveal(place: { from: number; to: number }): void;
}

/** The minimum visible range, in steps or milliseconds. */
const LEAST: Record<Axis, number> = { even: 3, time: 1, active: 1 };

export function timelineViewport(overview: Signal<ReplayOverview | undefined>): TimelineViewport {
  const axis = signal<Axis>('even');
  const range = signal<{ from: number; to: number } | undefined>(undefined);
  const chosenLanes = signal<LanesBy | undefined>(undefined);
  const lanesBy = computed(() => {
    const { lanes, lanesBy: usual = 'agent' } = overview.value ?? {};
    const chosen = chosenLanes.value;
    return chosen !== undefined && lanes?.[chosen] !== undefined ? chosen : usual;
  });
  const playhead = signal<number | undefined>(undefined);
  const endOf = () => Math.max(overview.value?.extent[axis.value] ?? 0, LEAST[axis.value]);
  const shown = () => {
    const end = endOf();
    const { from, to } = range.value ?? { from: 0, to: end };
    return { from, to, end };
  };
  const show = (from: number, to: number) => {
    const end = endOf();
    const size = Math.min(Math.max(to - from, LEAST[axis.value]), end);
    const start = Math.min(Math.max(0, from), end - size);
    range.value = size >= end ? undefined : { from: start, to: start + size };
  };
  const zoom = (factor: number, around: number) => {
    const { from, to } = shown();
    show(around - (around - from) * factor, around + (to - around) * factor);
  };
  const setAxis = (wanted: Axis) => {
    batch(() => {
      axis.value = wanted;
      range.value = undefined;
    });
  };
  return {
    axis,
    chosenLanes,
    lanesBy,
    lanes: computed(() => overview.value?.lanes[lanesBy.value] ?? 0),
    range,
    playhead,
    shown,
    zoom,
    zoomAtPlayhead(factor) {
      const { from, to } = shown();
      const at = playhead.value;
      zoom(factor, at !== undefined && at >= from && at <= to ? at : (from + to) / 2);
    },
    pan(by) {
      const { from, to, end } = shown();
      const held = Math.min(Math.max(by, -from), end - to);
      show(from + held, to + held);
    },
    showAll() {
      range.value = undefined;
    },
    setAxis,
    toggleTime() {
      if (axis.value === 'even' && overview.value) setAxis(preferredTimeAxis(overview.value));
      else setAxis('even');
    },
    toggleIdle() {
      if (axis.value === 'even' || !overview.value?.idle.length) return;
      setAxis(axis.value === 'active' ? 'time' : 'active');
    },
    nextLanes() {
      const choices = lanesChoices(overview.value?.lanes);
      chosenLanes.value = choices[(choices.indexOf(lanesBy.value) + 1) % choices.length];
    },
    show(wanted) {
      const size = Math.max(wanted.to - wanted.from, LEAST[axis.value]);
      const middle = (wanted.from + wanted.to) / 2;
      show(middle - size / 2, middle + size / 2);
    },
    reveal(place) {
      const { from, to } = shown();
      const size = to - from;
      const length = place.to - place.from;
      const isLong = length > size / 2;
      if (place.from >= from && (isLong ? place.from <= to - size / 4 : place.to <= to)) return;
      const start = isLong ? place.from - size / 20 : place.from + length / 2 - size / 2;
      show(start, start + size);
    },
  };
}

/** The possible lanes: what the steps of a lane can have in common. */
export function lanesChoices(lanes: ReplayOverview['lanes'] | undefined): LanesBy[] {
  return LANES_BY.filter(by => lanes?.[by] !== undefined);
}

const LANES_BY: readonly LanesBy[] = ['agent', 'kind', 'service'];

/** The best time axis for a run; even spacing if no step has a time. */
export function preferredTimeAxis({ extent, idle }: ReplayOverview): Axis {
  if (extent.time === 0) return 'even';
  return idle.length > 0 ? 'active' : 'time';
}
