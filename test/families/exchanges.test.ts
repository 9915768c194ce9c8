import { describe, expect, test } from 'vitest';
import { chatMessages } from '../../server/src/families/exchanges/chatMessages';
import { familiesForReading } from '../../server/src/families/familiesForReading';
import type { Exchange, ExchangeMessage } from '../../server/src/model/run';
import { readEntries } from '../../server/src/runs/reading/readEntries';
import { parseJsonBigInts } from '../../server/src/text/json/losslessJson';
import { atPath } from '../../server/src/text/jsonPointer';
import { corpusMissing, sharedText } from '../kit/corpus';

/** A message in one line: `assistant: "text" call#id name {…} result#id …`. */
function drawn({ role, name, pieces }: ExchangeMessage): string {
  const texts = pieces.map(piece => {
    switch (piece.type) {
      case 'text':
        return JSON.stringify(piece.text);
      case 'reasoning':
        return `(${piece.text})`;
      case 'tool_call':
        return `call#${piece.id ?? ''} ${piece.name} ${JSON.stringify(piece.arguments)}`;
      case 'tool_result':
        return `result#${piece.id ?? ''} ${JSON.stringify(piece.result)}${piece.isError ? ' failed' : ''}`;
      default:
        return `${piece.type} ${piece.mediaType ?? ''} ${piece.uri ?? ''}`;
    }
  });
  return `${role}${name === undefined ? '' : `/${name}`}: ${texts.join(' ')}`;
}

const hi = 'user: "hi"';
const call = { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"moon"}' } };

