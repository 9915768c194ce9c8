import schemas from '../../generated/toolcall.recognition.json';
import type { ListedAgent, ListedTool } from '../../model/catalogue';
import type { Exchange } from '../../model/run';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { all, any, atLeast, defineFamily, none } from '../defineFamily';
import { explainDecision, explainRejection } from './explainDecision';
import { steps } from './steps';

// Some lists may be empty, and a tool may be incomplete.
const LISTS_TOOLS = all(
  { at: '', type: 'array' },
  any(none('/0'), { at: '', each: atLeast(2, '/name', '/description', '/parameters') }),
);
const A_TOOL = all('/name', '/description', { at: '/parameters', type: 'object' });
const OBJECT_OR_NULL = any({ at: '/result', type: 'object' }, { at: '/result', type: 'null' });
const OUTCOMES = schemas.trace.properties.outcome.enum;
// Names of lists in requests to models, which are no agents.
const NAMES_OF_LISTS = [
  ...['tool', 'tools', 'function', 'functions', 'declarations', 'definitions', 'schemas', 'specs'],
  ...['action', 'actions', 'command', 'commands', 'skills', 'methods', 'operations', 'capabilities', 'abilities'],
  ...['triggers', 'events', 'hooks', 'webhooks', 'queries', 'mutations', 'endpoints', 'routes', 'apis', 'services'],
  ...['plugins', 'resources', 'prompts', 'items', 'data', 'list', 'results', 'entries', 'steps', 'nodes', 'modules'],
];

