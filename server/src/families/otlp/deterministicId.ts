/**
 * Derives the id of a trace or span from a text: equal for equal texts.
 *
 * @param digits 16 or 32, hexadecimal
 */
export function deterministicId(text: string, digits: 16 | 32): string {
  let id = '';
  for (let seed = 1; id.length < digits; seed++) id += hashed(text, seed);
  return ZERO.test(id) ? id.replace(/0$/, '1') : id;
}

/** Whether an id is a valid span id. */
export function isSpanId(id: string): boolean {
  return SPAN_ID.test(id) && !ZERO.test(id);
}

export function isTraceId(id: string): boolean {
  return TRACE_ID.test(id) && !ZERO.test(id);
}

const SPAN_ID = /^[0-9a-f]{16}$/;
const TRACE_ID = /^[0-9a-f]{32}$/;
const ZERO = /^0+$/;

/** 64 bits in hexadecimal: two multiplicative hashes of 32 bits, mixed at the end as in `cyrb53`. */
function hashed(text: string, seed: number): string {
  let one = 0xdeadbeef ^ seed;
  let other = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return eightDigits(one) + eightDigits(other);
}

function eightDigits(bits: number): string {
  return (bits >>> 0).toString(16).padStart(8, '0');
}
