import { describe, expect, test } from 'vitest';
import { analyseText, problemLines, problemsIn } from '../../../kit/analyseText';
import { CATALOGUE } from '../../../kit/catalogue';
import { expectDrawnProblems } from '../../../kit/expectDrawnProblems';
import { expectFixesClear } from '../../../kit/expectFixesClear';

const RULE = 'toolcall/arguments';
const call = (args: unknown, tool = 'snooze') =>
  JSON.stringify({
    call_id: 't_4k7m2p9x1c',
    agent: 'comms',
    tool,
    args,
    ts: '2026-06-01T07:30:00Z',
    confirm_required: false,
  });

test('each fault at its place, in the words of the contract', () => {
  expectDrawnProblems(
    'calls.jsonl',
    `
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": 60}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": 5}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                             ^ toolcall/arguments error: "ttl_seconds" is 5; it must lie between 60 and 86400.
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": "60"}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                             ^^^^ toolcall/arguments error: "ttl_seconds" is "60", a string; it must be a whole number.
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n"}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                     ^^^^^^ toolcall/arguments error: "ttl_seconds" is missing from this call of "snooze".
        {"agent": "comms", "tool": "snooze", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                     ^^^^^^ toolcall/arguments error: "item_id" is missing
      //                                     ^^^^^^ toolcall/arguments error: "ttl_seconds" is missing
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_second": 60}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                              ^^^^^^^^^^^^ toolcall/arguments error: Unknown property "ttl_second"; did you mean "ttl_seconds"?
        {"agent": "comms", "tool": "snooze", "args": {"item_id": "n", "ttl_seconds": 60, "colour": 1}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                                 ^^^^^^^^ toolcall/arguments error: "colour" is not allowed in a call of "snooze".
        {"agent": "comms", "tool": "draft_reply", "args": {"tone": "forml"}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                           ^^^^^^^ toolcall/arguments error: "tone" is "forml"; did you mean "formal"?
        {"agent": "comms", "tool": "draft_reply", "args": {"tone": "formal", "to": {"name": 1}}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                                    ^ toolcall/arguments error: "name" is 1, a number; it must be a string.
        {"agent": "comms", "tool": "draft_reply", "args": {"tone": "formal", "to": {}}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                     ^^^^ toolcall/arguments error: "name" is missing from "to".
        {"agent": "comms", "tool": "draft_reply", "args": {"tone": "formal", "ton": 1, "colour": 1}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                     ^^^^^ toolcall/arguments info: "ton" is not defined in a call of "draft_reply"
        {"agent": "calendar", "tool": "find_overlaps", "args": {"events": [{"start": "2026-06-01T07:30:00Z"}, {"start": "soon"}]}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                                                                                                ^^^^^^ toolcall/arguments error: it must be an ISO 8601 time with a zone
        {"agent": "comms", "tool": "snooze", "args": 7, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
      //                                             ^ schema/type
        {"agent": "comms", "tool": "snoze", "args": {}, "call_id": "t_4k7m2p9x1c", "ts": "2026-06-01T07:30:00Z", "confirm_required": false}
    `,
    { catalogue: CATALOGUE },
    [RULE, 'schema/type'],
  );
});

test.each([
  [{ item_id: 'n' }, ['Add "ttl_seconds"']],
  [{ item_id: 'n', ttl_second: 60 }, ['Rename to "ttl_seconds"']],
  [{ item_id: 'n', ttl_seconds: '60' }, ['Change to 60']],
  [{ item_id: 'n', ttl_seconds: 60, colour: 1 }, ['Remove "colour"']],
])('%j is mended', (args, titles) => {
  expect(expectFixesClear(RULE, call(args), { catalogue: CATALOGUE })).toEqual(titles);
});

test('what is added is what the tool takes', () => {
  const [problem] = problemsIn(analyseText('a.json', call({ item_id: 'n' }), { catalogue: CATALOGUE }));
  expect(problem?.fixes).toEqual([
    { title: 'Add "ttl_seconds"', do: 'add', path: ['args'], key: 'ttl_seconds', value: 60 },
  ]);
});

test('nothing is said of a tool whose schema is broken, or whose catalogue is', () => {
  const broken = CATALOGUE.replace('"type": "integer"', '"type": "int"');
  expect(problemLines(analyseText('a.json', call({}), { catalogue: broken }))).toEqual([]);
  expect(problemLines(analyseText('a.json', call({}, 'draft_reply'), { catalogue: broken }))).toEqual([
    `1:64 ${RULE} error`,
  ]);
  expect(problemLines(analyseText('a.json', call({}), { catalogue: CATALOGUE.replace(',', ',,') }))).toEqual([]);
});

test('a schema that leads back to itself judges as deep as the arguments go, and lets nothing through that is deeper than can be followed', () => {
  const catalogue = JSON.stringify({
    comms: [
      {
        name: 'snooze',
        description: '',
        parameters: { type: 'object', properties: { a: { $ref: '#' } }, additionalProperties: false },
      },
    ],
  });
  const deep = JSON.parse(`${'{"a":'.repeat(50)}{"b":1}${'}'.repeat(50)}`);
  expect(problemsIn(analyseText('a.json', call(deep), { catalogue })).map(one => one.rule)).toEqual([RULE]);
  const deeper = call({ n: 0 }).replace('{"n":0}', `${'{"a":'.repeat(100_000)}{}${'}'.repeat(100_000)}`);
  expect(problemsIn(analyseText('a.json', deeper, { catalogue })).map(({ message }) => message)).toEqual([
    expect.stringContaining("can't be checked completely"),
  ]);
});

