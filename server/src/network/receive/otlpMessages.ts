/**
 * The messages of OTLP 1.x for traces and logs, as data: opentelemetry/proto/{trace,logs,common,resource}/v1. Fields that are no longer in use are left
 * out, since readers of protobuf pass over unknown fields.
 */
export const OTLP_MESSAGES = {
  ExportTraceServiceRequest: { 1: ['resourceSpans', 'ResourceSpans', 'repeated'] },
  ResourceSpans: {
    1: ['resource', 'Resource'],
    2: ['scopeSpans', 'ScopeSpans', 'repeated'],
    3: ['schemaUrl', 'string'],
  },
  ScopeSpans: {
    1: ['scope', 'InstrumentationScope'],
    2: ['spans', 'Span', 'repeated'],
    3: ['schemaUrl', 'string'],
  },
  Span: {
    1: ['traceId', 'hex'],
    2: ['spanId', 'hex'],
    3: ['traceState', 'string'],
    4: ['parentSpanId', 'hex'],
    5: ['name', 'string'],
    6: ['kind', 'enum'],
    7: ['startTimeUnixNano', 'fixed64'],
    8: ['endTimeUnixNano', 'fixed64'],
    9: ['attributes', 'KeyValue', 'repeated'],
    10: ['droppedAttributesCount', 'uint32'],
    11: ['events', 'SpanEvent', 'repeated'],
    12: ['droppedEventsCount', 'uint32'],
    13: ['links', 'SpanLink', 'repeated'],
    14: ['droppedLinksCount', 'uint32'],
    15: ['status', 'Status'],
    16: ['flags', 'fixed32'],
  },
  SpanEvent: {
    1: ['timeUnixNano', 'fixed64'],
    2: ['name', 'string'],
    3: ['attributes', 'KeyValue', 'repeated'],
    4: ['droppedAttributesCount', 'uint32'],
  },
  SpanLink: {
    1: ['traceId', 'hex'],
    2: ['spanId', 'hex'],
    3: ['traceState', 'string'],
    4: ['attributes', 'KeyValue', 'repeated'],
    5: ['droppedAttributesCount', 'uint32'],
    6: ['flags', 'fixed32'],
  },
  Status: { 2: ['message', 'string'], 3: ['code', 'enum'] },
  ExportLogsServiceRequest: { 1: ['resourceLogs', 'ResourceLogs', 'repeated'] },
  ResourceLogs: {
    1: ['resource', 'Resource'],
    2: ['scopeLogs', 'ScopeLogs', 'repeated'],
    3: ['schemaUrl', 'string'],
  },
  ScopeLogs: {
    1: ['scope', 'InstrumentationScope'],
    2: ['logRecords', 'LogRecord', 'repeated'],
    3: ['schemaUrl', 'string'],
  },
  LogRecord: {
    1: ['timeUnixNano', 'fixed64'],
    2: ['severityNumber', 'enum'],
    3: ['severityText', 'string'],
    5: ['body', 'AnyValue'],
    6: ['attributes', 'KeyValue', 'repeated'],
    7: ['droppedAttributesCount', 'uint32'],
    8: ['flags', 'fixed32'],
    9: ['traceId', 'hex'],
    10: ['spanId', 'hex'],
    11: ['observedTimeUnixNano', 'fixed64'],
    12: ['eventName', 'string'],
  },
  Resource: {
    1: ['attributes', 'KeyValue', 'repeated'],
    2: ['droppedAttributesCount', 'uint32'],
    3: ['entityRefs', 'EntityRef', 'repeated'],
  },
  EntityRef: {
    1: ['schemaUrl', 'string'],
    2: ['type', 'string'],
    3: ['idKeys', 'string', 'repeated'],
    4: ['descriptionKeys', 'string', 'repeated'],
  },
  InstrumentationScope: {
    1: ['name', 'string'],
    2: ['version', 'string'],
    3: ['attributes', 'KeyValue', 'repeated'],
    4: ['droppedAttributesCount', 'uint32'],
  },
  KeyValue: { 1: ['key', 'string'], 2: ['value', 'AnyValue'] },
  // One of these: the last one counts.
  AnyValue: {
    1: ['stringValue', 'string'],
    2: ['boolValue', 'bool'],
    3: ['intValue', 'int64'],
    4: ['doubleValue', 'double'],
    5: ['arrayValue', 'ArrayValue'],
    6: ['kvlistValue', 'KeyValueList'],
    7: ['bytesValue', 'base64'],
  },
  ArrayValue: { 1: ['values', 'AnyValue', 'repeated'] },
  KeyValueList: { 1: ['values', 'KeyValue', 'repeated'] },
} as const satisfies Record<string, Readonly<Record<number, OtlpField>>>;

/** A field by its number: its name in JSON, and its type. */
type OtlpField = readonly [name: string, type: string, repeated?: 'repeated'];

export type OtlpMessage = keyof typeof OTLP_MESSAGES;

/** The types of single values. Ids are hexadecimal in JSON, and all other bytes base64; integers of 64 bits are strings. */
export type OtlpScalar =
  | 'string'
  | 'hex'
  | 'base64'
  | 'bool'
  | 'int64'
  | 'fixed64'
  | 'uint32'
  | 'fixed32'
  | 'double'
  | 'enum';

export interface FieldOfMessage {
  name: string;
  type: OtlpScalar | OtlpMessage;
  isRepeated: boolean;
}

/** The fields of a message, by their numbers. */
export function fieldsOf(message: OtlpMessage): ReadonlyMap<number, FieldOfMessage> {
  return FIELDS.get(message) as ReadonlyMap<number, FieldOfMessage>;
}

const FIELDS: ReadonlyMap<string, ReadonlyMap<number, FieldOfMessage>> = new Map(
  Object.entries(OTLP_MESSAGES).map(([message, fields]) => [
    message,
    new Map(
      Object.entries<OtlpField>(fields).map(([number, [name, type, repeated]]) => [
        Number(number),
        { name, type: type as FieldOfMessage['type'], isRepeated: repeated !== undefined },
      ]),
    ),
  ]),
);

export function isMessage(type: FieldOfMessage['type']): type is OtlpMessage {
  return Object.hasOwn(OTLP_MESSAGES, type);
}
