import { describe, expect, test } from 'vitest';
import { partAt, rangeOfPart } from '../../server/src/parts/positions';
import { splitIntoParts } from '../../server/src/parts/splitIntoParts';
import { rootObjects } from '../../server/src/text/json/jsonScanner';
import { memoryFile } from '../kit/analyseText';

/** The parts of a file, each with its id, its start and its text. */
function partsOf(name: string, text: string): string[] {
  return splitIntoParts(memoryFile(name, text)).map(part => {
    const { start } = rangeOfPart(part);
    return `${part.id} at ${start.line}:${start.character}: ${JSON.stringify(part.text)}`;
  });
}

test.each<[string, string, string, string[]]>([
  ['a file', 'a.json', '{\n}', ['root at 0:0: "{\\n}"']],
  ['an array of objects', 'a.json', '[{"a": 1},\n {}]', ['0 at 0:1: "{\\"a\\": 1}"', '1 at 1:1: "{}"']],
  ['an array of other values', 'a.json', '[1, "{}"]', ['root at 0:0: "[1, \\"{}\\"]"']],
  ['an array that begins with another value', 'a.json', '[1, {}]', ['0 at 0:4: "{}"']],
  ['objects one behind another', 'a.json', '{\n}\n\n{"a":\n1}\n', ['0 at 0:0: "{\\n}"', '1 at 3:0: "{\\"a\\":\\n1}"']],
  ['the last of them broken off', 'a.json', '{\n}\n{"a":\n1\n', ['0 at 0:0: "{\\n}"', '1 at 2:0: "{\\"a\\":\\n1"']],
  ['an object before something else', 'a.json', '{}\n{}\n1', ['root at 0:0: "{}\\n{}\\n1"']],
  ['two objects in a line', 'a.json', '{} {}\n', ['root at 0:0: "{} {}\\n"']],
  ['a log', 'a.jsonl', '{}\n\n[]', ['line 1 at 0:0: "{}"', 'line 2 at 1:0: ""', 'line 3 at 2:0: "[]"']],
  [
    'server-sent events',
    'a.sse',
    '\uFEFFevent: message\ndata: {"a": 1}\n\ndata:{}\n: comment',
    [
      'line 1 at 0:15: ""',
      'line 2 at 1:6: "{\\"a\\": 1}"',
      'line 3 at 2:0: ""',
      'line 4 at 3:5: "{}"',
      'line 5 at 4:9: ""',
    ],
  ],
  [
    'no server-sent event',
    'a.jsonl',
    'dataset: {}\n"data: {}"',
    ['line 1 at 0:0: "dataset: {}"', 'line 2 at 1:0: "\\"data: {}\\""'],
  ],
  [
    'a document',
    'a.md',
    '# A\n\n```json\n{\n}\n```\n\n``` json x\n[]\n```',
    ['block 1 at 3:0: "{\\n}"', 'block 2 at 8:0: "[]"'],
  ],
  ['other languages', 'a.md', '```js\n{}\n```\n\n```\n{}\n```\n\n    {}\n', []],
  ['a JSONL block', 'a.md', '```jsonl\n{}\n[]\n```', ['block 1 line 1 at 1:0: "{}"', 'block 1 line 2 at 2:0: "[]"']],
  ['a block in a quote', 'a.md', '> ```json\n> {\n>   "a": 1\n> }\n> ```', ['block 1 at 1:2: "{\\n  \\"a\\": 1\\n}"']],
  ['a block in a list', 'a.md', '1. a\n\n   ```JSON\n   {}\n   ```', ['block 1 at 3:3: "{}"']],
  ['a block after a bullet', 'a.md', '- ```json\n  {\n  }\n  ```', ['block 1 at 1:2: "{\\n}"']],
  [
    'a quote in a list in a quote',
    'a.md',
    '> - > ~~~json\n>   > {\n>   >\n>   > }\n>   > ~~~',
    ['block 1 at 1:6: "{\\n\\n}"'],
  ],
  ['an empty block', 'a.md', '```json\n```', []],
  ['an unclosed block', 'a.md', '```json\n{', ['block 1 at 1:0: "{"']],
  ['a longer fence', 'a.md', '````json\n{}\n```\n````', ['block 1 at 1:0: "{}\\n```"']],
  ['an indented fence', 'a.md', '  ```json\n  {}\n  ```', ['block 1 at 1:0: "  {}"']],
  [
    'an array in a block in a quote',
    'a.md',
    '> ```json\n> [{"a":\n>    1}, {}]\n> ```',
    ['block 1 element 1 at 1:3: "{\\"a\\":\\n   1}"', 'block 1 element 2 at 2:9: "{}"'],
  ],
  [
    'objects one behind another in a block',
    'a.md',
    '```json\n{\n}\n{}\n```',
    ['block 1 element 1 at 1:0: "{\\n}"', 'block 1 element 2 at 3:0: "{}"'],
  ],
  ['an array of other values in a block', 'a.md', '```json\n[1]\n```', ['block 1 at 1:0: "[1]"']],
  ['a list', 'a.yaml', '- a: 1\n  b: 2\n- c: 3\n', ['0 at 0:2: "a: 1\\nb: 2"', '1 at 2:2: "c: 3\\n"']],
  [
    'a list with text that looks like an alias',
    'a.yaml',
    '- a: **b** and &c\n- d: |\n    **e** and *f',
    ['0 at 0:2: "a: **b** and &c"', '1 at 1:2: "d: |\\n  **e** and *f"'],
  ],
  [
    'a list with an alias of its own',
    'a.yaml',
    '- a: &x 1\n  b: *x\n- c: 1',
    ['0 at 0:2: "a: &x 1\\nb: *x"', '1 at 2:2: "c: 1"'],
  ],
  ['a list with an alias of another', 'a.yaml', '- a: &x 1\n- b: *x', ['root at 0:0: "- a: &x 1\\n- b: *x"']],
  [
    'a list with other items',
    'a.yaml',
    '- a: 1\n- fr\n-\n- # none\n- null',
    ['0 at 0:2: "a: 1"', '1 at 1:2: "fr"', '2 at 4:2: "null"'],
  ],
  [
    'an indented list, with dashes in lines of their own, that ends',
    'a.yaml',
    '  -\n    a: 1\n  - b: 2\n    c: 3\n...\n',
    ['0 at 1:4: "a: 1"', '1 at 2:4: "b: 2\\nc: 3\\n"'],
  ],
  ['a list of texts', 'a.yaml', '- a\n- b', ['root at 0:0: "- a\\n- b"']],
  ['a list with a text that begins with dots', 'a.yaml', '- a: 1\n...b', ['root at 0:0: "- a: 1\\n...b"']],
  ['a list with a line that is indented too little', 'a.yaml', '- a: 1\n b: 2', ['root at 0:0: "- a: 1\\n b: 2"']],
])('%s', (_, name, text, parts) => {
  expect(partsOf(name, text)).toEqual(parts);
});

