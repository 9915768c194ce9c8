import { eachText } from '../../../runs/search/eachText';
import { parseEnvelope } from '../../../runs/search/parseEnvelope';
import type { ReplayQuestions } from '../../../shared/replay';
import { has } from '../../runs/filter/queryTerms';
import { columnsOf, type ReplayContext } from '../context/replayContext';
import { workSpans } from '../timeline/workSpans';
import { type StepQuery, type StepTerm, stepQuery } from './stepQuery';

/**
 * The steps that match a query, in run order. Works in time slices: the answer has a cursor to continue with if there is more
 * to search.
 *
 * @param clock in milliseconds; only differences count
 */
export function searchRun(
  replay: ReplayContext,
  { query, cursor }: ReplayQuestions['search']['params'],
  clock: () => number = () => performance.now(),
): ReplayQuestions['search']['answer'] {
  const { terms, fault } = stepQuery(replay.run, query);
  if (fault !== undefined) return { matches: [], fault };
  if (terms.length === 0) return { matches: [] };
  const { count } = columnsOf(replay.run);
  const { from } = workSpans(replay.run);
  const matches: { step: number; time: number }[] = [];
  const meets = stepMatcher(replay, terms);
  const end = clock() + SLICE;
  let step = placeOf(cursor);
  for (; step < count && matches.length < MOST_AT_ONCE; step++) {
    const { isMet, hasRead } = meets(step);
    if (isMet) matches.push({ step, time: from[step] as number });
    if ((hasRead || step % STEPS_PER_CLOCK_CHECK === 0) && clock() >= end) {
      step++;
      break;
    }
  }
  return step < count ? { matches, cursor: step } : { matches };
}

/** Duration of a slice in milliseconds, so that other questions are answered in between. */
const SLICE = 25;
/** Steps that need no file are so quick that the clock is checked only every so many. */
const STEPS_PER_CLOCK_CHECK = 128;
/** Matches in one answer. */
const MOST_AT_ONCE = 5000;

function placeOf(cursor: number | undefined): number {
  return Number.isSafeInteger(cursor) && (cursor as number) > 0 ? (cursor as number) : 0;
}

/** Reads files only if all terms that need none match. */
function stepMatcher(
  { run, reader }: ReplayContext,
  terms: StepQuery['terms'],
): (step: number) => { isMet: boolean; hasRead: boolean } {
  const undecided: StepTerm[] = [];
  return step => {
    undecided.length = 0;
    for (const term of terms) {
      const is = term.quick(step);
      if (is === undefined) undecided.push(term);
      else if (is === term.isNot) return NOT_MET;
    }
    if (undecided.length === 0) return MET;
    const { sources } = run.step(step);
    const texts = undecided.some(({ reads }) => reads && 'text' in reads)
      ? sources.map(source => textIn(reader.text(source)))
      : [];
    const isMet = undecided.every(({ isNot, reads }) => {
      if (!reads) return isNot;
      const isThere =
        'text' in reads
          ? texts.some(text => text.includes(reads.text))
          : sources.some(source => reader.problems(source).some(({ rule }) => has(rule, reads.rule)));
      return isThere !== isNot;
    });
    return { isMet, hasRead: true };
  };
}

const NOT_MET = { isMet: false, hasRead: false };
const MET = { isMet: true, hasRead: false };

/** The text of an envelope, and what it says where that is spelled with escapes, in lower case. */
function textIn(read: ReturnType<ReplayContext['reader']['text']>): string {
  if (!('text' in read)) return '';
  const texts = [read.text];
  if (read.text.includes('\\')) eachText(parseEnvelope(read.text, 'json'), text => void texts.push(text));
  return texts.join('\n').toLowerCase();
}
