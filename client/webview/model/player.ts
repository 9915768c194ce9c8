import { effect, type Signal, signal } from '@preact/signals';
import type { ReplayOverview } from '../../../server/src/shared/lspExtensions';
import type { AnswerCache } from './answerCache';

export const speeds = [0.5, 1, 2, 5, 10] as const;
export type Pace = 'real' | 'even';

/** Plays a workflow run like a video: shows one step after the other, at the chosen speed, until the end of the run or until the user pauses it. */
export interface Player {
  playing: Signal<boolean>;
  speed: Signal<number>;
  /** Real durations with long gaps shortened, or the same time for each step. */
  pace: Signal<Pace>;
  /** The range of steps that is repeated. */
  loop: Signal<{ from?: number; to?: number }>;
  play(): void;
  pause(): void;
  /** The next faster or slower speed. */
  faster(): void;
  slower(): void;
}

interface PlayerOptions {
  step: Signal<number>;
  overview: Signal<ReplayOverview | undefined>;
  answers: AnswerCache;
  show(step: number): void;
}

/** Milliseconds per step at an even pace. */
const EVEN = 700;
/** The number of steps whose durations are requested at once. */
const AHEAD = 500;

export function createPlayer({ step, overview, answers, show }: PlayerOptions): Player {
  const playing = signal(false);
  const speed = signal(1);
  const pace = signal<Pace>('real');
  const loop = signal<{ from?: number; to?: number }>({});
  let rests: { from: number; rests: readonly number[] } = { from: 0, rests: [] };
  let asked = -1;
  let last: number | undefined;
  let rested = 0;

  // Without an answer yet, plays at an even pace.
  function restAt(index: number): number {
    if (pace.value === 'even') return EVEN;
    const known = rests.rests[index - rests.from];
    const isNearEnd = rests.rests[index + AHEAD / 2 - rests.from] === undefined;
    if (isNearEnd && asked !== index) {
      asked = index;
      void answers.ask('pacing', { from: index, count: AHEAD }).then(
        answer => {
          rests = answer;
        },
        () => {},
      );
    }
    return known ?? EVEN;
  }

  function ends(): { from: number; to: number } {
    const final = (overview.value?.run.steps ?? 1) - 1;
    const { from = 0, to = final } = loop.value;
    return { from: Math.min(from, final), to: Math.min(to, final) };
  }

  function frame(now: number): void {
    if (!playing.value) return;
    rested += last === undefined ? 0 : (now - last) * speed.value;
    last = now;
    const { from, to } = ends();
    const isLoop = loop.value.from !== undefined || loop.value.to !== undefined;
    let index = step.value;
    let rest = restAt(index);
    while (rested >= rest && index < to) {
      rested -= rest;
      index++;
      rest = restAt(index);
    }
    if (index >= to && rested >= rest) {
      rested = 0;
      if (isLoop) index = from;
      else playing.value = false;
    }
    if (index !== step.value) show(index);
    if (playing.value) requestAnimationFrame(frame);
  }

  // The run changed, or has grown.
  effect(() => {
    void answers.revision.value;
    rests = { from: 0, rests: [] };
    asked = -1;
  });

  const faster = (by: 1 | -1) => {
    const place = speeds.findIndex(one => one >= speed.value);
    speed.value = speeds[Math.min(Math.max(0, place + by), speeds.length - 1)] ?? 1;
  };
  return {
    playing,
    speed,
    pace,
    loop,
    play() {
      if (playing.value) return;
      const { from, to } = ends();
      // At the end, starts again.
      if (step.value >= to || step.value < from) show(from);
      playing.value = true;
      last = undefined;
      rested = 0;
      requestAnimationFrame(frame);
    },
    pause() {
      playing.value = false;
    },
    faster: () => faster(1),
    slower: () => faster(-1),
  };
}
