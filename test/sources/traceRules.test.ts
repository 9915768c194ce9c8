import { expect, test } from 'vitest';
import { runsInLines } from '../../server/src/sources/loadedRuns';
import { TRACE_RULES } from '../../server/src/sources/traceRules';

/** The findings for calls of tools that said this, one after the other: `undefined` is not known. */
function findings(rule: string, said: readonly (string | undefined)[], tools: readonly string[] = []) {
  const spans = said.map((_, index) => ({
    traceId: 'a'.repeat(32),
    spanId: `${index + 1}`.padStart(16, '0'),
    name: `execute_tool ${tools[index] ?? 'look'}`,
    startTimeUnixNano: String(1_772_366_400_000_000_000n + BigInt(index)),
    endTimeUnixNano: String(1_772_366_400_000_000_001n + BigInt(index)),
    attributes: [{ key: 'gen_ai.tool.name', value: { stringValue: tools[index] ?? 'look' } }],
  }));
  const [run] = runsInLines([JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] })]);
  const found = TRACE_RULES.find(({ id }) => id === rule);
  if (!run || !found) throw new Error('There is no such run or rule.');
  return found.check(run, ({ index }) => said[index]);
}

test('a call that is repeated with the same result is reported once, from five times on', () => {
  const message = (count: number) => [
    `"look" was called ${count} times in a row with the same arguments, and returned the same.`,
  ];
  expect(findings('trace/repeated-call', Array(4).fill('x'))).toEqual([]);
  expect(findings('trace/repeated-call', Array(5).fill('x'))).toEqual(message(5));
  expect(findings('trace/repeated-call', [...Array(7).fill('x'), 'y'])).toEqual(message(7));
  expect(findings('trace/repeated-call', [...Array(4).fill('x'), 'y', ...Array(4).fill('x')])).toEqual([]);
  expect(findings('trace/repeated-call', Array(9).fill(undefined))).toEqual([]);
  expect(findings('trace/repeated-call', Array(6).fill('x'), ['a', 'b', 'a', 'b', 'a', 'b'])).toEqual([]);
});

test('a run that went well has no findings', () => {
  for (const { id } of TRACE_RULES) expect(findings(id, ['x', 'y'])).toEqual([]);
});

test('each rule has a page', () => {
  for (const { id, docs } of TRACE_RULES) {
    expect(id).toMatch(/^trace\/[a-z-]+$/);
    expect(docs).toMatch(/^Reports .*\.\n\n/);
  }
});
