import type { Headers } from '../sources/send/otlpHeaders';
import type { SpanBatch } from '../sources/send/prepareSending';
import type { PostFault, PostResult } from '../sources/send/retryDelay';

interface PostSpansOptions {
  url: string;
  headers: Headers;
  /** Milliseconds. */
  timeout: number;
  signal: AbortSignal;
}

/** Sends one batch, following no redirect, and reads the beginning of the answer. Rejects only if the signal is aborted. */
export async function postSpans(
  { body, isCompressed }: SpanBatch,
  { url, headers, timeout, signal }: PostSpansOptions,
): Promise<PostResult> {
  const late = AbortSignal.timeout(timeout);
  const either = AbortSignal.any([signal, late]);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        ...(isCompressed && { 'content-encoding': 'gzip' }),
      },
      body,
      redirect: 'manual',
      signal: either,
    });
    const header = (name: string) => response.headers.get(name) ?? undefined;
    const [retryAfter, location, contentType] = [header('retry-after'), header('location'), header('content-type')];
    return {
      status: response.status,
      ...(retryAfter !== undefined && { retryAfter }),
      ...(location !== undefined && { location }),
      ...(contentType !== undefined && { contentType }),
      body: await beginningOf(response),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) return { fault: `did not answer within ${timeout / 1000} s`, isFinal: false };
    return faultOf(error);
  }
}

/** The beginning of the body. The status counts even if the rest is huge, late or lost. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      // Leaving the loop closes the connection.
      if (text.length >= LONGEST_ANSWER) break;
    }
  } catch {
    // What was read is enough.
  }
  return text.slice(0, LONGEST_ANSWER);
}

/** Characters. */
const LONGEST_ANSWER = 65_536;

function faultOf(error: unknown): PostFault {
  const { cause } = error as { cause?: { code?: unknown; message?: unknown } };
  const code = typeof cause?.code === 'string' ? cause.code : '';
  for (const [pattern, fault, isFinal] of FAULTS) {
    if (pattern.test(code)) return { fault: `${fault}${isFinal ? ` (${code})` : ''}`, isFinal };
  }
  if (cause?.message === 'bad port') return { fault: 'is at a port that is not used for HTTP', isFinal: true };
  return { fault: `could not be reached${code && ` (${code})`}`, isFinal: false };
}

const FAULTS: readonly (readonly [code: RegExp, fault: string, isFinal: boolean])[] = [
  [/^ECONNREFUSED$/, 'refused the connection', false],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'closed the connection before it answered', false],
  [/^ENOTFOUND$/, 'is at a host that is not known', true],
  [/^(HPE_|UND_ERR_HEADERS_OVERFLOW)/, 'does not speak HTTP/1.1; the port for OTLP over HTTP is usually 4318', true],
  [/^(CERT_|DEPTH_|ERR_TLS_|ERR_SSL_|EPROTO|SELF_SIGNED|UNABLE_TO_)/, 'can not be reached by a trusted connection', true],
];
