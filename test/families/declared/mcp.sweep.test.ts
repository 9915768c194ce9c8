// The verdicts on messages of MCP beside those of its own SDK, for messages of the SDK's shapes that are broken in one place.
import * as sdk from '@modelcontextprotocol/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { declarationText, protocolDeclarations } from '../../../tools/updateProtocols.mjs';
import { sixteenth } from '../../kit/amount';
import { analyseText } from '../../kit/analyseText';
import { declarationOf } from '../../kit/provideNodeCode';
import { familiesWhere } from '../../kit/shippedFamilies';

const families = familiesWhere();

/** The SDK's schemas by their names. */
const SCHEMAS = new Map(Object.entries(sdk) as [string, { safeParse(value: unknown): { success: boolean } }][]);

const REQUEST = { jsonrpc: '2.0', id: 1 };
const RESULT = { jsonrpc: '2.0', id: 1 };
const NOTIFICATION = { jsonrpc: '2.0' };
const TEXT = { type: 'text', text: 'x', annotations: { audience: ['user'], priority: 0.5 } };
const TOOL = {
  name: 'find',
  title: 'Find',
  description: 'd',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
  outputSchema: { type: 'object' },
  annotations: { title: 't', readOnlyHint: true },
  icons: [{ src: 'https://a.example/i.png', mimeType: 'image/png', sizes: ['48x48'] }],
  _meta: { a: 1 },
};
const RESOURCE = { uri: 'file:///a', name: 'a', mimeType: 'text/plain', size: 3 };
const INFO = { name: 'n', version: '1' };

