import { t } from '../shared/l10n';
import { sizeText } from '../shared/shownText';
import { serverText } from '../sources/removeSecrets';
import { SourceError } from '../sources/sourceError';
import type { HttpRequest, HttpResponse, Request } from '../sources/storeClient';

/**
 * Sends an HTTP or HTTPS request to a trace store. Follows no redirect, keeps no cookie, and sends the headers to no other address. Rejects with
 * a `SourceError` in one line that names the store, the cause and how to go on.
 */
export const storeHttpRequest: Request = async asked => {
  const { label, url, secrets, signal, timeout, maxBytes, credentialRemedy, accept = [] } = asked;
  const { protocol, host } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') throw new SourceError(t`${label}: ${protocol} is no web address.`);
  const watch = watchdog(signal, timeout);
  const failure = (error: unknown) =>
    signal.aborted ? signal.reason : failureOf(error, { label, host, secrets, timeout, lateness: watch.lateness() });
  let response: Response;
  try {
    response = await fetch(url, fetchOptions(asked, watch.signal));
  } catch (error) {
    watch.end();
    throw failure(error);
  }
  watch.alive();
  const tooLarge = () =>
    new SourceError(
      t`${label}: the answer of ${host} is larger than ${sizeText(maxBytes)}; ask for less, or raise "maxMegabytes".`,
    );
  const body = boundedBody(response, { watch, failure, tooLarge, maxBytes });
  const { status } = response;
  if ((status >= 200 && status < 300) || accept.includes(status)) return responseOf(response, body);
  throw await refusal(response, body, { label, host, secrets, credentialRemedy });
};

function fetchOptions({ method, headers, body }: HttpRequest, signal: AbortSignal): RequestInit {
  return {
    method,
    headers: { accept: 'application/json', ...headers },
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    signal,
    ...(body !== undefined && { body }),
  };
}

type Lateness = 'beginning' | 'piece' | 'end';

interface Watchdog {
  signal: AbortSignal;
  /** Something arrived. */
  alive(): void;
  end(): void;
  /** Returns the part of the answer that took too long, if the watchdog aborted: its beginning, its next piece, or its end. */
  lateness(): Lateness | undefined;
}

/** Aborts if nothing arrives for too long, if the whole answer takes too long, or with the caller's signal. */
function watchdog(outer: AbortSignal, timeout: number): Watchdog {
  const controller = new AbortController();
  let lateness: Lateness | undefined;
  const late = (what: Lateness) => {
    lateness ??= what;
    controller.abort();
  };
  const whole = setTimeout(late, WHOLE * timeout, 'end');
  let idle = setTimeout(late, timeout, 'beginning');
  const cancel = () => controller.abort();
  if (outer.aborted) cancel();
  outer.addEventListener('abort', cancel);
  return {
    signal: controller.signal,
    alive() {
      clearTimeout(idle);
      idle = setTimeout(late, timeout, 'piece');
    },
    end() {
      clearTimeout(whole);
      clearTimeout(idle);
      outer.removeEventListener('abort', cancel);
    },
    lateness: () => lateness,
  };
}

const WHOLE = 6;

interface BodyOptions {
  watch: Watchdog;
  failure(error: unknown): unknown;
  tooLarge(): Error;
  maxBytes: number;
}

/** Yields the body in pieces, counted after decompression. */
async function* boundedBody(
  response: Response,
  { watch, failure, tooLarge, maxBytes }: BodyOptions,
): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    while (reader) {
      const { done, value } = await reader.read().catch(error => Promise.reject(failure(error)));
      if (done) break;
      watch.alive();
      bytes += value.byteLength;
      if (bytes > maxBytes) throw tooLarge();
      const text = decoder.decode(value, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } finally {
    watch.end();
    // Closes the connection, even if the caller stops early: the rest is never read.
    await reader?.cancel().catch(() => undefined);
  }
}

function responseOf({ status, headers }: Response, body: AsyncGenerator<string>): HttpResponse {
  return {
    status,
    header: name => headers.get(name) ?? undefined,
    pieces: () => body,
    async text() {
      const pieces: string[] = [];
      for await (const piece of body) pieces.push(piece);
      return pieces.join('');
    },
  };
}

interface Place {
  label: string;
  host: string;
  secrets: readonly string[];
}

