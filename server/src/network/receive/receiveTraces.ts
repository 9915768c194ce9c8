import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { serverText } from '../../sources/removeSecrets';
import { parseJsonBigInts } from '../../text/json/losslessJson';
import {
  BodyError,
  isOwnHost,
  type LocalServer,
  listenLocally,
  passOver,
  pathOf,
  readBody,
  tooLarge,
} from '../localServer';
import { decodeProtobuf, MOST_VALUES } from './decodeOtlpProtobuf';
import { LOGS, type Signal, TRACES, type ValidRequest, validateOtlpRequest } from './validateOtlpRequest';

/** The parameters of `receiveTraces`, which receives OpenTelemetry traces over HTTP. */
export interface ReceiveTracesOptions {
  /** The local port on which traces are received; 0 for any free port. */
  port: number;
  /** The answer to a GET of `/`, which tells other receivers who holds the port. */
  identity: object;
  /** Keeps a line of OTLP/JSON; returns why that failed, in one line. */
  keep(line: string): { fault: string } | undefined;
  onReceived(counts: ReceivedCounts): void;
}

/**
 * Receives traces and logs over HTTP on 127.0.0.1, in the format of OpenTelemetry (OTLP). Accepts POST requests to `/v1/traces` and
 * `/v1/logs`, as JSON or protobuf, also compressed by gzip. Each request becomes one line of OTLP/JSON. Rejects if it can't listen on the
 * port.
 *
 * Invariants: Each request is answered as the standard says, and disturbs no other one. Sizes, times, connections and headers are bounded.
 * An answer of success means that the data were written.
 */
export async function receiveTraces(options: ReceiveTracesOptions): Promise<Receiver> {
  const counts: ReceivedCounts = { spans: 0, logRecords: 0, rejected: 0 };
  const budget = { left: MOST_BYTES_AT_ONCE };

  async function respond(request: IncomingMessage, response: ServerResponse, port: number): Promise<void> {
    if (isIdentityRequest(request, port)) return send(response, 200, JSON_TYPE, jsonBytes(options.identity));
    const type = otlpTypeOf(request.headers['content-type']) ?? JSON_TYPE;
    const answer = requestRefusal(request, port, [...SIGNALS.keys()]) ?? (await receive(request, type));
    if (answer instanceof Uint8Array) return send(response, 200, type, answer);
    await Promise.race([passOver(request, MOST_BYTES_AT_ONCE), setTimeout(PATIENCE, undefined, { ref: false })]);
    response.shouldKeepAlive = false;
    send(response, answer.status, type, statusBody(type, answer.message), answer.headers);
  }

  async function receive(request: IncomingMessage, type: OtlpType): Promise<Uint8Array | Refusal> {
    let held = 0;
    try {
      const body = await readBody(request, MOST_BYTES, budget);
      held = body.length;
      return await inTurn(async () => {
        const isPlain = encodingOf(request.headers) !== 'gzip';
        return take(isPlain ? body : await decompress(body, MOST_BYTES), type, SIGNALS.get(pathOf(request)) as Signal);
      });
    } catch (error) {
      if (!(error instanceof BodyError)) throw error;
      const { status, message } = error;
      return { status, message, ...(status === 503 && { headers: RETRY }) };
    } finally {
      budget.left += held;
    }
  }

  // One at a time: many small bodies may be large once they are decompressed.
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  }

  /** Keeps the valid items; returns the body of the answer, or why nothing is kept. */
  function take(body: Buffer, type: OtlpType, signal: Signal): Uint8Array | Refusal {
    let valid: ReturnType<typeof validateOtlpRequest>;
    try {
      valid = validateOtlpRequest(decode(body, type, signal), signal);
    } catch (error) {
      const reason = error instanceof Error ? serverText(error.message) : 'unreadable';
      return { status: 400, message: `The body is no ${signal.request} (${reason}); nothing of it was kept.` };
    }
    const { request, accepted, rejected } = valid;
    if (accepted > 0) {
      const failed = options.keep(JSON.stringify(request));
      if (failed) return { status: 503, message: failed.fault, headers: RETRY };
    }
    counts[signal === TRACES ? 'spans' : 'logRecords'] += accepted;
    counts.rejected += rejected;
    options.onReceived({ ...counts });
    return exportResponse(type, valid, signal);
  }

  return { ...(await listenLocally(options.port, respond)), counts: () => ({ ...counts }) };
}

/** A running receiver. */
export interface Receiver extends LocalServer {
  counts(): ReceivedCounts;
}

/** How many spans and log records a receiver of traces has accepted and rejected since it started. */
export interface ReceivedCounts {
  spans: number;
  logRecords: number;
  /** Spans and log records. */
  rejected: number;
}

const SIGNALS: ReadonlyMap<string, Signal> = new Map([
  ['/v1/traces', TRACES],
  ['/v1/logs', LOGS],
]);

