import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { serverText } from '../../sources/serverText';
import { parseJsonBigInts } from '../../text/json/parseJsonBigInts';
import { decodeProtobuf, MOST_PARTS } from './decodeProtobuf';
import { exportResponse, JSON_TYPE, type OtlpType, statusBody } from './otlpAnswer';
import { BodyError, decompress, passOver, readBody } from './readBody';
import { encodingOf, isOwnHost, otlpTypeOf, type Refusal, requestRefusal } from './requestRefusal';
import { LOGS, type Signal, TRACES, validRequest } from './validRequest';

/** What was received since the start. */
export interface ReceivedCounts {
  spans: number;
  logRecords: number;
  /** Spans and log records. */
  rejected: number;
}

export interface ReceiveTracesOptions {
  /** 0 for any free port. */
  port: number;
  /** Answers a GET of `/`: tells other receivers who holds the port. */
  identity: object;
  /** Keeps a line of OTLP/JSON; returns why it can't, in a line. */
  keep(line: string): { fault: string } | undefined;
  onReceived(counts: ReceivedCounts): void;
}

/** A receiver that listens. */
export interface Receiver {
  port: number;
  counts(): ReceivedCounts;
  /** Ends all connections. */
  close(): Promise<void>;
}

/**
 * Receives traces and logs by OTLP/HTTP on 127.0.0.1: POST of `/v1/traces` and `/v1/logs`, as JSON or protobuf, plain or by gzip. Each request
 * becomes one line of OTLP/JSON. Rejects where the port can't be listened to.
 *
 * Invariants: whatever a request holds, it is answered as the standard says and affects no other one; sizes, times, connections and
 * headers are bounded; what is answered with success has been kept.
 */
export async function receiveTraces(options: ReceiveTracesOptions): Promise<Receiver> {
  const counts: ReceivedCounts = { spans: 0, logRecords: 0, rejected: 0 };
  const budget = { left: MOST_BYTES_AT_ONCE };
  const server = createServer(
    { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 },
    (request, response) => {
      // Where the connection ends, nobody waits for an answer.
      void respond(request, response).catch(() => response.destroy());
    },
  );
  server.maxHeadersCount = 100;
  server.maxConnections = 500;
  server.keepAliveTimeout = 5000;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { port } = server.address() as AddressInfo;
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

  // Many small bodies may be large ones once they are decompressed.
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  }

  /** The body of the answer, or why nothing of it is kept. */
  function take(body: Buffer, type: OtlpType, signal: Signal): Uint8Array | Refusal {
    let valid: ReturnType<typeof validRequest>;
    try {
      valid = validRequest(decode(body, type, signal), signal);
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

  await listen(server, options.port);
  return {
    port: (server.address() as AddressInfo).port,
    counts: () => ({ ...counts }),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const SIGNALS: ReadonlyMap<string, Signal> = new Map([
  ['/v1/traces', TRACES],
  ['/v1/logs', LOGS],
]);

/** Bytes of a body, also once it is decompressed. */
export const MOST_BYTES = 16 * 1024 * 1024;
const MOST_BYTES_AT_ONCE = 4 * MOST_BYTES;
/** Milliseconds for the rest of a body that nobody wants. */
const PATIENCE = 2000;
/** Seconds until it may be sent again. */
const RETRY = { 'retry-after': '5' };

function isIdentityRequest(request: IncomingMessage, port: number): boolean {
  const { method, headers } = request;
  return method === 'GET' && pathOf(request) === '/' && isOwnHost(headers.host, port) && headers.origin === undefined;
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] as string;
}

function decode(body: Buffer, type: OtlpType, { request }: Signal): unknown {
  if (type !== JSON_TYPE) return decodeProtobuf(request, body);
  if (countBrackets(body) > 2 * MOST_PARTS) throw new Error(`it has more than ${2 * MOST_PARTS} parts`);
  return parseJsonBigInts(new TextDecoder('utf-8', { fatal: true }).decode(body));
}

/** How many objects and lists a text in JSON may have: also a small text could take much memory by them. */
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

/** Only this machine reaches the address. */
export const ADDRESS = '127.0.0.1';

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: ADDRESS, port, exclusive: true }, () => {
      server.off('error', reject);
      // A failing connection must not end the process.
      server.on('error', () => {});
      resolve();
    });
  });
}
