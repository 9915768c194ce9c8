import type { TokenCounts } from '../../model/exchange';
import { isObject } from '../../text/pointer';
import { apiTokens } from '../drafts/apiTokens';
import { tokenCounts, totalAmount } from '../drafts/usageEffects';

/** The tokens of an observation. The service's versions write these side by side: the newest first. */
export function observationTokens(observation: Record<string, unknown>): TokenCounts | undefined {
  const details = objectAt(observation, 'usageDetails');
  const older = objectAt(observation, 'usage');
  const cached = CACHED.map(name => details[name]).find(one => one !== undefined && one !== null);
  const counts = tokenCounts({
    total: [
      details['total'],
      older['total'],
      older['totalTokens'],
      observation['totalUsage'],
      observation['totalTokens'],
    ],
    input: [
      wholeInput(details),
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
    cached: [cached],
    reasoning: [details['output_reasoning_tokens'], details['output_reasoning']],
  });
  return counts ?? apiTokens(details) ?? apiTokens(older);
}

/**
 * The input with what Langfuse counts beside it: each of its buckets is a part of the total, and what was read from a cache or written to
 * one has buckets of its own. Where the total is too small for that, the buckets are a part of the input.
 */
function wholeInput(details: Record<string, unknown>): unknown {
  const beside = Object.entries(details).flatMap(([name, count]) => (BESIDE_INPUT.test(name) ? [count] : []));
  const own = totalAmount([details['input']], []);
  const whole = totalAmount([], [own, ...beside]);
  if (own === undefined || whole === undefined) return details['input'];
  const total = totalAmount([details['total']], []);
  const sum = totalAmount([], [whole, details['output']]);
  return total === undefined || sum === undefined || sum <= total ? whole : own;
}

const CACHED = ['input_cached_tokens', 'cache_read_input_tokens', 'input_cache_read'];
const BESIDE_INPUT = /^(?:input_.{1,40}|cache_(?:read|creation)_input_tokens)$/;

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
