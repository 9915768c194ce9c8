import type { FamilyRules } from '../../model/family';
import assumptionsWithoutReasoning from './rules/assumptionsWithoutReasoning';
import confidenceTooLow from './rules/confidenceTooLow';
import errorWithoutResolution from './rules/errorWithoutResolution';
import handoffToItself from './rules/handoffToItself';
import toItself from './rules/toItself';
import unknownAgent from './rules/unknownAgent';
import unknownIntent from './rules/unknownIntent';
import unsureWithoutReview from './rules/unsureWithoutReview';
import answeredByAnother from './runRules/answeredByAnother';
import appliedWithoutCheckpoint from './runRules/appliedWithoutCheckpoint';
import duplicateId from './runRules/duplicateId';
import timeGoesBack from './runRules/timeGoesBack';
import unansweredHandoff from './runRules/unansweredHandoff';

export default {
  rules: [
    assumptionsWithoutReasoning,
    confidenceTooLow,
    errorWithoutResolution,
    handoffToItself,
    toItself,
    unknownAgent,
    unknownIntent,
    unsureWithoutReview,
  ],
  runRules: [answeredByAnother, appliedWithoutCheckpoint, duplicateId, timeGoesBack, unansweredHandoff],
} satisfies FamilyRules;
