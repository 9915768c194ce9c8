import { identifier } from '../drafts/draft';

/**
 * An id of a trace or span in lower-case hexadecimal, as the protocol writes it: so one trace is one run, though libraries
 * for protocol buffers write bytes in base64. What is neither stays as it is; nothing where there is none, or all is zero.
 */
export function hexId(value: unknown): string | undefined {
  const id = identifier(value);
  if (id === undefined || ZERO.test(id)) return undefined;
  if (HEX.test(id)) return id.toLowerCase();
  if (!BASE64.test(id)) return id;
  const hex = Buffer.from(id, 'base64').toString('hex');
  return ZERO.test(hex) ? undefined : hex;
}

const ZERO = /^0+$/;
const HEX = /^[0-9a-f]+$/i;
// Sixteen or eight bytes, also in the URL-safe alphabet.
const BASE64 = /^(?:[\w+/-]{22}==|[\w+/-]{11}=)$/;
