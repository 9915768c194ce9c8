import type { Exchange } from '../../model/exchange';
import { atPointer, isObject } from '../../text/pointer';
import { sideAttributes } from '../exchanges/sideAttributes';
import { spanAttributes } from '../exchanges/spanAttributes';
import { conversation, spanExchange } from '../exchanges/spanExchange';
import { modelUsage } from './modelUsage';

/** Reads what an event or a sample said: the messages of a model call, a call of a tool, a whole conversation. Never throws. */
export function exchange(value: Record<string, unknown>, kind: string): Exchange | undefined {
  const [, word] = kind.split(':');
  const { messages, error } = value;
  if (word === 'sample' && Array.isArray(messages) && messages.length > 0) return conversation(messages, ['messages']);
  const at = (pointer: string) => atPointer(value, pointer);
  const said = spanExchange({
    word: word === 'sample' ? 'agent' : word,
    title: '',
    attributes: new Map([
      ...spanAttributes(
        {
          'gen_ai.request.model': value['model'],
          'gen_ai.response.model': word === 'llm' ? at('/output/model') : undefined,
          'gen_ai.response.finish_reasons': at('/output/choices/0/stop_reason'),
          'llm.invocation_parameters': value['config'],
          'llm.tools': value['tools'],
          'gen_ai.tool.name': value['function'],
          'gen_ai.tool.call.id': value['id'],
        },
        [],
      ),
      ...sideAttributes({ input: filled(value['input']), output: filled(at('/output/choices')) }, SIDES),
      ...sideAttributes(
        {
          arguments: value['arguments'],
          result: isObject(error) ? error['message'] : value['result'],
        },
        ['arguments', 'result'],
      ),
    ]),
    events: [],
  });
  return said && { ...said, ...(word === 'llm' && modelUsage(at('/output/usage'))) };
}

const SIDES = ['input', 'output'] as const;

/** A value that says something: not an empty list. */
function filled(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}
