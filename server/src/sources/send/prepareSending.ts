import { gunzipSync, gzipSync } from 'node:zlib';
import { spanRequest } from '../../families/otlp/writeSpans';
import type { ReplayContext } from '../../features/replay/context/replayContext';
import { redactedReplay } from '../../features/replay/export/redactedReplay';
import { stepEnvelopes } from '../../features/replay/export/stepEnvelopes';
import type { RedactedKind, Redaction, Redactions } from '../../shared/replay';
import { spanBatches } from './spanBatches';

/** A run as it is sent. Plain data. */
export interface PreparedSending {
  batches: SpanBatch[];
  /** The number of its spans. */
  spans: number;
  /** The length of all batches before compression. */
  bytes: number;
  /** What was redacted. */
  redacted: Redactions['counts'];
}

/** The body of one request. */
export interface SpanBatch {
  spans: number;
  body: Uint8Array<ArrayBuffer>;
  isCompressed: boolean;
}

/** Writes a run as the bodies of OTLP/HTTP requests, redacted as it is in an export. */
export function prepareSending(replay: ReplayContext, redaction: Redaction): PreparedSending {
  const counts = new Map<RedactedKind, number>();
  const { run, reader } = redactedReplay(replay, redaction, what => counts.set(what, (counts.get(what) ?? 0) + 1));
  const prepared: PreparedSending = { batches: [], spans: 0, bytes: 0, redacted: [] };
  for (const { spans, text, bytes } of spanBatches(spanRequest(run, stepEnvelopes(reader)))) {
    const isCompressed = bytes > SMALL;
    // A copy: a buffer of Node may be a part of a larger one.
    const body = new Uint8Array(isCompressed ? gzipSync(text) : Buffer.from(text));
    prepared.batches.push({ spans, body, isCompressed });
    prepared.spans += spans;
    prepared.bytes += bytes;
  }
  prepared.redacted = [...counts].map(([what, count]) => ({ what, count }));
  return prepared;
}

/** The requests as they are sent, for reading: one, or an array of those that begin within a length. */
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

/** Bytes: a request that fits into a few packets gains little from compression. */
const SMALL = 4096;
