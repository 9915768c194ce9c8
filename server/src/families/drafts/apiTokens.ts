import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { tokenCounts } from './usageEffects';

/** The tokens in the usage of a response, as the APIs of models and LangChain write it. */
export function apiTokens(usage: unknown): TokenCounts | undefined {
  if (!isObject(usage)) return undefined;
  const details = (...names: string[]): Record<string, unknown> => names.map(name => usage[name]).find(isObject) ?? {};
  const input = details('input_tokens_details', 'prompt_tokens_details', 'input_token_details', 'prompt_token_details');
  const output = details(
    'output_tokens_details',
    'completion_tokens_details',
    'output_token_details',
    'completion_token_details',
  );
  return tokenCounts({
    total: [usage['total_tokens']],
    input: [usage['input_tokens'], usage['prompt_tokens']],
    output: [usage['output_tokens'], usage['completion_tokens']],
    cached: [
      input['cached_tokens'],
      input['cache_read'],
      usage['cache_read_input_tokens'],
      usage['cached_input_tokens'],
    ],
    reasoning: [output['reasoning_tokens'], output['reasoning']],
  });
}
