import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { tokenCounts, totalAmount } from '../drafts/usageEffects';

/** The tokens and the cost of a step; cached tokens are among its prompt. */
export function stepMetrics({ metrics }: Record<string, unknown>): { tokens?: TokenCounts; cost?: number } {
  if (!isObject(metrics)) return {};
  const tokens = tokenCounts({
    total: [],
    input: [metrics['prompt_tokens']],
    output: [metrics['completion_tokens']],
    cached: [metrics['cached_tokens']],
    reasoning: [metrics['reasoning_tokens']],
  });
  const cost = totalAmount([metrics['cost_usd']], []);
  return { ...(tokens && { tokens }), ...(cost !== undefined && { cost }) };
}
