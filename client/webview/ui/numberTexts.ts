import { formatNumber, numberFormat, roundForDisplay, t } from '../../../server/src/shared/l10n';
import type { RunBrief } from '../../../server/src/shared/lspExtensions';

/** Formats a number for people, such as `12,345`. A number below 1000 with decimals gets three digits, such as `1.23` or `45.6`. */
export function numberText(value: number): string {
  return formatNumber(roundForDisplay(value));
}

/** Formats a number for an axis: `12k`, `3.4M`. */
export function shortNumber(value: number): string {
  return SHORT.format(value);
}

// Shared: creating one costs more than all its uses.
const SHORT = numberFormat({ notation: 'compact', maximumSignificantDigits: 3 });

/**
 * Returns a count with what is counted: `1 step`, `1,204 steps`.
 *
 * @param one the text for 1
 * @param many returns the text for another count
 */
export function pluralize(count: number, one: string, many: (count: string) => string): string {
  return count === 1 ? one : many(numberText(count));
}

export function stepCount(count: number): string {
  return pluralize(count, t`1 step`, steps => t`${steps} steps`);
}

export function agentCount(count: number): string {
  return pluralize(count, t`1 agent`, agents => t`${agents} agents`);
}

export function runCount(count: number): string {
  return pluralize(count, t`1 run`, runs => t`${runs} runs`);
}

export function problemCount(count: number): string {
  return pluralize(count, t`1 problem`, problems => t`${problems} problems`);
}

/** `1 error, 2 warnings`; empty without problems. */
export function problemCountsText({ error, warning, info }: RunBrief['problems']): string {
  const counts = [
    error > 0 && pluralize(error, t`1 error`, errors => t`${errors} errors`),
    warning > 0 && pluralize(warning, t`1 warning`, warnings => t`${warnings} warnings`),
    info > 0 && t`${info} info`,
  ];
  return counts.filter(Boolean).join(', ');
}
