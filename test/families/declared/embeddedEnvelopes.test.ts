import { describe, expect, test } from 'vitest';
import { recognise } from '../../../server/src/analysis/recognise';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { familiesWithDeclared, readProtocol } from '../../kit/declaredProtocols';
import { expectDrawnProblems } from '../../kit/expectDrawnProblems';
import { superlinearity } from '../../kit/timing';

const text = { type: 'string' };
const drawnWith = (declaration: object, drawing: string) =>
  expectDrawnProblems('a.jsonl', drawing, {
    families: familiesWithDeclared(declaration),
    compile: compileSchema,
  } as never);
const faultsIn = (value: unknown) =>
  readProtocol(value, { './x.agent-protocol.json': value }).faults.map(
    ({ path, message }) => `${path.join('/')}: ${message}`,
  );

/** A kind with three properties of its own, which stands in some places. */
const turn = (places: unknown[], more: object = {}) => ({
  in: places,
  schema: {
    type: 'object',
    required: ['turn_id', 'said_by', 'words'],
    properties: { turn_id: text, said_by: text, words: { type: 'array', items: { $ref: '#/$defs/word' } } },
    $defs: { word: { enum: ['yes', 'no'] } },
    ...more,
  },
  tells: { id: '/turn_id' },
});
const talk = {
  schema: {
    type: 'object',
    required: ['talk_id', 'topic', 'turns'],
    properties: { talk_id: text, topic: text, turns: { type: 'array' }, mode: text },
  },
};

describe('what a kind’s schema defines for itself holds in each of its places', () => {
  test('inside of other JSON', () =>
    drawnWith(
      { id: 'talks', kinds: { turn: turn(['/result']) } },
      `{"result": {"turn_id": "t", "said_by": "x", "words": ["yes"]}}
{"result": {"turn_id": "t", "said_by": "x", "words": ["maybe"]}}
//                                                    ^^^^^^^ schema/enum error: "words[0]" is "maybe"
`,
    ));

  test('in lists, also of what stands inside of other JSON and in lists itself', () => {
    const word = {
      in: ['/words/*'],
      schema: {
        type: 'object',
        required: ['lang', 'text', 'kind_of'],
        properties: { lang: { $ref: '#/$defs/code' }, text, kind_of: text },
        $defs: { code: { enum: ['de', 'en'] } },
      },
    };
    const kinds = {
      talk: { ...talk, in: ['/params/talk'] },
      turn: {
        ...turn(['/turns/*']),
        schema: { ...turn([]).schema, properties: { turn_id: text, said_by: text, words: {} } },
      },
      word,
    };
    drawnWith(
      { id: 'talks', kinds },
      `{"params": {"talk": {"talk_id": "t", "topic": "x", "turns": [{"turn_id": "1", "said_by": "x", "words": [{"lang": "xx", "text": "", "kind_of": ""}]}]}}}
//                                                                                                               ^^^^ schema/enum error: is "xx"
{"talk_id": "t", "topic": "x", "turns": [{"turn_id": "1", "said_by": "x", "words": [{"lang": "xx", "text": "", "kind_of": ""}]}]}
//                                                                                           ^^^^ schema/enum error: is "xx"
`,
    );
  });

  test('with the version of JSON Schema that it names', () =>
    drawnWith(
      {
        id: 'talks',
        kinds: {
          turn: {
            ...turn(['/result'], { $schema: 'https://json-schema.org/draft/2020-12/schema' }),
          },
        },
      },
      `{"result": {"turn_id": "t", "said_by": "x", "words": ["maybe"]}}
//                                                    ^^^^^^^ schema/enum error: "words[0]" is "maybe"
`,
    ));
});

test('a list may hold several kinds, told apart by a property', () => {
  const part = (type: string, key: string) => ({
    in: ['/parts/*'],
    schema: {
      type: 'object',
      required: ['type', key, 'part_id'],
      properties: { type: { const: type }, [key]: text, part_id: text },
    },
  });
  const kinds = {
    message: {
      schema: {
        required: ['message_id', 'from', 'parts'],
        properties: { message_id: text, from: text, parts: { type: 'array' } },
      },
    },
    text: part('text', 'body'),
    file: part('file', 'path'),
  };
  drawnWith(
    { id: 'mail', kinds },
    `{"message_id": "m", "from": "x", "parts": [{"type": "text", "body": "b", "part_id": "1"}, {"type": "file", "path": 7, "part_id": "2"}]}
//                                                                                                                 ^ schema/type error: it must be a string
`,
  );
});

test('a rule finds its kind in a list of several, also by what their schemas take in', () => {
  const part = (type: string, key: string) => ({
    in: ['/parts/*'],
    schema: { allOf: [{ required: ['type', key], properties: { type: { const: type }, [key]: text } }] },
    signature: { keys: {} },
  });
  const message = {
    required: ['message_id', 'from', 'parts'],
    properties: { message_id: text, from: text, parts: {} },
  };
  drawnWith(
    {
      id: 'mail',
      kinds: { message: { schema: message }, text: part('text', 'body'), file: part('file', 'path') },
      rules: { root: { of: ['file'], when: { at: '/path', startsWith: '/' }, at: '/path', message: 'From the root.' } },
    },
    `{"message_id": "m", "from": "x", "parts": [{"type": "text", "body": "b"}, {"type": "file", "path": "/etc"}]}
//                                                                                                 ^^^^^^ mail/root error: From the root.
`,
  );
});

