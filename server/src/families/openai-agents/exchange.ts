import type { Exchange } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { apiTokens } from '../drafts/apiTokens';
import { sideAttributes } from '../exchanges/sideAttributes';
import { spanAttributes } from '../exchanges/spanAttributes';
import { spanExchange } from '../exchanges/spanExchange';
import { spanContent, spanWord } from './span';

/** Reads what a span said: the messages of a model call, or the arguments and the result of a function. Never throws. */
export function exchange(span: Record<string, unknown>): Exchange | undefined {
  const { type, data } = spanContent(span);
  const word = spanWord(type);
  const response = isObject(data['response']) ? data['response'] : {};
  const said = spanExchange({
    word,
    title: typeof data['name'] === 'string' ? data['name'] : '',
    attributes: new Map([
      ...spanAttributes(
        {
          'gen_ai.request.model': data['model'] ?? response['model'],
          'llm.invocation_parameters': data['model_config'],
          'llm.tools': data['tools'] ?? response['tools'],
        },
        [],
      ),
      ...sideAttributes(response, ['input', 'output'], ['span_data', 'response']),
      ...sideAttributes(data, ['input', 'output'], ['span_data']),
    ]),
    events: [],
  });
  const tokens = word === 'llm' ? apiTokens(data['usage']) : undefined;
  return said || tokens ? { input: [], output: [], ...said, ...(tokens && { tokens }) } : undefined;
}
