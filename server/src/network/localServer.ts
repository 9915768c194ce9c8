import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server of this program on a local port, for programs on the same machine. */
export interface LocalServer {
  port: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** The loopback address: only programs on this machine can reach a server that listens on it. */
export const ADDRESS = '127.0.0.1';

/**
 * Listens on 127.0.0.1, with bounded sizes, times, connections and headers. Rejects if it can't listen on the port.
 *
 * @param port 0 for any free one
 * @param respond answers a request to the port; it fails only if the connection ends
 */
export async function listenLocally(
  port: number,
  respond: (request: IncomingMessage, response: ServerResponse, port: number) => Promise<void>,
): Promise<LocalServer> {
  let listened = port;
  const server = createServer(
    { maxHeaderSize: 16_384, headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 },
    (request, response) => {
      // If the connection has ended, nobody waits for an answer.
      void respond(request, response, listened).catch(() => response.destroy());
    },
  );
  server.maxHeadersCount = 100;
  server.maxConnections = 500;
  server.keepAliveTimeout = 5000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: ADDRESS, port, exclusive: true }, () => {
      server.off('error', reject);
      // A failing connection must not end the process.
      server.on('error', () => {});
      resolve();
    });
  });
  listened = (server.address() as AddressInfo).port;
  return {
    port: listened,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] as string;
}

/** Returns whether a Host header names this machine and the port. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return host !== undefined && names.some(name => host.toLowerCase() === `${name}:${port}`);
}

/** The error for a body that can't be read, with the HTTP status of the answer. */
export class BodyError extends Error {
  constructor(
    readonly status: 400 | 413 | 503,
    message: string,
  ) {
    super(message);
  }
}

/** The bytes that the bodies of all current requests may still take. */
export interface BodyBudget {
  left: number;
}

/**
 * Reads the body of a request, as it was sent. Takes its bytes from the budget; the caller returns them. Rejects with a
 * BodyError if the body is larger than `most` bytes or than the budget; with the connection's error if that ends.
 */
export async function readBody(request: IncomingMessage, most: number, budget: BodyBudget): Promise<Buffer> {
  if (Number(request.headers['content-length']) > most) throw tooLarge(most);
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of piecesOf(request)) {
      size += piece.length;
      budget.left -= piece.length;
      if (size > most) throw tooLarge(most);
      if (budget.left < 0) throw new BodyError(503, 'Too much arrives at the same time; send it again.');
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  } catch (error) {
    budget.left += size;
    throw error;
  }
}

/** Reads and drops the rest of a body: a client that still sends might not see the answer. */
export async function passOver(request: IncomingMessage, most: number): Promise<void> {
  let size = 0;
  for await (const piece of piecesOf(request)) {
    size += piece.length;
    if (size > most) return;
  }
}

// The default iterator would close the connection on an early end, before the answer.
function piecesOf(request: IncomingMessage): AsyncIterable<Buffer> {
  return request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}

export function tooLarge(most: number): BodyError {
  return new BodyError(413, `The body is larger than ${most} bytes; send smaller batches.`);
}
