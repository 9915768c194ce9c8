import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

interface ReceivedRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  /** The decompressed body. */
  text: string;
}

/** How a collector answers a request; it answers by itself. */
export type CollectorAnswer = (response: ServerResponse) => void;

/** Takes the request. */
export const takes = answers(200, '{}');

export function answers(status: number, body = '', headers: Record<string, string> = {}): CollectorAnswer {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

/** A collector of traces on this machine. Answers in this order; takes what comes then. */
export async function traceCollector(answersInOrder: readonly CollectorAnswer[] = []) {
  const waiting = [...answersInOrder];
  const requests: ReceivedRequest[] = [];
  /** The texts that were answered with success. */
  const taken: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const body = Buffer.concat(chunks);
      const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
      requests.push({ method, url, headers, text });
      response.on('close', () => {
        if (response.statusCode === 200 && response.headersSent) taken.push(text);
      });
      (waiting.shift() ?? takes)(response);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    requests,
    taken,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
