import type { SpanRequest } from '../../families/otlp/writeSpans';

/** A request that holds some of the spans, as JSON, within their resource and scope. */
export interface BatchText {
  spans: number;
  text: string;
  /** The length of the text in UTF-8. */
  bytes: number;
}

/** What a batch holds at most. A single span that is larger goes alone. */
export const BATCH_LIMITS = { spans: 512, bytes: 2_000_000 };

/** Splits a request into batches: each span once, in order. */
export function* spanBatches(
  { head, spans, tail }: SpanRequest,
  limits: typeof BATCH_LIMITS = BATCH_LIMITS,
): Generator<BatchText> {
  const frame = Buffer.byteLength(head) + Buffer.byteLength(tail);
  let batch: string[] = [];
  let bytes = frame;
  const complete = () => ({ spans: batch.length, text: `${head}${batch.join(SEPARATOR)}${tail}`, bytes });
  for (const span of spans) {
    const size = Buffer.byteLength(span);
    const isFull = batch.length >= limits.spans || bytes + SEPARATOR.length + size > limits.bytes;
    if (isFull && batch.length > 0) {
      yield complete();
      batch = [];
      bytes = frame;
    }
    bytes += size + (batch.length > 0 ? SEPARATOR.length : 0);
    batch.push(span);
  }
  if (batch.length > 0) yield complete();
}

const SEPARATOR = ',\n';
