import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorText } from '../shared/shownText';
import { ADDRESS, BodyError, isOwnHost, type LocalServer, listenLocally, pathOf, readBody } from './localServer';

/** The parameters of `servePage`, which serves one web page on this machine. */
export interface ServePageOptions {
  /** The local port on which the page is served; 0 for any free port. */
  port: number;
  /** A secret word of the address, in letters, digits, `-` and `_`: who does not know it gets nothing. */
  token: string;
  /** The page: HTML that holds all it needs. */
  html: string;
  /**
   * Answers a question of the page, as JSON. Rejects with a message for the user.
   *
   * @param question the value in the body of the request, from anyone who knows the token
   */
  answer(question: unknown): Promise<unknown>;
}

export interface PageServer extends LocalServer {
  /** The URL of the page. */
  address: string;
}

/**
 * Serves one HTML page on 127.0.0.1 at GET `/<token>/`, and answers the page's requests at POST `/<token>/ask`. Rejects if it can't listen
 * on the port.
 *
 * Invariants: A request with another host name, from another page, or without the token gets no data. The address of a request never
 * chooses a file. Every request gets an answer, and a failing one does not disturb the next.
 */
export async function servePage({ port, token, html, answer }: ServePageOptions): Promise<PageServer> {
  const page = Buffer.from(html);
  const budget = { left: MOST_BYTES_AT_ONCE };

  async function respond(request: IncomingMessage, response: ServerResponse, own: number): Promise<void> {
    const { status, body, type = 'text/plain', headers = {} } = await answerTo(request, own);
    response.writeHead(status, {
      ...HEADERS,
      ...headers,
      'content-type': `${type}; charset=utf-8`,
      'content-length': Buffer.byteLength(body),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
    // Discards the rest of a body that was not read.
    request.resume();
  }

  async function answerTo(request: IncomingMessage, own: number): Promise<Answer> {
    const path = pathOf(request);
    const refusal = requestRefusal(request, own, path.endsWith('/ask'));
    if (refusal) return refusal;
    const [, word = '', rest] = path.split('/', 3);
    if (!isSame(word, token) || path !== `/${word}/${rest}`) return NOT_HERE;
    if (rest === 'ask') return askedBy(request);
    if (rest !== '') return NOT_HERE;
    if (request.method !== 'GET' && request.method !== 'HEAD') return notAllowed('GET, HEAD');
    return { status: 200, body: page, type: 'text/html' };
  }

  async function askedBy(request: IncomingMessage): Promise<Answer> {
    if (request.method !== 'POST') return notAllowed('POST');
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
      return { status: 415, body: 'The content type must be application/json.' };
    }
    let question: unknown;
    let held = 0;
    try {
      const body = await readBody(request, MOST_BYTES, budget);
      held = body.length;
      question = JSON.parse(body.toString('utf8'));
    } catch (error) {
      if (error instanceof BodyError) return { status: error.status, body: error.message };
      if (error instanceof SyntaxError) return { status: 400, body: 'The body is no JSON.' };
      throw error;
    } finally {
      budget.left += held;
    }
    try {
      return { status: 200, body: JSON.stringify({ answer: (await answer(question)) ?? null }), type: JSON_TYPE };
    } catch (error) {
      const fault = errorText(error);
      return { status: 200, body: JSON.stringify({ fault }), type: JSON_TYPE };
    }
  }

  const server = await listenLocally(port, respond);
  return { ...server, address: `http://${ADDRESS}:${server.port}/${token}/` };
}

interface Answer {
  status: number;
  body: string | Buffer;
  /** Plain text if absent. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json';
/** The largest body of a question, and of all at the same time. */
const MOST_BYTES = 1024 * 1024;
const MOST_BYTES_AT_ONCE = 16 * MOST_BYTES;

/** The page has a policy of its own, too; this one also keeps others from framing it. */
const HEADERS = {
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
} as const;

/** The address of a program that has ended may have been kept. */
const NOT_HERE: Answer = {
  status: 404,
  body: 'Nothing is here. Open the address that the program printed: it is another one at each start. What stood behind # in an address that was kept ("#run=…") opens the same run and step behind the new one.',
};

function notAllowed(allow: string): Answer {
  return { status: 405, body: `Send it by ${allow}.`, headers: { allow } };
}

/**
 * Refuses what only another page would send: it could reach the port, also by a host name of its own that resolves to 127.0.0.1. Links
 * from elsewhere to the page itself are fine: who follows one sees the page, and the page it came from does not.
 */
function requestRefusal({ headers }: IncomingMessage, port: number, isQuestion: boolean): Answer | undefined {
  const { host, origin } = headers;
  if (!isOwnHost(host, port)) return { status: 403, body: `Only requests to localhost:${port} are answered.` };
  const site = headers['sec-fetch-site'];
  const isOwn = origin === undefined || origin === `http://${host?.toLowerCase()}`;
  const isOther = isQuestion && site !== undefined && site !== 'same-origin';
  return isOwn && !isOther ? undefined : { status: 403, body: 'Requests of other pages are not answered.' };
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
