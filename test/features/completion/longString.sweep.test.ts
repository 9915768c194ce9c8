import { expect, test } from 'vitest';
import { completion } from '../../../server/src/features/completion/completion';
import { hover } from '../../../server/src/features/hover';
import { analyseText } from '../../kit/analyseText';
import { memoryWorkspace } from '../../kit/memoryWorkspace';
import { testContext } from '../../kit/testContext';

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
