import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { eighth, everyFourth } from '../kit/amount';
import { serverPath } from '../kit/lspClient';
import { temporaryFolder } from '../kit/temporaryFolder';

const FAULTY = `${JSON.stringify({ id: 'm', from: 'research', to: 'writer', payload: { confidence: 0.95 } })}\n`;

/** Runs a script in which `check` is the built command line. */
function bash(files: Record<string, string>, script: string) {
  const folder = temporaryFolder(files);
  onTestFinished(folder.dispose);
  const program = `"${process.execPath}" "${join(dirname(serverPath), 'cli.js')}" check`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script.replaceAll('check', program)], {
    cwd: folder.path,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe.skipIf(process.platform === 'win32')('what is written', () => {
  test.skipIf(!existsSync('/dev/full'))('and does not get where it should is a fault, in one line', () => {
    const line =
      /^agent-envelopes: what was found could not be written \(ENOSPC: .+\); make room, or write it elsewhere\.\n$/;
    for (const more of ['', ' --format json', ' --format sarif']) {
      expect(bash({ 'ok.json': '{}' }, `check ok.json${more} > /dev/full`)).toEqual({
        status: 2,
        stdout: '',
        stderr: expect.stringMatching(line),
      });
    }
    expect(bash({ 'ok.json': '{}' }, 'check gone.json ok.json 2> /dev/full').status).toBe(2);
  });

  test.each(everyFourth(['sarif', 'json', 'github', 'pretty']))(
    'as %s is the same in a pipe and a file, and a reader may leave',
    format => {
      const files = { 'many.jsonl': FAULTY.repeat(eighth(2000)) };
      const whole = bash(files, `check many.jsonl --format ${format} | cksum`);
      expect(whole).toMatchObject({ status: 0, stderr: '' });
      expect(bash(files, `check many.jsonl --format ${format} > all; cksum < all`)).toEqual(whole);
      const left = bash(
        files,
        `check many.jsonl --format ${format} | head -c 10 > /dev/null; exit "\${PIPESTATUS[0]}"`,
      );
      expect(left).toEqual({ status: 1, stdout: '', stderr: '' });
    },
  );

  test('and has a reader who leaves during the first report ends the watch', () => {
    // If it goes on, `timeout` ends it with 124.
    const script = `timeout 100 check --watch many.jsonl | head -c 10 > /dev/null; exit "\${PIPESTATUS[0]}"`;
    expect(bash({ 'many.jsonl': FAULTY.repeat(1000) }, script)).toMatchObject({ status: 0, stdout: '' });
  });
});
