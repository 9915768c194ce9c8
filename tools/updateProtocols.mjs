// node tools/updateProtocols.mjs
// Writes the declarations of the protocols MCP and ACP, protocols/mcp.agent-protocol.json and protocols/acp.agent-protocol.json. Their schemas
// come from the protocols' own packages, without descriptions; this script adds how an envelope is recognised and which step of a run it is. A
// test fails when the files are stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as mcpSchemas from '@modelcontextprotocol/core';
import * as z from 'zod/v4';
import { root, runAsScript } from './command.mjs';

const RPC = { at: '/jsonrpc', is: ['2.0'] };
const RPC_ID = { type: ['string', 'integer'] };

/** The declarations by their ids. */
export function protocolDeclarations() {
  return { mcp: mcp(), acp: acp() };
}

// How a result is told from others, whose request is elsewhere: proof, or what is enough beside other messages of the protocol.
const MCP_RESULTS = {
  initialize: { proof: ['/result/serverInfo/name', '/result/protocolVersion'] },
  'tools/list': {
    proof: [{ at: '/result/tools', some: '/inputSchema' }],
    sign: { at: '/result/tools', type: 'array' },
  },
  'tools/call': {
    proof: [
      {
        at: '/result/content',
        some: {
          any: [
            { all: [{ at: '/type', is: ['text'] }, '/text'] },
            { all: [{ at: '/type', is: ['image', 'audio'] }, '/data'] },
            { all: [{ at: '/type', is: ['resource'] }, '/resource'] },
            { all: [{ at: '/type', is: ['resource_link'] }, '/uri'] },
          ],
        },
      },
    ],
    sign: { at: '/result/content', type: 'array' },
  },
  'resources/list': {
    proof: [{ at: '/result/resources', some: { all: ['/uri', '/name'] } }],
    sign: { at: '/result/resources', type: 'array' },
  },
  'resources/templates/list': { proof: [{ at: '/result/resourceTemplates', type: 'array' }] },
  'resources/read': {
    proof: [{ at: '/result/contents', some: { all: ['/uri', { any: ['/text', '/blob'] }] } }],
    sign: { at: '/result/contents', type: 'array' },
  },
  'prompts/list': { proof: [{ at: '/result/prompts', some: '/name' }], sign: { at: '/result/prompts', type: 'array' } },
  'prompts/get': { proof: [{ at: '/result/messages', some: { all: ['/role', '/content/type'] } }] },
  'completion/complete': { proof: [{ at: '/result/completion/values', type: 'array' }] },
  'roots/list': {
    proof: [{ at: '/result/roots', some: { at: '/uri', startsWith: 'file:' } }],
    sign: { at: '/result/roots', type: 'array' },
  },
  'sampling/createMessage': { proof: ['/result/role', '/result/model', '/result/content'] },
  'elicitation/create': { sign: { at: '/result/action', is: ['accept', 'decline', 'cancel'] } },
};

// A result that has more than one form.
const SEVERAL_RESULTS = { 'sampling/createMessage': ['CreateMessageResult', 'CreateMessageResultWithTools'] };

