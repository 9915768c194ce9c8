import type { Exchange, ExchangeMessage, MessagePart } from '../../model/exchange';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { chatMessages, knownMessages } from '../exchanges/chatMessages';
import { type LineItem, lineItem } from './lineItem';
import { execTool, rolloutTokens } from './steps';

/** Reads what a line said: a message, a call of a tool or its result. Never throws. */
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
  const isCall = placed.every(({ parts }) => parts.some(part => part.type === 'tool_call'));
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
  return typeof text === 'string' ? [{ role: 'assistant', parts: [{ type: 'reasoning', text }] }] : undefined;
}

/** An item that `codex exec --json` prints has a call and its result in one. */
function execMessages(item: Record<string, unknown>): ExchangeMessage[] | undefined {
  const { type, text, id } = item;
  if (type === 'agent_message') return chatMessages(text, 'assistant');
  if (type === 'reasoning') return reasoningMessages(text);
  if (type === 'error') return chatMessages(item['message'], 'program');
  const given = item['arguments'] ?? fieldsIn(item, GIVEN);
  const named = typeof id === 'string' ? { id } : {};
  const call: MessagePart = { type: 'tool_call', ...named, name: execTool(item), arguments: given };
  const result = item['aggregated_output'] ?? item['result'] ?? item['error'];
  const isError = item['status'] === 'failed';
  return [
    { role: 'assistant', parts: [call] },
    ...(result === undefined || result === null
      ? []
      : [
          {
            role: 'tool',
            parts: [{ type: 'tool_result' as const, ...named, result, ...(isError && { isError: true as const }) }],
          },
        ]),
  ];
}

const GIVEN = ['command', 'query', 'changes', 'items'];

function fieldsIn(item: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap(name => (item[name] === undefined ? [] : [[name, item[name]]])));
}
