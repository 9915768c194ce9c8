import { expect, test } from 'vitest';
import { completion } from '../../../server/src/features/completion/completion';
import { hover } from '../../../server/src/features/hover';
import { analyseText } from '../../kit/analyseText';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';
import { superlinearity } from '../../kit/timing';

// An expression that remembers each character of such a string runs out of room.
test.each([
  ['ten megabytes', 'x'.repeat(10_000_000)],
  ['a million escapes', '\\n'.repeat(1_000_000)],
])('a string of %s is asked about as any other', (_, content) => {
  const text = `{"success":true,"summary":"${content}","artifacts":[],"recommendation":"proceed"}`;
  const analysis = analyseText('a.json', text);
  const context = testContext();
  const workspace = memoryWorkspace();
  for (const character of [20, 1_000_000]) {
    const at = { line: 0, character };
    expect(hover(analysis, at, context, workspace)).toBeDefined();
    expect(() => completion(analysis, at, { context, workspace, client: {} })).not.toThrow();
  }
});

// Each character of an envelope that is typed asks for completions.
test.each<[string, (blanks: string) => string]>([
  ['before an envelope', blanks => `${blanks}{"from": "build", "to": ‸, "payload": {"confidence": 1}}`],
  ['in an envelope', blanks => `{‸${blanks}"from": "build", "to": "fix", "payload": {"confidence": 1}}`],
  ['behind an envelope', blanks => `{"from": "build", "to": ‸, "payload": {"confidence": 1}}${blanks}`],
  ['in braces', blanks => `{‸${blanks}}`],
  ['around a word', blanks => `${blanks}env‸${blanks}`],
  ['before other text', blanks => `${blanks}‸x = 1`],
])('blanks %s are read once', (_, draw) => {
  const context = testContext();
  const complete = (blank: string) => (size: number) => {
    const drawn = draw(blank.repeat(size));
    const offset = drawn.indexOf('‸');
    const before = drawn.slice(0, offset).split('\n');
    const at = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const analysis = analyseText('a.json', drawn.replace('‸', ''));
    completion(analysis, at, { context, workspace: memoryWorkspace(), client: {} });
  };
  for (const blank of [' ', '\n']) expect(superlinearity(complete(blank), 40_000)).toBeLessThan(3);
});
