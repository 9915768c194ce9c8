import schemas from '../../generated/openhands.recognition.json';
import type { ContentPiece, Draft, Effect, Exchange, RunStatus } from '../../model/run';
import { parseInstant } from '../../text/instant';
import { isObject } from '../../text/pointer';
import { all, any, defineFamily } from '../defineFamily';
import { type DraftBase, draftOf, identifier, joinLines, shortLine, spokenLine } from '../drafts/draft';
import { type ApiResponse, apiResponse, usageEffects } from '../drafts/usageEffects';

type Fields = Record<string, unknown>;

/** The steps of an event. An action is one side of a step, its observation the other. An empty observation is no step. */
export function steps(event: Fields): Draft[] {
  const id = identifier(event['id']);
  const base: EventFields = { at: parseInstant(event['timestamp']), agent: shortLine(event['source']) };
  if (event['action'] !== undefined) return [actionDraft(event, id, base)];
  return event['observation'] === 'null' ? [] : [observationDraft(event, base)];
}

type EventFields = Pick<DraftBase, 'at' | 'agent'>;

function actionDraft(event: Fields, id: string | undefined, base: EventFields): Draft {
  const action = shortLine(event['action']) ?? 'action';
  const args = isObject(event['args']) ? event['args'] : {};
  const words = spokenLine(args['content']) ?? spokenLine(event['message']);
  const isMessage = action === 'message' || action === 'system';
  const isUser = event['source'] === 'user';
  const response = modelResponse(event);
  const tool = toolName(event) ?? action;
  const about = ABOUT.map(name => shortLine(args[name])).find(found => found !== undefined);
  const call: Effect[] =
    isMessage || action === 'change_agent_state' ? [] : [{ do: 'call', ...(id !== undefined && { id }), tool }];
  return draftOf(
    {
      key: id,
      ...(call.length > 0 && { side: 'ask', pair: id }),
      peer: isUser ? 'agent' : undefined,
      model: response.model,
      kind: isMessage
        ? `openhands/event:${isUser ? 'message' : 'llm'}`
        : call.length > 0
          ? 'openhands/event:tool'
          : 'openhands/event:state',
      title: (isMessage ? words : joinLines(' ', tool, about)) ?? words ?? action,
      outcome: call.length > 0 ? 'pending' : 'ok',
      status: action === 'finish' ? 'succeeded' : 'running',
      about: isUser && isMessage ? words : undefined,
      effects: [...call, ...usageEffects(response.tokens, undefined, response.id)],
    },
    base,
  );
}

const ABOUT = ['command', 'path', 'code', 'url', 'browser_actions', 'agent_state', 'thought'];

function observationDraft(event: Fields, base: EventFields): Draft {
  const cause = identifier(event['cause']);
  const kind = shortLine(event['observation']) ?? 'observation';
  const extras = isObject(event['extras']) ? event['extras'] : {};
  if (cause === undefined) {
    const state = shortLine(extras['agent_state']);
    return draftOf(
      {
        key: identifier(event['id']),
        kind: 'openhands/event:state',
        title: state === undefined ? (shortLine(event['message']) ?? kind) : `agent is ${state.replaceAll('_', ' ')}`,
        outcome: state === 'error' ? 'failed' : 'ok',
        status: state === undefined ? undefined : STATES.get(state),
      },
      base,
    );
  }
  const metadata = isObject(extras['metadata']) ? extras['metadata'] : extras;
  const code = metadata['exit_code'];
  const ok = kind !== 'error' && (typeof code !== 'number' || code === 0);
  const tool = toolName(event);
  return draftOf(
    {
      side: 'answer',
      pair: cause,
      kind: 'openhands/event:tool',
      title: '',
      outcome: ok ? 'ok' : 'failed',
      failure: ok ? undefined : (shortLine(event['content']) ?? `exit code ${String(code)}`),
      effects: [{ do: 'result', id: cause, ...(tool !== undefined && { tool }), ok }],
    },
    base,
  );
}

const STATES: ReadonlyMap<string, RunStatus> = new Map([
  ['loading', 'running'],
  ['init', 'running'],
  ['running', 'running'],
  ['awaiting_user_input', 'succeeded'],
  ['finished', 'succeeded'],
  ['stopped', 'cancelled'],
  ['rejected', 'cancelled'],
  ['error', 'failed'],
]);

function toolName({ tool_call_metadata: metadata }: Fields): string | undefined {
  return isObject(metadata) ? shortLine(metadata['function_name']) : undefined;
}

/** The model's response that requested an action. Several actions of one response repeat it. */
export function modelResponse({ tool_call_metadata: metadata }: Record<string, unknown>): ApiResponse {
  return apiResponse(isObject(metadata) ? metadata['model_response'] : undefined);
}

export default defineFamily('openhands', {
  title: 'OpenHands',
  reference: 'Events of conversations with OpenHands',
  readOnly: true,
  hasOwnTools: true,
  steps,
  exchange,
  kinds: {
    event: {
      schema: schemas.event,
      signature: {
        keys: {
          '/source': 0.5,
          '/observation': 0.5,
          '/extras': 0.5,
          '/tool_call_metadata': 1,
          '/cause': 0.5,
          '/args': 0.25,
        },
        evidence: [
          {
            when: all(
              { at: '/source', is: ['user', 'agent', 'environment'] },
              { at: '/id', type: 'number' },
              '/timestamp',
              any(
                all('/action', { at: '/args', type: 'object' }),
                all('/observation', { at: '/extras', type: 'object' }),
              ),
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { id: ['/id'], at: ['/timestamp'] },
    },
  },
});

/** Reads the exchange of an event: a message, a call of a tool, or its result. Never throws. */
export function exchange(event: Record<string, unknown>): Exchange | undefined {
  const { action, args, observation, content, source, cause } = event;
  const id = String(event['id'] ?? '');
  if (action === undefined) {
    if (observation === 'null' || typeof content !== 'string' || content === '') return undefined;
    const piece: ContentPiece = { type: 'tool_result', id: String(cause ?? id), result: content };
    return { input: [], output: [{ role: 'tool', pieces: [piece], path: ['content'] }] };
  }
  const given = isObject(args) ? args : {};
  const { model, tokens } = modelResponse(event);
  const call = { ...(model !== undefined && { model }), ...(tokens && { tokens }) };
  if (action === 'message' || action === 'system') {
    const text = given['content'];
    const pieces: ContentPiece[] = typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : [];
    const messages =
      pieces.length > 0
        ? [{ role: source === 'agent' ? 'assistant' : action === 'system' ? 'system' : 'user', pieces, path: ['args'] }]
        : [];
    return source === 'agent' && action === 'message'
      ? { ...call, input: [], output: messages }
      : { input: messages, output: [] };
  }
  const { thought, ...rest } = given;
  const metadata = event['tool_call_metadata'];
  const name = (isObject(metadata) ? shortLine(metadata['function_name']) : undefined) ?? shortLine(action) ?? 'action';
  const pieces: ContentPiece[] = [
    ...(typeof thought === 'string' && thought !== '' ? [{ type: 'text' as const, text: thought }] : []),
    { type: 'tool_call', id, name, arguments: rest },
  ];
  return { ...call, input: [{ role: 'assistant', pieces, path: ['args'] }], output: [] };
}
