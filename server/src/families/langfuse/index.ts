import traceSchema from '../../../../schemas/langfuse/trace.schema.json';
import { trace } from '../../generated/langfuse.validators';
import { all, any, defineFamily } from '../defineFamily';
import { steps } from './steps';

export default defineFamily('langfuse', {
  title: 'Langfuse',
  source: 'Traces as Langfuse exports them',
  readOnly: true,
  steps,
  kinds: {
    trace: {
      schema: traceSchema,
      validate: trace,
      signature: {
        keys: { '/trace': 0.75, '/observations': 1 },
        proof: [
          all('/observations/0/traceId', any('/observations/0/startTime', '/observations/0/type')),
          all({ at: '/observations', type: 'array' }, '/trace/id', '/trace/timestamp'),
        ],
      },
      tells: { run: ['/trace/id'], at: ['/trace/timestamp'], title: ['/trace/name'] },
    },
  },
});
