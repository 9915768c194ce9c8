import { batch, type Signal, signal } from '@preact/signals';
import type { Axis, ReplayOverview } from '../../../server/src/shared/protocol';

/** What part of a run the timeline shows. */
export interface TimelineViewport {
  axis: Signal<Axis>;
  /** On the axis; undefined shows all of the run. */
  range: Signal<{ from: number; to: number } | undefined>;
  /** Where the playhead is, on the axis; undefined until that is known. */
  playhead: Signal<number | undefined>;
  /** What is shown, and where the axis ends. */
  shown(): { from: number; to: number; end: number };
  /** By a factor, around a place on the axis: less than 1 shows less. */
  zoom(factor: number, around: number): void;
  /** By a factor, around the playhead, or the middle where that is not in view. */
  zoomAtPlayhead(factor: number): void;
  /** By so much on the axis. */
  pan(by: number): void;
  showAll(): void;
  /** Shows this part, or as little as can be shown around it. */
  show(part: { from: number; to: number }): void;
  setAxis(axis: Axis): void;
  /** By time, without idle time where there is much of it, or evenly spaced. */
  toggleTime(): void;
  /** With all of the idle time, or without most of it; where that is another view of the run. */
  toggleIdle(): void;
  /** A place that is not in what is shown comes to the middle of it; of one that is longer its beginning. */
  reveal(place: { from: number; to: number }): void;
}

/** What is shown is never less: steps, or milliseconds. */
const LEAST: Record<Axis, number> = { even: 3, time: 1, active: 1 };

export function timelineViewport(overview: Signal<ReplayOverview | undefined>): TimelineViewport {
  const axis = signal<Axis>('even');
  const range = signal<{ from: number; to: number } | undefined>(undefined);
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
    show(part) {
      const size = Math.max(part.to - part.from, LEAST[axis.value]);
      const middle = (part.from + part.to) / 2;
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

/** The axis by which a run is best seen by time; evenly spaced where no step says one. */
export function preferredTimeAxis({ extent, idle }: ReplayOverview): Axis {
  if (extent.time === 0) return 'even';
  return idle.length > 0 ? 'active' : 'time';
}
