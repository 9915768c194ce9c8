import type { TokenCounts } from '../../model/exchange';
import type { Effect } from '../../model/run';

/**
 * A model's usage as an effect; empty if it is unknown or zero.
 *
 * @param call the id of the model call, where several envelopes may repeat its usage
 */
export function usageEffects(tokens: TokenCounts | undefined, cost: number | undefined, call?: string): Effect[] {
  if (!tokens?.total && !cost) return [];
  const { total, ...counts } = tokens ?? {};
  return [
    {
      do: 'usage',
      ...(total && { tokens: total, ...counts }),
      ...(cost && { cost }),
      ...(call !== undefined && { call }),
    },
  ];
}

/** The values that may tell the tokens of each sort; the first that is an amount counts. */
export type TokenSources = Readonly<Record<keyof TokenCounts, readonly unknown[]>>;

/** Reads token counts; undefined where nothing tells any. A total that is missing is the sum of input and output. */
export function tokenCounts(sources: TokenSources): TokenCounts | undefined {
  const [input, output, cached, reasoning] = [sources.input, sources.output, sources.cached, sources.reasoning].map(
    values => totalAmount(values, []),
  );
  const total = totalAmount(sources.total, [input, output]);
  if (total === undefined) return undefined;
  return {
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...(cached !== undefined && { cached }),
    ...(reasoning !== undefined && { reasoning }),
    total,
  };
}

/** The first valid total, else the sum of the parts. */
export function totalAmount(wholes: readonly unknown[], parts: readonly unknown[]): number | undefined {
  for (const whole of wholes) {
    const amount = amountOf(whole);
    if (amount !== undefined) return amount;
  }
  const amounts = parts.map(amountOf).filter(amount => amount !== undefined);
  if (amounts.length === 0) return undefined;
  // Rounds off floating-point errors.
  return Number(amounts.reduce((sum, amount) => sum + amount, 0).toPrecision(12));
}

// OTLP integers and exact decimals are strings.
function amountOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || !AMOUNT.test(value))) return undefined;
  const amount = Number(value);
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

const AMOUNT = /^\d{1,15}(\.\d{1,30})?(e-?\d{1,2})?$/i;
