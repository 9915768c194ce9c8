import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import type { Analysis } from '../../server/src/model/analysis';
import { applyChange } from '../../server/src/text/lines';
import { memoryFile } from '../kit/analyseText';
import { nearlyJson } from '../kit/arbitraries';
import { examples } from '../kit/examples';
import { testContext } from '../kit/testContext';

const context = testContext({ agents: ['me'] });
const envelopes = examples.map(({ value }) => JSON.stringify(value)).filter(text => text.length < 700);
const small = [
  '{"from": "biuld", "to": "fix", "payload": {"confidence": 2}}',
  '{"call_id": "t_4k7m2p9x1c", "ok": 1, "latency_ms": 1, "error": null}',
  '{"event": "plan:start", "trace_id": "t"} // a',
];

const piece = fc.oneof(
  fc.constantFrom(...envelopes, ...small),
  fc.constantFrom('"', '{', '}', ',', '\n', 'x', '\n```json\n', '\n```jsonc\n'),
  nearlyJson,
);
const edit = fc.record({
  line: fc.nat(12),
  from: fc.nat(80),
  to: fc.nat(80),
  lines: fc.nat(2),
  text: fc.oneof(piece, fc.constant('')),
});

const starts: Record<string, string> = {
  'a.json': `[\n${small[0]},\n${small[1]}\n]`,
  'a.jsonl': [...small, ...envelopes.slice(0, 3), small[0]].join('\n'),
  'a.md': [...small, small[0]].map(text => `\`\`\`json\n${text}\n\`\`\``).join('\n'),
  'a.jsonc': `${envelopes[0]}`,
};

test.each(Object.entries(starts))('%s after any edits is understood as if read anew', (name, start) => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), edits => {
      let file = memoryFile(name, start);
      let { cache } = analyse(file, context);
      for (const { line, from, to, lines, text } of edits) {
        const range = {
          start: { line, character: Math.min(from, to) },
          end: { line: line + lines, character: Math.max(from, to) },
        };
        file = applyChange(file, { range, text });
        const next = analyse(file, context, cache);
        cache = next.cache;
        expect(plain(next.analysis)).toEqual(plain(analyse(file, context).analysis));
      }
    }),
    { numRuns: 25 },
  );
});

test('of what did not change nothing is done again', () => {
  const file = memoryFile('a.jsonl', starts['a.jsonl'] ?? '');
  const first = analyse(file, context);
  const change = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, text: '' };
  const { analysis, cache } = analyse(applyChange(file, change), context, first.cache);
  expect(analysis.parts[1]?.value).toBe(first.analysis.parts[1]?.value);
  expect(analysis.parts[0]?.value).not.toBe(first.analysis.parts[0]?.value);
  expect(cache.parts.size).toBe(new Set(analysis.parts.map(({ part }) => part.text)).size);
});

test('blocks of the same text, one with comments allowed, are read each in its own way', () => {
  const text = '{"call_id": "t_4k7m2p9x1c", "ok": true, "latency_ms": 1, "error": null} // ok';
  const blocks = ['json', 'jsonc', 'json'].map(lang => `\`\`\`${lang}\n${text}\n\`\`\`\n`);
  const { analysis } = analyse(memoryFile('a.md', blocks.join('')), context);
  expect(analysis.parts.map(({ problems }) => problems.map(({ rule }) => rule))).toEqual([['syntax'], [], ['syntax']]);
});

function plain({ parts }: Analysis): unknown {
  return parts.map(({ part, value, recognition, problems }) => ({
    id: part.id,
    map: part.map,
    value,
    kind: recognition && [recognition.kind.id, recognition.sure, recognition.by],
    problems: problems.map(({ part: of, ...problem }) => ({ ...problem, of: of.id })),
  }));
}
