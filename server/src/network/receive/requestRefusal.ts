import type { IncomingMessage } from 'node:http';
import { JSON_TYPE, type OtlpType, PROTOBUF_TYPE } from './otlpAnswer';

/** Why a request is refused before its body is read: the HTTP status, and one line. */
export interface Refusal {
  status: number;
  message: string;
  headers?: Readonly<Record<string, string>>;
}

/**
 * Refuses what no exporter on this machine sends. A page in a browser could reach the port, also under a name of its own that leads to
 * 127.0.0.1: such a request names another host, or its origin.
 *
 * @param port the receiver's own port
 * @param paths the paths that take requests
 */
export function requestRefusal(
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

/** Whether a Host header names this machine and the port. */
export function isOwnHost(host: string | undefined, port: number): boolean {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return host !== undefined && names.some(name => host.toLowerCase() === `${name}:${port}`);
}

export function otlpTypeOf(contentType: string | undefined): OtlpType | undefined {
  const [type = ''] = (contentType ?? '').split(';', 1);
  const named = type.trim().toLowerCase();
  return named === JSON_TYPE || named === PROTOBUF_TYPE ? named : undefined;
}

export function encodingOf(headers: IncomingMessage['headers']): string {
  return (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
}
