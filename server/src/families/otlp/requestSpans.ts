import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { attributeReader } from './attributeReader';
import { hexId } from './hexId';
import { serviceName } from './serviceName';
import type { Span } from './span';

/** The spans of a request, grouped there by resource and instrumentation scope. */
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

/** The groups of a request, or of an answer of Jaeger or Tempo; a value may also be one group of a list. */
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

/** The objects in the lists with these names. */
/** The records of a request of logs, grouped there by resource and instrumentation scope. */
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
    ...from,
  };
}
