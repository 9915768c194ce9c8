/** Formats a number: `12,345`; small ones with three digits. */
export function numberText(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return NUMBERS.format(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** Formats a number for an axis: `12k`, `3.4M`. */
export function shortNumber(value: number): string {
  return SHORT.format(value);
}

// Shared: creating one costs more than all its uses.
const NUMBERS = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

/** `1 step`, `1,204 steps`. */
export function pluralize(count: number, one: string): string {
  return `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;
}
