import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** Takes the request. */
export const takes = answers(200, '{}');

export function answers(status, body = '', headers = {}) {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
}

/** A collector of traces on this machine. Answers in this order; takes what comes then. */
export async function traceCollector(answersInOrder = []) {
  const waiting = [...answersInOrder];
  const requests = [];
  // The texts that were answered with success.
  const taken = [];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body = Buffer.concat(chunks);
      const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
      requests.push({ method, url, headers, text });
      response.on('close', () => {
        if (response.statusCode === 200 && response.headersSent) taken.push(text);
      });
      (waiting.shift() ?? takes)(response);
    });
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = server.address();
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