describe('messages', () => {
  test.each<[about: string, value: unknown, drawn: string[]]>([
    ['nothing', null, []],
    ['a text', 'hi', [hi]],
    ['a text that is JSON', '{"city":"Rome"}', ['user: "{\\"city\\":\\"Rome\\"}"']],
    ['a number', 7, ['user: "7"']],
    [
      'a chat',
      [
        { role: 'system', content: 'be kind' },
        { role: 'user', content: 'hi' },
      ],
      ['system: "be kind"', hi],
    ],
    ['a chat in a text', JSON.stringify([{ role: 'user', content: 'hi' }]), [hi]],
    ['a request', { model: 'm', messages: [{ role: 'user', content: 'hi' }] }, [hi]],
    ['a response', { choices: [{ message: { role: 'assistant', content: 'yes' } }] }, ['assistant: "yes"']],
    [
      'calls of a chat and their results',
      [
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: 'cheese' },
      ],
      ['assistant: call#c1 look {"at":"moon"}', 'tool: result#c1 "cheese"'],
    ],
    [
      'blocks of Anthropic',
      [
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm' },
            { type: 'tool_use', id: 'c1', name: 'look', input: { at: 'moon' } },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'no' }], is_error: true },
          ],
        },
      ],
      [hi, 'assistant: (hm) call#c1 look {"at":"moon"}', 'user: result#c1 "no" failed'],
    ],
    [
      'a block that hands a prompt over',
      [{ type: 'tool_use', id: 'c1', name: 'Task', input: { prompt: 'hi' } }],
      ['user: call#c1 Task {"prompt":"hi"}'],
    ],
    [
      "parts of OpenTelemetry's conventions",
      [
        {
          role: 'assistant',
          parts: [
            { type: 'text', content: 'so' },
            { type: 'tool_call', id: 'c1', name: 'look', arguments: { at: 'moon' } },
          ],
        },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'cheese' }] },
      ],
      ['assistant: "so" call#c1 look {"at":"moon"}', 'tool: result#c1 "cheese"'],
    ],
    [
      "items of OpenAI's responses",
      {
        instructions: 'be kind',
        input: [
          { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
          { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"moon"}' },
          { type: 'function_call_output', call_id: 'c1', output: 'cheese' },
        ],
      },
      ['system: "be kind"', hi, 'assistant: call#c1 look {"at":"moon"}', 'tool: result#c1 "cheese"'],
    ],
    [
      'an item with a role and nothing known in it, beside messages',
      [
        { type: 'additional_tools', role: 'developer', tools: [] },
        { role: 'user', content: 'hi' },
      ],
      [
        'developer: "{\\n  \\"type\\": \\"additional_tools\\",\\n  \\"role\\": \\"developer\\",\\n  \\"tools\\": []\\n}"',
        hi,
      ],
    ],
    [
      'a list of objects with roles, none of which says anything',
      [{ role: 'admin', user: 'a' }],
      ['user: "{\\n  \\"role\\": \\"admin\\",\\n  \\"user\\": \\"a\\"\\n}"'],
    ],
    [
      'contents of Gemini',
      {
        contents: [
          { role: 'user', parts: [{ text: 'hi' }] },
          { role: 'model', parts: [{ functionCall: { name: 'look', args: { at: 'moon' } } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'look', response: { is: 'cheese' } } }] },
        ],
      },
      [hi, 'assistant: call# look {"at":"moon"}', 'user: result# {"is":"cheese"}'],
    ],
    [
      'messages of LangChain',
      {
        messages: [
          { type: 'human', content: 'hi' },
          { type: 'ai', content: '', additional_kwargs: { tool_calls: [call] } },
        ],
      },
      [hi, 'assistant: call#c1 look {"at":"moon"}'],
    ],
    [
      'serialised messages of LangChain',
      [[{ lc: 1, type: 'constructor', id: ['langchain', 'schema', 'HumanMessage'], kwargs: { content: 'hi' } }]],
      [hi],
    ],
    [
      'content of the Vercel AI SDK',
      [
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: { at: 'moon' } }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'look', output: { is: 'cheese' } }],
        },
      ],
      [hi, 'assistant: call#c1 look {"at":"moon"}', 'tool: result#c1 {"is":"cheese"}'],
    ],
    [
      'parts of Pydantic AI',
      [
        { kind: 'request', role: 'user', parts: [{ part_kind: 'user-prompt', content: 'hi' }] },
        {
          kind: 'response',
          role: 'assistant',
          parts: [{ part_kind: 'tool-call', tool_name: 'look', args: '{"at":"moon"}', tool_call_id: 'c1' }],
        },
      ],
      [hi, 'assistant: call#c1 look {"at":"moon"}'],
    ],
    [
      'images and files',
      [
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            { type: 'file', file: { file_id: 'f-1' } },
          ],
        },
      ],
      ['user: image  https://example.com/a.png image image/png data:image/png;base64,AAAA file  f-1'],
    ],
    [
      'digits beyond a double',
      '[{"role":"tool","content":"{\\"id\\":12345678901234567890}"}]',
      ['tool: result# "{\\"id\\":12345678901234567890}"'],
    ],
    [
      'a definition of a tool, which is no call',
      [{ type: 'function', function: { name: 'look', parameters: {} } }],
      [
        'user: "{\\n  \\"type\\": \\"function\\",\\n  \\"function\\": {\\n    \\"name\\": \\"look\\",\\n    \\"parameters\\": {}\\n  }\\n}"',
      ],
    ],
  ])('%s', (_, value, expected) => {
    expect(chatMessages(value, 'user').map(drawn)).toEqual(expected);
  });

  test('nesting without end is text', () => {
    let value: unknown = [{ role: 'user', content: 'hi' }];
    for (let depth = 0; depth < 100; depth++) value = { messages: value };
    expect(chatMessages(value, 'user')).toHaveLength(1);
  });
});

/** What the steps of a real file said, in the order of the file. */
function exchangesIn(file: string): (Exchange | undefined)[] {
  const text = sharedText(file);
  const value = parseJsonBigInts(text);
  const { entries } = readEntries(
    text,
    { lang: 'json', fileName: file },
    { families: familiesForReading, association: undefined },
  );
  return entries.map(({ kind, part, path = [] }) => {
    const envelope = atPath(value, [...(part === 'root' ? [] : [part]), ...path]);
    const family = familiesForReading.find(({ id }) => kind.startsWith(`${id}/`));
    return family?.exchange?.(envelope as Record<string, unknown>, kind);
  });
}

