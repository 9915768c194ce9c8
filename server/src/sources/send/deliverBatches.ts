import { plain } from '../../features/runs/treeNodeTexts';
import { isObject } from '../../text/jsonPointer';
import { parseWholeJson } from '../../text/parseJsonOrYaml';
import { removeSecrets } from '../removeSecrets';
import type { Headers } from './otlpHeaders';
import type { SpanBatch } from './prepareSending';

/** The progress of sending a workflow run to a trace collector, in batches of spans. */
export interface Delivery {
  /** The index of the first batch that is not acknowledged. Earlier batches are never sent again. */
  next: number;
  /** The number of spans in acknowledged batches. */
  sent: number;
  /** The number of these spans that the collector rejected; below, the collector's first message about them. */
  rejected: number;
  message?: string;
  /**
   * Why not all batches were acknowledged. A status of success here means that the answer was not a collector's. Absent if the user
   * cancelled.
   */
  failure?: PostResult;
  /** The delay in milliseconds that the collector asked for after the failure, if it was too long to wait. */
  askedDelay?: number;
}

export const NOTHING_DELIVERED: Delivery = { next: 0, sent: 0, rejected: 0 };

/** The side effects of delivering, which tests replace. */
export interface DeliveryEffects {
  /** Sends a batch. Rejects only if the signal is aborted. */
  post(batch: SpanBatch, signal: AbortSignal): Promise<PostResult>;
  /** Rejects if the signal is aborted. */
  pause(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
  random(): number;
  /** Called after each batch, and before each retry. */
  onProgress(delivery: Delivery, retry?: DeliveryRetry): void;
}

/** A retry of a batch. */
export interface DeliveryRetry {
  /** The result of the last try. */
  after: PostResult;
  /** Milliseconds until the next try. */
  delay: number;
  /** Milliseconds in which further tries may begin. */
  left: number;
}

interface DeliveryOptions {
  /** The state that an earlier call ended with. */
  from: Delivery;
  /** The maximum time in milliseconds until the collector takes the next batch. */
  budget: number;
  signal: AbortSignal;
}

/** Sends batches in order, each until it is acknowledged, with the retries of OTLP over HTTP. Never rejects. */
export async function deliverBatches(
  batches: readonly SpanBatch[],
  { from, budget, signal }: DeliveryOptions,
  { post, pause, now, random, onProgress }: DeliveryEffects,
): Promise<Delivery> {
  const { failure: _, askedDelay: __, ...before } = from;
  let delivery: Delivery = before;
  try {
    for (const batch of batches.slice(before.next)) {
      const start = now();
      for (let retries = 0; ; retries++) {
        signal.throwIfAborted();
        const result = await post(batch, signal);
        if ('status' in result && isSuccess(result.status)) {
          if (!isExportAnswer(result)) return { ...delivery, failure: result };
          delivery = acknowledged(delivery, batch, partialSuccess(result, batch.spans));
          onProgress(delivery);
          break;
        }
        const elapsed = now() - start;
        const delay = retryDelay(result, { retries, elapsed, budget, now: now(), random: random() });
        if (delay === undefined) {
          const askedDelay = askedRetryDelay(result, now());
          return { ...delivery, failure: result, ...(askedDelay !== undefined && { askedDelay }) };
        }
        onProgress(delivery, { after: result, delay, left: budget - elapsed });
        await pause(delay, signal);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return delivery;
}

/** Returns whether a status is one of success. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function acknowledged(
  { next, sent, rejected, message }: Delivery,
  batch: SpanBatch,
  partial: ReturnType<typeof partialSuccess>,
): Delivery {
  const said = message ?? partial?.message;
  return {
    next: next + 1,
    sent: sent + batch.spans,
    rejected: rejected + (partial?.rejected ?? 0),
    ...(said !== undefined && { message: said }),
  };
}

/** The rejected spans of a batch that the collector answered with success. */
interface PartialSuccess {
  rejected: number;
  message: string | undefined;
}

/** Reads the rejected spans from an answer of success; undefined if the collector took all spans. */
export function partialSuccess({ body }: Pick<PostAnswer, 'body'>, sent: number): PartialSuccess | undefined {
  const answer = parseWholeJson(body);
  const partial = isObject(answer) ? (answer['partialSuccess'] ?? answer['partial_success']) : undefined;
  if (!isObject(partial)) return undefined;
  const count = Number(partial['rejectedSpans'] ?? partial['rejected_spans'] ?? 0);
  const message = partial['errorMessage'] ?? partial['error_message'];
  const rejected = Number.isSafeInteger(count) && count > 0 ? Math.min(count, sent) : 0;
  const text = typeof message === 'string' && message.trim() !== '' ? message : undefined;
  return rejected > 0 || text !== undefined ? { rejected, message: text } : undefined;
}

/**
 * Returns whether an answer of success is an OTLP answer: a JSON object, protobuf, or empty. A proxy or a sign-in page also answers with
 * success.
 */
function isExportAnswer({ body, contentType = '', isCut }: Omit<PostAnswer, 'status'>): boolean {
  const text = body.trim();
  if (text === '') return true;
  if (isPage({ body, contentType })) return false;
  if (PROTOBUF.test(contentType)) return true;
  return isObject(parseWholeJson(text)) || (isCut === true && text.startsWith('{'));
}

/** Returns whether an answer is a web page. */
export function isPage({ body, contentType = '' }: Pick<PostAnswer, 'body' | 'contentType'>): boolean {
  return HTML.test(contentType) || /^\s*<(!doctype|html)\b/i.test(body);
}

const PROTOBUF = /^application\/(x-|vnd\.google\.)?protobuf\b/i;
const HTML = /^(text\/html|application\/xhtml\+xml)\b/i;

/** Returns the collector's own message about an error; undefined if the answer is a page or has no message. */
export function errorMessage({ body, contentType = '' }: PostAnswer): string | undefined {
  const answer = parseWholeJson(body);
  if (isObject(answer)) {
    const said = [answer['message'], answer['error'], answer['detail']].find(text => typeof text === 'string');
    return said as string | undefined;
  }
  if (/^text\/plain\b/i.test(contentType) && body.trim() !== '') return body;
  return undefined;
}

/** Makes a collector's text one short line without the values of our headers. */
export function shownMessage(text: string, headers: Headers): string {
  return plain(removeSecrets(text.slice(0, LOOKED_AT), secretsIn(headers)), LONGEST);
}

// The values, and the credentials after an authorization scheme.
function secretsIn(headers: Headers): string[] {
  return Object.values(headers)
    .flatMap(value => [value, ...value.split(/\s+/)])
    .filter(value => value.length >= SHORTEST_SECRET);
}

const LOOKED_AT = 4096;
const LONGEST = 200;
const SHORTEST_SECRET = 4;

/** The result of a request. */
export type PostResult = PostAnswer | PostFault;

export interface PostAnswer {
  status: number;
  /** Values of headers. */
  retryAfter?: string;
  location?: string;
  contentType?: string;
  /** The beginning of the body. */
  body: string;
  /** There was more of the body, or the connection ended before its end. */
  isCut?: boolean;
}

/** A request without an answer. */
export interface PostFault {
  /** The cause, as a predicate whose subject is the host: `refused the connection`. */
  fault: string;
  /** A retry would fail in the same way. */
  isFinal: boolean;
}

interface RetryState {
  /** The number of retries of the batch so far. */
  retries: number;
  /** Milliseconds since the collector took the last batch, or since the beginning. */
  elapsed: number;
  /** The maximum of `elapsed` after the delay, in milliseconds. */
  budget: number;
  /** Milliseconds since 1970. */
  now: number;
  /** From 0 up to 1. */
  random: number;
}

/**
 * Returns the delay in milliseconds before the same batch is sent again; undefined for no retry. Following OTLP over HTTP, only four
 * statuses and connections without an answer are retried, and only within the budget.
 */
export function retryDelay(
  result: PostResult,
  { retries, elapsed, budget, now, random }: RetryState,
): number | undefined {
  if (!isRetryable(result)) return undefined;
  const asked = askedRetryDelay(result, now);
  const backOff = Math.round(Math.min(FIRST * GROWTH ** retries, LONGEST_DELAY) * (1 - JITTER + 2 * JITTER * random));
  const delay = asked ?? backOff;
  return elapsed + delay <= budget ? delay : undefined;
}

/** Returns whether a request may be sent again. */
export function isRetryable(result: PostResult): boolean {
  return 'status' in result ? RETRYABLE.has(result.status) : !result.isFinal;
}

/** Returns the delay in milliseconds that the collector asks for before the next try; undefined if it asks for none. */
function askedRetryDelay(result: PostResult, now: number): number | undefined {
  return 'status' in result && isRetryable(result) ? delayAsked(result.retryAfter, now) : undefined;
}

/** Returns the delay in milliseconds that `Retry-After` asks for, in seconds or as a date; undefined if it is neither. */
export function delayAsked(retryAfter: string | undefined, now: number): number | undefined {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // A number such as 1.5 is no date, though Date.parse reads it as one.
  const date = /^[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const RETRYABLE = new Set([429, 502, 503, 504]);
/** The delay before the first retry, in milliseconds. */
const FIRST = 1000;
const LONGEST_DELAY = 10_000;
const GROWTH = 1.5;
const JITTER = 0.2;
