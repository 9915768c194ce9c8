import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { type FieldOfMessage, fieldsOf, isMessage, type OtlpMessage, type OtlpScalar } from './otlpMessages';

/** A message as OTLP/JSON. */
export type OtlpJson = Record<string, unknown>;

/**
 * Decodes an OTLP message from protobuf to OTLP/JSON: ids as hexadecimal digits, integers of 64 bits as strings, other bytes as base64, enums as numbers.
 * A value of an attribute that is zero, false or empty stays. Unknown fields are passed over. Throws for bytes that are no such message,
 * and for one that nests too deep or has too many parts.
 */
export function decodeProtobuf(message: OtlpMessage, bytes: Uint8Array): OtlpJson {
  const budget = { parts: MOST_PARTS };
  return readMessage(new BinaryReader(bytes), bytes.length, message, { depth: 0, budget });
}

/** The messages in one request: two bytes could stand for one, and take a hundred times the memory. */
export const MOST_PARTS = 1_000_000;
/** As in other implementations of protobuf. */
export const DEEPEST = 100;

interface Limits {
  depth: number;
  budget: { parts: number };
}

function readMessage(reader: BinaryReader, end: number, message: OtlpMessage, limits: Limits): OtlpJson {
  if (limits.depth > DEEPEST) throw new Error(`it nests deeper than ${DEEPEST} levels`);
  if (--limits.budget.parts < 0) throw new Error(`it has more than ${MOST_PARTS} parts`);
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
    // A part must not read what lies behind it.
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

// JSON has no such numbers; the mapping of protobuf writes their names.
function jsonNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}
