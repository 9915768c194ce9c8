import type { Exchange, ExchangeMessage, MessagePart } from '../../model/exchange';
import { stringifyJson } from '../../text/json/stringifyJson';

/**
 * The attributes of OpenTelemetry's conventions for generative AI that say what a step said, so that any collector can show it. Texts that
 * are too long for an attribute are left out.
 *
 * @param isTool whether the step is the call of a tool, whose arguments and result have attributes of their own
 */
export function saidAttributes(
  { input, output, finishReason }: Pick<Exchange, 'input' | 'output' | 'finishReason'>,
  isTool: boolean,
): Record<string, string | undefined> {
  const parts = isTool ? [...input, ...output].flatMap(message => message.parts) : [];
  const call = parts.find(part => part.type === 'tool_call');
  const result = parts.find(part => part.type === 'tool_result');
  return {
    [MESSAGE_ATTRIBUTES.input]: input.length > 0 ? bounded(input.map(writtenMessage)) : undefined,
    [MESSAGE_ATTRIBUTES.output]:
      output.length > 0 ? bounded(output.map(message => answer(message, finishReason))) : undefined,
    'gen_ai.tool.call.arguments': call && bounded(call.arguments),
    'gen_ai.tool.call.result': result && bounded(result.result),
  };
}

/** Lists of messages as JSON. */
export const MESSAGE_ATTRIBUTES = { input: 'gen_ai.input.messages', output: 'gen_ai.output.messages' } as const;

/** In characters. */
const LONGEST = 262_144;

function bounded(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return text.length > LONGEST ? undefined : text;
}

function writtenMessage({ role, name, parts }: ExchangeMessage): object {
  return { role, ...(name !== undefined && { name }), parts: parts.map(writtenPart) };
}

/** Messages out require a reason: where none is told, what the message ends with tells it. */
function answer(message: ExchangeMessage, told: string | undefined): object {
  const isCall = message.parts.at(-1)?.type === 'tool_call';
  return { ...writtenMessage(message), finish_reason: told ?? (isCall ? 'tool_call' : 'stop') };
}

function writtenPart(part: MessagePart): object {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, content: part.text };
    case 'tool_call':
      return part;
    case 'tool_result': {
      const { id, name, result, isError } = part;
      return { type: 'tool_call_response', id, name, response: result, ...(isError && { is_error: true }) };
    }
    default:
      return { type: part.type, mime_type: part.mediaType, name: part.name, uri: part.uri };
  }
}
