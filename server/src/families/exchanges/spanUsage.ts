import type { TokenCounts } from '../../model/exchange';
import { tokenCounts, totalAmount } from '../drafts/usageEffects';
import { SPAN_CONVENTIONS } from './spanConventions';

/** The tokens and the cost of a span, by whichever convention it follows. */
export function spanUsage(valueAt: (attribute: string) => unknown): {
  tokens: TokenCounts | undefined;
  cost: number | undefined;
} {
  const { tokens, cost } = SPAN_CONVENTIONS;
  const values = (names: readonly string[]) => names.map(valueAt);
  const counts = tokenCounts({
    total: values(tokens.total),
    input: [...values(tokens.input), totalAmount([], values(tokens.inputParts))],
    output: values(tokens.output),
    cached: values(tokens.cached),
    reasoning: values(tokens.reasoning),
  });
  const costs = [cost.input, cost.output].map(names => totalAmount(values(names), []));
  return { tokens: counts, cost: totalAmount(values(cost.total), costs) };
}
