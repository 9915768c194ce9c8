import type { ReplayModel } from '../../model/replayModel';

/** Shows the step at a position on the axis. While a request is pending, only the last position counts. */
export function scrubber(replay: ReplayModel): (at: number) => void {
  let busy = false;
  let next: number | undefined;

  async function ask(at: number): Promise<void> {
    busy = true;
    try {
      const axis = replay.timeline.axis.value;
      const step = await replay.answers.ask('stepAt', { axis, at });
      if (replay.timeline.axis.value === axis) show(step);
    } catch {
      // The run is gone, or being read again: the page stays as it is.
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
