import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyChange,
  editBetween,
  joinLines,
  lineStarts,
  textBetween,
  textFile,
  textLength,
} from '../../server/src/text/lines';
import { sixteenth } from '../kit/amount';

const start = Array.from({ length: 3000 }, (_, index) => `{"n": ${index % 7}, "text": "${'x'.repeat(index % 5)}"}`);

const edit = fc.record({
  line: fc.oneof(fc.nat(3100), fc.constantFrom(0, 1, 2998, 2999, 3000)),
  character: fc.nat(30),
  lines: fc.oneof(fc.nat(3), fc.constant(4000)),
  text: fc.constantFrom('', 'x', '\n', 'a\nb\nc', '"', '{"n": 1, "text": ""}\n', '\n\n\n'),
});

test('what is known of the text of lines after an edit is right', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 5 }), edits => {
      let file = textFile('file:///a.json', 'json', start.join('\n'));
      for (const { line, character, lines, text } of edits) {
        const before = file;
        lineStarts(before.lines);
        const range = { start: { line, character }, end: { line: line + lines, character } };
        file = applyChange(file, { range, text });
        const whole = file.lines.join('\n');
        expect(joinLines(file.lines) === whole).toBe(true);
        expect(textLength(file.lines)).toBe(whole.length);
        expect([...lineStarts(file.lines)].map(one => whole[one - 1] ?? '\n').every(one => one === '\n')).toBe(true);
        const { start: at, endBefore, end } = editBetween(before.lines, file.lines);
        const [old, now] = [before, file].map(one => `${one.lines.join('\n')}\n`) as [string, string];
        expect(old.slice(0, at) + now.slice(at, end) + old.slice(endBefore) === now).toBe(true);
        const span = { start: Math.min(at, whole.length), end: Math.min(end + character, whole.length) };
        expect(textBetween(file.lines, span)).toBe(whole.slice(span.start, span.end));
      }
    }),
    { numRuns: sixteenth(300) },
  );
});
