import checkpointSchema from '../../../../schemas/agent-message/checkpoint.schema.json';
import checkpointRecordSchema from '../../../../schemas/agent-message/checkpoint-record.schema.json';
import errorSchema from '../../../../schemas/agent-message/error.schema.json';
import messageSchema from '../../../../schemas/agent-message/message.schema.json';
import { checkpoint, checkpointRecord, error, message } from '../../generated/agent-message.validators';
import { withChecks } from '../defineFamily';
import kinds from './kinds';
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

export default withChecks(kinds, {
  schemas: {
    checkpoint: checkpointSchema,
    'checkpoint-record': checkpointRecordSchema,
    error: errorSchema,
    message: messageSchema,
  },
  validators: { message, error, checkpoint, 'checkpoint-record': checkpointRecord },
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
});
