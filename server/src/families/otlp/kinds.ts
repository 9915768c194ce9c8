import schemas from '../../generated/otlp.recognition.json';
import { all, any, defineFamily } from '../defineFamily';
import { exchange } from './exchange';
import { steps } from './steps';

/** The events in which libraries log what a model was asked and answered. */
const EVENTS = [
  'gen_ai.client.inference.operation.details',
  'gen_ai.system.message',
  'gen_ai.user.message',
  'gen_ai.assistant.message',
  'gen_ai.tool.message',
  'gen_ai.choice',
];

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
        keys: {
          '/resourceSpans': 1.5,
          '/resource_spans': 1.5,
          '/batches': 0.25,
          '/result': 0,
          '/trace': 0,
          '/data': 0,
        },
        evidence: [
          {
            when: any(
              { at: '/resourceSpans/0/scopeSpans', type: 'array' },
              // Its name before version 1.0.
              { at: '/resourceSpans/0/instrumentationLibrarySpans', type: 'array' },
              { at: '/resource_spans/0/scope_spans', type: 'array' },
              // Answers of Jaeger and Tempo.
              { at: '/result/resourceSpans/0/scopeSpans', type: 'array' },
              { at: '/data/resourceSpans/0/scopeSpans', type: 'array' },
              { at: '/data/resource_spans/0/scope_spans', type: 'array' },
              { at: '/data/batches/0/scopeSpans', type: 'array' },
              { at: '/batches/0/scopeSpans', type: 'array' },
              { at: '/batches/0/instrumentationLibrarySpans', type: 'array' },
              { at: '/trace/resourceSpans/0/scopeSpans', type: 'array' },
              { at: '/trace/batches/0/scopeSpans', type: 'array' },
              // An element of a list of these.
              { at: '/scopeSpans/0/spans', type: 'array' },
              { at: '/scope_spans/0/spans', type: 'array' },
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/resourceSpans/0/scopeSpans/0/spans/0/traceId'] },
    },
    span: {
      schema: schemas.span,
      signature: {
        keys: { '/name': 0.25, '/attributes': 0.5, '/traceId': 0.25, '/spanContext': 0.5, '/context': 0.25 },
        evidence: [
          {
            when: any(
              all('/context/trace_id', '/context/span_id', any('/start_time', '/attributes')),
              all('/spanContext/traceId', '/spanContext/spanId', any('/startTime', '/attributes')),
              all(
                '/name',
                '/traceId',
                '/attributes',
                any('/spanId', '/id'),
                any('/startTime', '/timestamp', '/startTimeUnixNano'),
              ),
              all('/name', '/trace_id', '/span_id', '/attributes', any('/start_time', '/start_time_unix_nano')),
              all('/name', '/traceId', '/id', '/timestamp', '/localEndpoint/serviceName'),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/context/trace_id', '/spanContext/traceId', '/traceId', '/trace_id'] },
    },
    logs: {
      schema: schemas.logs,
      signature: {
        keys: { '/resourceLogs': 0.5, '/resource_logs': 0.5 },
        evidence: [
          {
            // Logs of other programs are of no run.
            when: any(
              ...['/resourceLogs/0/scopeLogs/0/logRecords/0', '/resource_logs/0/scope_logs/0/log_records/0'].flatMap(
                first => [
                  { at: `${first}/eventName`, is: EVENTS },
                  { at: `${first}/event_name`, is: EVENTS },
                  ...[0, 1, 2].map(at => ({ at: `${first}/attributes/${at}/value/stringValue`, is: EVENTS })),
                ],
              ),
            ),
            weight: 5,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/resourceLogs/0/scopeLogs/0/logRecords/0/traceId'] },
    },
    log: {
      schema: schemas.log,
      signature: {
        keys: { '/body': 0.25, '/attributes': 0.25, '/spanContext': 0.25, '/trace_id': 0.25 },
        evidence: [
          {
            when: all(
              any(
                { at: '/eventName', is: EVENTS },
                { at: '/event_name', is: EVENTS },
                { at: '/attributes/event.name', is: EVENTS },
              ),
              any('/traceId', '/trace_id', '/spanContext/traceId'),
            ),
            weight: 5,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/traceId', '/trace_id', '/spanContext/traceId'] },
    },
    jaeger: {
      schema: schemas.jaeger,
      signature: {
        keys: { '/traceID': 0.5, '/spans': 0.5, '/processes': 0.5, '/data': 0 },
        evidence: [
          {
            when: any(
              all('/spans/0/spanID', '/spans/0/operationName', any('/processes', '/traceID')),
              all('/data/0/spans/0/spanID', '/data/0/spans/0/operationName'),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/traceID', '/data/0/traceID'] },
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