describe('calls in formats that are only read', () => {
  test('a request to an MCP server', () => {
    expectDrawnProblems(
      'mcp.jsonl',
      `
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "snooze", "arguments": {"item_id": "n", "ttl_seconds": 60}}}
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "snooze", "arguments": {"item_id": "n", "ttl_seconds": "60"}}}
      //                                                                                                                              ^^^^ toolcall/arguments error: "ttl_seconds" is "60", a string; it must be a whole number.
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "draft_reply"}}
      //                                                                       ^^^^^^^^^^^^^ toolcall/arguments error: "tone" is missing from this call of "draft_reply".
        {"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "draft_replay", "arguments": {}}}
      //                                                                       ^^^^^^^^^^^^^^ toolcall/unknown-tool error: "draft_replay" is not a tool in the catalogue; did you mean "draft_reply"?
        {"jsonrpc": "2.0", "id": 5, "method": "tools/call", "params": {"name": "send", "arguments": {}}}
      //                                                                       ^^^^^^ toolcall/unknown-tool error: its tools are "snooze", "draft_reply", "find_overlaps".
        {"jsonrpc": "2.0", "id": 6, "result": {"content": []}}
      `,
      { catalogue: CATALOGUE },
    );
  });

  test('calls in messages: at the argument, or at the text that has it', () => {
    expectDrawnProblems(
      'trajectory.json',
      `
        {"schema_version": "ATIF-v1.4", "session_id": "s", "agent": {"name": "a", "version": "1"}, "steps": [
          {"step_id": 1, "source": "agent", "message": "", "tool_calls": [
            {"tool_call_id": "c1", "function_name": "snooze", "arguments": {"item_id": "n", "ttl_seconds": 5}},
      //                                                                                                   ^ toolcall/arguments error: "ttl_seconds" is 5; it must lie between 60 and 86400.
            {"tool_call_id": "c0", "function_name": "Snooze", "arguments": {}},
            {"tool_call_id": "c2", "function_name": "bash", "arguments": {"command": "ls"}},
            {"tool_call_id": "c3", "function_name": "find_overlps", "arguments": {}},
      //                                            ^^^^^^^^^^^^^^ toolcall/unknown-tool error: did you mean "find_overlaps"?
            {"type": "function", "id": "c4", "function": {"name": "draft_reply", "arguments": "{\\"tone\\": \\"rude\\"}"}},
      //                                                                                      ^^^^^^^^^^^^^^^^^^^^^^ toolcall/arguments error: "tone" is "rude"; it must be one of "casual", "formal", "brief".
            {"type": "function", "id": "c5", "function": {"name": "draft_reply", "arguments": "{\\"tone\\": "}}
          ]},
          {"step_id": 2, "source": "agent", "message": [
            {"type": "tool_use", "id": "c6", "name": "snooze", "input": {"item_id": "n"}},
      //                                                       ^^^^^^^ toolcall/arguments error: "ttl_seconds" is missing from this call of "snooze".
            {"type": "tool_use", "id": "c6", "name": "snooze", "input": {"item_id": "n"}},
            {"type": "function", "function": {"name": "snooze", "description": "", "parameters": {}}}
          ]}
        ]}
      `,
      { catalogue: CATALOGUE },
    );
  });

  test('of a program with tools of its own, only calls of servers', () => {
    const called = (name: string, input: object) =>
      JSON.stringify({
        ...{ type: 'assistant', uuid: name, sessionId: 's', timestamp: '2026-06-01T07:30:00Z' },
        message: { role: 'assistant', content: [{ type: 'tool_use', id: name, name, input }] },
      });
    const lines = [called('snooze', {}), called('mcp__mail__snooze', {}), called('mcp__mail__send', {})];
    const inputSchema = { type: 'object', required: ['item_id'] };
    const catalogue = JSON.stringify({ serverInfo: { name: 'mailer' }, tools: [{ name: 'snooze', inputSchema }] });
    expect(problemLines(analyseText('session.jsonl', lines.join('\n'), { catalogue }))).toEqual([
      `2:${(lines[1] ?? '').indexOf('"input"') + 1} ${RULE} error`,
    ]);
    // An agent's tool is no tool of a server.
    expect(problemLines(analyseText('session.jsonl', lines.join('\n'), { catalogue: CATALOGUE }))).toEqual([]);
    expect(problemLines(analyseText('session.jsonl', lines.join('\n')))).toEqual([]);
  });

  test('not what a tool answers, or what stands in a content', () => {
    const call = { type: 'tool_use', id: 'c', name: 'snooze', input: {} };
    const steps = [
      { role: 'tool', content: [call] },
      { message: [{ type: 'tool_result', tool_use_id: 'a', content: [call] }], content: JSON.stringify([call]) },
      { message: [{ type: 'function_call_output', output: JSON.stringify([call]) }] },
    ];
    const text = JSON.stringify({
      ...{ schema_version: 'ATIF-v1.4', session_id: 's', agent: { name: 'a', version: '1' } },
      steps,
    });
    expect(problemLines(analyseText('trajectory.json', text, { catalogue: CATALOGUE }))).toEqual([]);
  });

  test('a message that is a text in an attribute', () => {
    const messages = JSON.stringify([
      { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'snooze', arguments: { item_id: 'n' } }] },
    ]);
    const span = {
      ...{ traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174', name: 'chat m', kind: 3 },
      ...{ startTimeUnixNano: '1544712660000000000', endTimeUnixNano: '1544712661000000000' },
      attributes: [{ key: 'gen_ai.output.messages', value: { stringValue: messages } }],
    };
    const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
    const analysis = analyseText('trace.json', text, { catalogue: CATALOGUE });
    expect(problemsIn(analysis).map(({ rule, span: { start } }) => [rule, start])).toEqual([
      [RULE, text.indexOf('"[{')],
    ]);
  });
});
