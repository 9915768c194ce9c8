import { describe, expect, test } from 'vitest';
import type { Schema, Slot } from '../../server/src/model/schema';
import { schemaSlot } from '../../server/src/slots/schemaSlot';
import { jsonTree, nodeValue } from '../../server/src/text/json/parseJson';
import { parseCursor } from '../kit/parseCursor';
import { kindById } from '../kit/testContext';

/** A small schema with everything that a slot can contain. */
const schema: Schema = {
  type: 'object',
  title: 'Order',
  markdownDescription: 'What is **wanted**.',
  required: ['id', 'state'],
  properties: {
    note: { type: 'string', title: 'Note' },
    id: { type: 'string', title: 'Id', pattern: '^o', patternErrorMessage: 'must begin with o' },
    state: { type: 'string', enum: ['open', 'shut'], enumDescriptions: ['Still.', 'No more.'] },
    why: { type: 'string', markdownDescription: 'Why it is shut.' },
    count: { type: 'integer', minimum: 1, maximum: 9, default: 2 },
    rush: { type: 'boolean' },
    files: { type: 'array', 'x-slot': 'path', items: { type: 'string' } },
    lines: {
      type: 'array',
      items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string', examples: ['a', 'b'] } } },
    },
    tags: { type: 'object', additionalProperties: { type: 'string', title: 'Tag' } },
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  allOf: [{ if: { properties: { state: { const: 'shut' } }, required: ['state'] }, then: { required: ['why'] } }],
};

/** A summary of the slot at a drawn cursor: role, path, and the text there. */
function slotAt(drawn: string, of: Schema = schema): Slot | undefined {
  const { text, offset } = parseCursor(drawn);
  const root = jsonTree(text);
  return schemaSlot(of, offset, { lang: 'json', text, root, value: root && nodeValue(root) });
}

function short(drawn: string): string | undefined {
  const slot = slotAt(drawn);
  const { text } = parseCursor(drawn);
  return slot && `${slot.role} /${slot.path.join('/')} ${JSON.stringify(text.slice(slot.at.start, slot.at.end))}`;
}

test.each([
  ['{|}', 'key / ""'],
  ['|{}', undefined],
  ['{"state":|}', 'value /state ""'],
  ['{"state": |}', 'value /state ""'],
  ['{"state": |', 'value /state ""'],
  ['{"state": "|"}', 'value /state "\\"\\""'],
  ['{"state": "op|en"}', 'value /state "\\"open\\""'],
  ['{"state": "op|', 'value /state "\\"op"'],
  ['{"rush": tr|}', 'value /rush "tr"'],
  ['{"rush": |true}', 'value /rush "true"'],
  ['{"rush": true|}', 'value /rush "true"'],
  ['{"count": 1|2, "id": "o"}', 'value /count "12"'],
  ['{"st|": "open"}', 'key /st "\\"st\\""'],
  ['{"st|', 'key /st "\\"st"'],
  ['{"id": "o", |}', 'key / ""'],
  ['{"id": "o", "|"}', 'key / "\\"\\""'],
  ['{"files": [|]}', 'item /files/0 ""'],
  ['{"files": ["a", |]}', 'item /files/1 ""'],
  ['{"files": ["a|"]}', 'item /files/0 "\\"a\\""'],
  ['{"lines": [{"sku": "|"}]}', 'value /lines/0/sku "\\"\\""'],
  ['{"lines": [{}, {"|"}]}', 'key /lines/1/ "\\"\\""'],
  ['{"lines": [{"sku": "a"}, {"sku":|}]}', 'value /lines/1/sku ""'],
  ['{"tags": {"any": |}}', 'value /tags/any ""'],
  ['{"nobody": |}', undefined],
  ['{"nobody": {"a|": 1}}', undefined],
  ['{"id": ["|"]}', undefined],
])('%s is %s', (drawn, expected) => {
  expect(short(drawn)).toBe(expected);
});

describe('the absent properties', () => {
  const absent = (drawn: string, of?: Schema) =>
    slotAt(drawn, of)?.absent.map(({ name, required }) => (required ? `${name}!` : name));

  test('list required properties first, each group in the order of the schema', () => {
    expect(absent('{|}')).toEqual(['id!', 'state!', 'note', 'why', 'count', 'rush', 'files', 'lines', 'tags']);
    expect(absent('{"count": 1, "id": "o", |}')).toEqual(['state!', 'note', 'why', 'rush', 'files', 'lines', 'tags']);
    expect(absent('{"lines": [{|}]}')).toEqual(['sku!']);
    expect(absent('{"tags": {|}}')).toEqual([]);
  });

  test('include the key while it is typed', () => {
    expect(absent('{"id|": "o"}')?.slice(0, 2)).toEqual(['id!', 'state!']);
    expect(absent('{"id": "o", "sta|')?.[0]).toBe('state!');
  });

  test('depend on the present values', () => {
    expect(absent('{"state": "shut", "id": "o", |}')?.[0]).toBe('why!');
    expect(absent('{|, "state": "shut", "id": "o"}')?.[0]).toBe('why!');
    expect(absent('{"state": "open", "id": "o", |}')?.[0]).toBe('note');
  });

  test('of a response depend on its status', () => {
    const response = kindById('agent-io/response').schema;
    expect(absent('{"status": "error", |}', response)?.[0]).toBe('error!');
    expect(absent('{"status": "success", |}', response)?.[0]).toBe('result!');
    expect(absent('{"status": "pending", |}', response)?.some(name => name.endsWith('!'))).toBe(false);
    expect(absent('{"status": "error", "error": {|}}', response)?.slice(0, 2)).toEqual(['type!', 'message!']);
  });

  test('are slots with the same span', () => {
    const [id] = slotAt('{"x|": 1}')?.absent ?? [];
    expect(id).toMatchObject({ role: 'key', name: 'id', title: 'Id', at: { start: 1, end: 4 }, path: ['id'] });
  });
});

describe('the expected value', () => {
  test('the values of a closed list with their descriptions', () => {
    expect(slotAt('{"state": |}')).toMatchObject({
      choices: [
        { value: 'open', about: 'Still.' },
        { value: 'shut', about: 'No more.' },
      ],
      closed: true,
      required: true,
      types: ['string'],
    });
  });

  test('the examples of an open list', () => {
    const slot = slotAt('{"lines": [{"sku": |}]}');
    expect(slot).toMatchObject({ choices: [{ value: 'a' }, { value: 'b' }], closed: false, required: true });
  });

  test('true and false', () => {
    expect(slotAt('{"rush": |}')).toMatchObject({ choices: [{ value: true }, { value: false }], closed: true });
  });

  test('a number within its limits', () => {
    expect(slotAt('{"count": |}')).toMatchObject({
      types: ['integer'],
      minimum: 1,
      maximum: 9,
      initial: 2,
      choices: [],
    });
  });

  test('the description of a pattern, a meaning, a title', () => {
    expect(slotAt('{"id": |}')).toMatchObject({ patternMessage: 'must begin with o', title: 'Id' });
    expect(slotAt('{"w|hy": 1}')).toMatchObject({ about: 'Why it is shut.', title: 'why', required: false });
  });

  test('an item of a list of paths is a path', () => {
    expect(slotAt('{"files": ["|"]}')).toMatchObject({ format: 'path', name: 'files', role: 'item' });
  });

  test('a key of additional properties', () => {
    expect(slotAt('{"tags": {"a|": 1}}')).toMatchObject({ title: 'Tag', role: 'key', name: 'a' });
  });
});

test('the snippet of an item contains its required properties before any choice is made', () => {
  const schema = kindById('workflow-primitives/artifact-return').schema;
  const body = slotAt('{"artifacts": [|]}', schema)?.body({ oneLine: true });
  expect(body).toBe('{ "path": "$1", "operation": ${2|"create","overwrite","delete"|}, "content": "$3" }');
});
