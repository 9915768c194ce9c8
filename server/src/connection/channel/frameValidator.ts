import { truncate } from '../../shared/truncate';
/**
 * Validates the framing of a message stream: headers, an empty line, and the announced number of bytes. Takes each
 * chunk in order, and returns what is wrong, in a few words. Nothing can be read after an error, since the start of the
 * next message is unknown.
 */
export function frameValidator(): (chunk: Uint8Array) => string | undefined {
  let headers = '';
  let bodyLeft = 0;
  return chunk => {
    for (let at = 0; at < chunk.length; ) {
      if (bodyLeft > 0) {
        const passed = Math.min(bodyLeft, chunk.length - at);
        bodyLeft -= passed;
        at += passed;
        continue;
      }
      const byte = chunk[at++] ?? 0;
      const fault = byteFault(byte, headers);
      if (fault) return fault;
      headers += String.fromCharCode(byte);
      if (!headers.endsWith('\r\n\r\n')) continue;
      const length = bodyLength(headers);
      if (typeof length === 'string') return length;
      bodyLeft = length;
      headers = '';
    }
    return undefined;
  };
}

/** The maximum message size in bytes: no longer string can be created. */
export const MAX_BODY_BYTES = 0x1fff_ffe8;
/** Characters. */
const LONGEST_HEADERS = 4096;

const TAB = 9;
const LF = 10;
const CR = 13;

function byteFault(byte: number, headers: string): string | undefined {
  if (headers.length >= LONGEST_HEADERS) return `headers without an end in ${LONGEST_HEADERS} characters`;
  if (byte === CR || byte === TAB || (byte >= 0x20 && byte <= 0x7e)) {
    return headers.endsWith('\r') ? 'a header line that does not end with CR and LF' : undefined;
  }
  if (byte !== LF) return `the byte 0x${byte.toString(16).padStart(2, '0')} where headers belong`;
  return headers.endsWith('\r') ? undefined : 'a header line that does not end with CR and LF';
}

function bodyLength(headers: string): number | string {
  const lengths = new Set<string>();
  for (const line of headers.split('\r\n')) {
    if (line === '') continue;
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line) ?? [];
    if (name === '') return `a header line without a colon: ${quoted(line)}`;
    if (name.toLowerCase() === 'content-length') lengths.add(value.trim());
  }
  if (lengths.size === 0) return 'headers without Content-Length';
  if (lengths.size > 1) return 'headers with more than one Content-Length';
  const [text = ''] = lengths;
  const length = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  return length >= 1 && length <= MAX_BODY_BYTES
    ? length
    : `a Content-Length of ${quoted(text)}: it must be from 1 to ${MAX_BODY_BYTES}`;
}

function quoted(text: string): string {
  return JSON.stringify(truncate(text, 40, 40));
}
