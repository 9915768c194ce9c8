import type { ReplayQuestion, ReplayQuestions } from '../../shared/replay';
import { compare } from './compare/compare';
import { difference } from './compare/difference';
import type { ReplayContext } from './context/replayContext';
import { exportRun } from './export/exportRun';
import { redactions } from './export/redactions';
import { portableQuestions } from './portableQuestions';

/** Answers to all that the replay page asks, by the names of the questions. They throw for a step that does not exist. */
export const replayQuestions: {
  [Q in ReplayQuestion]: (replay: ReplayContext, params: ReplayQuestions[Q]['params']) => ReplayQuestions[Q]['answer'];
} = { ...portableQuestions, compare, difference, redactions, export: exportRun };
