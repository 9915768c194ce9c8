/** A request to a store. */
export interface HttpRequest {
  /** What the request is made of, for messages: `Tempo "staging"`. */
  label: string;
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Texts that no message may contain: the credential. Empty if none is sent. */
  secrets: readonly string[];
  /** How to set the credential, for a message that none is set: an imperative without a full stop. */
  credentialRemedy?: string;
  signal: AbortSignal;
  /** Milliseconds until the answer begins, and between two pieces of it; all of it may take six times as long. */
  timeout: number;
  /** The answer may have so many bytes, after decompression. */
  maxBytes: number;
  /** Statuses besides 2xx that the caller understands. */
  accept?: readonly number[];
}

/** An answer whose body is read while it arrives. */
export interface HttpResponse {
  status: number;
  /** A header by its name in lower case. */
  header(name: string): string | undefined;
  /** The body in pieces. Rejects with a `SourceError` if it is cut off, too slow or too large. To be read once. */
  pieces(): AsyncIterable<string>;
  /** The whole body. */
  text(): Promise<string>;
}

/** Makes a request. Rejects with a `SourceError` in one line, and with the signal's reason once that is aborted. */
export type Request = (request: HttpRequest) => Promise<HttpResponse>;
