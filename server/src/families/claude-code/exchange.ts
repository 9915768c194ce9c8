import type { Exchange } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { chatMessages } from '../exchanges/chatMessages';
import { lineTokens } from './lineTokens';

/** Reads what a line said, or one of its blocks. Never throws. */
export function exchange(value: Record<string, unknown>): Exchange | undefined {
  const { message, type } = value;
  if (!isObject(message)) {
    // A block: a call or its result.
    const output = chatMessages([value], type === 'tool_use' ? 'assistant' : 'tool');
    return type === 'tool_use' ? { input: output, output: [] } : { input: [], output };
  }
  const { content, model, stop_reason: reason } = message;
  const said = Array.isArray(content)
    ? content.filter(block => isObject(block) && block['type'] !== 'tool_use')
    : content;
  const messages = chatMessages({ role: type === 'assistant' ? 'assistant' : 'user', content: said }, 'user').map(
    one => ({
      ...one,
      path: ['message', 'content'],
    }),
  );
  if (type !== 'assistant') return { input: messages, output: [] };
  const name = shortLine(model);
  const tokens = lineTokens(message);
  return {
    input: [],
    output: messages,
    ...(name !== undefined && { model: name }),
    ...(tokens && { tokens }),
    ...(typeof reason === 'string' && { finishReason: reason }),
  };
}
