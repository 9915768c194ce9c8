import type { ReplayQuestion, ReplayQuestions } from '../../shared/replay';
import { compare } from './compare';
import { difference } from './difference';
import { exportRun } from './exportRun';
import { portableQuestions } from './portableQuestions';
import { redactions } from './redactedReplay';
import type { ReplayContext } from './replayContext';

/** The functions that answer the replay page's questions, by name. They throw RangeError for a step that does not exist. */
export const replayQuestions: {
  [Q in ReplayQuestion]: (replay: ReplayContext, params: ReplayQuestions[Q]['params']) => ReplayQuestions[Q]['answer'];
} = { ...portableQuestions, compare, difference, redactions, export: exportRun };
