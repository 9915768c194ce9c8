import type { Exchange } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { knownMessages } from '../exchanges/chatMessages';

/** Reads what a line said: a message, a call of a tool or its result. Never throws. */
export function exchange({ payload }: Record<string, unknown>): Exchange | undefined {
  const messages = isObject(payload) ? knownMessages(payload, 'user', 0) : undefined;
  if (!messages) return undefined;
  const placed = messages.map(message => ({ ...message, path: ['payload'] }));
  const isCall = placed.every(({ parts }) => parts.some(part => part.type === 'tool_call'));
  const isInput = isCall || placed.every(({ role }) => role === 'user');
  return isInput ? { input: placed, output: [] } : { input: [], output: placed };
}
