import fc from 'fast-check';
import { type Node, parseTree } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { documentSymbols } from '../../server/src/features/documentSymbols';
import { foldingRanges } from '../../server/src/features/foldingRanges';
import { analyseText } from '../kit/analyseText';

const anyMessage = fc.record({
  from: fc.constant('build'),
  to: fc.constant('fix'),
  intent: fc.string(),
  payload: fc.record({ confidence: fc.double({ min: 0, max: 1 }), output: fc.jsonValue({ maxDepth: 4 }) }),
});

test('all objects and lists over several lines fold, as the tree of the text says', () => {
  fc.assert(
    fc.property(anyMessage, fc.nat(3), fc.boolean(), (message, indent, isTight) => {
      const pretty = JSON.stringify(message, null, indent);
      // What begins in the line of its bracket may end in the next one.
      const text = isTight ? pretty.replace(/([[{])\n */g, '$1') : pretty;
      const lineAt = (offset: number) => text.slice(0, offset).split('\n').length - 1;
      const expected = nodesIn(parseTree(text))
        .filter(({ type }) => type === 'object' || type === 'array')
        .map(({ offset, length }) => ({ startLine: lineAt(offset), endLine: lineAt(offset + length - 1) - 1 }))
        .filter(({ startLine, endLine }) => endLine > startLine);
      expect(foldingRanges(analyseText('a.json', text))).toEqual(expected);
    }),
  );
});

test('the outline of a large envelope tells how many elements a list has', () => {
  const events = Array.from({ length: 1200 }, (_, index) => ({
    timestamp: '2026-07-01T09:00:00Z',
    event: 'tool_end',
    detail: `Step ${index} is done, and the next one begins.`,
  }));
  const response = { status: 'success', result: { answer: 'done' }, trace: events, metadata: { agent_type: 'a' } };
  const [symbol] = documentSymbols(analyseText('a.response.json', `\n${JSON.stringify(response, null, 1)}\n`));
  const trace = symbol?.children?.find(({ name }) => name === 'trace');
  expect(trace?.detail).toBe('[1200]');
  expect(symbol?.selectionRange.start).toEqual({ line: 1, character: 0 });
});

function nodesIn(node: Node | undefined): Node[] {
  return node ? [node, ...(node.children ?? []).flatMap(nodesIn)] : [];
}
