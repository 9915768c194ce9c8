import { BinaryWriter } from '@bufbuild/protobuf/wire';
import type { Signal, ValidRequest } from './validRequest';

/** The media types of OTLP/HTTP. An answer has the type of its request. */
export const JSON_TYPE = 'application/json';
export const PROTOBUF_TYPE = 'application/x-protobuf';
export type OtlpType = typeof JSON_TYPE | typeof PROTOBUF_TYPE;

/** The body of a success: empty, or what was rejected, as ExportTraceServiceResponse or ExportLogsServiceResponse. */
export function exportResponse(
  type: OtlpType,
  { rejected, fault = '' }: Pick<ValidRequest, 'rejected' | 'fault'>,
  { itemName, rejectedField }: Signal,
): Uint8Array {
  const isPartial = rejected > 0;
  const errorMessage = `${rejected} ${itemName}${rejected === 1 ? ' was' : 's were'} rejected; the first, ${fault}.`;
  if (type === JSON_TYPE) {
    return jsonBytes(isPartial ? { partialSuccess: { [rejectedField]: String(rejected), errorMessage } } : {});
  }
  if (!isPartial) return new Uint8Array();
  return new BinaryWriter()
    .tag(1, LENGTH_DELIMITED)
    .fork()
    .tag(1, VARINT)
    .int64(rejected)
    .tag(2, LENGTH_DELIMITED)
    .string(errorMessage)
    .join()
    .finish();
}

/** The body of a failure: a google.rpc.Status with one line. */
export function statusBody(type: OtlpType, message: string): Uint8Array {
  if (type === JSON_TYPE) return jsonBytes({ message });
  return new BinaryWriter().tag(2, LENGTH_DELIMITED).string(message).finish();
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;

function jsonBytes(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
