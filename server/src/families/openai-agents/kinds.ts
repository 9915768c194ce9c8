import schemas from '../../generated/openai-agents.recognition.json';
import type { Condition } from '../../model/kind';
import { all, any, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

export default defineFamily('openai-agents', {
  title: 'OpenAI Agents',
  source: 'Traces as the OpenAI Agents SDK exports them',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    trace: {
      schema: schemas.trace,
      signature: {
        keys: {
          '/workflow_name': 0.25,
          '/span_data': 1,
          '/trace_id': 0.5,
          '/parent_id': 0.25,
          '/started_at': 0.25,
          '/ended_at': 0.25,
          '/data': 0,
          '/spans': 0,
        },
        evidence: [
          {
            when: any(
              all({ at: '/object', is: ['trace.span'] }, '/trace_id', any('/span_data', '/parent_id')),
              all({ at: '/object', is: ['trace'] }, any('/workflow_name', { at: '/id', startsWith: 'trace_' })),
              isItem('/data/0'),
              isItem('/spans/0'),
            ),
            weight: 4,
          },
          { when: { at: '/object', is: ['trace.span'] }, weight: 2 },
          { when: all('/workflow_name', { at: '/id', startsWith: 'trace_' }), weight: 2 },
        ],
        open: true,
      },
      fieldPointers: { run: ['/trace_id'] },
    },
  },
});

/** A trace or a span at a position. */
function isItem(at: string): Condition {
  return all({ at: `${at}/object`, is: ['trace', 'trace.span'] }, any(`${at}/workflow_name`, `${at}/trace_id`));
}
