import type { Exchange, MessagePart } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { modelResponse } from './modelResponse';

/** Reads what an event said: a message, a call of a tool, or what it gave. Never throws. */
export function exchange(event: Record<string, unknown>): Exchange | undefined {
  const { action, args, observation, content, source, cause } = event;
  const id = String(event['id'] ?? '');
  if (action === undefined) {
    if (observation === 'null' || typeof content !== 'string' || content === '') return undefined;
    const part: MessagePart = { type: 'tool_result', id: String(cause ?? id), result: content };
    return { input: [], output: [{ role: 'tool', parts: [part], path: ['content'] }] };
  }
  const given = isObject(args) ? args : {};
  const { model, tokens } = modelResponse(event);
  const call = { ...(model !== undefined && { model }), ...(tokens && { tokens }) };
  if (action === 'message' || action === 'system') {
    const text = given['content'];
    const parts: MessagePart[] = typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : [];
    const messages =
      parts.length > 0
        ? [{ role: source === 'agent' ? 'assistant' : action === 'system' ? 'system' : 'user', parts, path: ['args'] }]
        : [];
    return source === 'agent' && action === 'message'
      ? { ...call, input: [], output: messages }
      : { input: messages, output: [] };
  }
  const { thought, ...rest } = given;
  const metadata = event['tool_call_metadata'];
  const name = (isObject(metadata) ? shortLine(metadata['function_name']) : undefined) ?? shortLine(action) ?? 'action';
  const parts: MessagePart[] = [
    ...(typeof thought === 'string' && thought !== '' ? [{ type: 'text' as const, text: thought }] : []),
    { type: 'tool_call', id, name, arguments: rest },
  ];
  return { ...call, input: [{ role: 'assistant', parts, path: ['args'] }], output: [] };
}