/** Returns the error for a status that is no success. */
async function refusal(
  { status, headers }: Response,
  body: AsyncGenerator<string>,
  {
    label,
    host,
    secrets,
    credentialRemedy = t`set the credential of this source`,
  }: Place & {
    credentialRemedy: string | undefined;
  },
): Promise<Error> {
  const words = serverText(await beginningOf(body), secrets);
  const detail = words === '' ? '' : ` (${words})`;
  if (status >= 300 && status < 400) {
    const target = serverText(headers.get('location') ?? '', secrets) || t`another address`;
    return new SourceError(
      t`${label}: ${host} redirects to ${target}; redirects are not followed, so correct "address" if that is the right place.`,
    );
  }
  if (secrets.length === 0 && (status === 401 || status === 403)) {
    const asks =
      status === 401
        ? t`${host} requires a credential, and none is set (${status})`
        : t`${host} does not allow this without a credential (${status})`;
    return new SourceError(`${label}: ${asks}${detail}; ${credentialRemedy}.`);
  }
  return new SourceError(`${label}: ${statusWords(host, status)}${detail}; ${remedyFor(status)}.`);
}

function statusWords(host: string, status: number): string {
  if (status === 401) return t`${host} does not accept the credential (401)`;
  if (status === 403) return t`${host} does not allow this (403)`;
  if (status === 404) return t`${host} has nothing at this address (404)`;
  if (status === 429) return t`${host} was asked too often (429)`;
  return status >= 500 ? t`${host} failed (${status})` : t`${host} refused the question (${status})`;
}

function remedyFor(status: number): string {
  if (status === 401 || status === 403) return t`check the credential of this source`;
  if (status === 404) return t`check "address" and "kind" of this source`;
  if (status === 429) return t`wait, then try again`;
  return status >= 500
    ? t`look at its log, or try again later`
    : t`check "kind" of this source, and the version of the store`;
}

async function beginningOf(body: AsyncGenerator<string>): Promise<string> {
  let text = '';
  try {
    for await (const piece of body) {
      text += piece;
      if (text.length > MOST_OF_A_REFUSAL) break;
    }
  } catch {
    // No readable body: the status says enough.
  }
  return text;
}

const MOST_OF_A_REFUSAL = 2000;

/** Returns the error for a connection that failed. */
function failureOf(
  error: unknown,
  { label, host, secrets, timeout, lateness }: Place & { timeout: number; lateness: Lateness | undefined },
): unknown {
  if (error instanceof SourceError) return error;
  if (lateness !== undefined) {
    const late = latenessWords(host, lateness, timeout);
    return new SourceError(t`${label}: ${late}; see if it is busy, ask for less, or raise "timeoutSeconds".`);
  }
  const code = codeOf(error);
  const [, known] = CAUSES.find(([pattern]) => pattern.test(code)) ?? [];
  if (known !== undefined) return new SourceError(`${label}: ${known(host)} (${code}).`);
  const reason = serverText(messageOf(error), secrets) || t`unknown cause`;
  return new SourceError(t`${label}: the connection to ${host} failed (${reason}); try again.`);
}

function latenessWords(host: string, lateness: Lateness, timeout: number): string {
  const seconds = (milliseconds: number) => `${Number((milliseconds / 1000).toPrecision(3))} s`;
  if (lateness === 'beginning') return t`${host} did not answer within ${seconds(timeout)}`;
  if (lateness === 'piece') return t`${host} stopped within its answer for ${seconds(timeout)}`;
  return t`${host} did not finish within ${seconds(WHOLE * timeout)}`;
}

const CAUSES: readonly [pattern: RegExp, messageOf: (host: string) => string][] = [
  [/^ECONNREFUSED$/, host => t`${host} refuses the connection; start the store, or correct "address"`],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, host => t`${host} is not known; correct "address", or check the network`],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, host => t`${host} can’t be reached; check the network`],
  [
    /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/,
    host => t`${host} cut the answer off; try again`,
  ],
  [/^(?:ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, host => t`${host} can’t be reached in time; check the network`],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/,
    host => t`${host} has a certificate that is not trusted; correct "address", or trust it with NODE_EXTRA_CA_CERTS`,
  ],
  [/^(?:ERR_SSL|EPROTO)/, host => t`${host} does not speak HTTPS; correct "address"`],
  [/^HPE_/, host => t`${host} does not speak HTTP; correct "address"`],
  [/^Z_/, host => t`${host} sent a damaged answer; try again`],
];

/** Returns the code of the outermost cause that has one. */
function codeOf(error: unknown): string {
  let here = error;
  for (let depth = 0; here instanceof Error && depth < DEEPEST; depth++) {
    const { code } = here as { code?: unknown };
    if (typeof code === 'string' && /^\w{1,60}$/.test(code)) return code;
    // Several addresses of one host were tried.
    here = here instanceof AggregateError ? here.errors[0] : here.cause;
  }
  return '';
}

const DEEPEST = 5;

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return error.cause instanceof Error ? error.cause.message : error.message;
}
