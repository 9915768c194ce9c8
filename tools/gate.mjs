// Stands before a server that lets in whoever comes: a page of any site can send requests to this machine, and a name that is rebound to
// it can read the answers. Node built-ins only.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';

/** The parameter of the address that holds the secret. */
export const KEY = 'key';

/**
 * Opens a port of 127.0.0.1 that leads to a socket. Who comes by this very address and knows the secret is let in, and remembered by a
 * cookie; all else is answered with 403 and nothing more.
 * @param {string} socketPath where the server listens
 * @returns {Promise<{ port: number, secret: string, close(): void }>}
 */
export async function openGate(socketPath) {
  const secret = randomBytes(32).toString('base64url');
  const gate = http.createServer((request, response) => {
    const entry = admit(request);
    if (entry === 'refused') return refuse(response);
    if (entry !== 'admitted') {
      const headers = { location: entry.location, 'set-cookie': entry.cookie, 'cache-control': 'no-store' };
      return response.writeHead(302, headers).end();
    }
    forward(request, response);
  });
  // What an editor has open stays open.
  gate.requestTimeout = 0;
  gate.on('upgrade', (request, socket, head) => {
    if (admit(request) !== 'admitted') return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    joinSockets(request, socket, head);
  });
  await new Promise((resolve, reject) => gate.once('error', reject).listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {net.AddressInfo} */ (gate.address());
  const host = `127.0.0.1:${port}`;
  // Cookies of all ports of a machine are one: another gate has another name.
  const cookieName = `agent-envelopes-${port}`;
  return {
    port,
    secret,
    close() {
      gate.close();
      gate.closeAllConnections();
    },
  };

  /** @returns {'admitted' | 'refused' | { location: string, cookie: string }} */
  function admit({ headers, method, url = '/' }) {
    if (headers.host !== host) return 'refused';
    // A page of another port of this machine is of the same site: its requests carry the cookie.
    if (headers.origin !== undefined && headers.origin !== `http://${host}`) return 'refused';
    if (!URL.canParse(url, `http://${host}`)) return 'refused';
    const address = new URL(url, `http://${host}`);
    if (method === 'GET' && isSecret(address.searchParams.get(KEY), secret)) {
      address.searchParams.delete(KEY);
      const location = (address.pathname.replace(/^\/+/, '/') + address.search).replaceAll('%2F', '/');
      return { location, cookie: `${cookieName}=${secret}; Path=/; HttpOnly; SameSite=Strict` };
    }
    return cookiesOf(headers.cookie).some(([name, value]) => name === cookieName && isSecret(value, secret))
      ? 'admitted'
      : 'refused';
  }

  function forward(request, response) {
    const { method, url, headers } = request;
    const onward = http.request({ socketPath, method, path: url, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.once('error', () => {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    });
    response.once('close', () => onward.destroy());
    request.pipe(onward);
  }

  function joinSockets({ method, url, rawHeaders }, socket, head) {
    const onward = net.connect(socketPath, () => {
      const lines = [`${method} ${url} HTTP/1.1`];
      for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`);
      onward.write(`${lines.join('\r\n')}\r\n\r\n`);
      onward.write(head);
      socket.pipe(onward).pipe(socket);
    });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ]) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }
}

function refuse(response) {
  response.writeHead(403, { connection: 'close' }).end();
}

function cookiesOf(header = '') {
  return header.split(';').map(pair => {
    const [name = '', value = ''] = pair.trim().split(/=(.*)/s);
    return [name, value];
  });
}

/** Takes as long whatever is given. */
function isSecret(given, secret) {
  return timingSafeEqual(digestOf(given ?? ''), digestOf(secret));
}

function digestOf(text) {
  return createHash('sha256').update(text).digest();
}
