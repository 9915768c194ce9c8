import { plain } from '../../features/runs/words';
import { isObject } from '../../text/pointer';
import { removeSecrets } from '../removeSecrets';
import type { Headers } from './otlpHeaders';
import type { PostAnswer } from './retryDelay';

/** The part of a batch that the collector did not take, though it answered with success. */
export interface PartialSuccess {
  rejected: number;
  message: string | undefined;
}

/** Reads the answer to a request that was taken; undefined if all of it was. */
export function partialSuccess({ body }: Pick<PostAnswer, 'body'>, sent: number): PartialSuccess | undefined {
  const answer = parsed(body);
  const partial = isObject(answer) ? (answer['partialSuccess'] ?? answer['partial_success']) : undefined;
  if (!isObject(partial)) return undefined;
  const count = Number(partial['rejectedSpans'] ?? partial['rejected_spans'] ?? 0);
  const message = partial['errorMessage'] ?? partial['error_message'];
  const rejected = Number.isSafeInteger(count) && count > 0 ? Math.min(count, sent) : 0;
  const text = typeof message === 'string' && message.trim() !== '' ? message : undefined;
  return rejected > 0 || text !== undefined ? { rejected, message: text } : undefined;
}

/**
 * Whether an answer with a status of success is one of OTLP: an object in JSON, protobuf, or empty. A proxy or a page to sign in answers with
 * success, too.
 */
export function isExportAnswer({ body, contentType = '', isCut }: Omit<PostAnswer, 'status'>): boolean {
  const text = body.trim();
  if (text === '') return true;
  if (isPage({ body, contentType })) return false;
  if (PROTOBUF.test(contentType)) return true;
  return isObject(parsed(text)) || (isCut === true && text.startsWith('{'));
}

/** Whether an answer is a web page. */
export function isPage({ body, contentType = '' }: Pick<PostAnswer, 'body' | 'contentType'>): boolean {
  return HTML.test(contentType) || /^\s*<(!doctype|html)\b/i.test(body);
}

const PROTOBUF = /^application\/(x-|vnd\.google\.)?protobuf\b/i;
const HTML = /^(text\/html|application\/xhtml\+xml)\b/i;

/** What the collector says of an error, in its own words; undefined for a page or anything else that is not meant to be read here. */
export function errorMessage({ body, contentType = '' }: PostAnswer): string | undefined {
  const answer = parsed(body);
  if (isObject(answer)) {
    const said = [answer['message'], answer['error'], answer['detail']].find(text => typeof text === 'string');
    return said as string | undefined;
  }
  if (/^text\/plain\b/i.test(contentType) && body.trim() !== '') return body;
  return undefined;
}

/** Text of a collector as one short line, without the values of our headers. */
export function shownMessage(text: string, headers: Headers): string {
  return plain(removeSecrets(text.slice(0, LOOKED_AT), secretsIn(headers)), LONGEST);
}

// Also what follows the scheme of an authorization.
function secretsIn(headers: Headers): string[] {
  return Object.values(headers)
    .flatMap(value => [value, ...value.split(/\s+/)])
    .filter(value => value.length >= SHORTEST_SECRET);
}

const LOOKED_AT = 4096;
const LONGEST = 200;
const SHORTEST_SECRET = 4;

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
