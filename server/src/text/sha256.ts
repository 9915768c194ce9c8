/** Returns the SHA-256 hash of bytes, or of the UTF-8 bytes of a text. The hash is in base64. */
export type Sha256 = (data: string | Uint8Array) => string;

let hash: Sha256 | undefined;

/** Sets the hash function. Node's own is five times as fast as any other, and a browser's own is asynchronous. */
export function provideSha256(given: Sha256): void {
  hash = given;
}

/** The SHA-256 hash of bytes, or of a text in UTF-8, in base64. Throws before `provideSha256`. */
export function sha256(data: string | Uint8Array): string {
  if (!hash) throw new Error('provideSha256 comes first.');
  return hash(data);
}
