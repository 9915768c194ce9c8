import { describe, expect, test } from 'vitest';
import { sortProperties } from '../../../server/src/features/fixes/sortProperties';
import { analyseText } from '../../kit/analyseText';
import { applyEdits } from '../../kit/applyEdits';
import { familiesWithDeclared, REVIEWS } from '../../kit/declaredProtocols';
import { examples } from '../../kit/examples';
import { envelopeIn, inEachFileKind } from '../../kit/inEachFileKind';
import { sorted } from './sortedProperties';

const MIXED = `{
  "payload": {
    "confidence": 0.90,
    "output": {"b": 1, "a": 12345678901234567890}, "input": [1,
      2],
    "needsReview": false
  },
  "to": "fix",
  "context": { "priority": 1, "project": "p", "domain": "d" },
  "mine": true,
  "id": "m", "timestamp": "2026-06-01T10:00:00Z",
  "from": "build",
  "intent": "bug"
}`;
const IN_ORDER = `{
  "id": "m",
  "timestamp": "2026-06-01T10:00:00Z",
  "from": "build",
  "to": "fix",
  "intent": "bug", "context": { "project": "p", "domain": "d", "priority": 1 },
  "payload": {
    "input": [1,
      2],
    "output": {"b": 1, "a": 12345678901234567890}, "confidence": 0.90,
    "needsReview": false
  },
  "mine": true
}`;

describe('as the protocol lists them', () => {
  test.each(inEachFileKind(`|${MIXED}`))('$name', file => {
    const after = sorted(file.name, file.text);
    expect(JSON.stringify(envelopeIn(file, after))).toBe(JSON.stringify(JSON.parse(IN_ORDER)));
    expect(sorted(file.name, after)).toBe(after);
    if (file.name === 'envelope.json') expect(after).toBe(IN_ORDER);
  });
});

test('what is in order stays as it is', () => {
  const wrong = examples.filter(({ value }) => {
    const text = sorted('a.json', JSON.stringify(value, undefined, 2));
    return sorted('a.json', text) !== text;
  });
  expect(wrong).toEqual([]);
  expect(sorted('a.json', IN_ORDER)).toBe(IN_ORDER);
});

test('an object with comments between its properties stays, those in it and around it do not', () => {
  const text = `{
  "to": "fix", "from": "build", "id": "m", "timestamp": "2026-06-01T10:00:00Z", "intent": "bug",
  "context": {
    // the first
    "priority": 1, "project": "p", "domain": "d" },
  "payload": { "output": 1, "input": { /* none */ }, "confidence": 0.9, "needsReview": false }
}`;
  const after = sorted('a.jsonc', text);
  expect(after).toContain('// the first\n    "priority": 1, "project": "p"');
  expect(after).toContain('{ "input": { /* none */ }, "output": 1');
  expect(after).toContain('"id": "m", "timestamp"');
});

test('a name that stands twice keeps its place', () => {
  const text =
    '{"to": "fix", "from": "build", "from": "vision", "id": "m", "timestamp": "2026-06-01T10:00:00Z", "intent": "bug", "context": {}, "payload": {}}';
  expect(sorted('a.json', text)).toBe(text);
});

test('what is around an envelope keeps its order, and the envelope is sorted', () => {
  const own = familiesWithDeclared({
    ...REVIEWS,
    kinds: { ...REVIEWS.kinds, request: { ...REVIEWS.kinds.request, in: ['/result'] } },
  });
  const text =
    '{"jsonrpc": "2.0", "id": 1, "result": {"summary": "s", "asked_by": "a", "change": "c", "review_id": "r"}}';
  const { parts } = analyseText('a.json', text, { families: own });
  const edits = parts.flatMap(part => sortProperties(part)).map(({ range, text: newText }) => ({ range, newText }));
  expect(applyEdits(text, edits)).toBe(
    '{"jsonrpc": "2.0", "id": 1, "result": {"review_id": "r", "change": "c", "asked_by": "a", "summary": "s"}}',
  );
});
