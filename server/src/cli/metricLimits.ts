import { type MeasureId, measureText } from '../features/replay/runComparison';
import { type Option, UsageError } from './readArguments';

/** The option `--fail-over`. It sets limits of metrics; the command fails if a metric is above its limit. */
export const LIMIT_OPTIONS = {
  'fail-over': {
    value: 'METRIC=LIMIT',
    many: true,
    about: 'exit with 1 if a metric is higher: cost=1.5, duration=10m',
  },
} as const satisfies Record<string, Option>;

/** The metrics that may have a limit: less is better for each. */
export const LIMITED = ['duration', 'steps', 'failed', 'retries', 'tokens', 'cost', 'problems'] as const;
type Limited = (typeof LIMITED)[number];

/** The maximum value of a metric: a number, or a share of the metric's earlier value. */
export interface Limit {
  metric: Limited;
  /** The limit as the user wrote it. */
  written: string;
  /** Milliseconds, dollars or a count. */
  most?: number;
  /** The share of the earlier value: 1.2 for `+20%`. */
  share?: number;
}

/**
 * Parses the values of `--fail-over`. Throws UsageError.
 *
 * @param isRelative there is a run to compare with, so that `+20%` is allowed
 */
export function readLimits(given: string | undefined, { isRelative }: { isRelative: boolean }): Limit[] {
  return (given ?? '').split(',').flatMap(one => (one.trim() === '' ? [] : [readLimit(one.trim(), isRelative)]));
}

function readLimit(one: string, isRelative: boolean): Limit {
  const [name = '', written = ''] = one.split('=').map(half => half.trim());
  const metric = LIMITED.find(known => known === name);
  if (!metric) throw new UsageError(`"--fail-over ${one}": "${name}" is not one of ${LIMITED.join(', ')}.`);
  const percent = /^\+(\d{1,6}(?:\.\d{1,6})?)%$/.exec(written)?.[1];
  if (percent !== undefined) {
    if (!isRelative) {
      throw new UsageError(
        `"--fail-over ${one}": a percentage needs a run to compare with; use "compare", or a number.`,
      );
    }
    return { metric, written, share: 1 + Number(percent) / 100 };
  }
  const most = metric === 'duration' ? readDuration(written) : readCount(metric, written);
  if (most === undefined) {
    const example = metric === 'duration' ? 'duration=90s, or 10m' : metric === 'cost' ? 'cost=1.5' : `${metric}=100`;
    const share = isRelative ? `, or ${metric}=+20%` : '';
    throw new UsageError(`"--fail-over ${one}" needs a limit: ${example}${share}.`);
  }
  return { metric, written, most };
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

function readDuration(written: string): number | undefined {
  const [, number, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?) ?(ms|s|m|min|h)$/.exec(written) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit] as number);
}

function readCount(metric: Limited, written: string): number | undefined {
  const pattern = metric === 'cost' ? /^\$?(\d{1,12}(?:\.\d{1,9})?)$/ : /^(\d{1,15})$/;
  const number = pattern.exec(written)?.[1];
  return number === undefined ? undefined : Number(number);
}

/** The result of comparing a metric with its limit. */
export interface Judged {
  metric: Limited;
  /** Undefined if no run records the metric; then the limit can't be checked. */
  value: number | undefined;
  /** Undefined if the limit is a share of an unknown value. */
  most: number | undefined;
  isOver: boolean;
  /** One sentence about a limit that is exceeded, or can't be checked. */
  message?: string;
}

type Measured = Readonly<Partial<Record<MeasureId, number | undefined>>>;

/**
 * Compares metrics with their limits.
 *
 * @param before the earlier values, for limits that are shares of these
 */
export function judgeLimits(limits: readonly Limit[], values: Measured, before: Measured = {}): Judged[] {
  return limits.map(({ metric, written, most: fixed, share }): Judged => {
    const value = values[metric];
    const base = before[metric];
    const most = fixed ?? (base === undefined ? undefined : base * (share as number));
    if (value === undefined || most === undefined) {
      const where = value === undefined ? 'no run tells it' : 'the first run does not tell it';
      return { metric, value, most, isOver: false, message: `${metric}: ${where}, so "${written}" can't be held.` };
    }
    if (value <= most) return { metric, value, most, isOver: false };
    const limit = share === undefined ? written : `${measureText(metric, most)} (${written})`;
    return {
      metric,
      value,
      most,
      isOver: true,
      message: `${metric}: ${measureText(metric, value)} is more than ${limit}.`,
    };
  });
}

/** Converts the results to JSON for other programs; unknown values are null. */
export function limitsJson(judged: readonly Judged[]): object[] {
  return judged.map(({ metric, value = null, most = null, isOver }) => ({ metric, value, most, isOver }));
}

/** Returns the exit code: 2 if a limit can't be checked, 1 if a limit is exceeded, otherwise 0. */
export function limitsCode(judged: readonly Judged[]): 0 | 1 | 2 {
  if (judged.some(({ value, most }) => value === undefined || most === undefined)) return 2;
  return judged.some(({ isOver }) => isOver) ? 1 : 0;
}
