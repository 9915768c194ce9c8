import type { Exchange } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { WRITTEN_MESSAGES } from '../otlp/exportAttributes';
import { chatMessages } from './chatMessages';

/** What a step said that an export of a run carries in its `extra`; undefined where it is none of ours. */
export function writtenExchange({ extra, model_name: model }: Record<string, unknown>): Exchange | undefined {
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