describe.skipIf(corpusMissing)('real traces', () => {
  // Counted by hand: steps, those that name a model, messages in and out of these, calls of tools with their results.
  test.each<[file: string, counts: Record<'steps' | 'calls' | 'input' | 'output' | 'tools', number>]>([
    ['corpus/traces/otlp/agent-prism__rag_earnings_agent.json', { steps: 18, calls: 1, input: 1, output: 1, tools: 0 }],
    ['corpus/traces/gen-ai/GOOGLE_trace.json', { steps: 7, calls: 3, input: 2, output: 3, tools: 3 }],
    ['corpus/traces/gen-ai/OPENAI_trace.json', { steps: 6, calls: 3, input: 2, output: 3, tools: 2 }],
    ['corpus/traces/langfuse/langgraph-2025-08-22.json', { steps: 9, calls: 2, input: 6, output: 2, tools: 1 }],
    ['corpus/traces/langfuse/openai-agents-2025-09-30.json', { steps: 5, calls: 2, input: 6, output: 2, tools: 1 }],
    ['corpus/traces/langfuse/autogen-2025-06-06.json', { steps: 2, calls: 1, input: 1, output: 1, tools: 0 }],
    ['corpus/traces/langfuse/openai-assistants-2024-05-29.json', { steps: 4, calls: 1, input: 2, output: 1, tools: 0 }],
    ['run-logs/langfuse/crewai-2025-07-11.trace.json', { steps: 6, calls: 1, input: 2, output: 1, tools: 0 }],
    ['run-logs/langfuse/koog-2025-08-26.trace.json', { steps: 11, calls: 2, input: 8, output: 3, tools: 2 }],
    [
      'run-logs/langfuse/pydantic-ai-tools-2025-06-06.trace.json',
      { steps: 3, calls: 1, input: 2, output: 1, tools: 0 },
    ],
  ])('%s', (file, counts) => {
    const all = exchangesIn(file);
    const calls = all.filter(one => one?.model !== undefined && one.output.length > 0);
    const isTool = ({ pieces: [piece] }: ExchangeMessage) => piece?.type === 'tool_result';
    expect({
      steps: all.length,
      calls: calls.length,
      input: calls.flatMap(one => one?.input ?? []).length,
      output: calls.flatMap(one => one?.output ?? []).length,
      tools: all.filter(one => one?.input.length === 1 && one.output.length === 1 && one.output.some(isTool)).length,
    }).toEqual(counts);
  });

  test('the model call of the earnings agent', () => {
    const [call] = exchangesIn('corpus/traces/otlp/agent-prism__rag_earnings_agent.json').filter(one => one?.model);
    expect(call).toMatchObject({
      model: 'gpt-3.5-turbo',
      parameters: { temperature: 0.1 },
      tokens: { input: 629, output: 19, total: 648 },
    });
    expect(call?.input.map(drawn).join()).toMatch(
      /^user: "\\n {4}Answer the following question .*Question: what was meta's revenue/,
    );
    expect(call?.output.map(drawn)).toEqual([
      'assistant: "Meta Platforms Inc.\'s revenue in Q4 2023 was $40.1 billion."',
    ]);
  });

  test('an observation says what its span and its own columns tell', () => {
    const [, , second, first, tool] = exchangesIn('corpus/traces/langfuse/openai-agents-2025-09-30.json');
    expect(first?.input.map(drawn)).toEqual([
      'system: "You are a helpful agent."',
      'user: "What\'s the weather in Tokyo?"',
    ]);
    expect(first?.output.map(drawn)).toEqual([
      'assistant: call#call_Kud0j0DxWSmLzv9W5m6qVqXn get_weather {"city":"Tokyo"}',
    ]);
    expect(second).toMatchObject({
      model: 'gpt-4.1-2025-04-14',
      provider: 'openai',
      tools: ['get_weather'],
      cost: 0.000402,
    });
    expect(tool?.output.map(drawn)).toEqual(['tool: result# "The weather in Tokyo is sunny."']);
  });
});

