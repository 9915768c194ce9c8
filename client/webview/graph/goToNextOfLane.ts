import type { ReplayModel } from '../model/replayModel';

/** Goes to an agent's next step; after its last one, to its first. */
export async function goToNextOfLane(replay: ReplayModel, lane: number, name: string): Promise<void> {
  const { answers, step } = replay;
  let found = await answers.ask('next', { step: step.value, to: 'agent', lane });
  if (found === null) {
    const first = await answers.ask('step', { step: 0 });
    found = first.lane === lane ? 0 : await answers.ask('next', { step: 0, to: 'agent', lane });
  }
  if (found === null) replay.announcement.value = `No other step of ${name}.`;
  else replay.goTo(found);
}