/** Valid messages, each with the schema of the SDK for it. */
const SAMPLES: readonly (readonly [string, Record<string, unknown>])[] = [
  [
    'InitializeRequestSchema',
    {
      ...REQUEST,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: {} },
        clientInfo: INFO,
      },
    },
  ],
  ['InitializedNotificationSchema', { ...NOTIFICATION, method: 'notifications/initialized' }],
  ['ListToolsRequestSchema', { ...REQUEST, method: 'tools/list', params: { cursor: 'c' } }],
  [
    'CallToolRequestSchema',
    {
      ...REQUEST,
      method: 'tools/call',
      params: { name: 'find', arguments: { q: 'x' }, _meta: { progressToken: 'p' } },
    },
  ],
  ['ReadResourceRequestSchema', { ...REQUEST, method: 'resources/read', params: { uri: 'file:///a' } }],
  ['SubscribeRequestSchema', { ...REQUEST, method: 'resources/subscribe', params: { uri: 'file:///a' } }],
  ['GetPromptRequestSchema', { ...REQUEST, method: 'prompts/get', params: { name: 'p', arguments: { a: 'b' } } }],
  ['SetLevelRequestSchema', { ...REQUEST, method: 'logging/setLevel', params: { level: 'debug' } }],
  [
    'CompleteRequestSchema',
    {
      ...REQUEST,
      method: 'completion/complete',
      params: { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: 'v' }, context: {} },
    },
  ],
  [
    'CreateMessageRequestSchema',
    {
      ...REQUEST,
      method: 'sampling/createMessage',
      params: {
        messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
        modelPreferences: { hints: [{ name: 'm' }], costPriority: 0.3 },
        systemPrompt: 's',
        maxTokens: 100,
      },
    },
  ],
  [
    'ElicitRequestSchema',
    {
      ...REQUEST,
      method: 'elicitation/create',
      params: {
        message: 'm',
        requestedSchema: { type: 'object', properties: { a: { type: 'string', minLength: 1 } }, required: ['a'] },
      },
    },
  ],
  [
    'ElicitRequestSchema',
    {
      ...REQUEST,
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'm',
        requestedSchema: {
          type: 'object',
          properties: {
            plain: { type: 'string', enum: ['a'], default: 'a' },
            titled: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
            many: { type: 'array', items: { type: 'string', enum: ['a'] }, maxItems: 2 },
            manyTitled: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
            count: { type: 'integer', minimum: 1 },
            sure: { type: 'boolean', default: true },
          },
        },
      },
    },
  ],
  [
    'ElicitRequestSchema',
    {
      ...REQUEST,
      method: 'elicitation/create',
      params: { mode: 'url', message: 'm', elicitationId: 'e', url: 'https://a.example/' },
    },
  ],
  ['CancelledNotificationSchema', { ...NOTIFICATION, method: 'notifications/cancelled', params: { requestId: 1 } }],
  [
    'ProgressNotificationSchema',
    { ...NOTIFICATION, method: 'notifications/progress', params: { progressToken: 1, progress: 2, total: 3 } },
  ],
  [
    'LoggingMessageNotificationSchema',
    { ...NOTIFICATION, method: 'notifications/message', params: { level: 'info', logger: 'l', data: { a: 1 } } },
  ],
  [
    'ResourceUpdatedNotificationSchema',
    { ...NOTIFICATION, method: 'notifications/resources/updated', params: { uri: 'file:///a' } },
  ],
  [
    'InitializeResultSchema',
    {
      ...RESULT,
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: { listChanged: true }, logging: {} },
        serverInfo: INFO,
        instructions: 'i',
      },
    },
  ],
  ['ListToolsResultSchema', { ...RESULT, result: { tools: [TOOL, { name: 'b', inputSchema: { type: 'object' } }] } }],
  [
    'CallToolResultSchema',
    {
      ...RESULT,
      result: {
        content: [
          TEXT,
          { type: 'image', data: 'aGk=', mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'file:///a', text: 't' } },
          { type: 'resource_link', ...RESOURCE },
        ],
        structuredContent: { a: 1 },
        isError: false,
      },
    },
  ],
  ['ListResourcesResultSchema', { ...RESULT, result: { resources: [RESOURCE, RESOURCE], nextCursor: 'c' } }],
  [
    'ReadResourceResultSchema',
    {
      ...RESULT,
      result: {
        contents: [
          { uri: 'file:///a', mimeType: 'text/plain', text: 't' },
          { uri: 'b', blob: 'aGk=' },
        ],
      },
    },
  ],
  [
    'ListPromptsResultSchema',
    { ...RESULT, result: { prompts: [{ name: 'p', arguments: [{ name: 'a', required: true }] }, { name: 'q' }] } },
  ],
  [
    'GetPromptResultSchema',
    {
      ...RESULT,
      result: {
        description: 'd',
        messages: [
          { role: 'user', content: TEXT },
          { role: 'assistant', content: TEXT },
        ],
      },
    },
  ],
  ['CompleteResultSchema', { ...RESULT, result: { completion: { values: ['a'], total: 1, hasMore: false } } }],
  ['ListRootsResultSchema', { ...RESULT, result: { roots: [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }] } }],
  ['JSONRPCErrorResponseSchema', { ...RESULT, error: { code: -32602, message: 'm', data: { a: 1 } } }],
];

// A message that proves nothing is recognised beside one that does.
const BESIDE = JSON.stringify({ ...REQUEST, id: 0, method: 'tools/list' });

/** Whether it is accepted; undefined if it is not recognised as a message of MCP. */
function ours(message: unknown): boolean | undefined {
  const { parts } = analyseText('a.jsonl', `${BESIDE}\n${JSON.stringify(message)}`, { families });
  const [, part] = parts;
  const { kind } = part?.recognition ?? {};
  if (!part || !kind?.id.startsWith('mcp/') || kind.id === 'mcp/result' || kind.readOnly) return undefined;
  return part.problems.every(({ severity }) => severity !== 'error');
}

/** The SDK's verdict: on what JSON-RPC demands, and on what the message is. */
function theirs(name: string, message: Record<string, unknown>): boolean {
  const isResult = name.endsWith('ResultSchema');
  // Sending a message with properties of its own is allowed in a log, so these are left out of the frame.
  const { jsonrpc, id, method, params, result, error } = message;
  const frame = JSON.parse(JSON.stringify({ jsonrpc, id, method, params, result, error }));
  const frames = { RequestSchema: sdk.JSONRPCRequestSchema, NotificationSchema: sdk.JSONRPCNotificationSchema };
  const [, frameSchema = sdk.JSONRPCResponseSchema] = Object.entries(frames).find(([end]) => name.endsWith(end)) ?? [];
  if (!frameSchema.safeParse(frame).success) return false;
  if (name === 'JSONRPCErrorResponseSchema') return true;
  return SCHEMAS.get(name)?.safeParse(isResult ? result : frame).success === true;
}

