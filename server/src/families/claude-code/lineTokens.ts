import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { tokenCounts, totalAmount } from '../drafts/usageEffects';

/** The tokens of a message as Anthropic counts them: what the cache read or wrote is not among its input, but is here. */
export function lineTokens({ usage }: Record<string, unknown>): TokenCounts | undefined {
  if (!isObject(usage)) return undefined;
  const read = usage['cache_read_input_tokens'];
  const input = totalAmount([], [usage['input_tokens'], read, usage['cache_creation_input_tokens']]);
  return tokenCounts({ total: [], input: [input], output: [usage['output_tokens']], cached: [read], reasoning: [] });
}
