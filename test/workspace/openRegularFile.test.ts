import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readRegular, readRegularAsync } from '../../server/src/workspace/openRegularFile';
import { readTextFile } from '../../server/src/workspace/readTextFile';
import { folder } from '../cli/run';

describe.skipIf(process.platform === 'win32')('only a regular file of some size is read, and nothing waits', () => {
  const root = () => {
    const root = folder({ 'a.json': '{}', 'large.json': '{}' });
    execFileSync('mkfifo', [join(root, 'pipe.json')]);
    truncateSync(join(root, 'large.json'), 600_000_000);
    symlinkSync('a.json', join(root, 'link.json'));
    return root;
  };

  test.each([
    ['a.json', { text: '{}' }],
    ['link.json', { text: '{}' }],
    ['pipe.json', { fault: expect.stringContaining('neither a file nor a folder') }],
    ['/dev/zero', { fault: expect.stringContaining('neither a file nor a folder') }],
    ['.', { fault: expect.stringContaining('is a folder') }],
    ['gone.json', { fault: expect.stringContaining('does not exist') }],
    ['large.json', { fault: expect.stringContaining('larger than 64 MB; split it') }],
  ])('%s', async (name, text) => {
    const path = name.startsWith('/') ? name : join(root(), name);
    expect(readTextFile(path)).toEqual(text);
    const bytes = await readRegularAsync(path, 1000).catch(() => undefined);
    expect(bytes?.toString()).toBe('text' in text ? text.text : undefined);
  });

  test('a link is none where that is asked for', () => {
    const at = root();
    expect(() => readRegular(join(at, 'link.json'), 1000, true)).toThrow();
    expect(String(readRegular(join(at, 'a.json'), 1000, true))).toBe('{}');
    expect(() => readRegular(join(at, 'a.json'), 1)).toThrow();
  });
});
