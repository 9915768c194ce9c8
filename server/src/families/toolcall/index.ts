import callSchema from '../../../../schemas/toolcall/call.schema.json';
import catalogueSchema from '../../../../schemas/toolcall/catalogue.schema.json';
import quarantinedCallSchema from '../../../../schemas/toolcall/quarantined-call.schema.json';
import resultSchema from '../../../../schemas/toolcall/result.schema.json';
import traceSchema from '../../../../schemas/toolcall/trace.schema.json';
import snippets from '../../../../snippets/toolcall.json';
import { call, catalogue, quarantinedCall, result, trace } from '../../generated/toolcall.validators';
import { all, any, defineFamily, none, some } from '../defineFamily';
import { conversions } from './conversions';
import { listedAgents } from './listedAgents';
import argumentsOfTool from './rules/arguments';
import brokenParameters from './rules/catalogueSchema';
import duplicateTool from './rules/duplicateTool';
import rejectedCall from './rules/rejectedCall';
import resultContradicts from './rules/resultContradicts';
import unconfirmedTrigger from './rules/unconfirmedTrigger';
import unknownTool from './rules/unknownTool';
import callWithoutResult from './runRules/callWithoutResult';
import duplicateCall from './runRules/duplicateCall';
import duplicateResult from './runRules/duplicateResult';
import lateResult from './runRules/lateResult';
import resultWithoutCall from './runRules/resultWithoutCall';
import { steps } from './steps';
import { whyDecided, whyRejected } from './why';

const EMPTY = none('/0');
const EACH_A_TOOL = { at: '', each: all('/name', '/description', '/parameters') };

export default defineFamily('toolcall', {
  title: 'Typed Tool Calls',
  source: 'ADR-0009, Inter-Agent Communication',
  snippets,
  steps,
  conversions,
  rules: [
    rejectedCall,
    resultContradicts,
    unconfirmedTrigger,
    unknownTool,
    argumentsOfTool,
    brokenParameters,
    duplicateTool,
  ],
  runRules: [callWithoutResult, duplicateCall, duplicateResult, lateResult, resultWithoutCall],
  kinds: {
    call: {
      schema: callSchema,
      schemaIds: ['https://aura.local/schemas/toolcall.v1.json'],
      validate: call,
      signature: {
        keys: {
          '/call_id': 1.5,
          '/agent': 0.5,
          '/tool': 0.75,
          '/args': 0.75,
          '/ts': 0.25,
          '/confirm_required': 1.5,
          '/expected_surface': 1,
          '/deadline_ms': 0.5,
        },
        proof: [some(4, '/call_id', '/agent', '/tool', '/args', '/confirm_required')],
      },
      tells: { id: ['/call_id'], peer: ['/agent'], at: ['/ts'], title: ['/tool'] },
      calls: { agent: '/agent', tool: '/tool', args: '/args' },
    },
    result: {
      schema: resultSchema,
      validate: result,
      signature: {
        keys: { '/call_id': 1.5, '/ok': 1, '/result': 0.5, '/error': 0.5, '/latency_ms': 1 },
        proof: [
          all(
            some(2, '/call_id', '/ok', '/latency_ms'),
            some(4, '/call_id', '/ok', '/result', '/error', '/latency_ms'),
          ),
        ],
      },
      tells: { id: ['/call_id'], title: ['/error'], status: ['/ok'], text: ['/error'] },
    },
    catalogue: {
      schema: catalogueSchema,
      validate: catalogue,
      signature: {
        keys: {},
        // Lists of tools, of which some may be empty, but not all. Bare `tools` are what anybody hands to a model: no agent has them.
        proof: [
          all(
            { at: '', each: all({ at: '', type: 'array' }, any(EMPTY, EACH_A_TOOL)) },
            none({ at: '', each: EMPTY }, '/tools', '/functions'),
          ),
        ],
        open: true,
      },
      lists: listedAgents,
      tells: {},
    },
    trace: {
      schema: traceSchema,
      schemaIds: ['https://aura.local/schemas/trace.v1.json'],
      validate: trace,
      why: whyDecided,
      signature: {
        keys: {
          '/trace_id': 0.5,
          '/trigger': 0.75,
          '/signals': 1,
          '/candidates': 1,
          '/chosen': 1,
          '/rationale': 1,
          '/rationale_source': 1,
          '/outcome': 0.75,
          '/confirm_required': 1,
          '/redactions': 0.5,
        },
        proof: [some(4, '/trigger', '/signals', '/candidates', '/chosen', '/rationale', '/outcome')],
      },
      tells: {
        id: ['/trace_id'],
        run: ['/trace_id'],
        at: ['/ts'],
        title: ['/chosen'],
        status: ['/outcome'],
        text: ['/rationale'],
      },
    },
    'quarantined-call': {
      schema: quarantinedCallSchema,
      validate: quarantinedCall,
      why: whyRejected,
      signature: {
        keys: {
          '/quarantined_at': 2,
          '/reason': 0.5,
          '/errors': 0.5,
          '/call': 0.75,
          '/trace': 0.5,
          '/trace/trace_id': 0.5,
        },
        proof: [
          '/quarantined_at',
          some(2, '/call/call_id', '/call/agent', '/call/tool', '/call/args', '/call/confirm_required'),
        ],
      },
      tells: {
        id: ['/call/call_id', '/trace/trace_id'],
        peer: ['/call/agent'],
        at: ['/quarantined_at'],
        title: ['/call/tool', '/trace/chosen'],
        status: ['/reason'],
        text: ['/reason'],
      },
      calls: { agent: '/call/agent', tool: '/call/tool', args: '/call/args' },
    },
  },
});
