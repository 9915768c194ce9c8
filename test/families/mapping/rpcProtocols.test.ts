import { describe, expect, test } from 'vitest';
import { replayOf } from '../../features/replay/replayOf';
import { indexFiles } from '../../kit/indexFiles';
import { familiesWhere } from '../../kit/shippedFamilies';
import { log, mappedRun } from './mappedRun';

const rpc = (rest: object) => ({ jsonrpc: '2.0', ...rest });

describe('ACP', () => {
  const update = (sessionUpdate: string, rest: object) =>
    rpc({ method: 'session/update', params: { sessionId: 's1', update: { sessionUpdate, ...rest } } });
  const words = (text: string) => ({ content: { type: 'text', text } });

  test('a session is its conversation, with calls, their results and what was allowed', () => {
    const run = mappedRun({
      'a.jsonl': log(
        rpc({ id: 0, method: 'initialize', params: { protocolVersion: 1, clientCapabilities: {} } }),
        rpc({ id: 0, result: { protocolVersion: 1, agentCapabilities: {} } }),
        rpc({ id: 1, method: 'session/new', params: { cwd: '/w', mcpServers: [] } }),
        rpc({ id: 1, result: { sessionId: 's1' } }),
        rpc({
          id: 2,
          method: 'session/prompt',
          params: { sessionId: 's1', prompt: [{ type: 'text', text: 'Rename the port' }] },
        }),
        update('agent_thought_chunk', words('Where is ')),
        update('agent_thought_chunk', words('it?')),
        update('agent_message_chunk', words('I ')),
        update('agent_message_chunk', words('look')),
        update('tool_call', { toolCallId: 'c1', title: 'Edit a.ts', kind: 'edit', status: 'pending', rawInput: {} }),
        update('tool_call_update', { toolCallId: 'c1', rawInput: { path: 'a.ts' } }),
        rpc({
          id: 2,
          method: 'session/request_permission',
          params: { sessionId: 's1', toolCall: { toolCallId: 'c1', title: 'Edit a.ts' }, options: [] },
        }),
        rpc({ id: 2, result: { outcome: { outcome: 'selected', optionId: 'once' } } }),
        update('tool_call_update', { toolCallId: 'c1', status: 'in_progress' }),
        update('tool_call_update', {
          toolCallId: 'c1',
          status: 'completed',
          content: [
            { type: 'diff', path: '/w/a.ts', oldText: 'a', newText: 'b' },
            { type: 'content', content: { type: 'text', text: 'One line' } },
          ],
        }),
        update('tool_call', { toolCallId: 'c2', title: 'ls', kind: 'execute', status: 'failed', rawOutput: 'no' }),
        update('agent_message_chunk', words('Done')),
        rpc({ id: 2, result: { stopReason: 'end_turn' } }),
      ),
    });
    expect(run).toMatchObject({ title: 'Rename the port', status: 'succeeded', calls: 2, results: 2 });
    expect(run.steps).toEqual([
      '- | - | Request initialize | ok',
      '- | - | Request session/new | ok',
      'user > agent | message | Rename the port | ok',
      'agent | reasoning | Where is it? | ok',
      'agent | llm | I look | ok',
      'agent | tool | Edit a.ts | ok | call | result | write',
      'agent > user | approval | Edit a.ts: permission? | ok | approval | approval',
      'agent | tool | ls | failed | call | result',
      'agent | llm | Done | ok',
    ]);
    expect(run.said).toEqual([
      '2 user: Rename the port',
      '3 assistant: (Where is it?)',
      '4 assistant: I look',
      '5 assistant: edit {"path":"a.ts"}',
      '5 tool: = "One line"',
      '7 assistant: execute {}',
      '7 tool: = "no" failed',
      '8 assistant: Done',
    ]);
  });
});

