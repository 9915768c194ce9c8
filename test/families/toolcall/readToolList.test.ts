import { describe, expect, test } from 'vitest';
import { analyse } from '../../../server/src/analysis/analyse';
import { compileSchema } from '../../../server/src/entries/compileSchema';
import { readToolList } from '../../../server/src/families/toolcall/readToolList';
import type { Analysis } from '../../../server/src/model/analysis';
import type { Workspace } from '../../../server/src/model/disk';
import { contextProvider } from '../../../server/src/project/contextProvider';
import { DEFAULT_SETTINGS } from '../../../server/src/project/readSettings';
import { isDeclarationFile } from '../../../server/src/project/resolveProject';
import { memoryFile, problemLines, problemsIn, recognisedKinds } from '../../kit/analyseText';
import { CATALOGUE } from '../../kit/catalogue';
import { memoryWorkspace } from '../../kit/memoryWorkspace';

const SCHEMA = { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] };
const MCP = { name: 'get_weather', description: 'The weather.', inputSchema: SCHEMA };
const OPENAI = { type: 'function', function: { name: 'get_weather', parameters: SCHEMA } };
const RESPONSES = { type: 'function', name: 'get_weather', parameters: SCHEMA };
const ANTHROPIC = { name: 'get_weather', description: 'The weather.', input_schema: SCHEMA };

interface Session {
  settings?: Partial<typeof DEFAULT_SETTINGS>;
}

/** Analyses files among these files of a workspace, which are found by their names. */
function among(files: Record<string, unknown>, { settings = {} }: Session = {}): (name: string) => Analysis {
  const texts = Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? file : JSON.stringify(file)]),
  );
  const declared = Object.keys(texts)
    .map(name => `file:///work/${name}`)
    .filter(isDeclarationFile);
  const workspace: Workspace = { ...memoryWorkspace(texts), declaringFiles: () => declared };
  const contextOf = contextProvider({
    workspace: () => workspace,
    compile: compileSchema,
    warn: message => expect.fail(message),
  });
  return name => {
    const { context } = contextOf({ ...DEFAULT_SETTINGS, ...settings }, `file:///work/${name}`);
    return analyse(memoryFile(name, texts[name] ?? ''), context).analysis;
  };
}

const call = (args: object, tool = 'get_weather', agent = 'calendar') => ({
  ...{ call_id: 't_abcdefghij', agent, tool, args },
  ...{ ts: '2026-08-01T10:00:00Z', confirm_required: false },
});
const request = (name: string, args?: object) => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name, ...(args && { arguments: args }) },
});
const NAMED = { settings: { toolCatalogues: ['api.json'] } };
const messagesIn = (analysis: Analysis) => problemsIn(analysis).map(({ rule, message }) => `${rule}: ${message}`);
const MISSING = 'toolcall/arguments: "location" is missing from this call of "get_weather".';

describe('the tools in', () => {
  test.each<[string, unknown, string, (string | number)[], (string | number)[]]>([
    ['MCP', { tools: [MCP] }, 'f', ['tools', 0, 'name'], ['tools', 0, 'inputSchema']],
    [
      'an answer of MCP',
      { jsonrpc: '2.0', id: 1, result: { tools: [MCP], serverInfo: { name: 'weather' } } },
      'weather',
      ['result', 'tools', 0, 'name'],
      ['result', 'tools', 0, 'inputSchema'],
    ],
    ['a manifest', { name: 'sky', tools: [MCP] }, 'sky', ['tools', 0, 'name'], ['tools', 0, 'inputSchema']],
    ['OpenAI’s chat', [OPENAI], 'f', [0, 'function', 'name'], [0, 'function', 'parameters']],
    [
      'a request to it',
      { tools: [OPENAI] },
      'f',
      ['tools', 0, 'function', 'name'],
      ['tools', 0, 'function', 'parameters'],
    ],
    ['OpenAI’s responses', [RESPONSES], 'f', [0, 'name'], [0, 'parameters']],
    [
      'old functions',
      { functions: [{ name: 'get_weather', parameters: SCHEMA }] },
      'f',
      ['functions', 0, 'name'],
      ['functions', 0, 'parameters'],
    ],
    ['Anthropic', [ANTHROPIC], 'f', [0, 'name'], [0, 'input_schema']],
    ['a request to Anthropic', { tools: [ANTHROPIC] }, 'f', ['tools', 0, 'name'], ['tools', 0, 'input_schema']],
  ])('%s', (_, value, agent, namePath, parametersPath) => {
    const list = readToolList(value, 'file:///work/f.json');
    expect(list?.agents.map(({ name, isServer }) => [name, isServer])).toEqual([[agent, true]]);
    expect(list?.agents[0]?.tools).toEqual([
      expect.objectContaining({ name: 'get_weather', parameters: SCHEMA, namePath, parametersPath }),
    ]);
  });

  test.each<[string, unknown]>([
    ['names', { tools: ['jq', 'make'] }],
    ['tools without a schema', { name: 'sky', tools: [{ name: 'get_weather', description: 'The weather.' }] }],
    ['entries of our own catalogue', { tools: [{ name: 'a', description: '', parameters: SCHEMA }] }],
    ['calls', [{ type: 'function', function: { name: 'a', arguments: '{}' } }]],
    ['a schema that is no object', { tools: [{ name: 'a', inputSchema: 'object' }] }],
    ['a schema of nothing', { tools: [{ inputSchema: SCHEMA }] }],
    ['nothing', {}],
  ])('%s are none', (_, value) => {
    expect(readToolList(value, 'file:///work/f.json')).toBeUndefined();
  });
});