const ACP_RESULTS = {
  initialize: { proof: ['/result/protocolVersion', '/result/agentCapabilities'] },
  'session/prompt': {
    proof: [{ at: '/result/stopReason', is: ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'] }],
    sign: '/result/stopReason',
  },
  'session/request_permission': { proof: [{ at: '/result/outcome/outcome', is: ['selected', 'cancelled'] }] },
  'session/new': { sign: { at: '/result/sessionId', type: 'string' } },
};

// Methods that several protocols have: in a message of one, its parameters tell which it is. A version of the wrong type does not make
// a message one of another protocol.
const MCP_CLIENT = { all: ['/params/protocolVersion', '/params/clientInfo', '/params/capabilities'] };
const ACP_CLIENT = { all: ['/params/protocolVersion', '/params/clientCapabilities'] };
const SHARED_METHODS = {
  mcp: {
    initialize: [
      { any: [{ all: [{ at: '/params/protocolVersion', type: 'string' }, { not: ACP_CLIENT }] }, MCP_CLIENT] },
    ],
    ping: undefined,
  },
  acp: {
    initialize: [{ any: [{ at: '/params/protocolVersion', type: 'number' }, ACP_CLIENT] }, { not: MCP_CLIENT }],
    authenticate: undefined,
    logout: undefined,
    // Version 2 has no call in it.
    'session/request_permission': ['/params/toolCall'],
    'elicitation/create': undefined,
    'elicitation/complete': undefined,
    '$/cancel_request': undefined,
  },
};

function mcp() {
  const { schemas } = z.toJSONSchema(mcpRegistry(), {
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    uri: id => `mcp.agent-protocol.json#/definitions/${id}`,
  });
  const all = Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, tidy(schema)]),
  );
  const kinds = {};
  const used = name => ({ $ref: `mcp.agent-protocol.json#/definitions/${name}` });
  tellFormsApart(all, used);
  const results = {};
  for (const [name, { properties }] of Object.entries(all)) {
    const method = properties?.method?.const;
    if (method === undefined) continue;
    const isNotification = name.endsWith('Notification');
    const { method: _, ...rest } = properties;
    const message = {
      ...rest,
      ...(rest.params === undefined && { params: used('NotificationsParams') }),
    };
    kinds[kindName(method)] = {
      ...requestKind('mcp', method, { isNotification, required: all[name].required, properties: message }),
      ...(method === 'tools/call' && { tells: { id: '/id', title: '/params/name' } }),
    };
    results[method] = name.replace(/Request$/, 'Result');
  }
  for (const [method, evidence] of Object.entries(MCP_RESULTS)) {
    const result = SEVERAL_RESULTS[method]?.map(used) ?? [used(results[method])];
    kinds[`${kindName(method)}-result`] = resultKind(
      method,
      evidence,
      result.length > 1 ? { anyOf: result } : result[0],
      {
        ...(method === 'tools/call' && { text: '/result/content/0/text' }),
      },
    );
  }
  Object.assign(kinds, answerKinds());
  const about = ['MCP', 'Model Context Protocol (modelcontextprotocol.io)'];
  return declaration(
    'mcp',
    about,
    { tellBy: '/method', kinds, order: [mcpAnswers(kinds)], rules: { answer: mcpResults(kinds) } },
    all,
  );
}

/** A result is what its request asks for: also one that does not tell which method it answers. */
function mcpResults(kinds) {
  const [requests, answers] = ['ask', 'answer'].map(side =>
    Object.keys(kinds).filter(name => kinds[name].side === side),
  );
  const resultOf = name => (answers.includes(`${name}-result`) ? `${name}-result` : 'result');
  return {
    of: answers,
    answers: '/id',
    as: Object.fromEntries(requests.map(name => [name, resultOf(name)])),
    // A call may be answered by a task; that of the first version has a result of any form.
    when: { all: ['/result', { not: '/result/task' }, { not: '/result/toolResult' }] },
  };
}

// What both sides may ask, or the server: then two requests of a log may have one id.
const MCP_OF_SERVER = /^(ping|roots-list|sampling-createMessage|elicitation-create|tasks-.*)$/;

/** An answer is that of the request with its id. Only from where a session begins in the log to where another one does, or the server asks. */
function mcpAnswers(kinds) {
  const of = Object.keys(kinds).filter(
    name =>
      kinds[name].side !== undefined && ![name, name.replace(/-result$/, '')].some(one => MCP_OF_SERVER.test(one)),
  );
  const requests = of.filter(name => kinds[name].side === 'ask');
  const answers = of.filter(name => kinds[name].side === 'answer');
  const answersOf = name => {
    const own = `${name}-result`;
    // A call may be answered by a task.
    const isLoose = name === 'call' || !answers.includes(own);
    return [...(answers.includes(own) ? [own] : []), ...(isLoose ? ['result'] : []), 'error'];
  };
  return {
    name: 'request',
    of,
    by: Object.fromEntries(of.map(name => [name, '/id'])),
    since: ['initialize'],
    until: ['initialize', ...Object.keys(kinds).filter(name => MCP_OF_SERVER.test(name))],
    begins: [...requests],
    next: {
      ...Object.fromEntries(requests.map(name => [name, answersOf(name)])),
      ...Object.fromEntries(answers.map(name => [name, []])),
    },
    severity: 'warning',
  };
}