test('a list under a condition is checked only where that holds', () =>
  drawnWith(
    {
      id: 'talks',
      kinds: { talk, turn: turn([{ at: '/turns/*', when: { at: '/mode', is: ['strict'] } }]) },
    },
    `{"talk_id": "t", "topic": "x", "mode": "loose", "turns": [{"turn_id": 1}]}
{"talk_id": "t", "topic": "x", "mode": "strict", "turns": [{"turn_id": 1, "said_by": "x", "words": []}]}
//                                                                     ^ schema/type error: it must be a string
`,
  ));

test.each([
  [
    { in: ['/a*'] },
    'kinds/turn/in/0: "/a*" names no place: the elements of a list are a step of their own, such as "/a/*".',
  ],
  [{ in: ['/a/*/b'] }, /^kinds\/turn\/in\/0: "\/a\/\*\/b" leads into the elements of a list/],
  [{ in: ['/turs/*'] }, 'kinds/turn/in/0: No kind here has the property "turs"; did you mean "turns"?'],
  [
    { in: ['/elsewhere/*'] },
    'kinds/turn/in/0: No kind here has the property "elsewhere": a list belongs to a kind that declares it.',
  ],
  [{ in: ['/*'] }, /^kinds\/turn\/in\/0: An envelope stands inside of something/],
  [
    { in: [{ at: '/turns/*', when: { at: '/x', same: '/y' } }] },
    /^kinds\/turn\/in\/0\/when: The condition of a list must be/,
  ],
])('a place that can’t be one is one fault: %j', (parts, message) => {
  const kinds = { talk, turn: { ...turn([]), ...parts } };
  expect(faultsIn({ id: 'talks', kinds })).toEqual([
    typeof message === 'string' ? message : expect.stringMatching(message),
  ]);
});

test('a kind and a place that would have one name are two', () => {
  const kinds = {
    turn: turn(['/result', '/a/b', '/a.b']),
    'turn.result': { schema: { required: ['one', 'two', 'three'], properties: { one: {}, two: {}, three: {} } } },
  };
  const families = familiesWithDeclared({ id: 'talks', kinds });
  const kindOf = (value: unknown) => recognise(value, families, undefined)?.kind;
  const inner = { turn_id: 't', said_by: 'x', words: [] };
  const found = [inner, { result: inner }, { a: { b: inner } }, { 'a.b': inner }, { one: 1, two: 2, three: 3 }].map(
    kindOf,
  );
  expect(found.map(kind => kind?.id)).toEqual([
    'talks/turn',
    'talks/turn.result-2',
    'talks/turn.a.b',
    'talks/turn.a.b-2',
    'talks/turn.result',
  ]);
  expect(found[4]?.validate({ one: 1, two: 2, three: 3 })).toBe(true);
});

describe('something inside is recognised as it would be alone', () => {
  const sure = (inner: unknown, signature?: object) => {
    const families = familiesWithDeclared({
      id: 'talks',
      kinds: { turn: { ...turn(['/params']), ...(signature && { signature }) } },
    });
    const alone = recognise(inner, families, undefined)?.sure;
    expect(recognise({ jsonrpc: '2.0', params: inner }, families, undefined)?.sure).toBe(alone);
    return alone;
  };
  const signature = { keys: { '/turn_id': 1.5, '/said_by': 1.5, '/words': 1.5 } };

  test.each<[string, unknown, object | undefined, boolean | undefined]>([
    ['by its required properties', { turn_id: 't', said_by: 'x', words: [] }, undefined, true],
    ['by its signature', { turn_id: 't', said_by: 'x', words: [] }, signature, true],
    ['with strange properties less', { turn_id: 't', said_by: 'x', words: [], a: 1, b: 2 }, signature, false],
    ['with many not at all', { turn_id: 't', said_by: 'x', words: [], a: 1, b: 2, c: 3, d: 4 }, signature, undefined],
    ['with values of the wrong type less', { turn_id: 't', said_by: 'x', words: 7 }, signature, false],
    ['where it is an object', [1], signature, undefined],
  ])('%s', (_, inner, given, expected) => {
    expect(sure(inner, given)).toBe(expected);
  });
});

test('many kinds in many lists take as long as there are many', () => {
  const declaration = (count: number) => ({
    id: 'many',
    kinds: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `k${at}`,
        {
          in: Array.from({ length: 20 }, (_, place) => `/list${at}_${place}/*`),
          schema: {
            required: ['a', 'b', 'c'],
            properties: Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`list${at}_${place}`, {}])),
          },
        },
      ]),
    ),
  });
  expect(superlinearity(count => readProtocol(declaration(count), {}), 32)).toBeLessThan(3);
});
