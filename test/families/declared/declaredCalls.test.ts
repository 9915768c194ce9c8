import { describe, expect, test } from 'vitest';
import { analyseText, problemsIn } from '../../kit/analyseText';
import { CATALOGUE } from '../../kit/catalogue';
import { familiesWithDeclared } from '../../kit/declaredProtocols';

const text = { type: 'string' };
const kind = (type: string, properties: Record<string, unknown>, toolCall: Record<string, string>) => ({
  schema: {
    type: 'object',
    required: ['type', ...Object.keys(properties)],
    properties: { type: { const: type }, ...properties },
  },
  toolCall,
});
const families = familiesWithDeclared({
  id: 'work',
  tellBy: '/type',
  kinds: {
    use: kind('use', { job: text, tool: text, input: {} }, { tool: '/tool', args: '/input' }),
    order: kind(
      'order',
      { job: text, worker: text, tool: text, input: {} },
      { agent: '/worker', tool: '/tool', args: '/input' },
    ),
  },
});

const LIST = JSON.stringify({
  tools: [
    {
      name: 'read_file',
      inputSchema: { type: 'object', required: ['path'], properties: { path: text }, additionalProperties: false },
    },
  ],
});

function found(catalogue: string, call: Record<string, unknown>): string[] {
  const type = 'worker' in call ? 'order' : 'use';
  const analysis = analyseText('a.json', JSON.stringify({ type, job: 'a', ...call }), { catalogue, families });
  return problemsIn(analysis).map(({ rule, message, fixes }) =>
    [rule, message, ...fixes.map(({ title }) => title)].join(' | '),
  );
}

const OF_TYPE = 'toolcall/arguments | "path" is 3, a number; it must be a string.';

describe('calls in envelopes of a declared protocol', () => {
  test.each<[string, Record<string, unknown>, string[]]>([
    ['right', { tool: 'read_file', input: { path: 'a' } }, []],
    [
      'a misspelt argument',
      { tool: 'read_file', input: { pth: 'a' } },
      ['toolcall/arguments | Unknown property "pth"; did you mean "path"? | Rename to "path"'],
    ],
    ['a wrong type', { tool: 'read_file', input: { path: 3 } }, [`${OF_TYPE} | Change to "3"`]],
    ['arguments as text', { tool: 'read_file', input: '{"path": 3}' }, [OF_TYPE]],
    ['a text that is no JSON', { tool: 'read_file', input: 'path: 3' }, []],
    [
      'the tool with its server',
      { tool: 'mcp__catalogue__read_file', input: { path: 3 } },
      [`${OF_TYPE} | Change to "3"`],
    ],
    ['a tool of which the list says nothing', { tool: 'delete_file', input: { path: 3 } }, []],
  ])('compared with a list of MCP: %s', (_, call, problems) => {
    expect(found(LIST, call)).toEqual(problems);
  });

  test.each<[string, Record<string, unknown>, string[]]>([
    ['a tool that an agent has', { tool: 'find_overlaps', input: { events: [] } }, []],
    [
      'a tool that no agent has',
      { tool: 'find_overlap', input: {} },
      [
        'toolcall/unknown-tool | "find_overlap" is not a tool in the catalogue; did you mean "find_overlaps"? | Change "tool" to "find_overlaps"',
      ],
    ],
    [
      'an agent that is not listed',
      { worker: 'nobody', tool: 'find_overlaps', input: {} },
      [
        'toolcall/unknown-tool | "nobody" is not an agent in the catalogue; "find_overlaps" is a tool of "calendar". | Change "worker" to "calendar"',
      ],
    ],
    [
      'a tool of another agent',
      { worker: 'comms', tool: 'find_overlaps', input: {} },
      [
        'toolcall/unknown-tool | "find_overlaps" is not a tool of "comms"; "calendar" has a tool of this name. | Change "worker" to "calendar"',
      ],
    ],
  ])('compared with all tools there are: %s', (_, call, problems) => {
    expect(found(CATALOGUE, call)).toEqual(problems);
  });
});

test('a path or a content under another usual name is taken for the one that the schema declares', () => {
  const artifact = { target: { ...text, 'x-slot': 'path' }, lines: { ...text, 'x-slot': 'content' } };
  const { schema } = kind('write', artifact, {});
  const declared = familiesWithDeclared({ id: 'work', tellBy: '/type', kinds: { write: { schema } } });
  const written = JSON.stringify({
    $schema: 'agent-envelopes:/work/write.schema.json',
    ...{ type: 'write', path: 'a.md', body: 'A' },
  });
  const titles = problemsIn(analyseText('a.json', written, { families: declared })).flatMap(({ fixes }) =>
    fixes.map(({ title }) => title),
  );
  expect(titles).toEqual(['Rename to "target"', 'Rename to "lines"']);
});
