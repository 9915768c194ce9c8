import { describe, expect, test } from 'vitest';
import { applyRepairs, jsonRepairs } from '../../../server/src/features/fixes/jsonRepairs';

function repaired(text: string, lang: 'json' | 'jsonc' = 'json') {
  const repairs = jsonRepairs(text, lang);
  return { text: applyRepairs(text, repairs), titles: [...new Set(repairs.map(({ title }) => title))] };
}

test.each<[string, string, string, string[]]>([
  ['single quotes', `{'a': 'it\\'s "x"'}`, `{"a": "it's \\"x\\""}`, ['Change to double quotes']],
  ['curly quotes', '{“a”: “b”}', '{"a": "b"}', ['Change to double quotes']],
  ['None', '{"a": None}', '{"a": null}', ['Change None to null']],
  [
    'True and False',
    '{"a": True, "b": False}',
    '{"a": true, "b": false}',
    ['Change True to true', 'Change False to false'],
  ],
  ['NaN', '{"a": NaN, "b": -Infinity}', '{"a": null, "b": null}', ['Change NaN to null', 'Change -Infinity to null']],
  ['a trailing comma', '{"a": [1, 2,],\n}', '{"a": [1, 2]\n}', ['Remove the trailing comma']],
  ['a missing comma', '{"a": 1\n "b": [1 2]}', '{"a": 1,\n "b": [1, 2]}', ['Add the missing comma']],
  ['comments', '{"a": 1, // one\n /* two */ "b": 2 # three\n}', '{"a": 1, \n  "b": 2 \n}', ['Remove the comments']],
  ['unquoted keys', '{a: 1, b_c: 2}', '{"a": 1, "b_c": 2}', ['Put the key in quotes']],
  [
    'text around',
    'Here it is:\n```json\n{"a": 1}\n```\nAll good?',
    '\n{"a": 1}\n',
    ['Remove the text around the JSON'],
  ],
  ['a log line around', '[INFO] sent {"a": 1} ok', ' {"a": 1} ', ['Remove the text around the JSON']],
  ['missing brackets', '{"a": [1, 2', '{"a": [1, 2]}', ['Add the missing ]}']],
  ['a missing quote', '{"a": "b', '{"a": "b"}', ['Add the missing quote', 'Add the missing }']],
  ['quotes in a string', '{"a": "say "hi"", "b": 1}', '{"a": "say \\"hi\\"", "b": 1}', []],
  ['a string over lines', '{"a": "one\ntwo", "b": 1}', '{"a": "one\\ntwo", "b": 1}', []],
])('%s', (_, before, after, titles) => {
  const { text, titles: told } = repaired(before);
  expect(text.replaceAll(/^\s+|\s+$/g, '')).toBe(after.trim());
  expect(() => JSON.parse(text)).not.toThrow();
  if (titles.length > 0) expect(told).toEqual(titles);
});

describe('what is kept', () => {
  test('layout, digits and what stands in strings', () => {
    const text = `{\n\t'id':   12345678901234567890,\n\t"e": 1.0E+2,  "text": "None, 'it', // no, {x,}",\n}\n`;
    expect(repaired(text).text).toBe(
      `{\n\t"id":   12345678901234567890,\n\t"e": 1.0E+2,  "text": "None, 'it', // no, {x,}"\n}\n`,
    );
  });

  test('comments and trailing commas where they may stand', () => {
    expect(repaired("{'a': 1, // one\n}", 'jsonc').text).toBe('{"a": 1, // one\n}');
  });

  test.each([
    ['JSON', '{"a": [1, null, "x"]}'],
    ['two answers', 'First {"a": 1,} and then {"b": 2}'],
    ['JSON with comments, where these may stand', '{"a": 1, /* one */}', 'jsonc' as const],
    ['what is beyond repair', '{"a": "\\u12", b}'],
    ['prose', 'Nothing of the kind: I could not do it.'],
    ['nothing', ''],
  ])('all of %s', (_, text, lang?: 'jsonc') => {
    expect(jsonRepairs(text, lang ?? 'json')).toEqual([]);
  });
});
