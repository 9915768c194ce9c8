import type { ReplayQuestion, ReplayQuestions } from '../../shared/replay';
import { compare } from './compare/compare';
import { difference } from './compare/difference';
import { exportRun } from './export/exportRun';
import { redactions } from './export/redactedReplay';
import { portableQuestions } from './portableQuestions';
import type { ReplayContext } from './replayContext';

/** Answers the replay page's questions, by name. Throw RangeError for a step that does not exist. */
export const replayQuestions: {
  [Q in ReplayQuestion]: (replay: ReplayContext, params: ReplayQuestions[Q]['params']) => ReplayQuestions[Q]['answer'];
} = { ...portableQuestions, compare, difference, redactions, export: exportRun };
