import { type ReplayModel, useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { Icon } from '../../ui/Icon';

/** The number of the shown step. */
export function StepCount() {
  const { step, overview } = useReplayModel();
  return (
    <span class="step-count" data-testid="step-count">
      step {(step.value + 1).toLocaleString('en')} of {overview.value?.run.steps.toLocaleString('en')}
    </span>
  );
}

/** The step's time, the gap before it, and its duration. */
export function StepTimes() {
  const { step, answers } = useReplayModel();
  const { value: view, fresh } = useAnswer(answers, 'step', { step: step.value });
  const { time, since, took } = (fresh && view) || {};
  return (
    <>
      <StepTime id="time" rank={2} text={time} />
      <StepTime id="since" rank={14} text={since} />
      <StepTime id="took" rank={13} text={took && `took ${took}`} />
    </>
  );
}

function StepTime({ id, rank, text }: { id: string; rank: number; text: string | undefined }) {
  if (!text) return null;
  return (
    <span class="quiet row-fact" data-item={`step-${id}`} data-rank={rank}>
      {text}
    </span>
  );
}

/** The number of steps that arrived after the shown one. */
export function NewSteps() {
  const replay = useReplayModel();
  const { arrived } = replay;
  if (arrived.value === 0) return null;
  return (
    <button type="button" class="chip plain-button" data-testid="arrived" onClick={() => goToLast(replay)}>
      <Icon name="arrow-right" />
      {arrived.value.toLocaleString('en')} new <span class="long">{arrived.value === 1 ? 'step' : 'steps'}</span>
    </button>
  );
}

function goToLast(replay: ReplayModel): void {
  replay.goTo((replay.overview.value?.run.steps ?? 1) - 1);
  replay.following.value = true;
}

/** The repeated range, once it has an end. */
export function Loop() {
  const { loop } = useReplayModel().player;
  const { from, to } = loop.value;
  if (from === undefined && to === undefined) return null;
  return (
    <button type="button" class="chip plain-button" title="Clear Loop (\)" onClick={() => (loop.value = {})}>
      <Icon name="sync" />
      <span>
        <span class="long">loop </span>
        {from === undefined ? 'start' : from + 1} to {to === undefined ? 'end' : to + 1}
      </span>
      <Icon name="close" />
    </button>
  );
}
