import type { ReplayAnswer, ReplayParams, ReplayQuestion } from '../../shared/replay/index';
import { envelopeDifference } from './envelopeDifference';
import { exportRun } from './exportRun';
import { offlineQuestions } from './offlineQuestions';
import { redactions } from './redactedReplay';
import type { ReplayedRun } from './replayedRun';
import { runComparison } from './runComparison';

/**
 * Answers a request of the web page that replays a workflow run, by the request's name; null if the run is gone. Throws if there is no such
 * request or step.
 */
export function answerReplayQuestion(replay: ReplayedRun | undefined, question: string, params: unknown): unknown {
  if (!Object.hasOwn(replayQuestions, question)) throw new Error(`no question "${question}" of a replay`);
  if (!replay) return null;
  const answer = replayQuestions[question as ReplayQuestion] as (replay: ReplayedRun, params: unknown) => unknown;
  return answer(replay, params ?? {});
}

/** The functions that answer the replay page's questions, by the name of the question. They throw RangeError for a step that does not exist. */
export const replayQuestions: {
  [Q in ReplayQuestion]: (replay: ReplayedRun, params: ReplayParams<Q>) => ReplayAnswer<Q>;
} = { ...offlineQuestions, compare: runComparison, difference: envelopeDifference, redactions, export: exportRun };