type Place = readonly (string | number)[];

function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [
    at,
    ...Object.entries(value).flatMap(([key, inner]) =>
      placesIn(inner, [...at, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

const OTHER_VALUES: Readonly<Record<string, (before: unknown) => unknown>> = {
  number: () => 7.5,
  text: () => 'other',
  nothing: () => null,
  yes: () => true,
  list: before => [before],
  object: before => ({ inner: before }),
};

function change(holder: Record<string | number, unknown>, key: string | number, how: string): void {
  const other = OTHER_VALUES[how];
  if (other) holder[key] = other(holder[key]);
  else if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (how === 'missing') delete holder[key];
  else holder['extra'] = 1;
}

const broken = fc
  .constantFrom(...SAMPLES)
  .chain(([name, message]) =>
    fc.record({
      name: fc.constant(name),
      message: fc.constant(message),
      place: fc.constantFrom(...placesIn(message).filter(({ length }) => length > 0)),
      how: fc.constantFrom('missing', 'extra', ...Object.keys(OTHER_VALUES)),
    }),
  )
  .map(({ name, message, place, how }) => {
    const changed = JSON.parse(JSON.stringify(message));
    const holder = place.slice(0, -1).reduce((one, step) => one[step], changed);
    change(holder, place.at(-1) as string, how);
    return { name, changed, place: place.join('/'), how };
  });

/** Why a message is not compared, or may have another verdict here; undefined for all others. */
function difference(changed: Record<string, unknown>, verdict: boolean | undefined): string | undefined {
  const { jsonrpc, method, result, error } = changed;
  if (verdict !== undefined) return undefined;
  // Without "jsonrpc", or with a method that MCP does not have, nothing proves that a message is of MCP.
  if (jsonrpc !== '2.0') return 'no JSON-RPC';
  if (typeof method !== 'string' && result === undefined && error === undefined)
    return 'neither method, result nor error';
  if (method !== undefined) return 'no method of MCP, or parameters of another protocol';
  // The request of a result is elsewhere: what has lost the properties that tell its kind is a result of any method.
  return 'a result that tells no method';
}

test('the declaration is that of the packages', () => {
  for (const [id, value] of Object.entries(protocolDeclarations()))
    expect(declarationOf(id)).toEqual(JSON.parse(declarationText(value)));
});

test.each(SAMPLES)('a valid message of %s has no problem', (name, message) => {
  expect({ ours: ours(message), theirs: theirs(name, message) }).toEqual({ ours: true, theirs: true });
});

/** What the verdict differs in, each with the reason. */
const DIFFERENCES: ReadonlySet<string> = new Set([
  // JSON-RPC demands the id null where that of the request is not known.
  'JSONRPCErrorResponseSchema id nothing: accepted',
  // That a text is base64 is not checked: JSON Schema only notes it.
  'ReadResourceResultSchema result/contents/1/blob text: accepted',
  'CallToolResultSchema result/content/1/data text: accepted',
]);

test('verdicts agree with those of the SDK', () => {
  const counts: Record<string, number> = {};
  const differences = new Set<string>();
  fc.assert(
    fc.property(broken, ({ name, changed, place, how }) => {
      const [own, other] = [ours(changed), theirs(name, changed)];
      const why = difference(changed, own) ?? (other ? 'accepted' : 'refused');
      counts[why] = (counts[why] ?? 0) + 1;
      if (own !== undefined && own !== other)
        differences.add(`${name} ${place} ${how}: ${own ? 'accepted' : 'refused'}`);
    }),
    { numRuns: sixteenth(2000) },
  );
  expect([...differences].filter(one => !DIFFERENCES.has(one))).toEqual([]);
  expect(counts['refused']).toBeGreaterThan(sixteenth(400));
  expect(counts['accepted']).toBeGreaterThan(sixteenth(400));
});
