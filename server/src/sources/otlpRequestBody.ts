import { stringifyJson } from '../text/json/losslessJson';
/** A span that was read from a trace store. Attributes are as in OTLP: keys with typed values. */
export interface StoredSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  traceState?: string;
  name: string;
  kind: string;
  /** Nanoseconds since 1970, in digits. */
  start: string;
  /** Absent for a span that has not ended. */
  end?: string;
  statusCode: string;
  statusMessage: string;
  attributes: readonly KeyValue[];
  events: readonly StoredEvent[];
  links: readonly StoredLink[];
  resource: readonly KeyValue[];
  scopeName: string;
  scopeVersion: string;
}

export interface StoredEvent {
  time: string;
  name: string;
  attributes: readonly KeyValue[];
}

export interface StoredLink {
  traceId: string;
  spanId: string;
  attributes: readonly KeyValue[];
}

/** An attribute in the JSON of OTLP. */
export interface KeyValue {
  key: string;
  value: AnyValue;
}

export type AnyValue =
  | { stringValue: string }
  | { intValue: string }
  | { doubleValue: number }
  | { boolValue: boolean }
  | { arrayValue: { values: AnyValue[] } }
  | { kvlistValue: { values: KeyValue[] } }
  | Record<string, never>;

/** Writes spans as one OTLP request in JSON, grouped by resource and instrumentation scope, on one line with its line end. */
export function otlpRequestBody(spans: readonly StoredSpan[]): string {
  const resources = new Map<string, { resource: object; scopes: Map<string, { scope: object; spans: object[] }> }>();
  for (const span of spans) {
    const resourceKey = stringifyJson(span.resource);
    const found = resources.get(resourceKey) ?? { resource: { attributes: span.resource }, scopes: new Map() };
    resources.set(resourceKey, found);
    const scopeKey = stringifyJson([span.scopeName, span.scopeVersion]);
    const scope = { name: span.scopeName, version: span.scopeVersion };
    const group = found.scopes.get(scopeKey) ?? { scope, spans: [] };
    found.scopes.set(scopeKey, group);
    group.spans.push(spanJson(span));
  }
  const resourceSpans = [...resources.values()].map(({ resource, scopes }) => ({
    resource,
    scopeSpans: [...scopes.values()],
  }));
  return `${stringifyJson({ resourceSpans })}\n`;
}

function spanJson(span: StoredSpan): object {
  const { traceId, spanId, parentSpanId, traceState, name, kind, start, end, attributes, events, links } = span;
  return {
    traceId,
    spanId,
    ...(traceState !== undefined && traceState !== '' && { traceState }),
    ...(parentSpanId !== '' && { parentSpanId }),
    name,
    kind: enumName('SPAN_KIND_', kind),
    startTimeUnixNano: start,
    ...(end !== undefined && { endTimeUnixNano: end }),
    attributes,
    ...(events.length > 0 && {
      events: events.map(({ time, ...event }) => ({ timeUnixNano: time, ...event })),
    }),
    ...(links.length > 0 && { links }),
    status: {
      code: enumName('STATUS_CODE_', span.statusCode === '' ? 'Unset' : span.statusCode),
      ...(span.statusMessage !== '' && { message: span.statusMessage }),
    },
  };
}

/** Returns the name of an enum value in OTLP: `SPAN_KIND_INTERNAL` for `Internal`. */
function enumName(prefix: string, word: string): string {
  const upper = word.toUpperCase();
  return upper.startsWith(prefix) ? upper : `${prefix}${upper}`;
}
