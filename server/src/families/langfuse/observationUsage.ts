import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { apiTokens } from '../drafts/apiTokens';
import { tokenCounts, totalAmount } from '../drafts/usageEffects';

/** The tokens of an observation. The service's versions write these side by side: the newest first. */
export function observationTokens(observation: Record<string, unknown>): TokenCounts | undefined {
  const details = objectAt(observation, 'usageDetails');
  const older = objectAt(observation, 'usage');
  const counts = tokenCounts({
    total: [
      details['total'],
      older['total'],
      older['totalTokens'],
      observation['totalUsage'],
      observation['totalTokens'],
    ],
    input: [
      details['input'],
      older['input'],
      older['promptTokens'],
      observation['inputUsage'],
      observation['promptTokens'],
    ],
    output: [
      details['output'],
      older['output'],
      older['completionTokens'],
      observation['outputUsage'],
      observation['completionTokens'],
    ],
    cached: [details['input_cached_tokens'], details['cache_read_input_tokens'], details['input_cache_read']],
    reasoning: [details['output_reasoning_tokens'], details['output_reasoning']],
  });
  return counts ?? apiTokens(details) ?? apiTokens(older);
}

export function observationCost(observation: Record<string, unknown>): number | undefined {
  const older = objectAt(observation, 'usage');
  const costs = objectAt(observation, 'costDetails');
  return totalAmount(
    [costs['total'], observation['calculatedTotalCost'], observation['totalCost'], older['totalCost']],
    [costs['input'] ?? observation['inputCost'], costs['output'] ?? observation['outputCost']],
  );
}

function objectAt(holder: Record<string, unknown>, key: string): Record<string, unknown> {
  const found = holder[key];
  return isObject(found) ? found : {};
}
