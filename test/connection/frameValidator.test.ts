import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameValidator, MAX_BODY_BYTES } from '../../server/src/connection/openClientChannel';

function faultOf(...chunks: (string | Uint8Array)[]): string | undefined {
  const check = frameValidator();
  for (const chunk of chunks) {
    const fault = check(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

describe('what is framed well', () => {
  test.each([
    ['nothing', ''],
    ['half a header', 'Content-Le'],
    ['half a message', 'Content-Length: 100\r\n\r\n{'],
    ['the largest message, so far', `Content-Length: ${MAX_BODY_BYTES}\r\n\r\n{`],
    ['two messages', 'Content-Length: 2\r\n\r\n{}Content-Length: 2\r\n\r\n{}'],
    ['another header', 'Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length:2\r\n\r\n{}'],
    ['a name in other letters', 'CONTENT-length:\t2 \r\n\r\n{}'],
    ['the same length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}'],
    ['a body of any bytes', Buffer.from('Content-Length: 3\r\n\r\n\0\u00ff', 'latin1')],
  ])('%s', (_, text) => {
    expect(faultOf(text)).toBeUndefined();
  });
});

describe('what is not', () => {
  test.each([
    ['a length below nothing', 'Content-Length: -1\r\n\r\n', 'a Content-Length of "-1": it must be from 1'],
    ['a length of nothing', 'Content-Length: 0\r\n\r\n', 'a Content-Length of "0"'],
    ['a length that is not a number', 'Content-Length: abc\r\n\r\n', 'a Content-Length of "abc"'],
    ['a number and more', 'Content-Length: 2x\r\n\r\n{}', 'a Content-Length of "2x"'],
    ['a number in another way', 'Content-Length: 0x2\r\n\r\n{}', 'a Content-Length of "0x2"'],
    ['a fraction', 'Content-Length: 2.5\r\n\r\n{}', 'a Content-Length of "2.5"'],
    ['too much', `Content-Length: ${MAX_BODY_BYTES + 1}\r\n\r\n`, 'a Content-Length of "'],
    ['much too much', `Content-Length: ${'9'.repeat(1000)}\r\n\r\n`, `a Content-Length of "${'9'.repeat(40)}…"`],
    ['a length left out', 'Content-Length:\r\n\r\n', 'a Content-Length of ""'],
    ['no length', 'Content-Type: x\r\n\r\n', 'headers without Content-Length'],
    ['no headers', '\r\n\r\n', 'headers without Content-Length'],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n', 'headers with more than one Content-Length'],
    ['no colon', 'Content-Length 2\r\n\r\n', 'a header line without a colon: "Content-Length 2"'],
    ['no name', ': 2\r\n\r\n', 'a header line without a colon: ": 2"'],
    ['lines without CR', 'Content-Length: 2\n\n{}', 'a header line that does not end with CR and LF'],
    ['lines without LF', 'Content-Length: 2\r\r{}', 'a header line that does not end with CR and LF'],
    ['headers without an end', 'a'.repeat(5000), 'headers without an end in 4096 characters'],
    ['headers upon headers', 'a: b\r\n'.repeat(5000), 'headers without an end in 4096 characters'],
    ['a message without headers', '{"jsonrpc": "2.0"}\n', 'a header line that does not end with CR and LF'],
    ['a byte too much in a body', 'Content-Length: 2\r\n\r\n{} \0', 'the byte 0x00 where headers belong'],
    ['bytes', Buffer.from([0x89, 0x50]), 'the byte 0x89 where headers belong'],
    ['UTF-16', Buffer.from('Content-Length: 2', 'utf16le'), 'the byte 0x00 where headers belong'],
  ])('%s', (_, text, expected) => {
    expect(faultOf(text)).toMatch(expected);
  });
});

test('how a stream is cut into chunks makes no difference', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'Content-Length: 5\r\n\r\n12345',
      'Content-Length: 1\r\nA: b\r\n\r\n{',
      '\r\n',
      '\r',
      'a:',
      '\0',
      '-1',
    ),
    fc.uint8Array({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat({ max: 30 })), (pieces, lengths) => {
      const bytes = Buffer.concat(pieces.map(one => Buffer.from(one)));
      const chunks: Uint8Array[] = [];
      let at = 0;
      for (const length of lengths) {
        chunks.push(bytes.subarray(at, at + length));
        at += length;
      }
      expect(faultOf(...chunks, bytes.subarray(at))).toBe(faultOf(bytes));
    }),
  );
});
