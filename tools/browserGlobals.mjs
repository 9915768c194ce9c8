// Stands in for what the core takes from Node, where it runs in a browser: the platform, and the text of bytes in base64 or hexadecimal digits.
export const process = { platform: 'browser' };

export const Buffer = {
  from(text, encoding) {
    const bytes = encoding === 'hex' ? fromHex(text) : fromBase64(text);
    return { toString: () => new TextDecoder().decode(bytes) };
  },
};

function fromHex(text) {
  return Uint8Array.from(text.match(/[\da-f]{2}/gi) ?? [], digits => Number.parseInt(digits, 16));
}

function fromBase64(text) {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  return Uint8Array.from(atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain), digit => digit.charCodeAt(0));
}

/** Only compares texts: the text itself tells it from any other. */
export function createHash() {
  let hashed = '';
  const hash = {
    update(text) {
      hashed += text;
      return hash;
    },
    digest: () => hashed,
  };
  return hash;
}
