import type { Exchange, ExchangeMessage } from '../../model/exchange';
import { shortLine } from '../drafts/draft';
import { chatMessages } from '../exchanges/chatMessages';
import { messageParts, toolCall, toolResult } from '../exchanges/messageParts';
import { stepMetrics } from './stepMetrics';

/** Reads what a step said, or a call of a tool, or its result. Never throws. */
export function exchange(value: Record<string, unknown>): Exchange | undefined {
  if ('function_name' in value) {
    const parts = toolCall({ ...value, name: value['function_name'] });
    return { input: [{ role: 'assistant', parts }], output: [] };
  }
  if ('source_call_id' in value) {
    const parts = toolResult({ ...value, tool_call_id: value['source_call_id'] });
    return { input: [], output: [{ role: 'tool', parts }] };
  }
  const { source, message, reasoning_content: thought } = value;
  if (source !== 'agent') {
    return { input: chatMessages(message, source === 'system' ? 'system' : 'user').map(inMessage), output: [] };
  }
  const parts = [
    ...(typeof thought === 'string' && thought ? [{ type: 'reasoning' as const, text: thought }] : []),
    ...messageParts(message),
  ];
  const model = shortLine(value['model_name']);
  const { tokens, cost } = stepMetrics(value);
  return {
    input: [],
    output: parts.length > 0 ? [inMessage({ role: 'assistant', parts })] : [],
    ...(model !== undefined && { model }),
    ...(tokens && { tokens }),
    ...(cost !== undefined && { cost }),
  };
}

function inMessage(message: ExchangeMessage): ExchangeMessage {
  return { ...message, path: ['message'] };
}
