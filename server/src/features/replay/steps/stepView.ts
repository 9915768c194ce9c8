import { recognise } from '../../../analysis/recognise';
import type { EnvelopeLocation, Step } from '../../../model/run';
import type { IndexedRun } from '../../../runs/assembly/indexedRun';
import { OUTCOMES, type RunColumns } from '../../../runs/state/runColumns';
import type { FailedStep, ReplayQuestions, StepProblem, StepSource, StepView } from '../../../shared/replay/index';
import { activeAt, durationText } from '../../../shared/times';
import { formatInstant } from '../../../text/instant';
import { failureText } from '../../runs/tree/stepNode';
import { plain } from '../../runs/words';
import { stepExchange } from '../conversation/stepExchange';
import { kindById, parsedSource, stepFamilies } from '../envelope/stepFamilies';
import { clampWindow, columnsOf, memoizePerRun, type ReplayContext, windowRows } from '../replayContext';
import { hasWhy } from '../state/why';
import { idleGaps } from '../timeline/idleGaps';
import { lanesBy, workSpans } from '../timeline/lanes';
import { stepBrief } from './stepBrief';

/** What is shown of a step beside its envelope. Throws RangeError if there is no such step. */
export function stepView(replay: ReplayContext, { step: index }: ReplayQuestions['step']['params']): StepView {
  const { run } = replay;
  const step = run.step(index);
  const { key, kind, at, parent } = step;
  const columns = columnsOf(run);
  const spans = workSpans(run);
  const time = { from: spans.from[index] as number, to: spans.to[index] as number };
  const gaps = idleGaps(run);
  const since = sinceText(replay, step);
  const [child] = run.children(index);
  const { problems, more } = problemsOf(replay, step.sources);
  const { copies = [] } = step;
  return {
    ...stepBrief(replay, index),
    kind: plain(kind),
    kindTitle: kindTitle(step, replay),
    place: {
      even: { from: index, to: index + 1 },
      time,
      active: { from: activeAt(gaps, time.from), to: activeAt(gaps, time.to) },
    },
    depth: columns.depth[index] as number,
    lanes: {
      agent: columns.lane[index] as number,
      kind: lanesBy(run, 'kind').lane[index] as number,
      service: lanesBy(run, 'service').lane[index] as number,
    },
    sources: step.sources.map((source, place) => sourceOf(replay, step, source, place)),
    copies: copies.slice(0, MOST_COPIES).map(copy => placeIn(replay, copy, 'copy')),
    problems,
    why: hasWhy(kind),
    ...(at !== undefined && { at: formatInstant(at) }),
    ...(since !== undefined && { since }),
    ...(parent !== undefined && { parent }),
    ...(child !== undefined && { child }),
    ...(key !== undefined && { id: plain(key, LONGEST_ID) }),
    ...(copies.length > MOST_COPIES && { moreCopies: copies.length - MOST_COPIES }),
    ...(more > 0 && { moreProblems: more }),
  };
}

const MOST_PROBLEMS = 50;
const MOST_COPIES = 20;
const LONGEST_ID = 250;
const LONGEST_MESSAGE = 1000;

function sinceText({ run }: ReplayContext, { index, at }: Step): string | undefined {
  const before = index > 0 ? run.step(index - 1).at : undefined;
  return at !== undefined && before !== undefined && at > before ? `+${durationText(at - before)}` : undefined;
}

// Spans and observations have their type as a suffix: `family/span:tool`.
function kindTitle({ kind, sources }: Step, { reader }: ReplayContext): string {
  const named = kindById(kind, stepFamilies(reader, sources))?.title;
  return named ?? plain(kind.slice(kind.indexOf('/') + 1).replace(/[:_-]+/g, ' '));
}

function sourceOf(replay: ReplayContext, step: Step, source: EnvelopeLocation, place: number): StepSource {
  return placeIn(replay, source, sourceName(replay, step, source, place));
}

function placeIn({ reader }: ReplayContext, source: EnvelopeLocation, name: string): StepSource {
  const line = reader.range(source)?.start.line;
  return { file: plain(reader.fileOf(source.uri), 500), name, ...(line !== undefined && { line: line + 1 }) };
}

function sourceName(
  { reader }: Pick<ReplayContext, 'reader'>,
  step: Step,
  source: EnvelopeLocation,
  place: number,
): string {
  const own = step.kind.slice(step.kind.indexOf('/') + 1).replace(/:.*$/s, '');
  if (place === 0) return plain(own, 40) || 'envelope';
  const kind = recognise(parsedSource(reader.text(source)).value, stepFamilies(reader, [source]), undefined)?.kind.id;
  return kind ? kind.slice(kind.indexOf('/') + 1) : 'answer';
}

function problemsOf(
  { reader }: ReplayContext,
  sources: readonly EnvelopeLocation[],
): { problems: StepProblem[]; more: number } {
  const all = sources.flatMap((source, place) =>
    reader.problems(source).map(
      (problem): StepProblem => ({
        severity: problem.severity,
        message: plain(problem.message, LONGEST_MESSAGE),
        rule: problem.rule,
        source: place,
        path: problem.path,
      }),
    ),
  );
  const problems = all.slice(0, MOST_PROBLEMS);
  return { problems, more: all.length - problems.length };
}

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

/** How long playback pauses at each of the steps: the real time to the next one, compressed. */
export function pacing(
  { run }: ReplayContext,
  window: ReplayQuestions['pacing']['params'],
): ReplayQuestions['pacing']['answer'] {
  const columns = columnsOf(run);
  const { from, count } = clampWindow(window, columns.count, MOST_STEPS);
  return { rests: Array.from({ length: count }, (_, index) => restAt(columns, from + index)), from };
}

const MOST_STEPS = 5000;

function restAt({ start, end, count, length }: RunColumns, step: number): number {
  if (length === 0) return WITHOUT_TIMES;
  const begun = start[step] as number;
  const next = step + 1 < count ? (start[step + 1] as number) : (end[step] as number);
  return Math.max(SHORTEST, shortened(next - begun));
}

/** One frame. */
const SHORTEST = 16;
const WITHOUT_TIMES = 700;

// Logarithmic: a gap twice as long pauses half a second longer, so the longer one is still noticeable.
function shortened(gap: number): number {
  return gap <= IDLE ? gap : Math.min(LONGEST, IDLE + 500 * Math.log2(gap / IDLE));
}

const IDLE = 3000;
const LONGEST = 6000;
