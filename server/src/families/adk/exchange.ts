import type { Exchange } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { messageParts } from '../exchanges/messageParts';
import { eventTokens } from './eventTokens';

/** Reads what an event said, or a part of it: a call of a tool or its result. Never throws. */
export function exchange(value: Record<string, unknown>): Exchange | undefined {
  const { content, author } = value;
  if (!('author' in value)) {
    const parts = messageParts(value);
    return parts[0]?.type === 'tool_result'
      ? { input: [], output: [{ role: 'tool', parts }] }
      : { input: [{ role: 'assistant', parts }], output: [] };
  }
  const written = isObject(content) && Array.isArray(content['parts']) ? content['parts'] : [];
  const parts = messageParts(written).filter(({ type }) => type !== 'tool_call' && type !== 'tool_result');
  const model = shortLine(value['model_version'] ?? value['modelVersion']);
  const tokens = eventTokens(value);
  const messages =
    parts.length > 0 ? [{ role: author === 'user' ? 'user' : 'assistant', parts, path: ['content', 'parts'] }] : [];
  if (author === 'user') return { input: messages, output: [] };
  return { input: [], output: messages, ...(model !== undefined && { model }), ...(tokens && { tokens }) };
}
