import { useLayoutEffect, useRef } from 'preact/hooks';
import type { StepView, TimelineParams } from '../../../server/src/shared/protocol';
import { useReplayModel } from '../model/replayModel';
import { useAnswer } from '../model/useAnswer';
import { requestedLanes, requestedRange } from './layout/requestedRange';
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
