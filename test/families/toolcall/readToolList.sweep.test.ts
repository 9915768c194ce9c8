import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { openApiTools } from '../../../server/src/families/toolcall/openApiTools';
import { readToolList } from '../../../server/src/families/toolcall/readToolList';
import type { ListedTool } from '../../../server/src/model/catalogue';
import type { Kind } from '../../../server/src/model/kind';
import { findToolCalls } from '../../../server/src/rules/findToolCalls';
import { atPath } from '../../../server/src/text/jsonPointer';
import { eighth } from '../../kit/amount';
import { json } from '../../kit/arbitraries';
import { kindById } from '../../kit/testContext';
import { inMegabytesParsed } from '../../kit/timing';

/** Values with the words of lists, documents and calls, so that readers get beyond their first test. */
const WORDS = [
  ...['tools', 'result', 'functions', 'function', 'name', 'type', 'inputSchema', 'input_schema', 'parameters'],
  ...['openapi', 'swagger', 'paths', 'get', 'post', 'operationId', 'requestBody', 'content', 'application/json'],
  ...['schema', '$ref', 'in', 'required', 'properties', 'items', 'allOf', 'serverInfo', 'tool_calls', 'functionCall'],
  ...['input', 'arguments', 'args', 'id', '/a', '__proto__', 'constructor'],
];
const text = fc.constantFrom(
  ...['function', 'tool_use', 'tool_call', 'object', 'query', 'path', '#/paths/~1a/get', '#/tools', '{"tool_use": 1}'],
  ...['[{"type":"tool_use","name":"a","input":{}}]', '{"a":', 'mcp__a__b', '', '\uD800'],
);
const { value } = fc.letrec(tie => ({
  value: fc.oneof({ depthSize: 'medium' }, text, json, tie('object'), tie('list')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(fc.constantFrom(...WORDS), tie('value'), { maxKeys: 6 }),
}));

const maybe = <T>(one: fc.Arbitrary<T>) => fc.oneof({ weight: 4, arbitrary: one as fc.Arbitrary<unknown> }, value);
const name = maybe(fc.constantFrom('a', 'b', ''));
const tool = fc.oneof(
  fc.record({ name, inputSchema: maybe(fc.object()) }),
  fc.record({ name, description: value, input_schema: maybe(fc.object()) }),
  fc.record({ type: fc.constant('function'), name, parameters: value }),
  fc.record({ type: fc.constant('function'), function: maybe(fc.record({ name, parameters: value })) }),
);
const tools = maybe(fc.array(maybe(tool), { maxLength: 4 }));
const parameter = fc.record({ name, in: fc.constantFrom('path', 'query', 'body'), required: value, schema: value });
const operation = fc.record({
  operationId: name,
  parameters: maybe(fc.array(maybe(parameter), { maxLength: 3 })),
  requestBody: maybe(
    fc.record({ content: maybe(fc.record({ 'application/json': maybe(fc.record({ schema: value })) })) }),
  ),
});
const paths = maybe(
  fc.dictionary(fc.constantFrom('/a', '__proto__'), maybe(fc.record({ get: maybe(operation), post: operation }))),
);
const document = fc.record({ openapi: fc.constant('3.0.0'), paths, tools: value });
const list = fc.oneof(
  tools,
  fc.record({ tools, name: value, serverInfo: value }),
  fc.record({ result: maybe(fc.record({ tools })) }),
  fc.record({ functions: tools }),
  document,
  value,
);

test('any value has tools whose places are in it, and schemas that compile or say why not', () => {
  fc.assert(
    fc.property(list, any => {
      const listed = readToolList(any, 'file:///work/x.json')?.agents.flatMap(({ tools }) => tools) ?? [];
      for (const tool of [...listed, ...(openApiTools(any) ?? [])]) expectInside(tool, any);
    }),
    { numRuns: eighth(500) },
  );
});

test('any value has calls whose places are in it', () => {
  const kinds: Kind[] = [kindById('atif/trajectory'), kindById('claude-code/line'), kindById('mcp/call')];
  fc.assert(
    fc.property(value, fc.constantFrom(...kinds), (any, kind) => {
      for (const { tool, at } of findToolCalls(any, kind)) {
        if (tool === undefined) continue;
        expect(atPath(any, at.tool)).toBeTypeOf('string');
        if (!kind.toolCall) expect(atPath(any, at.args)).not.toBeUndefined();
      }
    }),
    { numRuns: eighth(500) },
  );
});

test('what is very large or very deep is read in bounded time, as far as that goes', () => {
  let deep: unknown = { type: 'tool_use', name: 'a', input: {} };
  for (let depth = 0; depth < 20_000; depth++) deep = depth % 2 ? [deep] : { properties: deep };
  const schemas = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [
      `S${at}`,
      { allOf: [{ $ref: `#/components/schemas/S${(at + 1) % 5000}` }] },
    ]),
  );
  const operation = (at: number) => ({
    operationId: `op${at}`,
    parameters: [{ name: 'a', in: 'query', schema: { $ref: '#/components/schemas/S0' } }],
  });
  const paths = Object.fromEntries(Array.from({ length: 6000 }, (_, at) => [`/${at}`, { get: operation(at) }]));
  let tools: ListedTool[] = [];
  const list = () => {
    tools = [...(openApiTools({ openapi: '3.1.0', paths, components: { schemas } }) ?? [])];
  };
  expect(inMegabytesParsed(1, list)).toBeLessThan(1500);
  expect(tools).toHaveLength(5000);
  expect(tools[0]?.parameters).toBeDefined();
  expect(tools.at(-1)?.parameters).toBeUndefined();
  expect(
    openApiTools({ openapi: '3.1.0', paths: { '/a': { get: { operationId: 'a', parameters: [deep] } } } }),
  ).toHaveLength(1);
  expect(findToolCalls(deep, kindById('atif/trajectory'))).toHaveLength(1);
  expect(
    findToolCalls(
      Array.from({ length: 300_000 }, () => 1),
      kindById('atif/trajectory'),
    ),
  ).toEqual([]);
});

function expectInside({ name, namePath, parametersPath, path, parameters }: ListedTool, any: unknown): void {
  expect(atPath(any, namePath)).toBe(name);
  for (const one of [path, parametersPath]) expect(atPath(any, one)).not.toBeUndefined();
  compileSchema(parameters);
}
