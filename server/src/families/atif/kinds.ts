import schemas from '../../generated/atif.recognition.json';
import type { Exchange, ExchangeMessage } from '../../model/run';
import { any, defineFamily } from '../defineFamily';
import { shortLine } from '../drafts/draft';
import { chatMessages, messageParts, toolCall, toolResult } from '../exchanges/chatMessages';
import { stepMetrics, steps } from './steps';

export default defineFamily('atif', {
  title: 'ATIF',
  source: 'Agent Trajectory Interchange Format, version 1',
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
