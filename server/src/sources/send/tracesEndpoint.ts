/** Where spans are sent. */
export interface TracesEndpoint {
  /** The address that takes traces. Contains no credentials. */
  url: string;
  origin: string;
  /** The host with its port, as people know it. */
  host: string;
  /** What is sent can be read on its way to another machine. */
  isReadableOnTheWay: boolean;
}

/**
 * The endpoint of a collector's address, which may be an origin, a base path or the full address of `/v1/traces`. Else a fault in a
 * sentence, which repeats nothing of the address that may be a credential.
 */
export function tracesEndpoint(address: string): TracesEndpoint | { fault: string } {
  const text = address.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:\/\//i.test(text)) {
    return { fault: 'The address of a collector begins with http:// or https://, as http://127.0.0.1:4318 does.' };
  }
  if (url.username !== '' || url.password !== '') {
    return { fault: 'The address must not contain a user or a password; credentials are sent as headers.' };
  }
  if (url.search !== '' || url.hash !== '') {
    return { fault: 'The address must have no "?" or "#"; credentials are sent as headers.' };
  }
  const path = url.pathname.replace(/\/+$/, '');
  return {
    url: `${url.origin}${path.endsWith(TRACES) ? path : `${path}${TRACES}`}`,
    origin: url.origin,
    host: url.host,
    isReadableOnTheWay: url.protocol === 'http:' && !isLoopback(url.hostname),
  };
}

const TRACES = '/v1/traces';

function isLoopback(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
