import { describe, expect, test } from 'vitest';
import { analyseWithRunRules, problemsIn, recognisedKinds } from '../../kit/analyseText';
import { familiesWithDeclared } from '../../kit/declaredProtocols';
import { familiesWhere } from '../../kit/shippedFamilies';

const families = familiesWhere();
const RPC = { jsonrpc: '2.0' };
const call = (id: unknown) => ({ ...RPC, id, method: 'tools/call', params: { name: 'find', arguments: {} } });
const called = (id: unknown) => ({ ...RPC, id, result: { content: [{ type: 'text', text: 'x' }] } });
const INITIALIZE = {
  ...{ ...RPC, id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'n', version: '1' } },
};
const INITIALIZED = {
  ...{ ...RPC, id: 0 },
  result: { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'n', version: '1' } },
};
const update = (sessionUpdate: string) => ({
  ...{ ...RPC, method: 'session/update' },
  params: { sessionId: 's', update: { sessionUpdate, content: { type: 'text', text: 'x' } } },
});

function problems(...values: object[]): string[] {
  const text = values.map(value => JSON.stringify(value)).join('\n');
  return problemsIn(analyseWithRunRules('a.jsonl', text, { families })).map(
    ({ part, rule, message }) => `${part.id} ${rule} ${message}`,
  );
}

