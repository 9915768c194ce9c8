import { expect, test } from 'vitest';
import { maskCredentials } from '../../client/src/superviseServer';

test.each(['headers', 'credential'])('the log of a request shows no %s', name => {
  const params = { id: 1, [name]: 'authorization=Bearer%20"s3cret\\"', address: 'http://127.0.0.1' };
  for (const indent of [undefined, 4]) {
    const shown = maskCredentials(`Params: ${JSON.stringify(params, undefined, indent)}`);
    expect(shown).not.toContain('s3cret');
    expect(JSON.parse(shown.slice('Params: '.length))).toEqual({ ...params, [name]: '…' });
  }
});
