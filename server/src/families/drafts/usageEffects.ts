import type { Effect } from '../../model/run';

/** A model's usage as an effect; empty if it is unknown or zero. */
export function usageEffects(tokens: number | undefined, cost: number | undefined): Effect[] {
  if (!tokens && !cost) return [];
  return [{ do: 'usage', ...(tokens && { tokens }), ...(cost && { cost }) }];
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