describe('a call', () => {
  test.each<[string, unknown]>([
    ['tools.catalogue.json', { tools: [MCP] }],
    ['deep/mcp-tools.json', { jsonrpc: '2.0', id: 1, result: { tools: [MCP] } }],
    ['tools.json', [OPENAI]],
    ['my.tools.json', { tools: [RESPONSES] }],
    ['tools-v2.json', [ANTHROPIC]],
  ])('is compared with %s', (name, file) => {
    const found = among({ [name]: file, 'a.json': call({ place: 'Oslo' }), 'b.json': call({ location: 'Oslo' }) });
    expect(messagesIn(found('a.json'))).toEqual([MISSING]);
    expect(messagesIn(found('b.json'))).toEqual([]);
    expect(messagesIn(found(name))).toEqual([]);
  });

  test('of a tool in several lists fits one of them', () => {
    const other = { ...ANTHROPIC, input_schema: { type: 'object', required: ['place'] } };
    const found = among({
      'a.tools.json': [MCP],
      'b.tools.json': [other],
      'a.json': call({ place: 'Oslo' }),
      'b.json': call({ city: 'Oslo' }),
    });
    expect(messagesIn(found('a.json'))).toEqual([]);
    expect(messagesIn(found('b.json'))).toEqual([MISSING]);
  });

  test('of an agent that a catalogue lists means no tool of a server', () => {
    const found = among({
      'catalogue.json': CATALOGUE,
      'tools.json': { tools: [MCP] },
      'a.json': call({ place: 'Oslo' }, 'get_weather', 'comms'),
      'b.json': call({ place: 'Oslo' }),
      'c.json': call({ place: 'Oslo' }, 'get_weather', 'sky'),
    });
    const unknown = expect.stringMatching(/^toolcall\/unknown-tool: "get_weather" is not a tool of "(comms|calendar)"/);
    expect(messagesIn(found('a.json'))).toEqual([unknown]);
    expect(messagesIn(found('b.json'))).toEqual([unknown]);
    expect(messagesIn(found('c.json'))).toEqual([MISSING]);
  });

  test('of a tool that is in no list is unknown only if the settings name the list', () => {
    const files = { 'api.json': { tools: [MCP] }, 'tools.json': { tools: [MCP] } };
    const calls = {
      'a.json': request('get_wether'),
      'b.json': request('send'),
      'c.json': call({}, 'send', 'tools'),
      'd.json': call({}, 'send'),
    };
    const found = among({ ...files, ...calls });
    expect(Object.keys(calls).flatMap(name => messagesIn(found(name)))).toEqual([]);
    const named = among({ ...files, ...calls }, NAMED);
    expect(Object.keys(calls).flatMap(name => messagesIn(named(name)))).toEqual([
      'toolcall/unknown-tool: "get_wether" is not a tool in the catalogue; did you mean "get_weather"?',
      'toolcall/unknown-tool: "send" is not a tool in the catalogue; its tools are "get_weather".',
      'toolcall/unknown-tool: "send" is not a tool of "tools"; its tools are "get_weather".',
      'toolcall/unknown-tool: "send" is not a tool in the catalogue; its tools are "get_weather".',
    ]);
    const partial = among({ ...files, 'api.json': { tools: [MCP], nextCursor: 'p2' }, ...calls }, NAMED);
    expect(Object.keys(calls).flatMap(name => messagesIn(partial(name)))).toEqual([]);
  });
});

