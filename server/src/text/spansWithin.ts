import type { Span } from '../model/text';
import { findLastAtOrBefore } from './findLastAtOrBefore';

/**
 * The spans that are within another one.
 *
 * @param spans in the order of their starts
 */
export function spansWithin<S extends Span>(spans: readonly S[], { start, end }: Span): S[] {
  const found: S[] = [];
  for (let index = lastStartingUpTo(spans, start - 1) + 1; index < spans.length; index++) {
    const one = spans[index] as S;
    if (one.start > end) break;
    if (one.end <= end) found.push(one);
  }
  return found;
}

/**
 * The index of the last span that starts at or before an offset; -1 where none does.
 *
 * @param spans in the order of their starts
 */
export function lastStartingUpTo(spans: readonly Span[], offset: number): number {
  return findLastAtOrBefore(spans.length, index => (spans[index] as Span).start, offset);
}
