import schemas from '../../generated/adk.recognition.json';
import type { Exchange } from '../../model/run';
import { isObject } from '../../text/pointer';
import { all, any, defineFamily } from '../defineFamily';
import { shortLine } from '../drafts/draft';
import { messageParts } from '../exchanges/chatMessages';
import { eventTokens, steps } from './steps';

export default defineFamily('adk', {
  title: 'ADK',
  source: 'Sessions of the Agent Development Kit',
  readOnly: true,
  steps,
  exchange,
  kinds: {
    session: {
      schema: schemas.session,
      signature: {
        keys: { '/app_name': 1, '/appName': 1, '/events': 0.25, '/id': 0.25 },
        evidence: [
          {
            when: all(
              '/events/0/author',
              '/events/0/actions',
              any('/events/0/invocation_id', '/events/0/invocationId'),
              '/events/0/timestamp',
            ),
            weight: 4,
          },
        ],
        open: true,
      },
      fieldPointers: { run: ['/id'] },
    },
  },
});

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
