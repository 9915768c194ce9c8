import schemas from '../../generated/atif.recognition.json';
import type { Draft, Exchange, ExchangeMessage, TokenCounts } from '../../model/run';
import type { Path } from '../../model/text';
import { parseInstant } from '../../text/instant';
import { isObject } from '../../text/pointer';
import { any, defineFamily } from '../defineFamily';
import { draftOf, identifier, objectsIn, shortLine, spokenLine } from '../drafts/draft';
import { tokenCounts, totalAmount, usageEffects } from '../drafts/usageEffects';
import { chatMessages, messagePieces, toolCall, toolResult } from '../exchanges/chatMessages';
import { attributeReader, RUN_ATTRIBUTES, TRAJECTORY_ATTRIBUTES } from '../otlp/attributes';
import { exportedDraft } from '../otlp/exportedDraft';

/** The steps of a trajectory: one for each of its steps, with one for each call of a tool nested in it. */
export function steps(trajectory: Record<string, unknown>): Draft[] {
  const written = writtenSteps(trajectory);
  if (written) return written;
  const session = identifier(trajectory['session_id']) ?? identifier(trajectory['trajectory_id']) ?? '';
  return trajectorySteps(trajectory, {
    run: session || undefined,
    name: session,
    path: [],
    parent: undefined,
    depth: 0,
  });
}

interface Trajectory {
  run: string | undefined;
  /** A prefix that makes the ids of the steps unique in the run. */
  name: string;
  path: Path;
  /** The key of the call that started the sub-agent. */
  parent: string | undefined;
  depth: number;
}

/** The deepest level of sub-agents within sub-agents that is read. */
const DEEPEST = 5;

function trajectorySteps(value: Record<string, unknown>, trajectory: Trajectory): Draft[] {
  const agent = isObject(value['agent']) ? value['agent'] : {};
  const own = { name: shortLine(agent['name']) ?? 'agent', model: shortLine(agent['model_name']) };
  const list = Array.isArray(value['steps']) ? value['steps'] : [];
  const startedBy = new Map<string, string>();
  const drafts = list.flatMap((step, index) =>
    isObject(step) ? stepDrafts(step, { trajectory, own, index, isLast: index === list.length - 1, startedBy }) : [],
  );
  if (trajectory.depth >= DEEPEST) return drafts;
  const nested = objectsIn(value['subagent_trajectories']).flatMap((inner, index) => {
    const session = identifier(inner['session_id']) ?? identifier(inner['trajectory_id']) ?? `${index}`;
    return trajectorySteps(inner, {
      ...trajectory,
      name: `${trajectory.name}/${session}`,
      path: [...trajectory.path, 'subagent_trajectories', index],
      parent: startedBy.get(session) ?? trajectory.parent,
      depth: trajectory.depth + 1,
    });
  });
  return [...drafts, ...nested];
}

interface StepPlace {
  trajectory: Trajectory;
  own: { name: string; model: string | undefined };
  index: number;
  isLast: boolean;
  /** By the session of a sub-agent, the key of the call that started it. Output. */
  startedBy: Map<string, string>;
}

function stepDrafts(step: Record<string, unknown>, { trajectory, own, index, isLast, startedBy }: StepPlace): Draft[] {
  const { run, name, parent } = trajectory;
  const isAgent = step['source'] === 'agent';
  const author = isAgent ? own.name : (shortLine(step['source']) ?? 'user');
  const key = `${name} ${identifier(step['step_id']) ?? index + 1}`;
  const isRoot = trajectory.depth === 0;
  const path: Path = [...trajectory.path, 'steps', index];
  const at = parseInstant(step['timestamp']);
  const calls = objectsIn(step['tool_calls']);
  const { tokens, cost } = stepMetrics(step);
  const words = messageWords(step['message']) ?? spokenLine(step['reasoning_content']);
  // Steps may have no time, but are in order.
  const base = { run, at, agent: author, order: isRoot ? index : undefined };
  const draft = draftOf(
    {
      key,
      parent,
      peer: author === 'user' ? own.name : undefined,
      model: isAgent ? (shortLine(step['model_name']) ?? own.model) : undefined,
      kind: isAgent ? 'atif/trajectory:llm' : 'atif/trajectory:message',
      title: words ?? shortLine(calls.map(call => shortLine(call['function_name'])).join(', ')) ?? author,
      outcome: 'ok',
      status: isLast && isRoot ? 'succeeded' : undefined,
      about: author === 'user' && isRoot ? requestOf(words) : undefined,
      path,
      effects: usageEffects(tokens, cost),
    },
    base,
  );
  const observation = isObject(step['observation']) ? step['observation'] : {};
  const results = Array.isArray(observation['results']) ? observation['results'] : [];
  const nested = calls.flatMap((call, place): Draft[] => {
    const id = identifier(call['tool_call_id']);
    const found = results.findIndex(result => isObject(result) && result['source_call_id'] === call['tool_call_id']);
    const callKey = `${key} ${id ?? place}`;
    const result: unknown = results[found];
    for (const session of startedSessions(result)) startedBy.set(session, callKey);
    return callDrafts(call, isObject(result) ? result : undefined, {
      base,
      key: callKey,
      parent: key,
      path: [...path, 'tool_calls', place],
      resultPath: [...path, 'observation', 'results', found],
    });
  });
  return [draft, ...nested];
}

function messageWords(message: unknown): string | undefined {
  if (Array.isArray(message))
    return objectsIn(message)
      .map(block => spokenLine(block['text']))
      .find(words => words !== undefined);
  return spokenLine(message);
}

