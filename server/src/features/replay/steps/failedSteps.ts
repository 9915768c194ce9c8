import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { OUTCOMES } from '../../../runs/state/runColumns';
import type { FailedStep, ReplayQuestions } from '../../../shared/replay';
import { failureText } from '../../runs/tree/stepNode';
import { plain } from '../../runs/words';
import { columnsOf, memoizePerRun, type ReplayContext } from '../context/replayContext';
import { windowRows } from '../context/rowWindow';
import { stepExchange } from '../conversation/stepExchange';
import { stepBrief } from './stepBrief';

/** The failed steps, each with its reason. */
export function failedSteps(
  replay: ReplayContext,
  window: ReplayQuestions['failedSteps']['params'],
): ReplayQuestions['failedSteps']['answer'] {
  const steps = memoizePerRun(replay.run, failedIn);
  const budget = { characters: MOST_READ };
  return windowRows(window, steps.length, MOST_ROWS, (row): FailedStep => {
    const step = steps[row] as number;
    const failure = failureOf(replay, step, budget);
    return { ...stepBrief(replay, step), ...(failure !== undefined && { failure }) };
  });
}

const MOST_ROWS = 200;
/** The characters of envelopes that are read for one answer. */
const MOST_READ = 4_000_000;
const LONGEST_FAILURE = 400;

/** Why a step failed, with the beginning of what its tool answered; an index keeps only the ends of it. */
function failureOf({ run, reader }: ReplayContext, index: number, budget: { characters: number }): string | undefined {
  const step = run.step(index);
  const failure = failureText(step);
  if (failure === undefined || budget.characters <= 0) return failure;
  const { messages, characters } = stepExchange(reader, step);
  budget.characters -= characters;
  const results = messages.flatMap(({ parts }) =>
    parts.flatMap(part => (part.type === 'tool_result' ? part.result : [])),
  );
  const answer = results.findLast(result => typeof result === 'string' && result.trim() !== '');
  if (typeof answer !== 'string') return failure;
  const text = plain(answer.trim().slice(0, LONGEST_FAILURE).replace(WRAPPER, ''), LONGEST_FAILURE);
  if (text === '') return failure;
  const isSame = failure.replace(WRAPPER, '').slice(0, SAME) === text.slice(0, SAME) || text.includes(failure);
  return isSame ? text : plain(`${failure}: ${text}`, LONGEST_FAILURE);
}

/** So many characters of a failure are its own beginning. */
const SAME = 8;
/** The tag that Claude Code puts around what its tools refuse. */
const WRAPPER = /<\/?tool_use_error>/g;

/** Indexes of the failed steps, ascending. */
function failedIn(run: IndexedRun): number[] {
  const { outcome } = columnsOf(run);
  const failed = OUTCOMES.indexOf('failed');
  const steps: number[] = [];
  for (const [step, one] of outcome.entries()) if (one === failed) steps.push(step);
  return steps;
}
