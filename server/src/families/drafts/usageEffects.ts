import type { Effect } from '../../model/run';

/** What a model used up, as an effect: none where nothing is said, or nothing was used. */
export function usageEffects(tokens: number | undefined, cost: number | undefined): Effect[] {
  if (!tokens && !cost) return [];
  return [{ do: 'usage', ...(tokens && { tokens }), ...(cost && { cost }) }];
}

/** The first of these that is an amount, else the sum of the parts that are. */
export function totalAmount(wholes: readonly unknown[], parts: readonly unknown[]): number | undefined {
  for (const whole of wholes) {
    const amount = amountOf(whole);
    if (amount !== undefined) return amount;
  }
  const amounts = parts.map(amountOf).filter(amount => amount !== undefined);
  if (amounts.length === 0) return undefined;
  // Without what adding fractions leaves in the last digits.
  return Number(amounts.reduce((sum, amount) => sum + amount, 0).toPrecision(12));
}

// Whole numbers of OTLP and exact decimals are written as texts.
function amountOf(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || !AMOUNT.test(value))) return undefined;
  const amount = Number(value);
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined;
}

const AMOUNT = /^\d{1,15}(\.\d{1,30})?(e-?\d{1,2})?$/i;
