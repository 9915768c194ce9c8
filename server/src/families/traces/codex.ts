import schemas from '../../generated/codex.recognition.json';
import type { ContentPiece, Exchange, ExchangeMessage } from '../../model/run';
import type { Path } from '../../model/text';
import { t } from '../../shared/l10n';
import { isObject } from '../../text/pointer';
import { all, any, defineFamily } from '../defineFamily';
import { chatMessages, knownMessages } from '../exchanges/chatMessages';
import { execTool, type LineItem, lineItem, rolloutTokens, steps } from './codexSteps';

/** Reads the exchange of a line: a message, a call of a tool or its result. Never throws. */
export function exchange(line: Record<string, unknown>): Exchange | undefined {
  const item = lineItem(line);
  if (item.type === 'turn.completed') {
    const tokens = rolloutTokens(item.payload['usage']);
    return tokens && { input: [], output: [], tokens };
  }
  const messages = messagesOf(item);
  if (!messages) return undefined;
  const path: Path = isObject(line['payload']) ? ['payload'] : isObject(line['item']) ? ['item'] : [];
  const placed = messages.map(message => ({ ...message, path }));
  const isCall = placed.every(({ pieces }) => pieces.some(piece => piece.type === 'tool_call'));
  const isInput = item.type !== 'exec_item' && (isCall || placed.every(({ role }) => role === 'user'));
  return isInput ? { input: placed, output: [] } : { input: [], output: placed };
}

function messagesOf({ type, payload }: LineItem): ExchangeMessage[] | undefined {
  const text = payload['message'];
  if (type === 'response_item') return knownMessages(payload, 'user', 0);
  if (type === 'exec_item') return execMessages(payload);
  if (type === 'compacted' || type === 'error') return text === undefined ? undefined : chatMessages(text, 'program');
  if (type !== 'event_msg') return undefined;
  if (payload['type'] === 'agent_reasoning') return reasoningMessages(payload['text']);
  return typeof text === 'string' ? chatMessages(text, SPEAKERS.get(payload['type']) ?? 'program') : undefined;
}

const SPEAKERS: ReadonlyMap<unknown, string> = new Map([
  ['user_message', 'user'],
  ['agent_message', 'assistant'],
]);

function reasoningMessages(text: unknown): ExchangeMessage[] | undefined {
  return typeof text === 'string' ? [{ role: 'assistant', pieces: [{ type: 'reasoning', text }] }] : undefined;
}

/** The messages of an item that `codex exec --json` prints: a call and its result are one item. */
function execMessages(item: Record<string, unknown>): ExchangeMessage[] | undefined {
  const { type, text, id } = item;
  if (type === 'agent_message') return chatMessages(text, 'assistant');
  if (type === 'reasoning') return reasoningMessages(text);
  if (type === 'error') return chatMessages(item['message'], 'program');
  const given = item['arguments'] ?? fieldsIn(item, GIVEN);
  const named = typeof id === 'string' ? { id } : {};
  const call: ContentPiece = { type: 'tool_call', ...named, name: execTool(item), arguments: given };
  const result = item['aggregated_output'] ?? item['result'] ?? item['error'];
  const isError = item['status'] === 'failed';
  return [
    { role: 'assistant', pieces: [call] },
    ...(result === undefined || result === null
      ? []
      : [
          {
            role: 'tool',
            pieces: [{ type: 'tool_result' as const, ...named, result, ...(isError && { isError: true as const }) }],
          },
        ]),
  ];
}

const GIVEN = ['command', 'query', 'prompt', 'changes', 'items'];

function fieldsIn(item: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap(name => (item[name] === undefined ? [] : [[name, item[name]]])));
}

export default defineFamily('codex', {
  title: 'Codex',
  reference: t`Rollouts of Codex`,
  readOnly: true,
  hasOwnTools: true,
  isOpenEnded: true,
  steps,
  exchange,
  kinds: {
    line: {
      schema: schemas.line,
      signature: {
        keys: { '/timestamp': 0.5, '/type': 0.5, '/payload': 0.5 },
        evidence: [
          {
            when: all(
              { at: '/payload', type: 'object' },
              { at: '/type', is: ['session_meta', 'turn_context', 'response_item', 'event_msg', 'compacted'] },
              any('/payload/type', '/payload/id', '/payload/model', '/payload/cwd', '/payload/message'),
            ),
            weight: 4,
          },
          { when: { at: '/type', is: ['session_meta', 'response_item'] }, weight: 1.5 },
          { when: all('/payload/type', any('/payload/role', '/payload/call_id')), weight: 1.5 },
          // Rollouts until August 2025: the session, then items without a wrapper, which count only beside it.
          {
            when: all(
              { at: '/id', type: 'string' },
              { at: '/timestamp', type: 'string' },
              '/instructions',
              any({ at: '/git', type: 'object' }, { at: '/instructions', type: 'null' }),
            ),
            weight: 3.5,
          },
          {
            when: any(
              all(
                { at: '/type', is: ['message'] },
                { at: '/role', is: ['user', 'assistant', 'developer', 'system'] },
                { at: '/content', some: { at: '/type', is: ['input_text', 'output_text'] } },
              ),
              all({ at: '/type', is: ['reasoning'] }, { at: '/summary', type: 'array' }),
              all({ at: '/type', is: ['function_call', 'custom_tool_call'] }, '/name', '/call_id'),
              all({ at: '/type', is: ['local_shell_call'] }, '/action'),
              all({ at: '/type', is: ['function_call_output', 'custom_tool_call_output'] }, '/call_id', '/output'),
            ),
            weight: 2,
            onlyBeside: true,
          },
          // The first event that `codex exec --json` prints.
          { when: all({ at: '/type', is: ['thread.started'] }, { at: '/thread_id', type: 'string' }), weight: 4 },
          {
            when: all(
              { at: '/type', is: ['item.started', 'item.updated', 'item.completed'] },
              { at: '/item/id', startsWith: 'item_' },
              {
                at: '/item/type',
                is: [
                  ...['agent_message', 'reasoning', 'command_execution', 'file_change', 'mcp_tool_call', 'web_search'],
                  ...['todo_list', 'collab_tool_call', 'error'],
                ],
              },
            ),
            weight: 4,
          },
          {
            when: any(
              all({ at: '/type', is: ['turn.completed'] }, '/usage/input_tokens'),
              all({ at: '/type', is: ['turn.failed'] }, '/error/message'),
              all({ at: '/type', is: ['error'] }, { at: '/message', type: 'string' }),
            ),
            weight: 2,
            onlyBeside: true,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/payload/session_id', '/thread_id'], at: ['/timestamp'] },
    },
  },
});
