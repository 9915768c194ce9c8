import { formatNumber, t } from '../../shared/l10n';
import { redactedCounts, type SendAnswer, type SendingAddress } from '../../shared/sendRunMessages';
import { sizeText } from '../../shared/shownText';
import { millisecondsText } from '../../shared/times';
import {
  type Delivery,
  errorMessage,
  isPage,
  isRetryable,
  isSuccess,
  type PostAnswer,
  type PostResult,
  shownMessage,
} from './deliverBatches';
import type { Headers } from './otlpHeaders';
import type { PreparedSending } from './prepareSending';

/** Describes, for the user, the run that is about to be sent to a trace collector: `12 spans in 1 batch (34 KB); 2 paths are redacted`. */
export function sendingText({
  spans,
  batches,
  bytes,
  redacted,
}: Omit<PreparedSending, 'batches'> & { batches: unknown[] }): string {
  const requests = batches.length === 1 ? t`1 batch` : t`${formatNumber(batches.length)} batches`;
  const list = redactedCounts(redacted) ?? t`nothing`;
  return t`${spansText(spans)} in ${requests} (${sizeText(bytes)}); redacted: ${list}`;
}

function spansText(count: number): string {
  return count === 1 ? t`1 span` : t`${formatNumber(count)} spans`;
}

export interface SendingOptions {
  endpoint: TracesEndpoint;
  /** The number of all spans. */
  spans: number;
  /** Never shown. */
  headers: Headers;
  /** The place where the user sets headers. */
  credentials: string;
}

export function sendingOutcome(delivery: Delivery, options: SendingOptions): SendAnswer {
  const { sent, rejected, message, failure, askedDelay } = delivery;
  const { endpoint, spans, headers } = options;
  const partly = partlyText(rejected, message === undefined ? undefined : shownMessage(message, headers));
  if (failure && 'status' in failure && isSuccess(failure.status)) {
    const arrived =
      sent === 0 ? t`nothing may have arrived` : t`only ${formatNumber(sent)} of ${spansText(spans)} may have arrived`;
    return {
      is: 'unconfirmed',
      text: t`${endpoint.url} answered with ${foreignAnswerText(failure)}, so ${arrived}; check the address.${partly}`,
      needsCredentials: false,
    };
  }
  if (failure) {
    const arrived = sent === 0 ? t`no span arrived` : t`${formatNumber(sent)} of ${spansText(spans)} arrived`;
    return {
      is: 'failed',
      text: `${endpoint.url} ${resultText(failure, headers)}; ${arrived}.${partly} ${adviceText(failure, { ...options, askedDelay })}`,
      needsCredentials: 'status' in failure && (failure.status === 401 || failure.status === 403),
    };
  }
  if (sent < spans) {
    return {
      is: 'cancelled',
      text: t`Cancelled: ${formatNumber(sent)} of ${spansText(spans)} arrived at ${endpoint.url}.${partly}`,
      needsCredentials: false,
    };
  }
  return {
    is: rejected > 0 ? 'rejected' : 'sent',
    text: t`Sent ${spansText(spans)} to ${endpoint.url}.${partly}`,
    needsCredentials: false,
  };
}

/** Says what the collector rejected, or warns of, as a sentence after others; empty for nothing. */
function partlyText(rejected: number, message: string | undefined): string {
  const count = formatNumber(rejected);
  if (rejected > 0)
    return sentence(
      message === undefined ? t`It rejected ${count} of them` : t`It rejected ${count} of them: ${message}`,
    );
  return message === undefined ? '' : sentence(t`It warns: ${message}`);
}

/** Describes the host's response to a batch that it did not take, as a predicate: `answered 503: "busy"`. */
export function resultText(result: PostResult, headers: Headers): string {
  if ('fault' in result) return result.fault;
  const { status, location } = result;
  if (status >= 300 && status < 400)
    return location !== undefined && URL.canParse(location)
      ? t`answered ${status}, a redirect to ${new URL(location).origin}, which is not followed`
      : t`answered ${status}, a redirect, which is not followed`;
  const said = errorMessage(result);
  const shown = said === undefined ? '' : shownMessage(said, headers);
  return shown === '' ? t`answered ${status}` : t`answered ${status}: "${shown}"`;
}

interface AdviceOptions extends SendingOptions {
  askedDelay: number | undefined;
}

/** Names an answer that can't come from a collector. */
function foreignAnswerText(answer: PostAnswer): string {
  return isPage(answer) ? t`a web page` : t`a text that is no answer of OTLP`;
}

function adviceText(failure: PostResult, { endpoint, headers, credentials, askedDelay }: AdviceOptions): string {
  if (askedDelay !== undefined) return t`The collector asks to wait ${millisecondsText(askedDelay)}; try again then.`;
  if (isRetryable(failure)) {
    return 'fault' in failure
      ? t`It was tried several times; check the address, and that a collector listens there.`
      : t`It was tried as often as time allowed; try again later.`;
  }
  if ('fault' in failure) return t`Check the address of the collector.`;
  const { status } = failure;
  if (status >= 300 && status < 400) return t`Give the address that takes traces itself, if you trust it.`;
  if (status === 401 || status === 403) {
    return Object.keys(headers).length > 0
      ? t`It did not accept the headers that are set ${credentials}; correct them.`
      : t`Set the headers that it demands ${credentials}.`;
  }
  if (status === 404 || status === 405)
    return t`Check the path; traces are taken at ${new URL(endpoint.url).pathname} in OTLP over HTTP.`;
  if (status === 413) return t`Raise the size of requests that it takes.`;
  return t`Its log tells more.`;
}

function sentence(text: string): string {
  return ` ${/[.!?]$/.test(text) ? text : `${text}.`}`;
}

/** The address that takes traces, without credentials. */
export type TracesEndpoint = Exclude<SendingAddress, { fault: string }>;

/**
 * Parses a collector's address, which may be an origin, a base path or the full address of `/v1/traces`. If it is invalid, returns a fault:
 * a sentence that repeats no credentials of the address.
 */
export function tracesEndpoint(address: string): TracesEndpoint | { fault: string } {
  const text = address.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:\/\//i.test(text)) {
    return { fault: t`The address of a collector begins with http:// or https://, as http://127.0.0.1:4318 does.` };
  }
  if (url.username !== '' || url.password !== '') {
    return { fault: t`The address must not contain a user or a password; credentials are sent as headers.` };
  }
  if (url.search !== '' || url.hash !== '') {
    return { fault: t`The address must have no "?" or "#"; credentials are sent as headers.` };
  }
  const path = url.pathname.replace(/\/+$/, '');
  return {
    url: `${url.origin}${path.endsWith(TRACES) ? path : `${path}${TRACES}`}`,
    origin: url.origin,
    host: url.host,
    isReadableOnTheWay: url.protocol === 'http:' && !isLoopback(url.hostname),
  };
}

const TRACES = '/v1/traces';

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
