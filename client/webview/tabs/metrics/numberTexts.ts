/** A number for people: `12,345`; small ones to three digits. */
export function numberText(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return NUMBERS.format(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** For the side of a chart: `12k`, `3.4M`. */
export function shortNumber(value: number): string {
  return SHORT.format(value);
}

// Making one costs more than all its uses.
const NUMBERS = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
