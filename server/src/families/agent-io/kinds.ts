import schemas from '../../generated/agent-io.recognition.json';
import { all, any, atLeast, defineFamily, none } from '../defineFamily';
import { EVENT_FIELDS } from './eventFields';
import { CANONICAL_EVENTS, STRUCTURED_EVENTS } from './eventNames';
import { steps } from './steps';

// Agents of the contract, which other software also uses as names.
const COMPONENTS = ['PlannerAgent', 'WorkerAgent', 'CoordinatorAgent'];
const FOREIGN_AGENTS = ['Agent', 'UserAgent', 'MonitoringAgent', 'LogAgent', 'BuildAgent'];

const STRUCTURED_KEYS = [
  ...['/event_type', '/trace_id', '/timestamp', '/timestamp_iso', '/request_id', '/session_id', '/user_id'],
  ...['/attributes', '/duration_ms', '/status', '/error_message'],
];

export default defineFamily('agent-io', {
  title: 'Agent I/O',
  source: 'Agent Input/Output Contract',
  steps,
  kinds: {
    request: {
      schema: schemas.request,
      signature: {
        keys: {
          '/goal': 1,
          '/task': 1,
          '/metadata': 0.25,
          '/inputs': 0.5,
          '/context': 0.25,
          '/constraints': 0.75,
          '/expected_output': 0.75,
          '/metadata/trace_id': 1.5,
          '/metadata/profile': 1,
          '/metadata/priority': 0.25,
          '/metadata/timeout_seconds': 0.5,
          '/metadata/parent_context': 0.5,
        },
        evidence: [
          { when: all('/goal', '/task', any('/metadata/trace_id', '/metadata/profile')), weight: 0.75 },
          // The names alone, whatever their values are.
          {
            when: all(
              '/goal',
              '/task',
              '/metadata',
              atLeast(3, '/inputs', '/context', '/constraints', '/expected_output'),
            ),
            weight: 2.25,
          },
        ],
      },
      fieldPointers: { run: ['/metadata/trace_id'], title: ['/task', '/goal'], text: ['/goal', '/task'] },
    },
    response: {
      schema: schemas.response,
      signature: {
        keys: {
          '/status': 0.75,
          '/result': 0.75,
          '/error': 0.5,
          '/trace': 1.5,
          '/metadata': 0.5,
          '/timestamp': 0.75,
          '/error/type': 0.5,
          '/error/recoverable': 1.75,
          '/error/retry_after': 0.5,
          '/error/trace_context': 0.5,
          '/metadata/trace_id': 1.25,
          '/metadata/profile': 1,
          '/metadata/agent_type': 1.25,
          '/metadata/duration_ms': 0.5,
          '/metadata/tool_count': 0.5,
          '/metadata/api_calls': 0.25,
          '/metadata/cost_usd': 0.25,
          '/metadata/cache_hit': 0.25,
        },
        evidence: [
          { when: { at: '/trace', some: any('/event', '/stage') }, weight: 1.5 },
          // Real agents write the absent one as null.
          { when: all('/result', '/error'), weight: 0.75 },
        ],
      },
      fieldPointers: {
        run: ['/metadata/trace_id'],
        agent: ['/metadata/agent_type'],
        at: ['/timestamp'],
        title: ['/error/message'],
        status: ['/status'],
        text: ['/error/message', '/result'],
      },
    },
    event: {
      schema: schemas.event,
      signature: { keys: {}, evidence: [] },
      fieldPointers: EVENT_FIELDS,
      variants: {
        canonical: {
          definition: 'canonical',
          signature: {
            keys: { '/event': 1, '/trace_id': 1, '/timestamp': 0.25, '/details': 0.75, '/status': 0.5 },
            evidence: [
              { when: { at: '/event', is: CANONICAL_EVENTS }, weight: 2 },
              { when: all('/event', '/trace_id', '/timestamp', '/details', '/status'), weight: 2.25 },
            ],
          },
        },
        structured: {
          definition: 'structured',
          signature: {
            keys: {
              '/event_type': 1.25,
              '/trace_id': 1,
              '/timestamp': 0.25,
              '/timestamp_iso': 1.25,
              '/request_id': 0.25,
              '/session_id': 0.25,
              '/user_id': 0.25,
              '/attributes': 0.5,
              '/duration_ms': 0.25,
              '/status': 0.25,
              '/error_message': 0.5,
            },
            evidence: [
              { when: { at: '/event_type', is: STRUCTURED_EVENTS }, weight: 2 },
              { when: atLeast(8, ...STRUCTURED_KEYS), weight: 2.25 },
            ],
          },
        },
        'log-record': {
          definition: 'log-record',
          signature: {
            keys: {
              '/level': 0.5,
              '/component': 0.75,
              '/event': 0.5,
              '/trace_id': 0.75,
              '/message': 0.25,
              '/duration_ms': 0.25,
              '/metadata': 0.25,
              '/error': 0.25,
              '/service': 0.25,
              '/span_id': 0.25,
              '/user_id': 0.25,
              '/profile': 0.75,
            },
            evidence: [
              {
                when: all({ at: '/component', endsWith: 'Agent' }, none({ at: '/component', is: FOREIGN_AGENTS })),
                weight: 1.25,
              },
              { when: { at: '/component', is: COMPONENTS }, weight: 1 },
            ],
          },
        },
        'trace-entry': {
          definition: 'trace-entry',
          signature: {
            keys: { '/event': 1, '/stage': 0.75, '/data': 0.5, '/trace_id': 1, '/tool': 0.25 },
            evidence: [],
          },
        },
      },
    },
  },
});
