import { gunzipSync, gzipSync } from 'node:zlib';
import { type SpanRequest, spanRequest } from '../../families/otlp/writeSpans';
import { stepEnvelopes } from '../../features/replay/exportRun';
import { redactedReplay } from '../../features/replay/redactedReplay';
import type { ReplayedRun } from '../../features/replay/replayedRun';
import type { RedactedKind, Redaction, Redactions } from '../../shared/replay/index';

/** A workflow run prepared for sending to a trace collector: the bodies of the HTTP requests, and a summary for the user. Plain data. */
export interface PreparedSending {
  batches: SpanBatch[];
  /** The number of its spans. */
  spans: number;
  /** The length of all batches before compression. */
  bytes: number;
  /** The numbers of redacted texts. */
  redacted: Redactions['counts'];
}

/** One request: its body and number of spans. */
export interface SpanBatch {
  spans: number;
  body: Uint8Array<ArrayBuffer>;
  isCompressed: boolean;
}

/** Converts a run to the bodies of OTLP/HTTP requests, redacted as in an export. */
export function prepareSending(replay: ReplayedRun, redaction: Redaction): PreparedSending {
  const counts = new Map<RedactedKind, number>();
  const { run, reader } = redactedReplay(replay, redaction, what => counts.set(what, (counts.get(what) ?? 0) + 1));
  const prepared: PreparedSending = { batches: [], spans: 0, bytes: 0, redacted: [] };
  for (const { spans, text, bytes } of spanBatches(spanRequest(run, stepEnvelopes(reader)))) {
    const isCompressed = bytes > SMALL;
    // A copy: a buffer of Node may be a window of a larger one.
    const body = new Uint8Array(isCompressed ? gzipSync(text) : Buffer.from(text));
    prepared.batches.push({ spans, body, isCompressed });
    prepared.spans += spans;
    prepared.bytes += bytes;
  }
  prepared.redacted = [...counts].map(([what, count]) => ({ what, count }));
  return prepared;
}

/**
 * Returns the text of the requests for the user: one request, or an array of the requests that begin within the first `longest` characters.
 */
export function sendingPreview({ batches }: Pick<PreparedSending, 'batches'>, longest: number): string {
  const texts: string[] = [];
  let length = 0;
  for (const { body, isCompressed } of batches) {
    if (length >= longest) break;
    const text = Buffer.from(isCompressed ? gunzipSync(body) : body).toString();
    texts.push(text);
    length += text.length;
  }
  const [only = ''] = texts;
  return batches.length === 1 ? only : `[\n${texts.join(',\n')}]\n`;
}

/** The size in bytes below which a request is not compressed, since it gains little. */
const SMALL = 4096;

/** The JSON of a request with some of the spans, in their resource and scope. */
interface BatchText {
  spans: number;
  text: string;
  /** The length of the text in UTF-8. */
  bytes: number;
}

/** The limits of a batch. A single larger span gets a batch of its own. */
export const BATCH_LIMITS = { spans: 512, bytes: 2_000_000 };

/** Splits a request into batches, in order. Each span is in exactly one batch. */
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
