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

/** The tokens of a whole session, by its models where these are told: only those include its sub-agents. */
export function modelTokens(line: Record<string, unknown>): TokenCounts | undefined {
  const models = isObject(line['modelUsage']) ? Object.values(line['modelUsage']).filter(isObject) : [];
  if (models.length === 0) return lineTokens(line);
  const sum = (...names: string[]) =>
    totalAmount(
      [],
      models.flatMap(model => names.map(name => model[name])),
    );
  const read = sum('cacheReadInputTokens');
  const input = sum('inputTokens', 'cacheReadInputTokens', 'cacheCreationInputTokens');
  return tokenCounts({ total: [], input: [input], output: [sum('outputTokens')], cached: [read], reasoning: [] });
}
