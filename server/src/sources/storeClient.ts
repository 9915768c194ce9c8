import { t } from '../shared/l10n';
import { SourceError } from './sourceError';
import type { StoreConfig } from './storeConfig';

/** Sends HTTP requests to one trace store, and to no other address. */
export interface StoreClient {
  /** @param path begins with a slash, its segments encoded */
  ask(path: string, asked: Asked): Promise<HttpResponse>;
  /** The answer as JSON; undefined for an accepted status that is no success. */
  json(path: string, asked: Asked): Promise<unknown>;
  /** An error that names the store. */
  error(text: string): SourceError;
  /**
   * The error for an answer that the store can't have given.
   *
   * @param kind the name of the program that should have answered
   */
  wrongAnswer(kind: string): SourceError;
  maxBytes: number;
  secrets: readonly string[];
  credentialRemedy: string;
}

/** The functions that a store of traces needs, besides its configuration. They send requests, return the credential, and measure time. */
export interface StoreOptions {
  request: Request;
  /** `user:password` or `public:secret` is sent as Basic, any other text as Bearer. */
  credential?: string | undefined;
  /** See `HttpRequest`. */
  credentialRemedy?: string;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The properties of a request in addition to its path. */
export interface Asked {
  signal: AbortSignal;
  query?: Readonly<Record<string, string | number | undefined>>;
  accept?: readonly number[];
  method?: HttpRequest['method'];
  headers?: Readonly<Record<string, string>>;
  body?: string;
  maxBytes?: number;
}

/**
 * Creates a client for one store.
 *
 * @param headersOf returns the headers that carry a credential; by default those of HTTP authentication
 */
export function storeClient(
  { name, address, maxMegabytes, timeoutSeconds, tenant }: StoreConfig,
  { request, credential, credentialRemedy = t`set the credential of this source` }: StoreOptions,
  headersOf: (credential: string) => Record<string, string> = authorization,
): StoreClient {
  const error = (text: string) => new SourceError(`${name}: ${text}`);
  const maxBytes = maxMegabytes * 1e6;
  const secrets = credential === undefined || credential === '' ? [] : [credential];
  const isSendable = secrets.every(secret => SENDABLE.test(secret));
  const own = {
    ...(tenant !== undefined && { 'x-scope-orgid': tenant }),
    ...(secrets.length > 0 && isSendable && headersOf(secrets[0] as string)),
  };
  async function ask(path: string, { signal, query = {}, headers = {}, method = 'GET', ...rest }: Asked) {
    signal.throwIfAborted();
    // Such a text would make an invalid header, and the error for that would contain it.
    if (!isSendable) throw error(t`the credential contains blanks, line breaks or unusual characters; set it again.`);
    const pairs = Object.entries(query).flatMap(([key, value]): [string, string][] =>
      value === undefined ? [] : [[key, String(value)]],
    );
    const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
    const url = `${address}${path}${search}`;
    return request({
      ...{ label: name, url, method, secrets, credentialRemedy, signal, timeout: timeoutSeconds * 1000, maxBytes },
      headers: { ...own, ...headers },
      ...rest,
    });
  }
  return {
    ask,
    error,
    wrongAnswer: kind => error(t`the answer is none of ${kind}; check "address" and "kind" of this source.`),
    maxBytes,
    secrets,
    credentialRemedy,
    async json(path, asked) {
      const response = await ask(path, asked);
      if (response.status < 200 || response.status > 299) {
        for await (const _ of response.pieces()) break;
        return undefined;
      }
      return parsedJson(await response.text(), error);
    },
  };
}

// A password may contain blanks, but no line break.
const SENDABLE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

function authorization(credential: string): Record<string, string> {
  return { authorization: credential.includes(':') ? `Basic ${btoa(credential)}` : `Bearer ${credential}` };
}

/** Parses an answer as JSON. The error distinguishes invalid JSON from an answer that was cut off. */
export function parsedJson(text: string, error: StoreClient['error']): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const begins = /^\s*[[{]/.test(text);
    throw error(
      begins
        ? t`the answer breaks off, or is no JSON; try again.`
        : t`the answer is no JSON; check "address" and "kind" of this source.`,
    );
  }
}

/** Encodes a run's id as a segment of a path. Throws if no run can have the id. */
export function pathSegment(id: string, error: StoreClient['error']): string {
  if (!isRunId(id)) throw error(t`"${id.slice(0, 40)}" is no id of a run.`);
  return encodeURIComponent(id);
}

/**
 * Returns whether an id can be part of a request. Ids from a server are untrusted: `..` would lead to another address, and lone surrogates
 * can't be sent.
 */
export function isRunId(id: string): boolean {
  return id.length <= LONGEST_ID && !/^\.{0,2}$|\p{Cs}/u.test(id);
}

const LONGEST_ID = 500;

/** A request to a store. */
export interface HttpRequest {
  /** The name of the store, for messages: `Tempo "staging"`. */
  label: string;
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Texts that no message may contain: the credential. Empty without one. */
  secrets: readonly string[];
  /** How to set the credential, for a message that there is none: an imperative without a full stop. */
  credentialRemedy?: string;
  signal: AbortSignal;
  /** Milliseconds until the answer begins, and between two pieces of it; the whole answer may take six times as long. */
  timeout: number;
  /** The limit of the answer in bytes, after decompression. */
  maxBytes: number;
  /** Statuses besides 2xx that the caller understands. */
  accept?: readonly number[];
}

/** An answer whose body is read while it arrives. */
export interface HttpResponse {
  status: number;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
  /** The body in pieces, readable once. Rejects with a `SourceError` if it is cut off, too slow or too large. */
  pieces(): AsyncIterable<string>;
  /** The whole body. */
  text(): Promise<string>;
}

/** Makes a request. Rejects with a `SourceError` in one line, and with the signal's reason once that is aborted. */
export type Request = (request: HttpRequest) => Promise<HttpResponse>;
