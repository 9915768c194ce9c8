import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sortProperties } from '../../server/src/features/sortProperties';
import { analysed } from '../kit/analysed';
import { applied } from '../kit/applied';
import { nearlyEnvelope } from '../kit/arbitraries';
import { examples } from '../kit/examples';
import { envelopeIn, inEachFile } from '../kit/inEachFile';

const sorted = (name: string, text: string) => {
  const changes = analysed(name, text).parts.flatMap(part => sortProperties(part));
  return applied(
    text,
    changes.map(({ range, text: newText }) => ({ range, newText })),
  );
};

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
  test.each(inEachFile(`|${MIXED}`))('$name', file => {
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

test('whatever an envelope holds, nothing but the order changes', () => {
  fc.assert(
    fc.property(nearlyEnvelope, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      const after = sorted('a.json', text);
      expect(JSON.parse(after)).toEqual(value);
      expect([...after].sort().join('')).toBe([...text].sort().join(''));
      expect(sorted('a.json', after)).toBe(after);
    }),
    { numRuns: 100 },
  );
});
