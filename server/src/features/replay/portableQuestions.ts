import type { ReplayQuestion, ReplayQuestions } from '../../shared/replay';
import { candidates } from './compare/candidates';
import type { ReplayContext } from './context/replayContext';
import { conversation, conversationPlace } from './conversation/conversation';
import { exchange, said } from './conversation/exchange';
import { findSaid } from './conversation/findSaid';
import { envelopeMembers, envelopeValue } from './envelope/envelopeMembers';
import { envelopeText } from './envelope/envelopeText';
import { edgeSteps, graph, graphAt } from './graph/graph';
import { metrics } from './metrics/metrics';
import { overview } from './overview';
import { searchRun } from './search/searchRun';
import { artifact } from './state/artifact';
import { changes } from './state/changes';
import { replayState, stateSection } from './state/replayState';
import { stateBetween } from './state/stateBetween';
import { why } from './state/why';
import { failedSteps } from './steps/failedSteps';
import { nextStep } from './steps/nextStep';
import { outline, outlinePlace } from './steps/outline';
import { pacing } from './steps/pacing';
import { stepView } from './steps/stepView';
import { stepAt } from './timeline/stepAt';
import { timeline } from './timeline/timeline';

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
