import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { tokenCounts, totalAmount } from '../drafts/usageEffects';

/** The tokens and the cost of a model. Cached tokens are counted beside the input, or in it, as the provider does. */
export function modelUsage(usage: unknown): { tokens?: TokenCounts; cost?: number } {
  if (!isObject(usage)) return {};
  const { input_tokens: input, output_tokens: output, total_tokens: total } = usage;
  const { input_tokens_cache_read: cached, input_tokens_cache_write: written } = usage;
  const whole = totalAmount([], [input, cached, written]);
  const isBeside = (totalAmount([], [whole, output]) ?? 0) <= (totalAmount([total], []) ?? Infinity);
  const tokens = tokenCounts({
    total: [total],
    input: [isBeside ? whole : input],
    output: [output],
    cached: [cached],
    reasoning: [usage['reasoning_tokens']],
  });
  const cost = totalAmount([usage['total_cost']], []);
  return { ...(tokens && { tokens }), ...(cost !== undefined && { cost }) };
}