describe('MCP', () => {
  test('the ids 1 and "1" are those of different calls', () => {
    const call = (id: unknown, name: string) => rpc({ id, method: 'tools/call', params: { name, arguments: {} } });
    const result = (id: unknown, text: string) => rpc({ id, result: { content: [{ type: 'text', text }] } });
    const run = mappedRun({
      'a.jsonl': log(call(1, 'first'), call('1', 'second'), result('1', 'of second'), result(1, 'of first')),
    });
    expect(run.said).toEqual([
      '0 assistant: first {}',
      '0 tool: = "of first"',
      '1 assistant: second {}',
      '1 tool: = "of second"',
    ]);
  });

  test('calls with what came back, what a server asks a model and a person, and what it logs', () => {
    const run = mappedRun({
      'a.jsonl': log(
        rpc({ id: 1, method: 'tools/call', params: { name: 'add', arguments: { a: 1, b: 2 } } }),
        rpc({ id: 1, result: { content: [{ type: 'text', text: '3' }] } }),
        rpc({ id: 2, method: 'tools/call', params: { name: 'divide', arguments: { a: 1, b: 0 } } }),
        rpc({ method: 'notifications/message', params: { level: 'warning', logger: 'maths', data: 'by zero' } }),
        rpc({ id: 2, result: { isError: true, content: [{ type: 'text', text: 'By zero' }] } }),
        rpc({ id: 3, method: 'tools/call', params: { name: 'none', arguments: {} } }),
        rpc({ id: 3, error: { code: -32602, message: 'No such tool' } }),
        rpc({
          id: 4,
          method: 'sampling/createMessage',
          params: { messages: [{ role: 'user', content: { type: 'text', text: 'Why?' } }], maxTokens: 9 },
        }),
        rpc({ id: 4, result: { role: 'assistant', model: 'small', content: { type: 'text', text: 'So' } } }),
        rpc({
          id: 5,
          method: 'elicitation/create',
          params: { message: 'Which year?', requestedSchema: { type: 'object', properties: {} } },
        }),
        rpc({ id: 5, result: { action: 'accept', content: { year: 1999 } } }),
      ),
    });
    expect(run).toMatchObject({ calls: 3, results: 2, models: ['small'] });
    expect(run.steps.map(step => step.split(' | ').slice(0, 4).join(' | '))).toEqual([
      '- | tool | add | ok',
      '- | tool | divide · By zero | failed',
      'maths | log | by zero | ok',
      '- | tool | none · No such tool | failed',
      'server | llm | Why? | ok',
      'server > user | message | Which year? | ok',
    ]);
    expect(run.said).toEqual([
      '0 assistant: add {"a":1,"b":2}',
      '0 tool: = "3"',
      '1 assistant: divide {"a":1,"b":0}',
      '1 tool: = "By zero" failed',
      '3 assistant: none {}',
      '3 tool: = "No such tool" failed',
      '4 user: Why?',
      '4 assistant: So',
      '5 user: {\n  "year": 1999\n}',
      '5 assistant: Which year?',
    ]);
  });
});

