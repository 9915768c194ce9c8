import { recognise } from '../../../analysis/recognise';
import type { EnvelopeLocation, Step } from '../../../model/run';
import { durationText } from '../../../shared/durationText';
import { activeAt } from '../../../shared/idleTime';
import type { ReplayQuestions, StepProblem, StepSource, StepView } from '../../../shared/replay';
import { formatInstant } from '../../../text/time/instant';
import { plain } from '../../runs/words';
import { columnsOf, type ReplayContext } from '../context/replayContext';
import { kindById } from '../envelope/kindById';
import { parsedSource } from '../envelope/parsedSource';
import { stepFamilies } from '../envelope/stepFamilies';
import { hasWhy } from '../state/why';
import { idleGaps } from '../timeline/idleGaps';
import { lanesBy } from '../timeline/lanes';
import { workSpans } from '../timeline/workSpans';
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