export default defineFamily('toolcall', {
  title: 'Typed Tool Calls',
  reference: 'ADR-0009, Inter-Agent Communication',
  steps,
  exchange,
  kinds: {
    call: {
      schema: schemas.call,
      schemaIds: ['https://aura.local/schemas/toolcall.v1.json'],
      signature: {
        keys: {
          '/call_id': 1.5,
          '/agent': 0.5,
          '/tool': 0.75,
          '/args': 0.5,
          '/ts': 0.25,
          '/confirm_required': 2,
          '/expected_surface': 1.25,
          '/deadline_ms': 0.75,
        },
        evidence: [
          { when: { at: '/call_id', startsWith: 't_' }, weight: 1.5 },
          { when: all('/call_id', '/agent', '/tool', '/args', '/ts', '/confirm_required'), weight: 3 },
        ],
      },
      fieldPointers: { id: ['/call_id'], peer: ['/agent'], at: ['/ts'], title: ['/tool'] },
      toolCall: { agent: '/agent', tool: '/tool', args: '/args' },
    },
    result: {
      schema: schemas.result,
      signature: {
        keys: { '/call_id': 1.5, '/ok': 0.75, '/result': 0.5, '/error': 0.5, '/latency_ms': 1.25 },
        evidence: [
          { when: { at: '/call_id', startsWith: 't_' }, weight: 1.5 },
          { when: all('/call_id', '/ok', '/result', '/error', '/latency_ms'), weight: 1 },
          { when: all('/ok', OBJECT_OR_NULL, '/error', '/latency_ms'), weight: 1.75 },
        ],
      },
      fieldPointers: { id: ['/call_id'], title: ['/error'], status: ['/ok'], text: ['/error'] },
    },
    catalogue: {
      schema: schemas.catalogue,
      signature: {
        keys: {},
        evidence: [
          {
            // Nearly all JSON fails the first condition at once.
            when: all(
              { at: '', each: LISTS_TOOLS },
              { at: '', some: { at: '', some: A_TOOL } },
              none({ at: '', keyWord: NAMES_OF_LISTS }),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      listedAgents,
      fieldPointers: {},
    },
    trace: {
      schema: schemas.trace,
      schemaIds: ['https://aura.local/schemas/trace.v1.json'],
      why: explainDecision,
      signature: {
        keys: {
          '/trace_id': 0.5,
          '/trigger': 0.25,
          '/signals': 0.5,
          '/candidates': 0.5,
          '/chosen': 0.5,
          '/rationale': 0.5,
          '/rationale_source': 1,
          '/outcome': 0.25,
          '/confirm_required': 1,
          '/redactions': 0.5,
        },
        evidence: [
          { when: { at: '/trace_id', startsWith: 'tr_' }, weight: 1 },
          { when: { at: '/signals', some: all('/agent', '/decision') }, weight: 0.75 },
          { when: { at: '/candidates', some: all('/kind', '/components') }, weight: 0.75 },
          { when: { at: '/outcome', is: OUTCOMES }, weight: 0.75 },
          { when: all('/trigger', '/signals', '/candidates', '/chosen', '/rationale', '/outcome'), weight: 1 },
        ],
      },
      fieldPointers: {
        id: ['/trace_id'],
        run: ['/trace_id'],
        at: ['/ts'],
        title: ['/chosen'],
        status: ['/outcome'],
        text: ['/rationale'],
      },
    },
    'quarantined-call': {
      schema: schemas['quarantined-call'],
      why: explainRejection,
      signature: {
        keys: {
          '/quarantined_at': 1.5,
          '/reason': 0.25,
          '/errors': 0.5,
          '/call': 0.25,
          '/trace': 0.25,
          '/call/call_id': 1,
          '/call/agent': 0.25,
          '/call/tool': 0.5,
          '/call/args': 0.5,
          '/call/confirm_required': 1.5,
          '/trace/trace_id': 0.5,
          '/trace/chosen': 0.5,
        },
        evidence: [
          { when: { at: '/errors', some: '/instancePath' }, weight: 1.75 },
          { when: { at: '/call/call_id', startsWith: 't_' }, weight: 1 },
          { when: { at: '/trace/trace_id', startsWith: 'tr_' }, weight: 1 },
          {
            when: all('/quarantined_at', any({ at: '/call', type: 'object' }, { at: '/trace', type: 'object' })),
            weight: 1.5,
          },
          {
            when: all('/quarantined_at', '/reason', { at: '/errors', some: '/instancePath' }, any('/call', '/trace')),
            weight: 1,
          },
        ],
      },
      fieldPointers: {
        id: ['/call/call_id', '/trace/trace_id'],
        peer: ['/call/agent'],
        at: ['/quarantined_at'],
        title: ['/call/tool', '/trace/chosen'],
        status: ['/reason'],
        text: ['/reason'],
      },
      toolCall: { agent: '/call/agent', tool: '/call/tool', args: '/call/args' },
    },
  },
});

/** Reads the exchange of a result; undefined for any other envelope: the kind declares where a call has its arguments. Never throws. */
export function exchange({ call_id: id, ok, result, error }: Record<string, unknown>): Exchange | undefined {
  if (typeof id !== 'string' || typeof ok !== 'boolean') return undefined;
  const answer = ok ? (result ?? null) : (error ?? result ?? null);
  return {
    input: [],
    output: [
      {
        role: 'tool',
        pieces: [{ type: 'tool_result', id, result: answer, ...(!ok && { isError: true }) }],
        path: [ok || error === undefined ? 'result' : 'error'],
      },
    ],
  };
}

/** The agents of a catalogue and their tools; entries without a name are skipped. */
export function listedAgents(catalogue: unknown): ListedAgent[] {
  if (!isObject(catalogue)) return [];
  return Object.entries(catalogue)
    .filter(([name]) => name !== '$schema')
    .map(([name, tools]) => ({ name, path: [name], tools: Array.isArray(tools) ? listedTools(tools, [name]) : [] }));
}

function listedTools(tools: readonly unknown[], path: Path): ListedTool[] {
  return tools.flatMap((tool, index) => {
    if (!isObject(tool)) return [];
    const { name, description, parameters } = tool;
    if (typeof name !== 'string' || name.trim() === '') return [];
    return {
      name,
      ...(typeof description === 'string' && { description }),
      ...(parameters !== undefined && { parameters }),
      path: [...path, index],
      namePath: [...path, index, 'name'],
      parametersPath: [...path, index, 'parameters'],
    };
  });
}