describe('spans', () => {
  const span = (attributes: object, events: object[] = []) =>
    familiesForReading
      .find(({ id }) => id === 'otlp')
      ?.exchange?.({ name: 'chat', attributes, events }, 'otlp/span:llm');

  test.each<[about: string, attributes: object, input: string[], output: string[]]>([
    [
      "OpenTelemetry's conventions",
      {
        'gen_ai.system_instructions': '[{"type":"text","content":"be kind"}]',
        'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"hi"}]}]',
        'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"yes"}]}]',
      },
      ['system: "be kind"', hi],
      ['assistant: "yes"'],
    ],
    [
      'its conventions before',
      {
        'gen_ai.prompt.1.content': 'hi',
        'gen_ai.prompt.1.role': 'user',
        'gen_ai.prompt.0.role': 'system',
        'gen_ai.prompt.0.content': 'be kind',
        'gen_ai.completion.0.role': 'assistant',
        'gen_ai.completion.0.tool_calls.0.id': 'c1',
        'gen_ai.completion.0.tool_calls.0.name': 'look',
        'gen_ai.completion.0.tool_calls.0.arguments': '{"at":"moon"}',
      },
      ['system: "be kind"', hi],
      ['assistant: call#c1 look {"at":"moon"}'],
    ],
    [
      'Vercel AI SDK',
      {
        'ai.prompt': '{"system":"be kind","prompt":"hi"}',
        'ai.response.text': 'so',
        'ai.response.toolCalls': '[{"toolCallId":"c1","toolName":"look","input":"{\\"at\\":\\"moon\\"}"}]',
      },
      ['system: "be kind"', hi],
      ['assistant: "so" call#c1 look {"at":"moon"}'],
    ],
    [
      'MLflow',
      {
        'mlflow.spanType': 'LLM',
        'mlflow.spanInputs': '{"messages":[{"role":"user","content":"hi"}]}',
        'mlflow.spanOutputs': '"yes"',
      },
      [hi],
      ['assistant: "\\"yes\\""'],
    ],
    ['nothing', {}, [], []],
  ])('%s', (_, attributes, input, output) => {
    const said = span({ 'gen_ai.operation.name': 'chat', ...attributes });
    expect([said?.input ?? [], said?.output ?? []].map(list => list.map(drawn))).toEqual([input, output]);
  });

  test.each<[about: string, events: object[]]>([
    [
      'one event for each message',
      [
        { name: 'gen_ai.user.message', attributes: { content: 'hi' } },
        { name: 'gen_ai.choice', attributes: { index: 0, message: '{"role":"assistant","content":"yes"}' } },
      ],
    ],
    [
      'one event for all',
      [
        {
          name: 'gen_ai.client.inference.operation.details',
          attributes: [
            { key: 'gen_ai.input.messages', value: { stringValue: '[{"role":"user","content":"hi"}]' } },
            {
              key: 'gen_ai.output.messages',
              value: {
                arrayValue: {
                  values: [
                    {
                      kvlistValue: {
                        values: [
                          { key: 'role', value: { stringValue: 'assistant' } },
                          { key: 'content', value: { stringValue: 'yes' } },
                        ],
                      },
                    },
                  ],
                },
              },
            },
          ],
        },
      ],
    ],
    [
      'events for prompt and completion',
      [
        { name: 'gen_ai.content.prompt', attributes: { 'gen_ai.prompt': '[{"role":"user","content":"hi"}]' } },
        {
          name: 'gen_ai.content.completion',
          attributes: { 'gen_ai.completion': '[{"role":"assistant","content":"yes"}]' },
        },
      ],
    ],
  ])('%s', (_, events) => {
    const said = span({}, events);
    expect([said?.input ?? [], said?.output ?? []].map(list => list.map(drawn))).toEqual([[hi], ['assistant: "yes"']]);
  });

  test('a message knows where its value is', () => {
    const said = familiesForReading
      .find(({ id }) => id === 'otlp')
      ?.exchange?.(
        {
          attributes: [
            { key: 'x', value: { intValue: 1 } },
            { key: 'gen_ai.prompt', value: { stringValue: 'hi' } },
          ],
        },
        'otlp/span:llm',
      );
    expect(said?.input[0]?.path).toEqual(['attributes', 1, 'value', 'stringValue']);
  });
});