/**
 * Writes the alternatives of an elicitation as conditions: a fault is then told only for the one that is meant. No property that all of
 * them must have tells these apart, so it is said here what does.
 */
function tellFormsApart(all, used) {
  const text = used('StringSchema');
  Object.assign(all, {
    ElicitRequestParams: toldBy('mode', {
      form: { mayLack: true, schema: used('ElicitRequestFormParams') },
      url: { schema: used('ElicitRequestURLParams') },
    }),
    PrimitiveSchemaDefinition: toldBy('type', {
      string: { schema: where(['enum'], { anyOf: [used('UntitledSingleSelectEnumSchema'), text] }, text) },
      number: { schema: used('NumberSchema') },
      integer: { schema: used('NumberSchema') },
      boolean: { schema: used('BooleanSchema') },
      array: { schema: used('MultiSelectEnumSchema') },
    }),
    MultiSelectEnumSchema: where(
      ['items', 'anyOf'],
      used('TitledMultiSelectEnumSchema'),
      used('UntitledMultiSelectEnumSchema'),
    ),
  });
}

/** Of the schemas by the values of a property the one that a value names. */
function toldBy(property, schemas) {
  const values = Object.keys(schemas);
  const mayLack = Object.values(schemas).some(one => one.mayLack);
  return {
    type: 'object',
    ...(!mayLack && { required: [property] }),
    properties: { [property]: { enum: values } },
    additionalProperties: true,
    allOf: values.map(value => ({
      if: { ...(!schemas[value].mayLack && { required: [property] }), properties: { [property]: { const: value } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: schemas[value].schema,
    })),
  };
}

/** One schema for objects that have a property, which may be inside of others, and another for all others. */
function where(path, schema, otherwise) {
  const has = path.reduceRight(
    (inner, name) => ({ required: [name], ...(inner && { properties: { [name]: inner } }) }),
    undefined,
  );
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: has, then: schema, else: otherwise };
}

/** The exported schemas by their names. */
function mcpRegistry() {
  const registry = z.registry();
  for (const [name, schema] of Object.entries(mcpSchemas)) {
    if (name.endsWith('Schema') && schema._zod) registry.add(schema, { id: name.replace(/Schema$/, '') });
  }
  return registry;
}

function acp() {
  const { $defs } = createRequire(import.meta.url)('@agentclientprotocol/sdk/schema/v1/schema.json');
  const all = Object.fromEntries(
    Object.entries($defs).map(([name, schema]) => [
      name,
      tidy(JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"acp.agent-protocol.json#/definitions/'))),
    ]),
  );
  const updates = openAcp(all);
  const kinds = {};
  for (const [name, { 'x-method': method }] of Object.entries($defs)) {
    if (method === undefined) continue;
    const params = { $ref: `acp.agent-protocol.json#/definitions/${name}` };
    if (name.endsWith('Response')) {
      const evidence = ACP_RESULTS[method];
      if (evidence) kinds[`${kindName(method)}-result`] = resultKind(method, evidence, params, {});
      continue;
    }
    const isNotification = name.endsWith('Notification');
    kinds[kindName(method)] = {
      ...requestKind('acp', method, { isNotification, required: ['method', 'params'], properties: { params } }),
      ...ACP_TELLS[method],
    };
  }
  Object.assign(kinds, answerKinds());
  const about = ['ACP', 'Agent Client Protocol, version 1 (agentclientprotocol.com)'];
  const rules = {
    'update-name': { of: ['session-update'], at: '/params/update/sessionUpdate', nearly: updates, severity: 'warning' },
  };
  return declaration('acp', about, { tellBy: '/method', kinds, rules }, all);
}

/**
 * Accepts what drafts and version 2 of ACP have besides: a message does not say its version.
 *
 * @returns the names of the updates of version 1
 */
function openAcp({ SessionUpdate, SessionConfigOption }) {
  const { oneOf } = SessionUpdate;
  const known = oneOf.map(({ properties }) => properties.sessionUpdate.const);
  delete SessionUpdate.oneOf;
  Object.assign(SessionUpdate, {
    type: 'object',
    required: ['sessionUpdate'],
    properties: { sessionUpdate: { type: 'string' } },
    if: { properties: { sessionUpdate: { enum: known } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { oneOf },
    additionalProperties: true,
  });
  SessionConfigOption.required = SessionConfigOption.required.filter(name => name !== 'id');
  return known;
}

const SESSION = '/params/sessionId';
const ACP_TELLS = {
  'session/prompt': { tells: { id: '/id', run: SESSION, text: '/params/prompt/0/text' }, agentName: 'client' },
  'session/update': {
    tells: {
      run: SESSION,
      title: ['/params/update/title', '/params/update/sessionUpdate'],
      text: '/params/update/content/text',
      status: '/params/update/status',
    },
    agentName: 'agent',
  },
  'session/request_permission': {
    tells: { id: '/id', run: SESSION, title: '/params/toolCall/title' },
    agentName: 'agent',
  },
};

/** A request or notification of a method. */
function requestKind(protocol, method, { isNotification, required, properties }) {
  const own = SHARED_METHODS[protocol];
  const params = Object.hasOwn(own, method) ? own[method] : [];
  return {
    title: isNotification ? `Notification ${method}` : `Request ${method}`,
    ...(!isNotification && { side: 'ask' }),
    schema: {
      type: 'object',
      required: ['jsonrpc', ...(isNotification ? [] : ['id']), ...required],
      properties: {
        jsonrpc: { const: '2.0' },
        ...(!isNotification && { id: protocol === 'acp' ? { type: ['string', 'integer', 'null'] } : RPC_ID }),
        method: { const: method },
        ...properties,
      },
      // A log adds properties of its own to its messages.
      additionalProperties: true,
    },
    signature: {
      ...signature([{ at: '/method', is: [method] }, ...(params ?? [])], params === undefined),
    },
    tells: isNotification ? { title: ['/params/message', '/params/reason'] } : { id: '/id' },
  };
}

/** A successful answer to a request of a method. */
function resultKind(method, { proof, sign }, result, tells) {
  return {
    title: `Result of ${method}`,
    side: 'answer',
    schema: {
      type: 'object',
      required: ['jsonrpc', 'id', 'result'],
      properties: { jsonrpc: { const: '2.0' }, id: RPC_ID, result },
      additionalProperties: true,
    },
    signature: proof
      ? { ...signature(proof, false), ...(sign && weak(sign, signature(proof, false))) }
      : signature([sign], true),
    tells: { id: '/id', status: ['/result/isError', '/jsonrpc'], ...tells },
    status: { ok: ['2.0', false], failed: [true] },
  };
}

/** Answers that do not tell which method they answer. */
function answerKinds() {
  const base = { jsonrpc: { const: '2.0' } };
  return {
    result: {
      title: 'Result',
      side: 'answer',
      schema: {
        type: 'object',
        required: ['jsonrpc', 'id', 'result'],
        properties: { ...base, id: RPC_ID, result: { type: 'object' } },
        additionalProperties: true,
      },
      signature: { evidence: [{ when: { all: [RPC, { at: '/result', type: 'object' }] }, weight: 2 }], open: true },
      tells: { id: '/id', status: '/jsonrpc' },
      status: { ok: ['2.0'] },
    },
    error: {
      title: 'Error',
      side: 'answer',
      schema: {
        type: 'object',
        required: ['jsonrpc', 'error'],
        properties: {
          ...base,
          id: { type: ['string', 'integer', 'null'] },
          error: {
            type: 'object',
            required: ['code', 'message'],
            properties: { code: { type: 'integer' }, message: { type: 'string' }, data: {} },
            additionalProperties: true,
          },
        },
        additionalProperties: true,
      },
      signature: { evidence: [{ when: { all: [RPC, { at: '/error', type: 'object' }] }, weight: 3 }], open: true },
      tells: { id: '/id', title: '/error/message', status: '/jsonrpc' },
      status: { failed: ['2.0'] },
    },
  };
}

/** @param isShared a value with these may belong to another protocol */
function signature(conditions, isShared) {
  const when = { all: [RPC, ...conditions] };
  return isShared ? { evidence: [{ when, weight: 3 }], open: true } : { proof: [when], open: true };
}

function weak(sign, { proof }) {
  return { proof, evidence: [{ when: { all: [RPC, sign] }, weight: 3 }] };
}

/** A declaration with the definitions that its kinds use. */
function declaration(id, [title, description], { tellBy, kinds, ...rules }, all) {
  const definitions = {};
  const pending = [kinds];
  while (pending.length > 0) {
    for (const [, name] of JSON.stringify(pending.pop()).matchAll(/#\/definitions\/(\w+)"/g)) {
      if (Object.hasOwn(definitions, name)) continue;
      definitions[name] = all[name];
      pending.push(all[name]);
    }
  }
  const sorted = Object.fromEntries(Object.entries(definitions).sort(([one], [other]) => (one < other ? -1 : 1)));
  return withSteps({ id, title, description, tellBy, kinds, ...rules, definitions: sorted });
}

/** How messages become steps is written by hand, in the declarations themselves: it stays. */
function withSteps(made) {
  const written = JSON.parse(readFileSync(path.join(root, 'protocols', `${made.id}.agent-protocol.json`), 'utf8'));
  const kinds = mapValues(made.kinds, (kind, name) => {
    const { steps } = written.kinds[name] ?? {};
    return steps ? { ...kind, steps } : kind;
  });
  return { ...made, kinds, ...(written.stepLists && { stepLists: written.stepLists }) };
}

function kindName(method) {
  if (method === 'tools/call') return 'call';
  return method.replace(/^\$\//, '').replaceAll(/[/_]/g, '-');
}

/** Leaves out what says nothing, and what is not for this program. */
function tidy(schema) {
  if (Array.isArray(schema)) return schema.map(tidy);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { allOf, ...rest } = schema;
  const own = Object.entries(rest).filter(([keyword, value]) => !isSilent(keyword, value));
  const inner = Object.fromEntries(
    own.map(([keyword, value]) => [keyword, keyword === 'properties' ? mapValues(value, tidy) : tidy(value)]),
  );
  // What accepts more properties says so: else each would be mentioned.
  if (inner.properties && inner.additionalProperties === undefined) inner.additionalProperties = true;
  if (JSON.stringify(inner.additionalProperties) === '{}') inner.additionalProperties = true;
  if (!allOf) return inner;
  const [only] = allOf;
  return allOf.length === 1 && Object.keys(inner).length === 0 ? tidy(only) : { ...inner, allOf: tidy(allOf) };
}

const ANNOTATIONS = ['description', 'title', 'default', 'discriminator', '$comment'];

function isSilent(keyword, value) {
  if (keyword.startsWith('x-')) return true;
  if (ANNOTATIONS.includes(keyword)) return true;
  return keyword === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}';
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** The text of a declaration's file. */
export function declarationText(value) {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** The packages whose schemas are in the declarations, by the ids of these. */
const PACKAGES = { mcp: '@modelcontextprotocol/core', acp: '@agentclientprotocol/sdk' };

/** What a package says of itself, for the notices of bundles with its schemas, which may be made without it. */
function writeNotices() {
  const notices = mapValues(PACKAGES, name => {
    const folder = path.join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const licence = path.join(root, 'tools', 'licences', `${name.replace('/', '+')}.txt`);
    writeFileSync(licence, readFileSync(path.join(folder, 'LICENSE'), 'utf8'));
    return { name, version, license };
  });
  writeFileSync(path.join(root, 'tools', 'licences', 'protocols.json'), declarationText(notices));
}

await runAsScript(import.meta.url, () => {
  writeNotices();
  for (const [id, value] of Object.entries(protocolDeclarations())) {
    writeFileSync(path.join(root, 'protocols', `${id}.agent-protocol.json`), declarationText(value));
  }
});
