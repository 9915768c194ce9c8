import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guardedOutput } from '../../server/src/cli/processOutput';
import { eighth } from '../kit/amount';

/** What comes out where these are written one after the other. */
function written(...pieces: string[]): string {
  const out: string[] = [];
  const output = guardedOutput({ write: text => out.push(text) });
  for (const piece of pieces) output.write(piece);
  return out.join('');
}

/** Whether GitHub, Azure Pipelines or TeamCity take a line of it for a command. */
function commands(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter(line => /^\s*::|##\w{0,20}\[/.test(line));
}

describe('no line is a command', () => {
  test.each([
    ['::error::x', ':\\u003aerror::x'],
    ['a\n  ::add-mask::x\n', 'a\n  :\\u003aadd-mask::x\n'],
    ['a\r::stop-commands::x', 'a\r:\\u003astop-commands::x'],
    ['{"a":"##[add-mask]x"}', '{"a":"##\\u005badd-mask]x"}'],
    ['x ##vso[task.setvariable variable=a]b', 'x ##vso\\u005btask.setvariable variable=a]b'],
    ['### [a](b) std::string\na::b', '### [a](b) std::string\na::b'],
  ])('%s', (text, plain) => {
    expect(written(text)).toBe(plain);
    expect(commands(plain)).toEqual([]);
  });

  test('however it is written piece by piece, and nothing else of it is changed', () => {
    const piece = fc.constantFrom(':', '::', '#', '##', '##v', 'so', '[', ']', '\n', '\r', ' ', '\t', 'x', '::error::');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
        const text = written(...pieces);
        expect(commands(text)).toEqual([]);
        expect(text).toBe(written(pieces.join('')));
        expect(text.replaceAll('\\u003a', ':').replaceAll('\\u005b', '[')).toBe(pieces.join(''));
      }),
      { numRuns: eighth(3000) },
    );
  });

  test('and JSON says the same', () => {
    const value = { a: '##[add-mask]x', b: ['::error::', '##vso[x]'] };
    expect(JSON.parse(written(JSON.stringify(value)))).toEqual(value);
  });
});

test('what is meant as commands passes by it', () => {
  const out: string[] = [];
  guardedOutput({ write: text => out.push(text) }).unguarded?.write('::error::x');
  expect(out).toEqual(['::error::x']);
});
