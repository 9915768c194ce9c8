import { expect, test } from 'vitest';
import { maskHeaders } from '../../../client/src/server/logWithoutHeaders';

test('the log of a request shows no headers', () => {
  const params = { id: 1, headers: 'authorization=Bearer%20"s3cret\\"', address: 'http://127.0.0.1' };
  for (const indent of [undefined, 4]) {
    const shown = maskHeaders(`Params: ${JSON.stringify(params, undefined, indent)}`);
    expect(shown).not.toContain('s3cret');
    expect(JSON.parse(shown.slice('Params: '.length))).toEqual({ ...params, headers: '…' });
  }
});
