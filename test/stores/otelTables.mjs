// The tables of the ClickHouse exporter of the OpenTelemetry collector, and spans of OTLP as the rows that it inserts.

/** The statements that create the tables, with attributes as maps of texts, or as JSON. */
export function createTables(table, hasJson) {
  const attributes = hasJson ? 'JSON' : 'Map(LowCardinality(String), String)';
  const indexes = hasJson
    ? ''
    : `INDEX idx_trace_id TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
    INDEX idx_span_attr_key mapKeys(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,
    INDEX idx_span_attr_value mapValues(SpanAttributes) TYPE bloom_filter(0.01) GRANULARITY 1,`;
  return [
    `CREATE TABLE ${table} (
    Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
    TraceId String CODEC(ZSTD(1)),
    SpanId String CODEC(ZSTD(1)),
    ParentSpanId String CODEC(ZSTD(1)),
    TraceState String CODEC(ZSTD(1)),
    SpanName LowCardinality(String) CODEC(ZSTD(1)),
    SpanKind LowCardinality(String) CODEC(ZSTD(1)),
    ServiceName LowCardinality(String) CODEC(ZSTD(1)),
    ResourceAttributes ${attributes} CODEC(ZSTD(1)),
    ScopeName String CODEC(ZSTD(1)),
    ScopeVersion String CODEC(ZSTD(1)),
    SpanAttributes ${attributes} CODEC(ZSTD(1)),
    Duration UInt64 CODEC(ZSTD(1)),
    StatusCode LowCardinality(String) CODEC(ZSTD(1)),
    StatusMessage String CODEC(ZSTD(1)),
    Events Nested (Timestamp DateTime64(9), Name LowCardinality(String), Attributes ${attributes}) CODEC(ZSTD(1)),
    Links Nested (TraceId String, SpanId String, TraceState String, Attributes ${attributes}) CODEC(ZSTD(1)),
    ${indexes}
    INDEX idx_duration Duration TYPE minmax GRANULARITY 1
) ENGINE = MergeTree()
PARTITION BY toDate(Timestamp)
ORDER BY (ServiceName, SpanName, toDateTime(Timestamp), Timestamp)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1`,
    `CREATE TABLE ${table}_trace_id_ts (
    TraceId String CODEC(ZSTD(1)),
    Start DateTime CODEC(Delta, ZSTD(1)),
    End DateTime CODEC(Delta, ZSTD(1)),
    INDEX idx_trace_id TraceId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = MergeTree()
PARTITION BY toDate(Start)
ORDER BY (TraceId, Start)
SETTINGS index_granularity = 8192, ttl_only_drop_parts = 1`,
    `CREATE MATERIALIZED VIEW ${table}_trace_id_ts_mv TO ${table}_trace_id_ts AS
SELECT TraceId, min(Timestamp) AS Start, max(Timestamp) AS End FROM ${table} WHERE TraceId != '' GROUP BY TraceId`,
  ];
}

/** The rows of a request of OTLP in JSON. */
export function spanRows({ resourceSpans }, hasJson) {
  const attributes = hasJson ? jsonAttributes : textAttributes;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ scope = {}, spans }) =>
      spans.map(span => {
        const { events = [], links = [], status = {} } = span;
        const start = BigInt(span.startTimeUnixNano ?? 0);
        const end = BigInt(span.endTimeUnixNano ?? 0);
        return {
          Timestamp: String(start),
          TraceId: hexOf(span.traceId),
          SpanId: hexOf(span.spanId),
          ParentSpanId: hexOf(span.parentSpanId ?? ''),
          TraceState: span.traceState ?? '',
          SpanName: span.name,
          SpanKind: KINDS[span.kind] ?? capitalized(String(span.kind ?? 'unspecified').replace('SPAN_KIND_', '')),
          ServiceName: textAttributes(resource?.attributes)['service.name'] ?? '',
          ResourceAttributes: attributes(resource?.attributes),
          ScopeName: scope.name ?? '',
          ScopeVersion: scope.version ?? '',
          SpanAttributes: attributes(span.attributes),
          // Of a span without an end the exporter writes a negative duration, which the column makes positive.
          Duration: String(BigInt.asUintN(64, end - start)),
          StatusCode: CODES[status.code ?? 0] ?? capitalized(String(status.code).replace('STATUS_CODE_', '')),
          StatusMessage: status.message ?? '',
          'Events.Timestamp': events.map(({ timeUnixNano }) => String(timeUnixNano ?? 0)),
          'Events.Name': events.map(({ name }) => name),
          'Events.Attributes': events.map(event => attributes(event.attributes)),
          'Links.TraceId': links.map(({ traceId }) => hexOf(traceId)),
          'Links.SpanId': links.map(({ spanId }) => hexOf(spanId)),
          'Links.TraceState': links.map(() => ''),
          'Links.Attributes': links.map(link => attributes(link.attributes)),
        };
      }),
    ),
  );
}

const KINDS = ['Unspecified', 'Internal', 'Server', 'Client', 'Producer', 'Consumer'];
const CODES = ['Unset', 'Ok', 'Error'];

function capitalized(word) {
  return word.charAt(0) + word.slice(1).toLowerCase();
}

function hexOf(id = '') {
  return /^[\da-f]*$/i.test(id) ? id.toLowerCase() : Buffer.from(id, 'base64').toString('hex');
}

function textAttributes(list = []) {
  return Object.fromEntries(list.map(({ key, value }) => [key, asString(plain(value))]));
}

function asString(value) {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

function jsonAttributes(list = []) {
  return Object.fromEntries(list.map(({ key, value }) => [key, plain(value)]));
}

function plain(value = {}) {
  if ('stringValue' in value) return value.stringValue;
  if ('intValue' in value) return Number(value.intValue);
  if ('doubleValue' in value) return value.doubleValue;
  if ('boolValue' in value) return value.boolValue;
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).map(plain);
  if ('kvlistValue' in value) return jsonAttributes(value.kvlistValue.values);
  return undefined;
}
