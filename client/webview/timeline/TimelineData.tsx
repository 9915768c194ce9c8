import { useLayoutEffect, useRef } from 'preact/hooks';
import type { StepView, TimelineParams } from '../../../server/src/shared/protocol';
import { useAnswer } from '../model/answerCache';
import { useReplayModel } from '../model/replayModel';
import type { Scale } from './laneLayout';
import type { Scene } from './scene';

/** Requests the timeline's data. A component of its own, so that answers render nothing else. */
export function TimelineData({ scene }: { scene: Scene }) {
  useTold(scene);
  useViews(scene);
  return null;
}

function useTold(scene: Scene): void {
  const { answers, timeline, folded } = useReplayModel();
  const axis = timeline.axis.value;
  const by = timeline.lanesBy.value;
  const { width, height } = scene.size.value;
  const layout = scene.layout.value;
  const first = layout.laneAt(scene.scrollTop.value);
  const last = layout.laneAt(scene.scrollTop.value + height);
  const params: TimelineParams | undefined =
    width > 0 && layout.count > 0
      ? {
          axis,
          by,
          ...requestedRange(scene.scale.value, timeline.shown().end),
          lanes: requestedLanes(first, last, layout.count),
          folded: folded.now.value,
        }
      : undefined;
  const { value, fresh } = useAnswer(answers, 'timeline', params);
  // A late answer may be for the previous axis or lanes.
  const asked = `${axis} ${by}`;
  const answered = useRef(asked);
  if (fresh) answered.current = asked;
  useLayoutEffect(() => {
    if (value && answered.current === asked) scene.answer.value = { axis, by, timeline: value };
  }, [value, fresh, asked]);
}

function useViews(scene: Scene): void {
  const { answers, step, timeline, player } = useReplayModel();
  const { value: view } = useAnswer(answers, 'step', { step: step.value });
  const byTime = timeline.axis.value !== 'even';
  const { from, to } = player.loop.value;
  const { value: loopFrom } = useAnswer(answers, 'step', stepOf(from, byTime));
  const { value: loopTo } = useAnswer(answers, 'step', stepOf(to, byTime));
  useLayoutEffect(() => {
    scene.view.value = view;
  }, [view]);
  useLayoutEffect(() => {
    scene.loopViews.value = { from: isOf(loopFrom, from), to: isOf(loopTo, to) };
  }, [loopFrom, loopTo, from, to]);
}

function stepOf(step: number | undefined, wanted: boolean): { step: number } | undefined {
  return wanted && step !== undefined ? { step } : undefined;
}

function isOf(view: StepView | undefined, step: number | undefined): StepView | undefined {
  return view?.step === step ? view : undefined;
}

/**
 * The requested range of the timeline: the visible one and about half as much on each side, so that little panning
 * needs no request.
 */
export function requestedRange(scale: Scale, end: number): Pick<TimelineParams, 'from' | 'to' | 'width'> {
  const size = scale.to - scale.from;
  if (scale.from <= 0 && scale.to >= end) return { from: 0, to: end, width: pixels(end * scale.density) };
  // The piece size changes only when the visible range halves or doubles.
  const piece = 2 ** Math.floor(Math.log2(size)) / 2;
  const from = Math.max(0, Math.floor((scale.from - size / 2) / piece) * piece);
  const to = Math.min(end, Math.ceil((scale.to + size / 2) / piece) * piece);
  return { from, to, width: pixels((to - from) * steady(scale.density)) };
}

/**
 * The visible lanes and some around them.
 *
 * @param count the number of all lanes
 */
export function requestedLanes(first: number, last: number, count: number): TimelineParams['lanes'] {
  const from = Math.max(0, Math.floor((first - AROUND) / PIECE) * PIECE);
  const to = Math.min(count, Math.ceil((last + 1 + AROUND) / PIECE) * PIECE);
  return { from, count: Math.max(1, to - from) };
}

const PIECE = 8;
const AROUND = 4;

/** Zooming causes a request only when bar widths change considerably. */
function steady(density: number): number {
  return 2 ** (Math.round(Math.log2(density) * 2) / 2);
}

function pixels(width: number): number {
  return Math.max(1, Math.round(width));
}
