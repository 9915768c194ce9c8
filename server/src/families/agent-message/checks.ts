import type { FamilyRules } from '../../model/family';
import unknownAgent from './rules/unknownAgent';
import unknownIntent from './rules/unknownIntent';
import answeredByAnother from './runRules/answeredByAnother';
import appliedWithoutCheckpoint from './runRules/appliedWithoutCheckpoint';
import duplicateId from './runRules/duplicateId';
import unansweredHandoff from './runRules/unansweredHandoff';

/** The rules that check envelopes of the protocol agent-message. */
export default {
  rules: [unknownAgent, unknownIntent],
  runRules: [answeredByAnother, appliedWithoutCheckpoint, duplicateId, unansweredHandoff],
} satisfies FamilyRules;
