/** The id of the trace below. */
export const AGENT_TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

const START = 1_772_366_400_000_000_000n;

type Attribute = string | number | boolean | string[];

/** A run of an agent as a request of OTLP: a model is asked, two tools are called, one of which fails; the end of a span is missing. */
export function agentTrace(traceId = AGENT_TRACE_ID, start = START): { resourceSpans: object[] } {
  const messages = (role: string, text: string) => JSON.stringify([{ role, parts: [{ type: 'text', content: text }] }]);
  const span = (
    id: number,
    parent: number,
    name: string,
    [from, to]: [number, number?],
    attributes: Record<string, Attribute>,
    more: object = {},
  ) => ({
    traceId,
    spanId: idOf(id),
    ...(parent > 0 && { parentSpanId: idOf(parent) }),
    name,
    kind: 1,
    startTimeUnixNano: String(start + BigInt(from) * 1_000_000n),
    ...(to !== undefined && { endTimeUnixNano: String(start + BigInt(to) * 1_000_000n) }),
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) })),
    ...more,
  });
  return {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'travel' } }] },
        scopeSpans: [
          {
            scope: { name: 'agents', version: '1.2' },
            spans: [
              span(
                1,
                0,
                'invoke_agent Planner',
                [0, 900],
                {
                  'gen_ai.operation.name': 'invoke_agent',
                  'gen_ai.agent.name': 'Planner',
                  'gen_ai.input.messages': messages('user', 'Find a train to Köln, "first class".\nThanks'),
                },
                { status: { code: 2, message: 'No seat was found' } },
              ),
              span(
                2,
                1,
                'chat gpt-4o',
                [10, 200],
                {
                  'gen_ai.operation.name': 'chat',
                  'gen_ai.request.model': 'gpt-4o',
                  'gen_ai.usage.input_tokens': 120,
                  'gen_ai.usage.output_tokens': 0,
                  'gen_ai.request.temperature': 0,
                  'gen_ai.request.stream': false,
                  'gen_ai.response.finish_reasons': ['stop'],
                  'gen_ai.input.messages': messages('user', 'Find a train to Köln'),
                  'gen_ai.output.messages': messages('assistant', 'I look for \u{1F686} trains\\seats'),
                },
                { status: { code: 1 } },
              ),
              span(3, 1, 'execute_tool find_trains', [210, 400], {
                'gen_ai.operation.name': 'execute_tool',
                'gen_ai.tool.name': 'find_trains',
                'gen_ai.tool.call.id': 'call_1',
                'gen_ai.tool.call.arguments': '{"to":"Köln","class":1}',
                'gen_ai.tool.call.result': '["ICE 1"]',
              }),
              span(
                4,
                1,
                'execute_tool book',
                [410, 800],
                {
                  'gen_ai.operation.name': 'execute_tool',
                  'gen_ai.tool.name': 'book',
                  'gen_ai.tool.call.id': 'call_2',
                  'error.type': 'SoldOut',
                },
                {
                  status: { code: 2, message: 'sold out' },
                  events: [
                    {
                      timeUnixNano: String(start + 500_000_000n),
                      name: 'exception',
                      attributes: [{ key: 'exception.message', value: { stringValue: 'sold out' } }],
                    },
                  ],
                },
              ),
              span(5, 1, 'execute_tool wait', [810], { 'gen_ai.tool.name': 'wait', input: 'x', 'input.value': 'y' }),
            ],
          },
        ],
      },
    ],
  };
}

function idOf(id: number): string {
  return id.toString(16).padStart(16, '0');
}

function anyValue(value: Attribute): object {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  if (typeof value === 'number') return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return typeof value === 'boolean' ? { boolValue: value } : { stringValue: value };
}
