/** A number for people: `12,345`; small ones to three digits. */
export function numberText(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 1000) return NUMBERS.format(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

/** For the side of a chart: `12k`, `3.4M`. */
export function shortNumber(value: number): string {
  return SHORT.format(value);
}

/** Milliseconds at a glance: `850 ms`, `4.2 s`, `32 min`, `1 h 5 min`, `2 d 3 h`. */
export function durationText(ms: number): string {
  if (ms < 0) return `-${durationText(-ms)}`;
  if (ms < 1) return `${Number(ms.toPrecision(2))} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return twoUnits(minutes, 60, 'h', 'min');
  return twoUnits(Math.round(minutes / 60), 24, 'd', 'h');
}

function twoUnits(count: number, size: number, large: string, small: string): string {
  const rest = count % size;
  return `${NUMBERS.format(Math.floor(count / size))} ${large}${rest > 0 ? ` ${rest} ${small}` : ''}`;
}

// To make one takes longer than all else.
const NUMBERS = new Intl.NumberFormat('en');
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
