import type { Draft, Exchange } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/jsonPointer';
import { parseInstant } from '../../text/parseTime';
import { createDraft, identifier, joinLines, shortLine } from '../drafts/createDraft';
import { spanAttributes } from '../exchanges/spanAttributeNames';
import { spanExchange } from '../exchanges/spanExchange';
import { userRequestText } from '../exchanges/userRequestText';
import { hexId, namedService, type Span, serviceName, spanEvents } from './span';
import { type AttributeReader, attributeReader } from './spanAttributes';
import { conversationOf, EVALUATION_EVENT, evaluationIn } from './spanDraft';

/**
 * Returns all spans of an OpenTelemetry (OTLP) request as one list. The request itself groups them by the program that sent them, and by the
 * library that recorded them.
 */
export function requestSpans(value: Record<string, unknown>): Span[] {
  return resourceSpans(value).flatMap(({ item: ofResource, path }) => {
    const { resource } = ofResource;
    const from = {
      service: serviceName(resource),
      resource: isObject(resource) ? attributeReader(resource['attributes']) : undefined,
    };
    return each(ofResource, ['scopeSpans', 'scope_spans', 'instrumentationLibrarySpans'], path)
      .flatMap(({ item: ofScope, path: below }) => each(ofScope, ['spans'], below))
      .map(({ item, path: at }) => spanOf(item, at, from));
  });
}

/** Returns the resource groups of a request, or of an answer of Jaeger or Tempo. The value may also be a single group. */
function resourceSpans(value: Record<string, unknown>): Found[] {
  const [wrapper = undefined] = ['result', 'trace', 'data'].filter(key => isObject(value[key]));
  const holder = wrapper === undefined ? value : (value[wrapper] as Record<string, unknown>);
  const found = each(holder, ['resourceSpans', 'resource_spans', 'batches'], wrapper === undefined ? [] : [wrapper]);
  return found.length === 0 && (Array.isArray(value['scopeSpans']) || Array.isArray(value['scope_spans']))
    ? [{ item: value, path: [] }]
    : found;
}

interface Found {
  item: Record<string, unknown>;
  path: Path;
}

/** The records of a request of logs, which groups them by resource and instrumentation scope. */
export function requestRecords(value: Record<string, unknown>): Found[] {
  return LOG_LEVELS.reduce(
    (found: Found[], names) => found.flatMap(({ item, path }) => each(item, names, path)),
    [{ item: value, path: [] }],
  );
}

const LOG_LEVELS = [
  ['resourceLogs', 'resource_logs'],
  ['scopeLogs', 'scope_logs'],
  ['logRecords', 'log_records'],
];

function each(holder: Record<string, unknown>, names: readonly string[], path: Path): Found[] {
  return names.flatMap(name => {
    const list = Object.hasOwn(holder, name) ? holder[name] : undefined;
    if (!Array.isArray(list)) return [];
    return list.flatMap((item, index): Found[] => (isObject(item) ? [{ item, path: [...path, name, index] }] : []));
  });
}

function spanOf(span: Record<string, unknown>, path: Path, from: Pick<Span, 'service' | 'resource'>): Span {
  const { name, status } = span;
  return {
    path,
    run: hexId(span['traceId'] ?? span['trace_id']),
    key: hexId(span['spanId'] ?? span['span_id']),
    parent: hexId(span['parentSpanId'] ?? span['parent_span_id']),
    name,
    start: span['startTimeUnixNano'] ?? span['start_time_unix_nano'],
    end: span['endTimeUnixNano'] ?? span['end_time_unix_nano'],
    status: isObject(status) ? status['code'] : undefined,
    message: isObject(status) ? status['message'] : undefined,
    attributes: attributeReader(span['attributes']),
    events: spanEvents(span),
    ...from,
  };
}

type Written = Record<string, unknown>;

/** Reads a span as a library prints it, or as Zipkin keeps it. */
export function printedSpan(span: Written): Span {
  const endpoint = objectAt(span, 'localEndpoint');
  return looseSpan(span, [], serviceName(span['resource']) ?? namedService(endpoint['serviceName']));
}

