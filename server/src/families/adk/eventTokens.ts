import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { tokenCounts, totalAmount } from '../drafts/usageEffects';

/** The tokens of an event as Gemini counts them: those of its thoughts are not among its candidates, but are in the output here. */
export function eventTokens(event: Record<string, unknown>): TokenCounts | undefined {
  const usage = event['usage_metadata'] ?? event['usageMetadata'];
  if (!isObject(usage)) return undefined;
  const at = (snake: string, camel: string) => usage[snake] ?? usage[camel];
  const thoughts = at('thoughts_token_count', 'thoughtsTokenCount');
  return tokenCounts({
    total: [at('total_token_count', 'totalTokenCount')],
    input: [at('prompt_token_count', 'promptTokenCount')],
    output: [totalAmount([], [at('candidates_token_count', 'candidatesTokenCount'), thoughts])],
    cached: [at('cached_content_token_count', 'cachedContentTokenCount')],
    reasoning: [thoughts],
  });
}
