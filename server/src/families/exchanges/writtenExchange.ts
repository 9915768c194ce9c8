import type { Exchange } from '../../model/run';
import { isObject } from '../../text/pointer';
import { attributeReader, MESSAGE_ATTRIBUTES, STEP_ATTRIBUTES, WRITTEN_MESSAGES } from '../otlp/attributes';
import { chatMessages } from './chatMessages';
import { attributeNamed, spanAttributes } from './spanConventions';
import { modelCall } from './spanExchange';

/** The exchange that our export of a run wrote: in the `extra` of a step, or in the attributes of a span. Undefined if we did not write it. */
export function writtenExchange(value: Record<string, unknown>): Exchange | undefined {
  const { extra, model_name: model, attributes } = value;
  if (Array.isArray(attributes)) return exchangeInSpan(attributes);
  const said = isObject(extra) ? extra[WRITTEN_MESSAGES] : undefined;
  if (!isObject(said)) return undefined;
  const side = (name: 'input' | 'output', role: string) =>
    chatMessages(said[name], role).map(message => ({ ...message, path: ['extra', WRITTEN_MESSAGES, name] }));
  return {
    ...(typeof model === 'string' && { model }),
    input: side('input', 'user'),
    output: side('output', 'assistant'),
  };
}

function exchangeInSpan(list: unknown[]): Exchange | undefined {
  if (typeof attributeReader(list)(STEP_ATTRIBUTES.kind) !== 'string') return undefined;
  const attributes = spanAttributes(list, ['attributes']);
  const side = (name: string, role: string) => {
    const { value, path } = attributeNamed(attributes, name) ?? {};
    return chatMessages(value, role).map(message => ({ ...message, ...(path && { path }) }));
  };
  return {
    ...modelCall(attributes),
    input: side(MESSAGE_ATTRIBUTES.input, 'user'),
    output: side(MESSAGE_ATTRIBUTES.output, 'assistant'),
  };
}
