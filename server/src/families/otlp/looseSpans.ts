import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { type AttributeReader, attributeReader } from './attributeReader';
import { hexId } from './hexId';
import { namedService, serviceName } from './serviceName';
import type { Span } from './span';

type Written = Record<string, unknown>;

/** A span as a library prints it, or as Zipkin keeps it. */
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
    ...(service !== undefined && { service }),
  };
}

// Phoenix writes the status flat.
const STATUS_CODES = ['status_code', 'statusCode'];
const STATUS_MESSAGES = ['status_message', 'statusMessage'];

/** The attributes of a printed span. Phoenix writes the operation beside them, as OpenInference names it. */
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

/** Seconds and nanoseconds, in digits; all else as it is. */
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

/** Python prints ids with a prefix. */
export function idOf(value: unknown): string | undefined {
  return hexId(typeof value === 'string' ? value.replace(/^0x/i, '') : value);
}

function first(holder: Written, names: readonly string[]): unknown {
  return names.map(name => holder[name]).find(found => found !== undefined && found !== null);
}

function objectAt(holder: Written, key: string): Written {
  const found = Object.hasOwn(holder, key) ? holder[key] : undefined;
  return isObject(found) ? found : {};
}
