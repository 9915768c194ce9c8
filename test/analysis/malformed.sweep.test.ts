import { expect, test } from 'vitest';
import { analyseText, problemsIn } from '../kit/analyseText';
import { fastest } from '../kit/timing';

const broken = '{"from": "build", "to": "fix", "payload": {"confidence": 1.4}, "handoff": {"nextAgent": "review"}}';

test('a document of markers alone', () => {
  const quotes = `${'> '.repeat(2000)}\`\`\`json`;
  expect(() => analyseText('a.md', quotes)).not.toThrow();
  expect(() => analyseText('a.md', `${'- '.repeat(2000)}\`\`\`json`)).not.toThrow();
  expect(() => analyseText('a.md', '```json\n'.repeat(2001))).not.toThrow();
});

test('a line of 60 MB hides neither of its neighbours', () => {
  const huge = `{"from": "build", "to": "fix", "payload": {"output": "${'x'.repeat(60_000_000)}", "confidence": 0.9}}`;
  const text = [broken, huge, broken].join('\n');
  let lines: string[] = [];
  const analyse = () => {
    lines = problemsIn(analyseText('a.jsonl', text)).map(({ part, rule }) => `${part.id} ${rule}`);
  };
  expect(fastest(1, analyse) / fastest(1, () => JSON.parse(huge))).toBeLessThan(100);
  expect(lines).toContain('line 1 schema/maximum');
  expect(lines).toContain('line 2 schema/required');
  expect(lines).toContain('line 3 schema/maximum');
});
