import { portableReplay } from './features/replay/portableReplay';
import type { Replay } from './features/replay/replay';
import { replayQuestions } from './features/replay/replayQuestions';
import { carriedRun } from './offline/carriedRun';

// What answers in a page that carries its run: the page finds it by this name, where there is no editor to ask.
if (carriedRun) {
  const replay = portableReplay(carriedRun, Date.now());
  Object.assign(globalThis, {
    agentEnvelopes: {
      run: replay.run.summary.key,
      /** Throws with a message for people where there is no such question, or no answer. */
      answer(question: string, params: object): unknown {
        if (!Object.hasOwn(replayQuestions, question)) throw new Error(`There is no question "${question}" of a run.`);
        const ask = replayQuestions[question as keyof typeof replayQuestions] as (
          replay: Replay,
          params: object,
        ) => unknown;
        return ask(replay, params);
      },
    },
  });
}
