// The tree of an envelope, made for reading: maps of attributes, JSON in texts, ids and times.
import { describe, expect, test } from 'vitest';
import { envelopeMembers, envelopeValue } from '../../../server/src/features/replay/envelopeMembers';
import type { Path } from '../../../server/src/model/text';
import { fileRecordOf } from '../../kit/fileRecordOf';
import { replayOf } from './replayOf';

const showing = (value: unknown) =>
  replayOf([fileRecordOf('a.jsonl', [{ title: 't' }])], {
    reader: { text: () => ({ text: typeof value === 'string' ? value : JSON.stringify(value), lang: 'json' }) },
  });
const AT = { step: 0, envelope: 0 };

/** Each row as `name is shown`. */
function tree(value: unknown, ...path: (string | number)[]): string[] {
  return envelopeMembers(showing(value), { ...AT, path }).rows.map(({ name, is, shown }) => `${name} ${is} ${shown}`);
}

const attribute = (key: string, value: unknown) => ({ key, value });

const span = {
  traceId: 'tH12H+eb6IruQTQs3VJyaA==',
  startTimeUnixNano: '1751474840799428096',
  attributes: [
    attribute('llm.model', { stringValue: 'gpt' }),
    attribute('llm.tokens.prompt', { intValue: '629' }),
    attribute('llm.tokens.answer', { doubleValue: 19.5 }),
    attribute('stream', { boolValue: false }),
    attribute('input.value', { stringValue: '{"messages": [{"role": "user", "content": "hi"}]}' }),
    attribute('tags', { arrayValue: { values: [{ stringValue: 'a' }, { intValue: 2 }] } }),
    attribute('more', { kvlistValue: { values: [attribute('x.y', { stringValue: 'z' })] } }),
  ],
  events: [
    { name: 'exception', timeUnixNano: '1', attributes: [attribute('exception.message', { stringValue: 'no' })] },
  ],
  links: [],
};

describe('a span', () => {
  test('its attributes are a map, in groups of dotted names, with values as they are', () => {
    expect(tree(span, 'attributes')).toEqual([
      'llm object {…}',
      'stream boolean false',
      'input.value object {…}',
      'tags list […]',
      'more object {…}',
    ]);
    expect(tree(span, 'attributes', 'llm')).toEqual(['model text gpt', 'tokens object {…}']);
    expect(tree(span, 'attributes', 'llm', 'tokens')).toEqual(['prompt number 629', 'answer number 19.5']);
    expect(tree(span, 'attributes', 'tags')).toEqual(['0 text a', '1 number 2']);
    expect(tree(span, 'attributes', 'more')).toEqual(['x.y text z']);
  });

  test('JSON in a text is a tree; its places are that of the text', () => {
    const path: Path = ['attributes', 'input.value', 'messages', 0];
    expect(tree(span, ...path)).toEqual(['role text user', 'content text hi']);
    const [role] = envelopeMembers(showing(span), { ...AT, path }).rows;
    expect(role?.path).toEqual(['attributes', 4, 'value', 'stringValue']);
    expect(envelopeValue(showing(span), { ...AT, path: [...path, 'content'] }).text).toBe('hi');
  });

  test('a number that is a time has it beside it, an id its hexadecimal form; events have their names', () => {
    const notes = envelopeMembers(showing(span), { ...AT, path: [] }).rows.map(({ note }) => note);
    expect(notes.slice(0, 2)).toEqual(['b47d761fe79be88aee41342cdd527268 in hex', '2025-07-02T16:47:20.799428096Z']);
    expect(tree(span, 'events')).toEqual(['0 object exception']);
    expect(tree(span, 'links')).toEqual([]);
  });

  test('nothing is lost: a name that is also that of a group, and one given twice', () => {
    const attributes = [
      attribute('a', { stringValue: 'own' }),
      attribute('a.b', { stringValue: 'inner' }),
      attribute('a.b', { stringValue: 'again' }),
    ];
    expect(tree({ attributes }, 'attributes')).toEqual(['a text own', 'a.… object {…}', 'a.b (2) text again']);
  });
});

test('attributes as an object of dotted names are in groups, too', () => {
  const value = { attributes: { 'gen_ai.system': 'x', 'gen_ai.usage.input_tokens': 3, other: 1 } };
  expect(tree(value, 'attributes')).toEqual(['gen_ai object {…}', 'other number 1']);
  expect(tree(value, 'attributes', 'gen_ai')).toEqual(['system text x', 'usage.input_tokens number 3']);
});

describe('as it is', () => {
  test.each<[string, unknown, string[]]>([
    ['an object of file names', { 'src/a.ts': 1, 'b.c': 2 }, ['src/a.ts number 1', 'b.c number 2']],
    ['a list of keys with more than values', [{ key: 'a', value: 1, x: 2, y: 3 }], ['0 object {…}']],
    ['a list of keys without values', [{ key: 'a' }], ['0 object {…}']],
    ['a text that is no JSON', { a: '{not json}' }, ['a text {not json}']],
    ['a typed value with more in it', { a: { stringValue: 'x', more: 1 } }, ['a object {…}']],
  ])('%s', (_, value, rows) => {
    expect(tree(value)).toEqual(rows);
  });
});

describe('of a hostile file', () => {
  test('names of prototypes are names', () => {
    const attributes = ['__proto__.x', 'constructor', 'a.__proto__'].map(key => attribute(key, { stringValue: key }));
    expect(tree({ attributes }, 'attributes')).toHaveLength(3);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('a thousand segments of a name, a thousand lists in each other, JSON in JSON in JSON', () => {
    const long = Array.from({ length: 1000 }, () => 'a').join('.');
    expect(tree({ attributes: [attribute(long, { stringValue: 'x' })] }, 'attributes')).toHaveLength(1);
    const deep = (depth: number): unknown =>
      depth === 0 ? { stringValue: 'x' } : { kvlistValue: { values: [attribute('k', deep(depth - 1))] } };
    const path = Array.from({ length: 400 }, () => 'k');
    expect(tree([attribute('k', deep(400))], ...path)).toEqual(['k text x']);
    const nested = Array.from({ length: 8 }).reduce<string>(text => JSON.stringify({ a: text }), '[1]');
    expect(tree(nested, ...Array.from({ length: 8 }, () => 'a'))).toEqual(['0 number 1']);
  });
});
