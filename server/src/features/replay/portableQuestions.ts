import type { ReplayQuestion, ReplayQuestions } from '../../shared/replay';
import { candidates } from './compare/compare';
import { conversation, conversationPlace, findSaid } from './conversation/conversation';
import { exchange, said } from './conversation/exchange';
import { envelopeMembers, envelopeValue } from './envelope/envelopeMembers';
import { envelopeText } from './envelope/jsonLines';
import { edgeSteps, graph, graphAt } from './graph';
import { metrics } from './metrics';
import { overview } from './overview';
import type { ReplayContext } from './replayContext';
import { searchRun } from './searchRun';
import { artifact, changes } from './state/changes';
import { replayState, stateBetween, stateSection } from './state/replayState';
import { why } from './state/why';
import { nextStep, outline, outlinePlace } from './steps/outline';
import { failedSteps, pacing, stepView } from './steps/stepView';
import { timeline } from './timeline/timeline';
import { stepAt } from './timeline/timelineRows';

/**
 * Answers the questions that need only one run, so an exported page has them too. Throw RangeError for a step that does not
 * exist.
 */
export const portableQuestions: {
  [Q in Exclude<ReplayQuestion, 'compare' | 'difference' | 'redactions' | 'export'>]: (
    replay: ReplayContext,
    params: ReplayQuestions[Q]['params'],
  ) => ReplayQuestions[Q]['answer'];
} = {
  overview,
  timeline,
  stepAt,
  outline,
  outlinePlace,
  step: stepView,
  envelope: envelopeText,
  members: envelopeMembers,
  value: envelopeValue,
  state: replayState,
  section: stateSection,
  stateBetween,
  changes,
  artifact,
  conversation,
  conversationPlace,
  exchange,
  said,
  findSaid,
  why,
  graph,
  graphAt,
  edgeSteps,
  failedSteps,
  search: searchRun,
  metrics,
  next: nextStep,
  pacing,
  candidates,
};
