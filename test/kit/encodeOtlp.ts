import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  type FieldOfMessage,
  fieldsOf,
  isMessage,
  type OtlpMessage,
  type OtlpScalar,
} from '../../server/src/network/receive/decodeOtlpProtobuf';

/** Encodes a message of OTLP/JSON as protobuf. */
export function encodeOtlp(message: OtlpMessage, value: object): Uint8Array {
  return write(new BinaryWriter(), message, value).finish();
}

function write(writer: BinaryWriter, message: OtlpMessage, value: object): BinaryWriter {
  const numbers = new Map([...fieldsOf(message)].map(([number, field]) => [field.name, { number, ...field }]));
  for (const [name, held] of Object.entries(value)) {
    const field = numbers.get(name);
    if (!field) throw new Error(`${message} has no field "${name}"`);
    for (const one of field.isRepeated ? (held as unknown[]) : [held]) writeField(writer, field, one);
  }
  return writer;
}

function writeField(writer: BinaryWriter, { number, type }: FieldOfMessage & { number: number }, value: unknown): void {
  if (isMessage(type)) {
    writer.tag(number, WireType.LengthDelimited).fork();
    write(writer, type, value as object).join();
    return;
  }
  const [wireType, writeValue] = SCALARS[type];
  writer.tag(number, wireType);
  writeValue(writer, value as never);
}

const SCALARS: Readonly<Record<OtlpScalar, readonly [WireType, (writer: BinaryWriter, value: never) => unknown]>> = {
  string: [WireType.LengthDelimited, (writer, value: string) => writer.string(value)],
  hex: [WireType.LengthDelimited, (writer, value: string) => writer.bytes(Buffer.from(value, 'hex'))],
  base64: [WireType.LengthDelimited, (writer, value: string) => writer.bytes(Buffer.from(value, 'base64'))],
  bool: [WireType.Varint, (writer, value: boolean) => writer.bool(value)],
  int64: [WireType.Varint, (writer, value: string) => writer.int64(value)],
  uint32: [WireType.Varint, (writer, value: number) => writer.uint32(value)],
  enum: [WireType.Varint, (writer, value: number) => writer.int32(value)],
  fixed64: [WireType.Bit64, (writer, value: string) => writer.fixed64(value)],
  double: [WireType.Bit64, (writer, value: number | string) => writer.double(Number(value))],
  fixed32: [WireType.Bit32, (writer, value: number) => writer.fixed32(value)],
};
