import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentSnippet } from '../../../server/src/features/completion/completionInsertion';
import type { Part } from '../../../server/src/model/text';
import { escapeSnippet } from '../../../server/src/slots/schemaSnippet';
import { expandSnippet } from '../../kit/expandSnippet';

const IN_A_STRING: Part = {
  id: 'string',
  lang: 'markdown',
  text: '',
  map: [{ at: 0, line: 0, character: 1 }],
  oneLine: false,
  encode: text => JSON.stringify(text).slice(1, -1),
};

test('what a snippet escapes is the same text in a string of JSON', () => {
  const hostile = fc.string({ unit: fc.constantFrom('$', '{', '}', '\\', '"', '\n', '1', 'a'), maxLength: 8 });
  fc.assert(
    fc.property(hostile, text => {
      expect(JSON.parse(`"${expandSnippet(indentSnippet(IN_A_STRING, 0, escapeSnippet(text)))}"`)).toBe(text);
    }),
  );
});
