import type { EnvelopeLocation } from '../../../model/run';
import type { DifferenceRow, ReplayQuestions } from '../../../shared/replay';
import { memoizeByVersion } from '../../../text/memoize';
import { plain } from '../../runs/words';
import type { ReplayContext, RunSources, SourceText } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { parsedSource } from '../envelope/parsedSource';
import { otherRun } from './otherRun';
import { valueDifferences } from './valueDifferences';

/**
 * The differences between the envelopes of a step and those of a step of another run. If a step has two envelopes, paths begin
 * with `/ask` or `/answer`. Throws RangeError if there is no such step or run.
 */
export function difference(
  { run, reader, others }: ReplayContext,
  { with: key, step, other, ...window }: ReplayQuestions['difference']['params'],
): ReplayQuestions['difference']['answer'] {
  const one = run.step(step).sources;
  const two = otherRun({ others }, key).step(other).sources;
  const count = Math.max(one.length, two.length);
  const rows = Array.from({ length: count }, (_, place) => {
    const path = count === 1 ? '' : place === 0 ? '/ask' : '/answer';
    return sourceDifferences(reader, one[place], two[place]).map(row => ({ ...row, path: path + row.path }));
  }).flat();
  return windowRows(window, rows.length, MOST_ROWS, row => rows[row] as DifferenceRow);
}

const MOST_ROWS = 200;

function sourceDifferences(
  { text }: Pick<RunSources, 'text'>,
  one: EnvelopeLocation | undefined,
  other: EnvelopeLocation | undefined,
): readonly DifferenceRow[] {
  const [first, second] = [one && text(one), other && text(other)];
  if (first && second) return textDifferences(first, second);
  if (first) return [{ path: '', change: 'removed', one: beginningOf(first) }];
  return second ? [{ path: '', change: 'added', other: beginningOf(second) }] : [];
}

function textDifferences(one: SourceText, other: SourceText): readonly DifferenceRow[] {
  if ('fault' in one || 'fault' in other) return wholeChange(beginningOf(one), beginningOf(other));
  if (one.text === other.text) return [];
  if (one.text.length > LONGEST_TEXT || other.text.length > LONGEST_TEXT) {
    return wholeChange(`too long to be compared: ${sizeOf(one)}`, sizeOf(other));
  }
  return DIFFERENCES(one.text, other.text, () => {
    const [first, second] = [parsedSource(one).value, parsedSource(other).value];
    if (first === undefined || second === undefined) return wholeChange(beginningOf(one), beginningOf(other));
    return valueDifferences(first, second);
  });
}

// The page asks for one window of the same differences after the other.
const DIFFERENCES = memoizeByVersion<readonly DifferenceRow[]>(4);
const LONGEST_TEXT = 2_000_000;

function wholeChange(one: string, other: string): readonly DifferenceRow[] {
  return [{ path: '', change: 'changed', one, other }];
}

function beginningOf(read: SourceText): string {
  return plain('fault' in read ? read.fault : read.text, 300);
}

function sizeOf({ text }: { text: string }): string {
  return `${(text.length / 1e6).toFixed(1)} million characters`;
}