describe('results of MCP are what their requests ask for', () => {
  const request = (id: unknown, method: string, params = {}) => ({ ...RPC, id, method, params });
  const result = (id: unknown, found: object) => ({ ...RPC, id, result: found });
  const content = [{ type: 'txt', text: 'x' }];
  test.each<[string, object[], string[]]>([
    ['and say so', [call(1), called(1), request(2, 'ping'), result(2, {})], []],
    [
      'by what the method returns',
      [call(1), result(1, { content: 'x' }), request(2, 'resources/read', { uri: 'a:b' }), result(2, { text: 'x' })],
      [
        'line 2 mcp/answer As the answer to "call" (line 1): "content" is "x", a string; it must be an array.',
        'line 4 mcp/answer As the answer to "resources-read" (line 3): "contents" is missing from "result".',
      ],
    ],
    [
      'where ids are texts',
      [call('1'), request(1, 'ping'), result(1, {}), result('1', { isError: 'no' })],
      [expect.stringMatching(/^line 4 mcp\/answer As the answer to "call" \(line 1\): "isError"/) as never],
    ],
    ['not if it can be that of another one', [call(1), request(1, 'roots/list'), result(1, { isError: 'no' })], []],
    ['not if the request is not there', [called(7), result(1, { isError: 'no' })], []],
    [
      'also as a task, and as in the first version',
      [call(1), result(1, { task: {} }), call(2), result(2, { toolResult: 1 })],
      [],
    ],
    [
      'and are told once where they say themselves what they are',
      [call(1), result(1, { content })],
      [expect.stringMatching(/^line 2 schema\//) as never],
    ],
  ])('%s', (_, values, found) => expect(problems(...values)).toEqual(found));
});

describe('answers of MCP', () => {
  test.each<[string, object[], string[]]>([
    ['are those of the requests', [INITIALIZE, INITIALIZED, call(1), called(1), call(2), called(2)], []],
    ['of a log that begins in a session', [called(7), call(8), called(8)], []],
    ['alone', [called(7)], []],
    [
      'without a request',
      [INITIALIZE, INITIALIZED, called(7)],
      [
        'line 3 mcp/order "call-result" of request "7" comes first; it begins with "call", "completion-complete", "server-discover", "prompts-get", "initialize", "prompts-list", "resources-templates-list", "resources-list" or others.',
      ],
    ],
    [
      'of another method',
      [
        INITIALIZE,
        INITIALIZED,
        call(1),
        { ...RPC, id: 1, result: { tools: [{ name: 'a', inputSchema: { type: 'object' } }] } },
      ],
      [
        `line 4 mcp/order "tools-list-result" of request "1" can't follow "call" (line 3); "call-result", "result" or "error" may.`,
      ],
    ],
    [
      'twice',
      [INITIALIZE, INITIALIZED, call(1), called(1), called(1)],
      [`line 5 mcp/order "call-result" of request "1" can't follow "call-result" (line 4); nothing may.`],
    ],
    [
      'an id that is used again',
      [INITIALIZE, INITIALIZED, call(1), called(1), call(1)],
      [`line 5 mcp/order "call" of request "1" can't follow "call-result" (line 4); nothing may.`],
    ],
    [
      'that are texts, beside those that are numbers',
      [INITIALIZE, INITIALIZED, call(1), call('1'), called('1'), called(1)],
      [],
    ],
    [
      'with the number of a text',
      [INITIALIZE, INITIALIZED, call('1'), called(1)],
      [expect.stringMatching(/^line 4 mcp\/order "call-result" of request "1" comes first/) as never],
    ],
    ['as a task', [INITIALIZE, INITIALIZED, call(1), { ...RPC, id: 1, result: { task: { taskId: 't' } } }], []],
    ['an error', [INITIALIZE, INITIALIZED, call(1), { ...RPC, id: 1, error: { code: -1, message: 'm' } }], []],
    ['of a second session', [INITIALIZE, INITIALIZED, call(1), INITIALIZE, called(1), called(1)], []],
    [
      'after the server asks',
      [
        INITIALIZE,
        INITIALIZED,
        call(1),
        { ...RPC, id: 1, method: 'roots/list' },
        { ...RPC, id: 1, result: { roots: [] } },
        called(1),
      ],
      [],
    ],
  ])('%s', (_, log, expected) => {
    expect(problems(...log)).toEqual(expected);
  });
});

test.each<[string, object[], string[]]>([
  [
    'a method of MCP',
    [call(1), { ...RPC, id: 2, method: 'tools/cal', params: { name: 'find' } }],
    ['line 2 schema/const "method" is "tools/cal"; it must be "tools/call".'],
  ],
  ['an extension', [call(1), { ...RPC, id: 2, method: 'vendor/inspect', params: {} }], []],
  ['without proof', [{ ...RPC, id: 2, method: 'tools/cal', params: { name: 'find' } }], []],
  [
    'an update of ACP',
    [update('agent_message_chunk'), update('agent_mesage_chunk')],
    ['line 2 acp/update-name "agent_mesage_chunk" is not known; did you mean "agent_message_chunk"?'],
  ],
  ['an update of a later version', [update('agent_message_chunk'), update('something_new')], []],
  [
    'an event of a hook',
    [{ hookSpecificOutput: { hookEventName: 'PostToolUze', additionalContext: 'x' } }],
    ['line 1 claude-code-hooks/event-name "PostToolUze" is not known; did you mean "PostToolUse"?'],
  ],
  [
    'a property of AG-UI',
    [
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'f' },
      { type: 'TOOL_CALL_END', toolCallID: 'c' },
    ],
    [
      'line 1 ag-ui/order "tool-call-start" comes first; it begins with "run-started" or "run-error".',
      'line 2 schema/required Unknown property "toolCallID"; did you mean "toolCallId"?',
    ],
  ],
])('nearly right: %s', (_, log, expected) => {
  expect(problems(...log)).toEqual(expected);
});

test('a word that is nearly one, in a protocol of your own', () => {
  const declared = {
    id: 'posts',
    kinds: {
      post: {
        schema: {
          type: 'object',
          required: ['post_id', 'channel', 'tags'],
          properties: { post_id: { type: 'string' }, channel: { type: 'string' }, tags: { type: 'array' } },
        },
      },
    },
    rules: { channel: { at: '/channel', nearly: ['alerts', 'releases'] }, tag: { at: '/tags/*', nearly: ['urgent'] } },
  };
  const text = (channel: string, ...tags: string[]) => JSON.stringify({ post_id: 'p', channel, tags });
  const found = (one: string) =>
    problemsIn(analyseWithRunRules('a.json', one, { families: familiesWithDeclared(declared) })).map(
      ({ rule, message, fixes }) => `${rule} ${message} ${fixes.map(({ title }) => title)}`,
    );
  expect(
    recognisedKinds(analyseWithRunRules('a.json', text('alerts'), { families: familiesWithDeclared(declared) })),
  ).toEqual(['posts/post']);
  expect(found(text('alerts', 'urgent'))).toEqual([]);
  expect(found(text('lunch', 'later'))).toEqual([]);
  expect(found(text('alert', 'x', 'urgnet'))).toEqual([
    'posts/channel "alert" is not known; did you mean "alerts"? Change to "alerts"',
    'posts/tag "urgnet" is not known; did you mean "urgent"? Change to "urgent"',
  ]);
});
