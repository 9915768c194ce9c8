import type { Exchange, ExchangeMessage } from '../../model/exchange';
import type { Path } from '../../model/text';
import { isObject } from '../../text/pointer';
import { shortLine } from '../drafts/draft';
import { chatMessages } from '../exchanges/chatMessages';
import { lineTokens, modelTokens } from './lineTokens';
import { saidWords } from './saidWords';
import { queuedPrompt } from './steps';

/** Reads what a line said, or one of its blocks. Never throws. */
export function exchange(value: Record<string, unknown>): Exchange | undefined {
  const { message, type } = value;
  if (type === 'result') return endExchange(value);
  const queued = queuedPrompt(value);
  if (queued)
    return { input: userMessages(queued.prompt, ['attachment' in value ? 'attachment' : 'content']), output: [] };
  if (!isObject(message)) {
    // A block: a call or its result.
    const output = chatMessages([value], type === 'tool_use' ? 'assistant' : 'tool');
    return type === 'tool_use' ? { input: output, output: [] } : { input: [], output };
  }
  const { content, model, stop_reason: reason } = message;
  if (type !== 'assistant') return { input: userMessages(content, ['message', 'content']), output: [] };
  const said = Array.isArray(content)
    ? content.filter(block => isObject(block) && block['type'] !== 'tool_use')
    : content;
  const messages = chatMessages({ role: 'assistant', content: said }, 'assistant').map(one => ({
    ...one,
    path: ['message', 'content'],
  }));
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

/** What the user said: commands as they were typed, without the results of tools, which are steps of their own. */
function userMessages(content: unknown, path: Path): ExchangeMessage[] {
  const blocks = Array.isArray(content)
    ? content.filter(block => isObject(block) && block['type'] !== 'tool_result')
    : content;
  const [words] = saidWords(blocks);
  return chatMessages({ role: 'user', content: words?.isCommand ? words.text : blocks }, 'user').map(one => ({
    ...one,
    path,
  }));
}

function endExchange(line: Record<string, unknown>): Exchange {
  const tokens = modelTokens(line);
  const cost = line['total_cost_usd'];
  const reason = line['stop_reason'] ?? line['subtype'];
  return {
    input: [],
    output: chatMessages(line['result'], 'assistant').map(one => ({ ...one, path: ['result'] })),
    ...(tokens && { tokens }),
    ...(typeof cost === 'number' && cost > 0 && { cost }),
    ...(typeof reason === 'string' && { finishReason: reason }),
  };
}
