import schemas from '../../generated/langfuse.recognition.json';
import { all, any, defineFamily, none } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

export default defineFamily('langfuse', {
  title: 'Langfuse',
  source: 'Traces as Langfuse exports them',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    trace: {
      schema: schemas.trace,
      signature: {
        keys: { '/trace': 0.5, '/observations': 0.75 },
        evidence: [
          { when: all('/observations/0/traceId', any('/observations/0/startTime', '/observations/0/type')), weight: 4 },
          {
            when: all(
              { at: '/observations', type: 'array' },
              '/trace/id',
              '/trace/timestamp',
              any(none('/observations/0'), '/observations/0/startTime', '/observations/0/type'),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/trace/id'], at: ['/trace/timestamp'], title: ['/trace/name'] },
    },
  },
});