/** The spans of a trace as Jaeger's interface saves it, or of a list of these. */
export function jaegerSpans(value: Written): Span[] {
  const data = Array.isArray(value['data']) ? value['data'] : [];
  const traces: [trace: unknown, path: Path][] = [
    [value, []],
    ...data.map((trace, index): [unknown, Path] => [trace, ['data', index]]),
  ];
  return traces.flatMap(([trace, path]) => {
    const spans = isObject(trace) ? trace['spans'] : undefined;
    if (!isObject(trace) || !Array.isArray(spans)) return [];
    const processes = objectAt(trace, 'processes');
    return spans.flatMap((span, index) => {
      if (!isObject(span)) return [];
      const process = objectAt(processes, String(span['processID']));
      return [looseSpan(span, [...path, 'spans', index], namedService(process['serviceName']))];
    });
  });
}

function looseSpan(span: Written, path: Path, service: string | undefined): Span {
  const context = [span['context'], span['spanContext'], span['span_context']].find(isObject) ?? {};
  const start = first(span, ['startTime', 'start_time', 'startTimeUnixNano', 'start_time_unix_nano', 'timestamp']);
  const status = objectAt(span, 'status');
  const attributes = printedAttributes(span);
  const id = idOf(first(context, ['span_id', 'spanId']) ?? first(span, ['spanId', 'spanID', 'span_id', 'id']));
  // Zipkin gives the two sides of a call one id: the server's is nested in the client's.
  const isShared = span['shared'] === true && id !== undefined;
  return {
    path,
    run: idOf(first(context, ['trace_id', 'traceId']) ?? first(span, ['traceId', 'traceID', 'trace_id'])),
    key: isShared ? `${id} server` : id,
    parent: isShared ? id : idOf(parentId(span)),
    name: span['name'] ?? span['operationName'],
    start: instant(start),
    end:
      instant(first(span, ['endTime', 'end_time', 'endTimeUnixNano', 'end_time_unix_nano'])) ??
      endAfter(start, span['duration']),
    status:
      first(status, ['code', 'status_code']) ??
      first(span, STATUS_CODES) ??
      attributes('otel.status_code') ??
      failedTag(attributes('error')),
    message:
      first(status, ['message', 'description']) ??
      first(span, STATUS_MESSAGES) ??
      attributes('otel.status_description'),
    attributes,
    events: spanEvents(span),
    ...(service !== undefined && { service }),
  };
}

// Phoenix writes the status flat.
const STATUS_CODES = ['status_code', 'statusCode'];
const STATUS_MESSAGES = ['status_message', 'statusMessage'];

/** The attributes of a printed span. Adds the operation, which Phoenix writes beside them, as OpenInference names it. */
export function printedAttributes(span: Written): AttributeReader {
  const attributes = attributeReader(span['attributes'] ?? plainTags(span['tags']));
  const word = first(span, ['span_kind', 'spanKind']);
  return name => attributes(name) ?? (name === 'openinference.span.kind' ? word : undefined);
}

function parentId(span: Written): unknown {
  const parent = [span['parent'], span['parentSpanContext']].find(isObject) ?? {};
  const reference = Array.isArray(span['references'])
    ? span['references'].find(one => isObject(one) && one['refType'] === 'CHILD_OF')
    : undefined;
  return (
    first(parent, ['span_id', 'spanId']) ??
    first(span, ['parent_id', 'parentId', 'parentSpanId', 'parentSpanID', 'parent_span_id']) ??
    (isObject(reference) ? reference['spanID'] : undefined)
  );
}

/** Tags of Jaeger are a list, those of Zipkin an object. */
function plainTags(tags: unknown): unknown {
  if (!Array.isArray(tags)) return tags;
  return Object.fromEntries(tags.filter(isObject).map(({ key, value }) => [String(key), value]));
}

function failedTag(value: unknown): string | undefined {
  return value === true || (typeof value === 'string' && value !== 'false') ? 'error' : undefined;
}

/** Turns a pair of seconds and nanoseconds into nanoseconds in digits; returns any other value as it is. */
function instant(value: unknown): unknown {
  if (!isPair(value)) return value;
  return String(BigInt(value[0]) * NANOSECONDS + BigInt(value[1]));
}

/** The end of a span with a duration in microseconds, or in seconds and nanoseconds. */
function endAfter(start: unknown, duration: unknown): unknown {
  if (isPair(start) && isPair(duration)) return instant([start[0] + duration[0], start[1] + duration[1]]);
  return isWhole(start) && isWhole(duration) ? start + duration : undefined;
}

const NANOSECONDS = 1_000_000_000n;

