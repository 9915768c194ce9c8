import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SymbolName } from '../../../server/src/model/symbol';
import { eighth } from '../../kit/amount';
import { build, counts, refusal, renamed } from './renamed';
import { FILES } from './searchedWorkspace';

describe('there and back gives the same files', () => {
  const hostile = ['__proto__', 'constructor', 'a"b', 'a\\b', '.*', '$&', 'é', '💥', 'a/b', '<b>', 'x'.repeat(150)];
  const texts = fc.oneof(fc.constantFrom(...hostile), fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }));

  test('of ids and agents with any characters in JSON, JSONL and fenced blocks', () => {
    const { 'messages/first.json': one = '', 'messages/later.jsonl': log = '', 'docs/notes.md': block = '' } = FILES;
    const files = { 'a.json': one, 'b.jsonl': log, 'c.md': block, 'd.json': one.replace(/\n/g, '\r\n') };
    let count = 0;
    fc.assert(
      fc.property(fc.constantFrom<SymbolName>(build, { kind: 'workflow', text: 'wf_1' }), texts, (name, text) => {
        const to = { ...name, text: text.trim() };
        if (refusal(name, text, files) !== 'renamed') return;
        count++;
        const there = renamed(name, text, files);
        expect(counts(to, there)).toEqual(counts(name, files));
        expect(renamed(to, name.text, there)).toEqual(files);
      }),
      { numRuns: eighth(25) },
    );
    expect(count).toBeGreaterThan(3);
  });

  test('and in registries', () => {
    let count = 0;
    fc.assert(
      fc.property(texts, text => {
        if (refusal(build, text) !== 'renamed') return;
        count++;
        const there = renamed(build, text);
        expect(counts({ ...build, text: text.trim() }, there)).toEqual(counts(build, FILES));
        expect(renamed({ ...build, text: text.trim() }, 'build', there)).toEqual(FILES);
      }),
      { numRuns: eighth(20) },
    );
    expect(count).toBeGreaterThan(0);
  });
});
