import schemas from '../../generated/agent-message.recognition.json';
import { all, any, defineFamily, none } from '../defineFamily';
import { steps } from './steps';

// Checkpoints and errors of real workflows often have properties that only messages must have.
const FIELD_POINTERS = {
  id: ['/id'],
  run: ['/context/workflowId'],
  agent: ['/from'],
  peer: ['/to'],
  at: ['/timestamp'],
};
const AGENTS = schemas.message.properties.from.examples;
const STAGES = schemas.checkpoint.properties.payload.properties.stage.examples;
const CHECKPOINT = any({ at: '/intent', is: ['checkpoint'] }, all({ at: '/to', is: ['user'] }, '/payload/stage'));
const SAYS_WHAT_FAILED = { at: '/issues', some: all('/severity', '/message') };
// With issues and no output it reports a failure, whatever else it contains, and hands over nothing.
const FAILURE = all({ at: '/payload/output', is: [null] }, SAYS_WHAT_FAILED, none('/intent', '/payload/input'));
const RATES_ITSELF = { when: all('/from', '/to', '/payload/confidence'), weight: 0.5 };
// Events between columns of a board or stages of a pipeline use such names, too, but have no payload.
const CARRIES_SOMETHING = any({ at: '/payload', type: 'object' }, SAYS_WHAT_FAILED);
const NAMED_AGENTS = ['/from', '/to'].map(at => ({ when: all({ at, is: AGENTS }, CARRIES_SOMETHING), weight: 1.5 }));

export default defineFamily('agent-message', {
  title: 'Agent Messages',
  source: 'Agent Message Protocol',
  steps,
  kinds: {
    message: {
      schema: schemas.message,
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
        evidence: [
          ...NAMED_AGENTS,
          RATES_ITSELF,
          // The names alone, whatever their values are.
          {
            when: all('/id', '/timestamp', '/from', '/to', '/intent', '/context', '/payload', '/handoff'),
            weight: 3.5,
          },
          { when: CHECKPOINT, weight: -3 },
          { when: FAILURE, weight: -3 },
        ],
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
      schema: schemas.error,
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
      schema: schemas.checkpoint,
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
          { when: all({ at: '/intent', is: ['checkpoint'] }, { at: '/to', is: ['user'] }), weight: 2.25 },
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
      schema: schemas['checkpoint-record'],
      signature: {
        keys: {
          '/checkpointId': 2,
          '/workflowId': 1.75,
          '/timestamp': 0.25,
          '/response': 1,
          '/responseTime': 1.25,
          '/notes': 0.25,
        },
        evidence: [
          { when: { at: '/stage', is: STAGES }, weight: 1.25 },
          { when: all('/checkpointId', '/workflowId', '/response', '/responseTime'), weight: 1.5 },
        ],
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
