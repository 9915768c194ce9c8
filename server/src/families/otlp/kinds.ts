import schemas from '../../generated/otlp.recognition.json';
import type { Kind } from '../../model/kind';
import type { Draft, Exchange } from '../../model/run';
import { t } from '../../shared/l10n';
import { atPath, isObject } from '../../text/jsonPointer';
import { all, any, defineFamily } from '../defineFamily';
import { completeNested } from '../drafts/recordDrafts';
import { spanAttributes } from '../exchanges/spanAttributeNames';
import { spanExchange } from '../exchanges/spanExchange';
import { userRequestText } from '../exchanges/userRequestText';
import { draftOfExportedSpan } from './draftOfExportedSpan';
import {
  bareSpans,
  jaegerSpans,
  logExchange,
  logSteps,
  printedAttributes,
  printedSpan,
  requestSpans,
} from './requestSpans';
import { type Span, spanEvents, spanKind } from './span';
import { spanDraft } from './spanDraft';

/** Reads the chat messages of an OpenTelemetry span, or of a log record, from its attributes and events. Undefined if it has none. Never throws. */
export function exchange(span: Record<string, unknown>, kind = ''): Exchange | undefined {
  if (kind.startsWith('otlp/log')) return logExchange(span);
  const name = span['name'] ?? span['operationName'];
  const [key, attributes] = attributesOf(span);
  return spanExchange({
    word: spanKind(printedAttributes(span), name),
    title: typeof name === 'string' ? name : '',
    attributes: spanAttributes(attributes, [key]),
    events: spanEvents(span).map(event => ({
      name: event.name,
      attributes: spanAttributes(event.attributes, event.path),
    })),
  });
}

/** Returns the name of the property with a span's attributes, and its value. Jaeger and Zipkin call attributes tags. */
function attributesOf(span: Record<string, unknown>): [key: string, attributes: unknown] {
  return span['attributes'] === undefined ? ['tags', span['tags']] : ['attributes', span['attributes']];
}

const SPANS: ReadonlyMap<string, (value: Record<string, unknown>) => Span[]> = new Map([
  ['otlp/spans', bareSpans],
  ['otlp/span', value => [printedSpan(value)]],
  ['otlp/jaeger', jaegerSpans],
]);

/** The steps of a trace: one for each span, in file order. */
export function steps(value: Record<string, unknown>, { id }: Kind): Draft[] {
  if (id === 'otlp/log' || id === 'otlp/logs') return logSteps(value, id === 'otlp/logs');
  const spans = withWholeIds((SPANS.get(id) ?? requestSpans)(value));
  const written = spans.map(span => draftOfExportedSpan(span));
  const foreign = spans.filter((_, index) => !written[index]);
  const drafts = completeNested(foreign.map(spanDraft));
  // A service is no agent, but stands in if none is named.
  for (const draft of drafts) if (draft.agent === undefined && draft.service !== undefined) draft.agent = draft.service;
  nameRuns(value, foreign, drafts);
  if (drafts.length === spans.length) return drafts;
  let next = 0;
  return written.flatMap(draft => draft ?? drafts[next++] ?? []);
}

/** Completes ids of traces that a service cut to their last 64 bits, where another span has the whole id. */
function withWholeIds(spans: Span[]): Span[] {
  if (!spans.some(({ run }) => run?.length === SHORT_ID)) return spans;
  const whole = new Map<string, string>();
  for (const { run } of spans) if (run?.length === 2 * SHORT_ID) whole.set(run.slice(-SHORT_ID), run);
  return spans.map(span => ({ ...span, run: (span.run && whole.get(span.run)) ?? span.run }));
}

/** Hexadecimal digits. */
const SHORT_ID = 16;

/**
 * Sets the titles of a trace's runs, in place: the request in the root span, else in the first span that has one, else the
 * name of the root span.
 */
function nameRuns(value: Record<string, unknown>, spans: readonly Span[], drafts: readonly Draft[]): void {
  const byRun = new Map<string | undefined, number[]>();
  for (const [index, { run }] of drafts.entries()) {
    const indexes = byRun.get(run);
    if (indexes) indexes.push(index);
    else byRun.set(run, [index]);
  }
  if (byRun.size > MOST_RUNS) return;
  for (const indexes of byRun.values()) {
    const rank = (index: number) => (drafts[index]?.parent === undefined ? -1 : Number(drafts[index]?.at ?? 0));
    const first = indexes.map(index => ({ index, rank: rank(index) })).sort((one, other) => one.rank - other.rank);
    for (const { index } of first.slice(0, MOST_TRIED)) {
      const draft = drafts[index];
      const span = atPath(value, spans[index]?.path ?? []);
      const words = userRequestText(isObject(span) ? exchange(span) : undefined);
      if (!draft || words === undefined) continue;
      draft.about = words;
      break;
    }
  }
}

const MOST_RUNS = 100;
const MOST_TRIED = 30;

/** The events in which libraries log the requests and answers of a model, and judgements of these. */
const EVENTS = [
  'gen_ai.client.inference.operation.details',
  'gen_ai.system.message',
  'gen_ai.user.message',
  'gen_ai.assistant.message',
  'gen_ai.tool.message',
  'gen_ai.choice',
  'gen_ai.evaluation.result',
];

/** Defines the log format of OpenTelemetry traces. Only reads them, and checks nothing. */
export default defineFamily('otlp', {
  title: 'OpenTelemetry',
  reference: t`OTLP/JSON, and the OpenTelemetry conventions for generative AI`,
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
            // Logs of other programs belong to no run.
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
              // Traces of MLflow have their own reader, a shipped protocol.
              { not: any('/spans/0/attributes/mlflow.traceRequestId', '/spans/0/attributes/mlflow.spanType') },
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