function isPair(value: unknown): value is [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(isWhole);
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Reads an id; removes the prefix `0x` that Python prints. */
export function idOf(value: unknown): string | undefined {
  return hexId(typeof value === 'string' ? value.replace(/^0x/i, '') : value);
}

function first(holder: Written, names: readonly string[]): unknown {
  return names.map(name => holder[name]).find(found => found !== undefined && found !== null);
}

/** An object that another has; an empty one if there is none. */
export function objectAt(holder: Written, key: string): Written {
  const found = Object.hasOwn(holder, key) ? holder[key] : undefined;
  return isObject(found) ? found : {};
}

/** The spans of a trace that a program wrote as plain objects: a flat list. Ids are kept as written. */
export function bareSpans({ spans }: Record<string, unknown>): Span[] {
  if (!Array.isArray(spans)) return [];
  return spans.flatMap((span, index) => (isObject(span) ? [bareSpanOf(span, ['spans', index])] : []));
}

function bareSpanOf(span: Record<string, unknown>, path: Path): Span {
  const context = objectAt(span, 'context');
  return {
    ...looseSpan(span, path, serviceName(span['resource'])),
    run: bareIdOf(context['trace_id']),
    key: bareIdOf(context['span_id']),
    parent: bareIdOf(objectAt(span, 'parent')['span_id']) ?? bareIdOf(span['parent_id']),
  };
}

// Zero is no id.
function bareIdOf(value: unknown): string | undefined {
  const id = identifier(value);
  return id === undefined || /^(0x)?0+$/.test(id) ? undefined : id;
}

type LogRecord = Record<string, unknown>;

/** The steps of a request of logs, or of one record: requests and answers of a model, nested in the span of the record. */
export function logSteps(value: LogRecord, isRequest: boolean): Draft[] {
  const records = isRequest ? requestRecords(value) : [{ item: value, path: [] }];
  return records.flatMap(({ item, path }) => logDraft(item, path));
}

function logDraft(record: LogRecord, path: Path): Draft[] {
  const context = [record['spanContext'], record['context']].find(isObject) ?? record;
  const run = idOf(context['traceId'] ?? context['trace_id']);
  const name = eventName(record);
  if (run === undefined || !name.startsWith('gen_ai.')) return [];
  const said = logExchange(record);
  const [evaluation] = name === EVALUATION_EVENT ? evaluationIn(recordAttributes(record)) : [];
  const at = TIMES.map(key => parseInstant(record[key])).find(found => found !== undefined && found > 0n);
  return [
    createDraft({
      run,
      parent: idOf(context['spanId'] ?? context['span_id']),
      at,
      kind: evaluation ? 'otlp/log:evaluation' : 'otlp/log:message',
      title: evaluation?.name ?? userRequestText(said) ?? name,
      outcome: evaluation?.isGood === false ? 'failed' : 'ok',
      failure: evaluation?.isGood === false ? joinLines(': ', evaluation.label, evaluation.text) : undefined,
      conversation: conversationOf(recordAttributes(record)),
      effects: evaluation && [evaluation],
      path: path.length > 0 ? path : undefined,
    }),
  ];
}

/** The attributes of a record, or of its body in older conventions. */
function recordAttributes({ attributes, body }: LogRecord): AttributeReader {
  const own = attributeReader(attributes);
  const inBody = attributeReader(bodyOf(body)[0]);
  return name => own(name) ?? inBody(name);
}

const TIMES = ['timeUnixNano', 'time_unix_nano', 'timestamp', 'observedTimeUnixNano', 'observed_timestamp'];

/** Returns the content of a log record's body, with its path in the record. */
function bodyOf(body: unknown): [content: unknown, path: Path] {
  const list = isObject(body) && isObject(body['kvlistValue']) ? body['kvlistValue']['values'] : body;
  return [list, list === body ? ['body'] : ['body', 'kvlistValue', 'values']];
}

/** Reads the exchange of a log record, from its attributes or its body. Never throws. */
export function logExchange(record: LogRecord): Exchange | undefined {
  const [list, at] = bodyOf(record['body']);
  const attributes = spanAttributes(record['attributes'], ['attributes']);
  const content = isObject(list) || Array.isArray(list) ? spanAttributes(list, at) : attributes;
  const events = [{ name: eventName(record), attributes: content }];
  return spanExchange({ word: 'llm', title: '', attributes, events });
}

function eventName(record: LogRecord): string {
  const { eventName: name, event_name: snake, attributes } = record;
  return shortLine(name) ?? shortLine(snake) ?? shortLine(attributeReader(attributes)('event.name')) ?? '';
}
