import checkpointSchema from '../../../../schemas/agent-message/checkpoint.schema.json';
import checkpointRecordSchema from '../../../../schemas/agent-message/checkpoint-record.schema.json';
import errorSchema from '../../../../schemas/agent-message/error.schema.json';
import messageSchema from '../../../../schemas/agent-message/message.schema.json';
import snippets from '../../../../snippets/agent-message.json';
import { checkpoint, checkpointRecord, error, message } from '../../generated/agent-message.validators';
import { all, any, defineFamily, none } from '../defineFamily';
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
import { steps } from './steps';

// Checkpoints and errors of real workflows often carry what only messages have to.
const FIELD_POINTERS = {
  id: ['/id'],
  run: ['/context/workflowId'],
  agent: ['/from'],
  peer: ['/to'],
  at: ['/timestamp'],
};
const AGENTS = messageSchema.properties.from.examples;
const STAGES = checkpointSchema.properties.payload.properties.stage.examples;
const CHECKPOINT = any({ at: '/intent', is: ['checkpoint'] }, all({ at: '/to', is: ['user'] }, '/payload/stage'));
const SAYS_WHAT_FAILED = { at: '/issues', some: all('/severity', '/message') };
// With no output and issues it tells of a failure, whatever else it carries, and hands over nothing.
const FAILURE = all({ at: '/payload/output', is: [null] }, SAYS_WHAT_FAILED, none('/intent', '/payload/input'));
const RATES_ITSELF = { when: all('/from', '/to', '/payload/confidence'), weight: 0.5 };
// What happens between columns of a board or stages of a pipeline has such names, too, but carries nothing.
const CARRIES_SOMETHING = any({ at: '/payload', type: 'object' }, SAYS_WHAT_FAILED);
const NAMED_AGENTS = ['/from', '/to'].map(at => ({ when: all({ at, is: AGENTS }, CARRIES_SOMETHING), weight: 1.5 }));

export default defineFamily('agent-message', {
  title: 'Agent Messages',
  source: 'Agent Message Protocol',
  snippets,
  steps,
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
  kinds: {
    message: {
      schema: messageSchema,
      validate: message,
      carries: { items: '/payload/artifacts', path: '/path', content: '/content' },
      signature: {
        keys: {
          '/id': 0.25,
          '/timestamp': 0.25,
          '/from': 0.75,
          '/to': 0.75,
          '/intent': 0.75,
          '/context': 0.25,
          '/payload': 0.5,
          '/handoff': 0.25,
          '/issues': 0.25,
          '/context/project': 0.25,
          '/context/domain': 0.5,
          '/context/priority': 0.25,
          '/context/workflowId': 1,
          '/payload/input': 0.25,
          '/payload/output': 0.25,
          '/payload/artifacts': 0.25,
          '/payload/confidence': 1.5,
          '/payload/needsReview': 1.25,
          '/payload/reasoning': 0.5,
          '/handoff/nextAgent': 1.5,
          '/handoff/instructions': 0.5,
        },
        evidence: [...NAMED_AGENTS, RATES_ITSELF, { when: CHECKPOINT, weight: -3 }, { when: FAILURE, weight: -3 }],
      },
      fieldPointers: {
        ...FIELD_POINTERS,
        title: ['/intent'],
        status: ['/payload/confidence'],
        text: [
          '/payload/output/summary',
          '/payload/output',
          '/handoff/instructions',
          '/payload/reasoning',
          '/payload/input',
        ],
      },
    },
    error: {
      schema: errorSchema,
      validate: error,
      signature: {
        keys: {
          '/id': 0,
          '/timestamp': 0,
          '/context': 0,
          '/from': 0.75,
          '/to': 0.75,
          '/payload': 0.5,
          '/payload/confidence': 1.5,
          '/payload/needsReview': 1.25,
          '/issues': 0.5,
        },
        evidence: [
          ...NAMED_AGENTS,
          RATES_ITSELF,
          { when: { at: '/payload/output', is: [null] }, weight: 0.75 },
          { when: SAYS_WHAT_FAILED, weight: 0.25 },
          { when: { at: '/issues', some: '/resolution' }, weight: 0.75 },
        ],
      },
      fieldPointers: {
        ...FIELD_POINTERS,
        title: ['/issues/0/message'],
        status: ['/issues/0/severity'],
        text: ['/issues/0/message'],
      },
    },
    checkpoint: {
      schema: checkpointSchema,
      validate: checkpoint,
      signature: {
        keys: {
          '/id': 0,
          '/timestamp': 0,
          '/context': 0,
          '/from': 0.5,
          '/to': 0.5,
          '/intent': 0.5,
          '/payload': 0.5,
          '/payload/type': 0.25,
          '/payload/stage': 0.25,
          '/payload/summary': 0.25,
          '/payload/artifacts': 0.25,
          '/payload/options': 1,
        },
        evidence: [
          ...NAMED_AGENTS,
          { when: { at: '/intent', is: ['checkpoint'] }, weight: 1 },
          { when: all({ at: '/intent', is: ['checkpoint'] }, { at: '/to', is: ['user'] }), weight: 1.5 },
          { when: { at: '/payload/stage', is: STAGES }, weight: 1.5 },
          { when: { at: '/payload/type', is: ['approval_required'] }, weight: 1 },
        ],
      },
      fieldPointers: {
        ...FIELD_POINTERS,
        title: ['/payload/summary'],
        status: ['/payload/stage'],
        text: ['/payload/summary'],
      },
    },
    'checkpoint-record': {
      schema: checkpointRecordSchema,
      validate: checkpointRecord,
      signature: {
        keys: {
          '/checkpointId': 2,
          '/workflowId': 1.75,
          '/timestamp': 0.25,
          '/response': 1,
          '/responseTime': 1.25,
          '/notes': 0.25,
        },
        evidence: [{ when: { at: '/stage', is: STAGES }, weight: 1.25 }],
      },
      fieldPointers: {
        id: ['/checkpointId'],
        run: ['/workflowId'],
        at: ['/timestamp'],
        title: ['/stage'],
        status: ['/response'],
        text: ['/notes'],
      },
    },
  },
});