describe('recordings of MCP', () => {
  const call = (id: unknown, name: string) => rpc({ id, method: 'tools/call', params: { name, arguments: { a: 1 } } });
  const result = (id: unknown, text: string, rest: object = {}) =>
    rpc({ id, result: { content: [{ type: 'text', text }], ...rest } });
  const opening = rpc({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } });

  test.each(['message', 'msg', 'frame', 'payload', 'data'])('lines have the message in "%s"', name => {
    const line = (direction: string, at: number, message: object) => ({ direction, timestamp: at, [name]: message });
    const run = mappedRun({
      'a.jsonl': log(
        { type: 'header', version: 1 },
        line('client_to_server', 1780300800000, opening),
        line('server_to_client', 1780300801000, rpc({ id: 0, result: { protocolVersion: '2025-06-18' } })),
        line('client_to_server', 1780300802000, rpc({ method: 'notifications/initialized' })),
        line('client_to_server', 1780300803000, call(1, 'add')),
        line('client_to_server', 1780300804000, call(2, 'divide')),
        line('server_to_client', 1780300805000, result(2, 'By zero', { isError: true })),
        line('server_to_client', 1780300806000, result(1, '3')),
        line('client_to_server', 1780300807000, call(3, 'none')),
        line('server_to_client', 1780300808000, rpc({ id: 3, error: { code: -32602, message: 'No such tool' } })),
      ),
    });
    expect(run.steps).toEqual([
      'client > server | request | initialize | ok',
      'client > server | notification | notifications/initialized | ok',
      'client > server | tool | add | ok | call | result',
      'client > server | tool | divide · By zero | failed | call | result',
      'client > server | tool | none · No such tool | failed | call',
    ]);
    expect(run.said).toEqual([
      '2 assistant: add {"a":1}',
      '2 tool: = "3"',
      '3 assistant: divide {"a":1}',
      '3 tool: = "By zero" failed',
      '4 assistant: none {"a":1}',
      '4 tool: = "No such tool" failed',
    ]);
  });

  test('a document has requests beside their answers, or messages one after the other', () => {
    const recorded = JSON.stringify({
      version: '1.0',
      interactions: [
        { request: opening, response: rpc({ id: 0, result: {} }), latency_ms: 7 },
        { request: call(1, 'add'), response: result(1, '3'), latency_ms: 18 },
        { request: null, response: null, http_method: 'DELETE' },
      ],
    });
    const pairs = mappedRun({ 'a.json': recorded });
    const messages = mappedRun({ 'a.json': JSON.stringify({ messages: [call(1, 'add'), result(1, '3')] }) });
    const wrapped = mappedRun({
      'a.json': JSON.stringify({
        messages: [
          { seq: 0, sender: 'client', payload: call(1, 'add') },
          { seq: 1, sender: 'server', payload: result(1, '3') },
        ],
      }),
    });
    expect(replayOf({ 'a.json': recorded }, { families: familiesWhere() }).run.step(1).duration).toBe(18_000_000n);
    expect(pairs.steps).toEqual(['- | request | initialize | ok', '- | tool | add | ok | call | result']);
    expect(messages.steps).toEqual(['- | tool | add | ok | call | result']);
    expect(wrapped.steps).toEqual(['client > server | tool | add | ok | call | result']);
    expect([pairs, messages, wrapped].map(({ said }) => said.map(line => line.slice(2)))).toEqual(
      [1, 2, 3].map(() => ['assistant: add {"a":1}', 'tool: = "3"']),
    );
  });

  test('what other programs wrap is none', () => {
    const other = [
      { direction: 'out', message: rpc({ id: 1, method: 'textDocument/hover', params: {} }) },
      { direction: 'in', message: rpc({ id: 1, result: { contents: 'x' } }) },
    ];
    expect(indexFiles({ 'a.jsonl': log(...other) }, familiesWhere()).runs()).toEqual([]);
  });
});

