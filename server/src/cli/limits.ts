import { type MeasureId, measureText } from '../features/replay/compare';
import { type Option, UsageError } from './args';

/** The option that fails a command when a metric is too high. */
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

/** The highest value that a metric may have: by itself, or as a share of what it was before. */
export interface Limit {
  metric: Limited;
  /** As the user wrote it. */
  written: string;
  /** Milliseconds, dollars or a count. */
  most?: number;
  /** 1.2 for `+20%`. */
  share?: number;
}

/**
 * Reads the values of `--fail-over`. Throws UsageError.
 *
 * @param isRelative whether there is a value before, so that `+20%` has a meaning
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

/** How a limit was held. */
export interface Judged {
  metric: Limited;
  /** Undefined if the runs do not tell it: the limit can't be held. */
  value: number | undefined;
  /** Undefined for a share of an unknown value. */
  most: number | undefined;
  isOver: boolean;
  /** One sentence on a limit that was not held, or could not be. */
  message?: string;
}

type Measured = Readonly<Partial<Record<MeasureId, number | undefined>>>;

/** Holds metrics against limits. @param before what shares are taken of */
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

/** Judged limits for other programs; unknown values are null. */
export function limitsJson(judged: readonly Judged[]): object[] {
  return judged.map(({ metric, value = null, most = null, isOver }) => ({ metric, value, most, isOver }));
}

/** The exit code for judged limits: 2 if one can't be held, 1 if one is exceeded, else 0. */
export function limitsCode(judged: readonly Judged[]): 0 | 1 | 2 {
  if (judged.some(({ value, most }) => value === undefined || most === undefined)) return 2;
  return judged.some(({ isOver }) => isOver) ? 1 : 0;
}
