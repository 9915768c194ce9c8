import fc from 'fast-check';

/** Text that is nearly JSON: pieces of it in any order, among them what breaks parsers. */
export const nearlyJson: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"',
        '\\',
        '\n',
        '\r\n',
        ' ',
        '\t',
        '...',
        '//',
        '/*',
        '*/',
        '\uFEFF',
      ),
      fc.constantFrom('null', 'true', '-', '1e5', '01', '1.', '"from"', '"payload"', '"__proto__"', '\\u12', '\uD800'),
      fc.constantFrom('```json\n', '```\n', '~~~', '> ', '- ', '1. ', '    '),
      fc.string({ maxLength: 4, unit: 'binary' }),
    ),
    { maxLength: 30 },
  )
  .map(pieces => pieces.join(''));

/** Any JSON value, with keys that JavaScript is wary of. */
export const json: fc.Arbitrary<unknown> = fc
  .jsonValue({ maxDepth: 4 })
  .chain(value => fc.constantFrom(value, JSON.parse(`{"__proto__": ${JSON.stringify(value)}, "constructor": [1]}`)));
