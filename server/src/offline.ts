import type { ReplayContext } from './features/replay/context/replayContext';
import { type PortableRun, RUN_ELEMENT } from './features/replay/export/portableFormat';
import { portableReplay } from './features/replay/export/portableReplay';
import { portableQuestions } from './features/replay/portableQuestions';

// What answers in a page that carries its run: the page finds it by this name, where there is no editor to ask.
const carried = carriedRun();
if (carried) {
  const replay = portableReplay(carried, Date.now());
  Object.assign(globalThis, {
    agentEnvelopes: {
      run: replay.run.summary.key,
      /** Throws with a message for people where there is no such question, or no answer. */
      answer(question: string, params: object): unknown {
        if (!Object.hasOwn(portableQuestions, question)) {
          throw new Error(UNAVAILABLE.get(question) ?? `There is no question "${question}" of a run.`);
        }
        const ask = portableQuestions[question as keyof typeof portableQuestions] as (
          replay: ReplayContext,
          params: object,
        ) => unknown;
        return ask(replay, params);
      },
    },
  });
}

const ONE_RUN = 'This file holds one run alone: there is none to compare it with.';
const EXPORTED = 'What was exported can be exported again from where it came from only.';
const UNAVAILABLE: ReadonlyMap<string, string> = new Map([
  ['compare', ONE_RUN],
  ['difference', ONE_RUN],
  ['export', EXPORTED],
  ['redactions', EXPORTED],
]);

/** The run in the page; undefined where there is none that can be read. */
function carriedRun(): PortableRun | undefined {
  // Of all the server's code this alone runs in a browser.
  const { document } = globalThis as {
    document?: { getElementById(id: string): { textContent: string | null } | null };
  };
  const text = document?.getElementById(RUN_ELEMENT)?.textContent;
  const run = text ? (JSON.parse(text) as PortableRun) : undefined;
  return run?.version === 1 ? run : undefined;
}
