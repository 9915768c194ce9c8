import checkpointSchema from '../../../../schemas/agent-message/checkpoint.schema.json';
import checkpointRecordSchema from '../../../../schemas/agent-message/checkpoint-record.schema.json';
import errorSchema from '../../../../schemas/agent-message/error.schema.json';
import messageSchema from '../../../../schemas/agent-message/message.schema.json';
import snippets from '../../../../snippets/agent-message.json';
import { checkpoint, checkpointRecord, error, message } from '../../generated/agent-message.validators';
import { all, any, defineFamily, none, some } from '../defineFamily';
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
const TELLS = {
  id: ['/id'],
  run: ['/context/workflowId'],
  agent: ['/from'],
  peer: ['/to'],
  at: ['/timestamp'],
};
const FROM_OR_TO = any('/from', '/to');
const CHECKPOINT = [
  all(FROM_OR_TO, { at: '/intent', is: ['checkpoint'] }),
  all({ at: '/to', is: ['user'] }, '/payload/stage'),
];

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
          '/from': 1,
          '/to': 1,
          '/intent': 0.75,
          '/context': 0.25,
          '/payload': 0.75,
          '/handoff': 0.5,
          '/issues': 0.25,
          '/context/project': 0.5,
          '/context/domain': 0.5,
          '/context/priority': 0.5,
          '/context/workflowId': 0.5,
          '/payload/confidence': 1.5,
          '/payload/needsReview': 1,
          '/handoff/nextAgent': 1,
        },
        proof: [
          all(
            FROM_OR_TO,
            none(...CHECKPOINT),
            any(
              '/payload/confidence',
              '/payload/needsReview',
              '/handoff/nextAgent',
              some(2, '/context/project', '/context/domain', '/context/priority', '/context/workflowId'),
            ),
          ),
        ],
      },
      tells: {
        ...TELLS,
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
          '/from': 1,
          '/to': 1,
          '/payload': 0.75,
          '/payload/output': 1,
          '/payload/confidence': 1.5,
          '/payload/needsReview': 1,
          '/issues': 1.5,
        },
        proof: [
          all(
            FROM_OR_TO,
            none('/id', '/intent', '/context'),
            any({ at: '/payload/output', is: [null] }, { at: '/issues', each: '/severity' }),
          ),
          // Whatever else it carries: with no output and issues it tells of a failure, and hands over nothing.
          all(
            FROM_OR_TO,
            { at: '/payload/output', is: [null] },
            { at: '/issues', each: '/severity' },
            none('/intent', '/payload/input'),
          ),
        ],
      },
      tells: { ...TELLS, title: ['/issues/0/message'], status: ['/issues/0/severity'], text: ['/issues/0/message'] },
    },
    checkpoint: {
      schema: checkpointSchema,
      validate: checkpoint,
      signature: {
        keys: {
          '/from': 1,
          '/to': 1,
          '/intent': 0.75,
          '/payload': 0.75,
          '/payload/type': 0.5,
          '/payload/stage': 1.5,
          '/payload/summary': 0.5,
          '/payload/artifacts': 0.5,
          '/payload/options': 1.5,
        },
        proof: CHECKPOINT,
      },
      tells: { ...TELLS, title: ['/payload/summary'], status: ['/payload/stage'], text: ['/payload/summary'] },
    },
    'checkpoint-record': {
      schema: checkpointRecordSchema,
      validate: checkpointRecord,
      signature: {
        keys: {
          '/checkpointId': 1.5,
          '/workflowId': 1,
          '/timestamp': 0.25,
          '/stage': 0.5,
          '/response': 0.5,
          '/responseTime': 1,
          '/notes': 0.25,
        },
        proof: [some(2, '/checkpointId', '/workflowId', '/responseTime')],
      },
      tells: {
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
