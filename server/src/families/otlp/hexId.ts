import { identifier } from '../drafts/draft';

/**
 * Normalises the id of a trace or span to lower-case hexadecimal, as the protocol writes it: otherwise a trace with
 * base64 ids, as some Protocol Buffers libraries write them, would be another run. Other ids are unchanged; undefined
 * for none, or all zeros.
 */
export function hexId(value: unknown): string | undefined {
  const id = identifier(value);
  if (id === undefined || ZERO.test(id)) return undefined;
  if (HEX.test(id)) return id.toLowerCase();
  if (!BASE64.test(id)) return id;
  // An exported page reads ids, too: a browser has no buffers.
  const bytes = atob(id.replaceAll('-', '+').replaceAll('_', '/'));
  const hex = [...bytes].map(byte => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return ZERO.test(hex) ? undefined : hex;
}

const ZERO = /^0+$/;
const HEX = /^[0-9a-f]+$/i;
// Sixteen or eight bytes, also in the URL-safe alphabet.
const BASE64 = /^(?:[\w+/-]{22}==|[\w+/-]{11}=)$/;
