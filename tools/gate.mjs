// Protects a local server without access control by a secret in its address. Without it, a page of any site could send requests to this machine,
// and with DNS rebinding read the answers. Uses only built-in modules of Node.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';

/** The address parameter with the secret. */
export const KEY = 'key';

/**
 * Opens a port of 127.0.0.1 that forwards to a socket. Requests to this exact address with the secret are admitted, and
 * remembered by a cookie; all others get a bare 403.
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
  // No timeout: an editor keeps its connections open.
  gate.requestTimeout = 0;
  gate.on('upgrade', (request, socket, head) => {
    if (admit(request) !== 'admitted') return socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
    joinSockets(request, socket, head);
  });
  await new Promise((resolve, reject) => gate.once('error', reject).listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {net.AddressInfo} */ (gate.address());
  const host = `127.0.0.1:${port}`;
  // All ports of a host share its cookies: each gate has its own cookie name.
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
    // Pages of other local ports are same-site: their requests carry the cookie.
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

/** Compares in constant time. */
function isSecret(given, secret) {
  return timingSafeEqual(digestOf(given ?? ''), digestOf(secret));
}

function digestOf(text) {
  return createHash('sha256').update(text).digest();
}
