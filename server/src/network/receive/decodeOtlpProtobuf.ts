import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/**
 * Describes the protobuf messages of OpenTelemetry (OTLP 1.x) for traces and logs, so that they can be decoded. Each message lists its fields by
 * number, with name and type. Retired fields are left out, since a reader of protobuf skips unknown fields.
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
  // A `oneof`: the last field counts.
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

/** A field: its name in JSON, its type, and whether it is a list. */
type OtlpField = readonly [name: string, type: string, repeated?: 'repeated'];

export type OtlpMessage = keyof typeof OTLP_MESSAGES;

/** The scalar types. In JSON, ids are hexadecimal, other bytes base64, and 64-bit integers strings. */
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

/** Returns the fields of a message, by their numbers. */
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

/** A message as OTLP/JSON. */
export type OtlpJson = Record<string, unknown>;

/**
 * Decodes an OTLP message from protobuf to OTLP/JSON: ids as hexadecimal digits, 64-bit integers as strings, other bytes as
 * base64, enums as numbers. Keeps attribute values that are zero, false or empty; skips unknown fields. Throws if the bytes
 * are not the given message, nest too deep or have too many values.
 */
export function decodeProtobuf(message: OtlpMessage, bytes: Uint8Array): OtlpJson {
  const budget = { values: MOST_VALUES };
  return readMessage(new BinaryReader(bytes), bytes.length, message, { depth: 0, budget });
}

/** The limit of messages in one request: two bytes can encode one, which takes a hundred times the memory. */
export const MOST_VALUES = 1_000_000;
/** The limit of nesting: 100, as in other implementations of protobuf. */
export const DEEPEST = 100;

interface Limits {
  depth: number;
  budget: { values: number };
}

function readMessage(reader: BinaryReader, end: number, message: OtlpMessage, limits: Limits): OtlpJson {
  if (limits.depth > DEEPEST) throw new Error(`it nests deeper than ${DEEPEST} levels`);
  if (--limits.budget.values < 0) throw new Error(`it has more than ${MOST_VALUES} parts`);
  const fields = fieldsOf(message);
  let read: OtlpJson = {};
  while (reader.pos < end) {
    const [number, wireType] = reader.tag();
    const field = fields.get(number);
    if (!field) {
      reader.skip(wireType, number);
    } else {
      const value = readField(reader, end, field, wireType, limits);
      if (message === 'AnyValue') read = {};
      if (!field.isRepeated) read[field.name] = value;
      else if (Array.isArray(read[field.name])) (read[field.name] as unknown[]).push(value);
      else read[field.name] = [value];
    }
    // A value must not read beyond its parent.
    if (reader.pos > end) throw new Error('a part of it is longer than the whole');
  }
  return read;
}

function readField(reader: BinaryReader, end: number, field: FieldOfMessage, wireType: number, limits: Limits) {
  const { type, name } = field;
  const wanted = isMessage(type) ? WireType.LengthDelimited : WIRE_TYPES[type];
  if (wireType !== wanted) throw new Error(`"${name}" has the wire type ${wireType}, not ${wanted}`);
  if (!isMessage(type)) return READERS[type](reader);
  const length = reader.uint32();
  const last = reader.pos + length;
  if (last > end) throw new Error(`"${name}" ends early`);
  return readMessage(reader, last, type, { ...limits, depth: limits.depth + 1 });
}

const WIRE_TYPES: Readonly<Record<OtlpScalar, WireType>> = {
  string: WireType.LengthDelimited,
  hex: WireType.LengthDelimited,
  base64: WireType.LengthDelimited,
  bool: WireType.Varint,
  int64: WireType.Varint,
  uint32: WireType.Varint,
  enum: WireType.Varint,
  fixed64: WireType.Bit64,
  double: WireType.Bit64,
  fixed32: WireType.Bit32,
};

const READERS: Readonly<Record<OtlpScalar, (reader: BinaryReader) => unknown>> = {
  string: reader => reader.string(),
  hex: reader => bytesOf(reader).toString('hex'),
  base64: reader => bytesOf(reader).toString('base64'),
  bool: reader => reader.bool(),
  int64: reader => String(reader.int64()),
  uint32: reader => reader.uint32(),
  enum: reader => reader.int32(),
  fixed64: reader => String(reader.fixed64()),
  double: reader => jsonNumber(reader.double()),
  fixed32: reader => reader.fixed32(),
};

function bytesOf(reader: BinaryReader): Buffer {
  const { buffer, byteOffset, length } = reader.bytes();
  return Buffer.from(buffer, byteOffset, length);
}

// JSON has no NaN or infinity; protobuf's JSON mapping writes their names.
function jsonNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