describe('A2A', () => {
  test('a recorded stream of 0.3 has answers alone; a message need not say its role', () => {
    const ids = { taskId: 't1', contextId: 'x1' };
    const answer = (result: object) => rpc({ id: 1, result });
    const asked = { role: 'user', messageId: 'm1', parts: [{ kind: 'text', text: 'Draw' }] };
    const piece = (text: string, append: boolean) => ({
      ...ids,
      kind: 'artifact-update',
      artifact: { artifactId: 'a1', parts: [{ kind: 'text', text }] },
      append,
      lastChunk: append,
    });
    const run = mappedRun({
      'a.sse': [
        { kind: 'task', id: 't1', contextId: 'x1', status: { state: 'submitted' }, history: [asked] },
        piece('One ', false),
        piece('line', true),
        { kind: 'message', messageId: 'm2', contextId: 'x1', parts: [{ kind: 'text', text: 'There' }] },
        { ...ids, kind: 'status-update', status: { state: 'completed' }, final: true },
      ]
        .map(result => `data: ${JSON.stringify(answer(result))}\n`)
        .join('\n'),
    });
    expect(run.steps).toEqual([
      'agent | state | Task submitted | ok',
      'user > agent | message | Draw | ok',
      'agent | artifact | One line | ok',
      'agent | llm | There | ok',
      'agent | state | Task completed | ok',
    ]);
    expect(run).toMatchObject({ title: 'Draw', status: 'succeeded' });
  });

  test('the first version: tasks/send, and answers without a kind', () => {
    const text = (words: string) => [{ type: 'text', text: words }];
    const run = mappedRun({
      'a.jsonl': log(
        rpc({ id: 1, method: 'tasks/send', params: { id: 't1', message: { role: 'user', parts: text('Convert') } } }),
        rpc({
          id: 1,
          result: {
            id: 't1',
            status: { state: 'input-required', message: { role: 'agent', parts: text('Into what?') } },
            artifacts: [{ parts: text('A note'), index: 0 }],
          },
        }),
        rpc({ id: 2, result: { id: 't1', artifact: { parts: text('0.'), index: 1, lastChunk: false } } }),
        rpc({ id: 2, result: { id: 't1', artifact: { parts: text('88'), index: 1, append: true } } }),
        rpc({ id: 2, result: { id: 't1', status: { state: 'completed' }, final: true } }),
      ),
    });
    expect(run).toMatchObject({ title: 'Convert', status: 'succeeded' });
    expect(run.said).toEqual([
      '0 user: Convert',
      '2 assistant: Into what?',
      '3 assistant: A note',
      '4 assistant: 0.88',
    ]);
  });

  test('a stream is what was asked, the states of the task, and its artifacts with their pieces', () => {
    const ids = { taskId: 't1', contextId: 'x1' };
    const state = (word: string, rest: object = {}) => ({ status: { state: `TASK_STATE_${word}`, ...rest } });
    const said = (messageId: string, text: string) => ({ messageId, ...ids, role: 'ROLE_AGENT', parts: [{ text }] });
    const asked = { messageId: 'm1', contextId: 'x1', role: 'ROLE_USER', parts: [{ text: 'Draw a map' }] };
    const artifact = (text: string) => ({ artifactId: 'a1', name: 'map', parts: [{ text }] });
    const run = mappedRun({
      'a.jsonl': log(
        rpc({ id: 1, method: 'SendStreamingMessage', params: { message: asked } }),
        rpc({ id: 1, result: { task: { id: 't1', contextId: 'x1', ...state('SUBMITTED'), history: [asked] } } }),
        rpc({ id: 1, result: { statusUpdate: { ...ids, ...state('WORKING', { message: said('m2', 'I draw') }) } } }),
        rpc({
          id: 1,
          result: { artifactUpdate: { ...ids, artifact: artifact('North '), append: false, lastChunk: false } },
        }),
        rpc({ id: 1, result: { artifactUpdate: { ...ids, artifact: artifact('and '), append: true } } }),
        rpc({ id: 1, result: { artifactUpdate: { ...ids, artifact: artifact('south'), append: true } } }),
        rpc({ id: 1, result: { statusUpdate: { ...ids, ...state('COMPLETED') } } }),
        rpc({
          id: 2,
          result: {
            task: {
              id: 't1',
              contextId: 'x1',
              ...state('COMPLETED'),
              history: [asked, said('m2', 'I draw')],
            },
          },
        }),
      ),
    });
    expect(run).toMatchObject({ title: 'Draw a map', status: 'succeeded' });
    expect(run.steps).toEqual([
      'user > agent | message | Draw a map | ok',
      'agent | state | Task SUBMITTED | ok',
      'agent | state | Task WORKING | ok',
      'agent | llm | I draw | ok',
      'agent | artifact | North and south | ok',
      'agent | state | Task COMPLETED | ok',
      'agent | state | Task COMPLETED | ok',
    ]);
    expect(run.said).toEqual(['0 user: Draw a map', '3 assistant: I draw', '4 assistant: North and south']);
  });
});