/** The request of a user. Undefined for JSON, which a program writes in the user's name. */
function requestOf(words: string | undefined): string | undefined {
  return words === undefined || /^(?:`{3}\w{0,10}\s?)?[[{]/.test(words) ? undefined : words;
}

/** The sessions of sub-agents that a result refers to. */
function startedSessions(result: unknown): string[] {
  const refs = isObject(result) ? result['subagent_trajectory_ref'] : undefined;
  return objectsIn(Array.isArray(refs) ? refs : [refs]).flatMap(
    ref => identifier(ref['session_id']) ?? identifier(ref['trajectory_id']) ?? [],
  );
}

interface CallPlace {
  base: { run: string | undefined; at: bigint | undefined; agent: string; order: number | undefined };
  key: string;
  parent: string;
  path: Path;
  resultPath: Path;
}

function callDrafts(
  call: Record<string, unknown>,
  result: Record<string, unknown> | undefined,
  { base, key, parent, path, resultPath }: CallPlace,
): Draft[] {
  const tool = shortLine(call['function_name']) ?? 'tool';
  const id = identifier(call['tool_call_id']);
  const named = id === undefined ? {} : { id };
  const started = startedSessions(result);
  const handoffs = started.map(to => ({ do: 'handoff' as const, to }));
  const kind = 'atif/trajectory:tool';
  const ask = draftOf(
    {
      key,
      parent,
      ...(result && { side: 'ask', pair: key }),
      kind,
      title: tool,
      outcome: result ? 'pending' : 'unknown',
      path,
      ...(started.length > 0 && { links: { starts: started } }),
      effects: [{ do: 'call', ...named, tool }, ...handoffs],
    },
    base,
  );
  if (!result) return [ask];
  const effect = { do: 'result' as const, ...named, tool, ok: true };
  return [
    ask,
    draftOf(
      { parent, side: 'answer', pair: key, kind, title: tool, outcome: 'ok', path: resultPath, effects: [effect] },
      base,
    ),
  ];
}

/** The tokens and the cost of a step. The prompt's tokens include cached tokens. */
export function stepMetrics({ metrics }: Record<string, unknown>): { tokens?: TokenCounts; cost?: number } {
  if (!isObject(metrics)) return {};
  const tokens = tokenCounts({
    total: [],
    input: [metrics['prompt_tokens']],
    output: [metrics['completion_tokens']],
    cached: [metrics['cached_tokens']],
    reasoning: [metrics['reasoning_tokens']],
  });
  const cost = totalAmount([metrics['cost_usd']], []);
  return { ...(tokens && { tokens }), ...(cost !== undefined && { cost }) };
}

/** The steps of a trajectory that our export wrote; undefined for any other, and if another program added a step. */
function writtenSteps({ steps, extra }: Record<string, unknown>): Draft[] | undefined {
  if (!Array.isArray(steps) || !isObject(extra) || extra[RUN_ATTRIBUTES.id] === undefined) return undefined;
  const resource = attributeReader(extra);
  const drafts: Draft[] = [];
  for (const [index, step] of steps.entries()) {
    const own: unknown = isObject(step) ? step['extra'] : undefined;
    const attributes = attributeReader(own);
    const parent = attributes(TRAJECTORY_ATTRIBUTES.parent);
    const draft = exportedDraft(
      {
        path: ['steps', index],
        key: String(index + 1),
        parent: typeof parent === 'string' ? parent : undefined,
        message: attributes(TRAJECTORY_ATTRIBUTES.failure),
        attributes,
        resource,
      },
      'atif',
    );
    if (!draft) return undefined;
    drafts.push(draft);
  }
  return drafts;
}

export default defineFamily('atif', {
  title: 'ATIF',
  reference: 'Agent Trajectory Interchange Format, version 1',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    trajectory: {
      schema: schemas.trajectory,
      signature: {
        keys: { '/schema_version': 0.5, '/session_id': 0.5, '/agent': 0.25, '/steps': 0.25 },
        evidence: [
          { when: { at: '/schema_version', startsWith: 'ATIF-v1' }, weight: 4 },
          {
            when: {
              all: [
                '/session_id',
                '/agent/name',
                '/steps/0/step_id',
                { at: '/steps/0/source', is: ['user', 'agent', 'system'] },
                any('/steps/0/message', '/steps/0/tool_calls'),
              ],
            },
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/session_id'], agent: ['/agent/name'] },
    },
  },
});

/** Reads the exchange of a step, a call of a tool, or its result. Never throws. */
export function exchange(value: Record<string, unknown>): Exchange | undefined {
  if ('function_name' in value) {
    const pieces = toolCall({ ...value, name: value['function_name'] });
    return { input: [{ role: 'assistant', pieces }], output: [] };
  }
  if ('source_call_id' in value) {
    const pieces = toolResult({ ...value, tool_call_id: value['source_call_id'] });
    return { input: [], output: [{ role: 'tool', pieces }] };
  }
  const { source, message, reasoning_content: thought } = value;
  if (source !== 'agent') {
    return { input: chatMessages(message, source === 'system' ? 'system' : 'user').map(inMessage), output: [] };
  }
  const pieces = [
    ...(typeof thought === 'string' && thought ? [{ type: 'reasoning' as const, text: thought }] : []),
    ...messagePieces(message),
  ];
  const model = shortLine(value['model_name']);
  const { tokens, cost } = stepMetrics(value);
  return {
    input: [],
    output: pieces.length > 0 ? [inMessage({ role: 'assistant', pieces })] : [],
    ...(model !== undefined && { model }),
    ...(tokens && { tokens }),
    ...(cost !== undefined && { cost }),
  };
}

function inMessage(message: ExchangeMessage): ExchangeMessage {
  return { ...message, path: ['message'] };
}