describe('in a list of tools', () => {
  test('only a schema that can’t be used, and a name that is listed twice, are problems', () => {
    const broken = { name: 'broken', inputSchema: { type: 'object', properties: { n: { type: 'int' } } }, colour: 1 };
    const found = among({ 'tools.json': [MCP, broken, MCP], 'more.tools.json': `{"tools": [${JSON.stringify(MCP)},` });
    expect(recognisedKinds(found('tools.json'))).toEqual(['toolcall/tool-list']);
    expect(messagesIn(found('tools.json'))).toEqual([
      expect.stringMatching(/^toolcall\/catalogue-schema: The parameters of "broken" are not a usable JSON Schema: /),
      'toolcall/duplicate-tool: "get_weather" of "tools" is listed already above; that one counts.',
    ]);
    expect(problemLines(found('more.tools.json'))).toEqual([]);
  });

  test('each is at its tool', () => {
    const text = '[\n{"type": "function", "function": {"name": "a", "parameters": {"type": "int"}}},\n{"name": "a"}]';
    expect(problemLines(among({ 'tools.json': text })('tools.json'))).toEqual([
      '2:48 toolcall/catalogue-schema warning',
      '3:10 toolcall/duplicate-tool warning',
    ]);
  });

  test('what another file has, or the settings call something else, is no list', () => {
    const files = { 'request.json': { tools: [MCP, MCP] }, 'tools.json': [MCP, MCP], 'a.json': call({}) };
    const found = among(files, { settings: { associations: { 'tools.json': 'none' } } });
    expect(recognisedKinds(found('request.json'))).toEqual([undefined]);
    expect(problemLines(found('tools.json'))).toEqual([]);
    expect(problemLines(found('a.json'))).toEqual([]);
  });
});

describe('operations of OpenAPI', () => {
  const document = {
    openapi: '3.0.3',
    info: { title: 'Sky' },
    paths: {
      '/weather/{place}': {
        parameters: [{ $ref: '#/components/parameters/place' }],
        get: { operationId: 'getWeather', parameters: [{ name: 'days', in: 'query', schema: { type: 'integer' } }] },
        post: {
          operationId: 'addWeather',
          requestBody: {
            required: true,
            content: { 'application/json; charset=utf-8': { schema: { $ref: '#/components/schemas/Report' } } },
          },
        },
        put: { operationId: 'setAll', requestBody: { content: { 'application/json': { schema: { type: 'array' } } } } },
        delete: { summary: 'Has no name.' },
      },
    },
    components: {
      parameters: { place: { name: 'place', in: 'path', required: true, schema: { type: 'string' } } },
      schemas: {
        Report: {
          type: 'object',
          required: ['id', 'degrees'],
          properties: {
            id: { type: 'string', readOnly: true },
            degrees: { type: 'number', minimum: -90, exclusiveMinimum: true },
            note: { type: 'string', nullable: true },
            before: { $ref: '#/components/schemas/Report' },
          },
        },
      },
    },
  };
  const swagger = {
    swagger: '2.0',
    paths: {
      '/weather': {
        post: {
          operationId: 'addWeather',
          parameters: [
            { name: 'place', in: 'query', required: true, type: 'string' },
            { name: 'report', in: 'body', required: true, schema: { $ref: '#/definitions/Report' } },
          ],
        },
      },
    },
    definitions: { Report: { type: 'object', required: ['degrees'], properties: { degrees: { type: 'number' } } } },
  };

  test.each<[string, object, string, object, string[]]>([
    [
      'a parameter of the path',
      document,
      'getWeather',
      { days: 2 },
      ['"place" is missing from this call of "getWeather".'],
    ],
    [
      'a parameter of the query',
      document,
      'getWeather',
      { place: 'Oslo', days: 'x' },
      ['"days" is "x", a string; it must be a whole number.'],
    ],
    ['nothing', document, 'addWeather', { place: 'Oslo', degrees: 3, note: null, before: { degrees: 2 } }, []],
    ['a bound', document, 'addWeather', { place: 'Oslo', degrees: -90 }, [expect.stringContaining('"degrees" is -90')]],
    [
      'a schema that leads to itself',
      document,
      'addWeather',
      { place: 'Oslo', degrees: 3, before: {} },
      ['"degrees" is missing from "before".'],
    ],
    [
      'a body that is a list',
      document,
      'setAll',
      { place: 'Oslo', body: 1 },
      ['"body" is 1, a number; it must be an array.'],
    ],
    [
      'a body of Swagger',
      swagger,
      'addWeather',
      { place: 'Oslo' },
      ['"degrees" is missing from this call of "addWeather".'],
    ],
  ])('judge %s', (_, api, tool, args, messages) => {
    const found = among({ 'api.json': api, 'a.json': request(tool, args) }, NAMED);
    expect(problemsIn(found('a.json')).map(({ message }) => message)).toEqual(messages);
    expect(problemLines(found('api.json'))).toEqual([]);
  });

  test('are tools only if the settings name the file', () => {
    expect(problemLines(among({ 'tools.json': document, 'a.json': request('getWeather', {}) })('a.json'))).toEqual([]);
  });
});