test('text inserted into a block gets the prefix of its lines', () => {
  const [quote] = splitIntoParts(memoryFile('a.md', '> ```json\n> {}\n> ```'));
  expect(quote?.encode('{\n}')).toBe('{\n> }');
  const [list] = splitIntoParts(memoryFile('a.md', '1. ```json\n   {}\n   ```'));
  expect(list?.encode('{\n}')).toBe('{\n   }');
});

describe('the elements of a root array', () => {
  /** Drawn: each element between ‹ and ›. */
  test.each([
    ['[‹{}›, ‹{}›]'],
    ['  [ ‹{"a": [{}, {"b": "]"}]}› , ‹{"c": "\\"{"}›]'],
    ['[1, "{", null, ‹{}›]'],
    ['[‹{}› ‹{}›]'],
    ['[‹{}›,, ‹{}›'],
    ['[‹{"a": {"b": 1›, ‹{"c": 1}›]'],
    ['[‹{"a": {"b": 1› ‹{"c": 1}›, ‹{}›]'],
    ['[‹{"a": {"b": {}}›, ‹{"c": 1}›]'],
    ['[‹{"a": [1, 2}›, ‹{"c": 1}›]'],
    ['[‹{"a": [1, {"b": 2]}›, ‹{"c": 1}›]'],
    ['[‹{"a": 1}›}, ‹{"c": 1}›]'],
    ['[‹{"a": 1›], {"c": 1}'],
    ['[‹{"a": "b›,\n‹{"c": 1}›]'],
    ['[‹{"a": 1,›'],
    ['[ // {\n ‹{"a": 1 /* } */}›, // it\'s "\n ‹{}›]'],
    ['{"a": [{}]}'],
    ['"[{}]"'],
    [''],
  ])('%s', drawn => {
    const text = drawn.replace(/[‹›]/g, '');
    const spans = rootObjects(text);
    const redrawn = spans.reduceRight(
      (whole, { start, end }) => `${whole.slice(0, start)}‹${whole.slice(start, end)}›${whole.slice(end)}`,
      text,
    );
    expect(redrawn).toBe(drawn);
  });
});

test('a position in a file is in at most one part', () => {
  const parts = splitIntoParts(memoryFile('a.md', 'Text\n> ```json\n> {}\n> ```\n\n```json\n[]\n```'));
  const at = (line: number, character: number) => partAt(parts, { line, character })?.id;
  expect([at(0, 0), at(1, 3), at(2, 1), at(2, 2), at(2, 4), at(2, 5), at(3, 2), at(6, 1), at(7, 0)]).toEqual([
    ...[undefined, undefined, undefined, 'block 1', 'block 1', undefined, undefined, 'block 2', undefined],
  ]);
});
