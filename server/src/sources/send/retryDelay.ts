/** What came of a request. */
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

/** No answer came. */
export interface PostFault {
  /** Why, as what the host did: `refused the connection`. */
  fault: string;
  /** It will be the same the next time. */
  isFinal: boolean;
}

export interface RetryState {
  /** How often the batch was tried before, from 0. */
  retries: number;
  /** Milliseconds since the last batch was taken, or since the beginning. */
  elapsed: number;
  /** At most so many milliseconds may have passed then. */
  budget: number;
  /** Milliseconds since 1970. */
  now: number;
  /** From 0 up to 1. */
  random: number;
}

/**
 * How long to wait before the same batch is sent again, in milliseconds. Undefined for what is not retried: as OTLP over HTTP
 * says, all but four statuses and connections without an answer; and what would take longer than the budget.
 */
export function retryDelay(
  result: PostResult,
  { retries, elapsed, budget, now, random }: RetryState,
): number | undefined {
  if (!isRetryable(result)) return undefined;
  const asked = askedRetryDelay(result, now);
  const backOff = Math.round(Math.min(FIRST * GROWTH ** retries, LONGEST) * (1 - JITTER + 2 * JITTER * random));
  const delay = asked ?? backOff;
  return elapsed + delay <= budget ? delay : undefined;
}

/** Whether a request may be sent again. */
export function isRetryable(result: PostResult): boolean {
  return 'status' in result ? RETRYABLE.has(result.status) : !result.isFinal;
}

/** The delay in milliseconds that the collector asks for before the next try; undefined if it asks for none. */
export function askedRetryDelay(result: PostResult, now: number): number | undefined {
  return 'status' in result && isRetryable(result) ? delayAsked(result.retryAfter, now) : undefined;
}

/** The delay that `Retry-After` asks for, in seconds or as a date; undefined if it is neither. */
export function delayAsked(retryAfter: string | undefined, now: number): number | undefined {
  const text = retryAfter?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // A number such as 1.5 is no date, though Date.parse reads it as one.
  const date = /^[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

const RETRYABLE = new Set([429, 502, 503, 504]);
/** Milliseconds. */
const FIRST = 1000;
const LONGEST = 10_000;
const GROWTH = 1.5;
const JITTER = 0.2;
