import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyse } from '../../server/src/analysis/analyse';
import { completion } from '../../server/src/features/completion/completion';
import { hover } from '../../server/src/features/hover';
import { definitionUnderCursor } from '../../server/src/features/symbols/catalogueDefinition';
import { embeddableToolSchema } from '../../server/src/slots/embeddableToolSchema';
import { generateNothing, minimalValue } from '../../server/src/slots/sampleValue';
import { valueSnippet } from '../../server/src/slots/schemaSnippet';
import { sixteenth } from '../kit/amount';
import { memoryFile } from '../kit/analyseText';
import { memoryWorkspace } from '../kit/memoryWorkspace';
import { testContext } from '../kit/testContext';

const NAMES = ['a', 'b', '__proto__', 'constructor', 'x|y', '`', '${1}', ''];
const KEYWORDS = [
  ...['type', 'enum', 'const', 'default', 'examples', 'format', 'pattern', 'minimum', 'minItems', 'properties'],
  ...[
    'additionalProperties',
    'required',
    'items',
    'definitions',
    'allOf',
    'anyOf',
    'oneOf',
    'if',
    'then',
    'else',
    'not',
  ],
  ...['$ref', 'title', 'description', 'x-slot', 'x-keys', '__proto__'],
];
const TEXTS = [
  '#',
  '#/definitions/a',
  '#/properties/a',
  '#/allOf/0',
  'object',
  'string',
  'array',
  'date-time',
  'path',
  '(a+)+$',
  '| *',
];

/** Arbitrary values in place of a catalogue's schema. */
const { schema: hostile } = fc.letrec(tie => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...TEXTS, null, true, 7, -0.5),
    fc.array(tie('schema'), { maxLength: 3 }),
    fc.array(fc.constantFrom(...NAMES), { maxLength: 3 }),
    entries(NAMES, tie('schema')),
    entries(KEYWORDS, tie('schema')),
    entries(KEYWORDS, tie('schema')),
  ),
}));

function entries(names: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const entry = fc.tuple(fc.constantFrom(...names), value);
  return fc.array(entry, { maxLength: 5 }).map(all => {
    const object = {};
    for (const [name, one] of all)
      Object.defineProperty(object, name, { value: one, enumerable: true, configurable: true, writable: true });
    return object;
  });
}

const workspace = memoryWorkspace();

test('any value in place of a schema neither throws nor recurses forever', () => {
  fc.assert(
    fc.property(hostile, entries(NAMES, hostile), fc.nat(), (parameters, args, at) => {
      const schema = embeddableToolSchema(parameters);
      valueSnippet(schema, schema, { oneLine: false });
      minimalValue(schema, schema, generateNothing);
      const catalogue = JSON.stringify({ comms: [{ name: 'a', description: '', parameters }] });
      const context = testContext({ catalogue });
      const call = { call_id: 't_4k7m2p9x1c', agent: 'comms', tool: 'a', args, ts: '', confirm_required: false };
      const text = JSON.stringify(call);
      const { analysis } = analyse(memoryFile('a.json', text), context);
      analyse(memoryFile('catalogue.json', catalogue), context);
      const position = { line: 0, character: at % text.length };
      completion(analysis, position, { context, workspace, client: {} });
      hover(analysis, position, context, workspace);
      definitionUnderCursor(analysis, position, workspace);
      expect(({} as { type?: unknown }).type).toBeUndefined();
    }),
    { numRuns: sixteenth(300) },
  );
});

test('a schema that doubles at each level is cut off', () => {
  const definitions = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `d${i}`,
      { properties: { a: { $ref: `#/definitions/d${i + 1}` }, b: { $ref: `#/definitions/d${i + 1}` } } },
    ]),
  );
  const schema = embeddableToolSchema({ $ref: '#/definitions/d0', definitions });
  expect(JSON.stringify(schema).length).toBeLessThan(100_000);
});
