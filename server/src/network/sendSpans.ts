import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { t } from '../shared/l10n';
import {
  type Delivery,
  type DeliveryEffects,
  deliverBatches,
  type PostAnswer,
  type PostFault,
  type PostResult,
} from '../sources/send/deliverBatches';
import type { Headers } from '../sources/send/otlpHeaders';
import type { SpanBatch } from '../sources/send/prepareSending';

/** Sends batches of spans to a trace collector by OTLP over HTTP. Gives up if the collector takes no batch for six times the timeout. */
export function sendSpans(batches: readonly SpanBatch[], options: SendSpansOptions): Promise<Delivery> {
  const { timeout, from, signal, onProgress } = options;
  return deliverBatches(
    batches,
    { from, budget: BUDGET * timeout, signal },
    {
      post: (batch, signal) => postSpans(batch, { ...options, signal }),
      pause: async (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }),
      now: Date.now,
      random: Math.random,
      onProgress,
    },
  );
}

/** The collector to send spans to, and the state of an earlier call to continue from. */
export interface SendSpansOptions {
  url: string;
  headers: Headers;
  /** How long to wait for an answer, in milliseconds. */
  timeout: number;
  /** The state that an earlier call ended with. */
  from: Delivery;
  signal: AbortSignal;
  onProgress: DeliveryEffects['onProgress'];
}

const BUDGET = 6;

type PostSpansOptions = Pick<SendSpansOptions, 'url' | 'headers' | 'timeout' | 'signal'>;

/**
 * Sends one batch, once, and reads the beginning of the answer. Rejects only if the signal is aborted. Doesn't use `fetch`,
 * which repeats a request that was answered with 421.
 */
async function postSpans(batch: SpanBatch, { signal, ...options }: PostSpansOptions): Promise<PostResult> {
  const late = AbortSignal.timeout(options.timeout);
  try {
    const response = await respond(batch, { ...options, signal: AbortSignal.any([signal, late]) });
    const { statusCode = 0, headers } = response;
    const { 'retry-after': retryAfter, location, 'content-type': contentType } = headers;
    return {
      status: statusCode,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(location !== undefined && { location }),
      ...(contentType !== undefined && { contentType }),
      ...(await beginningOf(response)),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return { fault: t`did not answer within ${options.timeout / 1000} s`, isFinal: false };
    return faultOf(error);
  }
}

async function respond(
  { body, isCompressed }: SpanBatch,
  { url, headers, signal }: Omit<PostSpansOptions, 'timeout'>,
): Promise<IncomingMessage> {
  // Loaded only here: most starts of the program send nothing.
  const { request } = url.startsWith('https:') ? await import('node:https') : await import('node:http');
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      headers: {
        'user-agent': 'agent-envelopes',
        ...headers,
        'content-type': 'application/json',
        'content-length': body.byteLength,
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      },
      signal,
    });
    sending.on('response', resolve);
    sending.on('error', reject);
    sending.end(body);
  });
}

/** Reads the beginning of the body. Never rejects: the status counts even if the rest is huge, late or lost. */
async function beginningOf(response: IncomingMessage): Promise<Pick<PostAnswer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isCut = false;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      isCut = size >= LONGEST_ANSWER;
      // Leaving the loop closes the connection.
      if (isCut) break;
    }
  } catch {
    // The beginning of the answer is enough.
    isCut = true;
  }
  const body = Buffer.concat(chunks).subarray(0, LONGEST_ANSWER).toString();
  return { body, ...(isCut && { isCut }) };
}

/** The number of bytes that are read of an answer. */
const LONGEST_ANSWER = 65_536;

function faultOf(error: unknown): PostFault {
  const { code = '' } = error as NodeJS.ErrnoException;
  for (const [pattern, fault, isFinal] of FAULTS) {
    if (pattern.test(code)) return { fault: `${fault}${isFinal ? ` (${code})` : ''}`, isFinal };
  }
  return { fault: code === '' ? t`could not be reached` : t`could not be reached (${code})`, isFinal: false };
}

const FAULTS: readonly (readonly [code: RegExp, fault: string, isFinal: boolean])[] = [
  [/^ECONNREFUSED$/, t`refused the connection`, false],
  [/^(ECONNRESET|EPIPE)$/, t`closed the connection before it answered`, false],
  [/^ENOTFOUND$/, t`is at a host that is not known`, true],
  [/^HPE_/, t`does not speak HTTP/1.1; the port for OTLP over HTTP is usually 4318`, true],
  [/^(CERT_|DEPTH_|ERR_TLS_|ERR_SSL_|EPROTO|SELF_SIGNED|UNABLE_TO_)/, t`has no connection that can be trusted`, true],
];
