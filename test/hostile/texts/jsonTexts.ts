import { exampleOf } from '../../kit/examples';
import { keys, lines, list, nested, type TextAttack } from './textAttack';

const message = exampleOf('agent-message/message');
const output = exampleOf('agent-protocol/output');
const open = (envelope: object) => JSON.stringify(envelope).slice(0, -1);
const closed = JSON.stringify;

const texts: Record<string, string> = {
  'unknown properties': closed({ ...message, ...keys(3000, 'key') }),
  'properties of a closed object': closed({ ...output, ...keys(3000, 'key') }),
  'properties nearly named as one that is missing': closed({ ...message, intent: undefined, ...keys(1500, 'intnt') }),
  'items of the wrong type': closed({ ...output, artifacts: list(500, () => ({ path: 3, operation: 'creat' })) }),
  'items that lack all': closed({ ...output, artifacts: list(2000, () => ({})) }),
  'files of one path': closed({
    ...output,
    artifacts: list(800, () => ({ path: 'a.md', operation: 'create', content: 'x' })),
  }),
  'a file that is Markdown': closed({
    ...output,
    artifacts: [
      {
        path: 'index.md',
        operation: 'create',
        content: `# Feature Index\n\n## Workflow Status\n\n${'[]('.repeat(20_000)}`,
      },
    ],
  }),
  'a file that is JSON': closed({
    ...output,
    artifacts: [{ path: 'a.json', operation: 'create', content: closed(list(200, () => message)) }],
  }),
  'one key': `${open(message)}${list(5000, at => `,"id":${at}`).join('')}}`,
  'one key with a long value': `${open(message)}${list(3000, at => `,"k":${at}`).join('')},"k":[${'1,'.repeat(20_000)}1]}`,
  'keys that stand twice': `${open(message)}${list(1500, at => `,"k${at}":1,"k${at}":2`).join('')}}`,
  'an array of faulty ones': closed(list(100, at => ({ ...message, id: `m${at}`, context: {} }))),
  'an array without an end': closed(list(100, at => ({ ...message, id: `m${at}` }))).slice(0, -1),
  'objects in objects': closed({ ...message, payload: nested(2000, 1) }),
  'brackets that open': `${open(message)},"payload":${'['.repeat(50_000)}`,
  'missing commas': `${open(message)},${'"a" 1 '.repeat(4000)}`,
  'single quotes': `${open(message)},${"'a': tru, ".repeat(2500)}`,
  'names without quotes': `${open(message)},${'a: b,'.repeat(4000)}`,
  backslashes: closed({ ...message, payload: { reasoning: '\\'.repeat(30_000) } }),
  'long words': closed({ ...message, from: 'b'.repeat(20_000), to: 'c'.repeat(20_000), intent: 'd'.repeat(20_000) }),
  'steps up in a path': closed({
    ...output,
    artifacts: [{ path: `${'../'.repeat(20_000)}x`, operation: 'create', content: '...\n'.repeat(5000) }],
  }),
  digits: closed(message).replace(/"confidence":[\d.]+/, `"confidence":${'9'.repeat(50_000)}`),
  'a time of many digits': closed({ ...message, timestamp: `2026-06-11T09:00:00.${'0'.repeat(50_000)}Z!` }),
  'rules to ignore': closed({ ...message, confidence: 3, $ignore: list(1000, at => `schema/x${at}`) }),
  'a trace of one parent': closed({
    resourceSpans: [
      {
        resource: {},
        scopeSpans: [
          {
            scope: {},
            spans: list(400, at => ({
              traceId: '0f1e2d3c4b5a69788796a5b4c3d2e1f0',
              spanId: String(at + 1).padStart(16, '0'),
              parentSpanId: String(((at + 1) % 400) + 1).padStart(16, '0'),
              name: 'x',
              startTimeUnixNano: '1780301109000000000',
              endTimeUnixNano: '1780301109000000250',
            })),
          },
        ],
      },
    ],
  }),
};

/** A schema that asks for the same of a value in two ways, and again in each. */
const TWICE = {
  id: 'twice',
  title: 'Twice',
  kinds: {
    request: {
      title: 'Request',
      schema: {
        type: 'object',
        required: ['twice_id'],
        properties: { twice_id: { type: 'string' }, a: { $ref: '#/definitions/part' } },
        definitions: {
          part: { anyOf: [{ $ref: '#/definitions/own' }, { $ref: '#/definitions/own' }] },
          own: { type: 'object', properties: { a: { $ref: '#/definitions/part' } } },
        },
      },
      signature: { keys: { '/twice_id': 4 }, proof: [{ all: ['/twice_id'] }] },
      tells: { id: '/twice_id' },
    },
  },
};

export const jsonTexts: TextAttack[] = [
  ...Object.entries(texts).map(([name, text]) => ({ name: `JSON: ${name}`, file: 'a.json', text })),
  {
    name: 'JSON: comments that silence',
    file: 'a.jsonc',
    text: `${'// agent-envelopes-disable-next-line schema/type\n'.repeat(1000)}${closed({ ...message, ...keys(1000, 'key') })}`,
  },
  {
    name: 'a declared schema that leads back to itself twice',
    file: 'a.json',
    text: closed({ twice_id: 'x', a: nested(60, 7) }),
    beside: {
      'twice.agent-protocol.json': closed(TWICE),
      '.agent-envelopes.json': closed({ protocols: ['twice.agent-protocol.json'] }),
    },
  },
  {
    name: 'a catalogue of thousands of tools, and calls of none of them',
    file: 'calls.jsonl',
    text: lines(60, at => ({
      ...exampleOf('toolcall/call'),
      call_id: `t_${String(at).padStart(10, '0')}`,
      tool: `tool_of_${at}`,
    })),
    beside: {
      'tool_catalogue.json': closed({
        calendar: list(3000, at => ({
          name: `tool_or_${at}`,
          description: '',
          parameters: { type: 'object', properties: {} },
        })),
      }),
    },
  },
];
