import { offlineQuestions } from '../features/replay/offlineQuestions';
import { type PortableRun, RUN_ELEMENT } from '../features/replay/packRun';
import type { ReplayedRun } from '../features/replay/replayedRun';
import { unpackRun } from '../features/replay/unpackRun';
import type { EditorQuestion } from '../shared/replay/index';

// Answers the requests of an exported replay page, opened without an editor, from the workflow run that the page contains. The page calls it by a
// global variable.
const portableRun = readPortableRun();
if (portableRun) {
  const replay = unpackRun(portableRun, Date.now());
  Object.assign(globalThis, {
    agentEnvelopes: {
      run: replay.run.summary.key,
      /**
       * Returns the answer to a question of the page about the run. Throws an error with a message for the user if the question is unknown,
       * or can't be answered without an editor.
       */
      answer(question: string, params: object): unknown {
        if (!Object.hasOwn(offlineQuestions, question)) {
          throw new Error(UNAVAILABLE.get(question) ?? `There is no question "${question}" of a run.`);
        }
        const ask = offlineQuestions[question as keyof typeof offlineQuestions] as (
          replay: ReplayedRun,
          params: object,
        ) => unknown;
        return ask(replay, params);
      },
    },
  });
}

const ONE_RUN = 'This file holds one run alone: there is none to compare it with.';
const EXPORTED = 'What was exported can be exported again from where it came from only.';
const UNAVAILABLE = new Map<string, string>(
  Object.entries({
    compare: ONE_RUN,
    difference: ONE_RUN,
    export: EXPORTED,
    redactions: EXPORTED,
  } satisfies Record<EditorQuestion, string>),
);

/** Reads the workflow run that the page contains; undefined if there is none of a known version. */
function readPortableRun(): PortableRun | undefined {
  // The server is compiled without the types of a browser's global object.
  const { document } = globalThis as {
    document?: { getElementById(id: string): { textContent: string | null } | null };
  };
  const text = document?.getElementById(RUN_ELEMENT)?.textContent;
  const run = text ? (JSON.parse(text) as PortableRun) : undefined;
  return run?.version === 1 ? run : undefined;
}