/** The largest body in bytes, before and after decompression. */
export const MOST_BYTES = 16 * 1024 * 1024;
const MOST_BYTES_AT_ONCE = 4 * MOST_BYTES;
/** Milliseconds in which the rest of a refused body is still read. */
const PATIENCE = 2000;
/** Seconds until a client may send the request again. */
const RETRY = { 'retry-after': '5' };

function isIdentityRequest(request: IncomingMessage, port: number): boolean {
  const { method, headers } = request;
  return method === 'GET' && pathOf(request) === '/' && isOwnHost(headers.host, port) && headers.origin === undefined;
}

function decode(body: Buffer, type: OtlpType, { request }: Signal): unknown {
  if (type !== JSON_TYPE) return decodeProtobuf(request, body);
  if (countBrackets(body) > 2 * MOST_VALUES) throw new Error(`it has more than ${2 * MOST_VALUES} parts`);
  return parseJsonBigInts(new TextDecoder('utf-8', { fatal: true }).decode(body));
}

/** Returns an upper bound of the objects and lists in a JSON text: each bracket is a byte there, but takes much more memory. */
function countBrackets(body: Buffer): number {
  let count = 0;
  for (const byte of body) if (byte === OPEN_OBJECT || byte === OPEN_LIST) count++;
  return count;
}

const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;

function send(
  response: ServerResponse,
  status: number,
  type: OtlpType,
  body: Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { ...headers, 'content-type': type, 'content-length': body.length });
  response.end(body);
}

function jsonBytes(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

/** Why a request is refused before its body is read: the HTTP status, and one line. */
export interface Refusal {
  status: number;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Refuses requests that no exporter on this machine sends. A web page could reach the port, also by a host name of its own
 * that resolves to 127.0.0.1; its requests have another `Host`, or an `Origin`.
 *
 * @param port the receiver's own port
 * @param paths the paths that take requests
 */
function requestRefusal(
  { method, url = '/', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  port: number,
  paths: readonly string[],
): Refusal | undefined {
  if (!isOwnHost(headers.host, port))
    return { status: 403, message: `Only requests to localhost:${port} are answered.` };
  if (headers.origin !== undefined) return { status: 403, message: 'Requests of web pages are not answered.' };
  const [path = ''] = url.split('?', 1);
  if (!paths.includes(path))
    return { status: 404, message: `Nothing is received here; send to ${paths.join(' or ')}.` };
  if (method !== 'POST') return { status: 405, message: 'Send it by POST.', headers: { allow: 'POST' } };
  if (otlpTypeOf(headers['content-type']) === undefined)
    return { status: 415, message: `The content type must be ${PROTOBUF_TYPE} or ${JSON_TYPE}.` };
  if (!['identity', 'gzip'].includes(encodingOf(headers)))
    return { status: 415, message: 'The content encoding must be gzip or identity.' };
  return undefined;
}

function otlpTypeOf(contentType: string | undefined): OtlpType | undefined {
  const [type = ''] = (contentType ?? '').split(';', 1);
  const named = type.trim().toLowerCase();
  return named === JSON_TYPE || named === PROTOBUF_TYPE ? named : undefined;
}

function encodingOf(headers: IncomingMessage['headers']): string {
  return (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
}

/** The media types of OTLP/HTTP. An answer has the type of its request. */
const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';
type OtlpType = typeof JSON_TYPE | typeof PROTOBUF_TYPE;

/** Returns the body of a success, an ExportTraceServiceResponse or ExportLogsServiceResponse: empty, or with the rejected count. */
function exportResponse(
  type: OtlpType,
  { rejected, fault = '' }: Pick<ValidRequest, 'rejected' | 'fault'>,
  { itemName, rejectedField }: Signal,
): Uint8Array {
  const isPartial = rejected > 0;
  const errorMessage = `${rejected} ${itemName}${rejected === 1 ? ' was' : 's were'} rejected; the first, ${fault}.`;
  if (type === JSON_TYPE) {
    return jsonBytes(isPartial ? { partialSuccess: { [rejectedField]: String(rejected), errorMessage } } : {});
  }
  if (!isPartial) return new Uint8Array();
  return new BinaryWriter()
    .tag(1, LENGTH_DELIMITED)
    .fork()
    .tag(1, VARINT)
    .int64(rejected)
    .tag(2, LENGTH_DELIMITED)
    .string(errorMessage)
    .join()
    .finish();
}

/** Returns the body of a failure: a google.rpc.Status with one line. */
function statusBody(type: OtlpType, message: string): Uint8Array {
  if (type === JSON_TYPE) return jsonBytes({ message });
  return new BinaryWriter().tag(2, LENGTH_DELIMITED).string(message).finish();
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;

/** Decompresses a body. Rejects with a BodyError if it has more than `most` bytes, or is damaged. */
async function decompress(body: Buffer, most: number): Promise<Buffer> {
  try {
    return await unzip(body, { maxOutputLength: most });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(most);
    throw new BodyError(400, 'The body is no complete gzip; send it again.');
  }
}

const unzip = promisify(gunzip);
