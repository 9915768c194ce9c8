import schemas from '../../generated/otlp.recognition.json';
import { all, any, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

export default defineFamily('otlp', {
  title: 'OpenTelemetry',
  source: 'OTLP/JSON, and the OpenTelemetry conventions for generative AI',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    request: {
      schema: schemas.request,
      signature: {
        keys: { '/resourceSpans': 1.5 },
        evidence: [
          {
            when: any(
              { at: '/resourceSpans/0/scopeSpans', type: 'array' },
              // Its name before version 1.0.
              { at: '/resourceSpans/0/instrumentationLibrarySpans', type: 'array' },
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/resourceSpans/0/scopeSpans/0/spans/0/traceId'] },
    },
    spans: {
      schema: schemas.spans,
      signature: {
        keys: { '/spans': 0.75, '/final_output': 0.75 },
        evidence: [
          {
            when: all(
              '/spans/0/name',
              '/spans/0/context/trace_id',
              '/spans/0/context/span_id',
              any('/spans/0/start_time', '/spans/0/attributes'),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/spans/0/context/trace_id'] },
    },
  },
});
