import type { ReplayQuestion, ReplayQuestions } from '../../model/replay';
import { artifact } from './artifact';
import { candidates } from './candidates';
import { changes } from './changes';
import { compare } from './compare';
import { conversation } from './conversation';
import { difference } from './difference';
import { envelopeMembers, envelopeValue } from './envelopeMembers';
import { envelopeText } from './envelopeText';
import { exportRun } from './exportRun';
import { failedSteps } from './failedSteps';
import { edgeSteps, graph, graphAt } from './graph';
import { metrics } from './metrics';
import { nextStep } from './nextStep';
import { outline, outlinePlace } from './outline';
import { overview } from './overview';
import { pacing } from './pacing';
import { redactions } from './redactions';
import type { Replay } from './replay';
import { replayState, stateSection } from './replayState';
import { searchRun } from './searchRun';
import { stateBetween } from './stateBetween';
import { stepAt } from './stepAt';
import { stepView } from './stepView';
import { timeline } from './timeline';
import { why } from './why';

/** What can be asked of a run that is replayed: a function each. They hold what they are given to its bounds, and throw for a step that there is none of. */
export const replayQuestions: {
  [Q in ReplayQuestion]: (replay: Replay, params: ReplayQuestions[Q]['params']) => ReplayQuestions[Q]['answer'];
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
  compare,
  difference,
  redactions,
  export: exportRun,
};
