import { sha256 } from '@noble/hashes/sha2.js';
import type { Sha256 } from '../text/sha256';

/** Returns the SHA-256 hash of bytes, in a browser. */
export const browserSha256: Sha256 = data =>
  btoa(String.fromCharCode(...sha256(typeof data === 'string' ? new TextEncoder().encode(data) : data)));
