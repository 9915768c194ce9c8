import type { Effect, EnvelopeLocation, Outcome, ProblemCounts, Step } from '../../model/run';
import { type Entry, type FileRecord, NO_PROBLEMS, type PartCheck } from '../reading/fileRecord';

/** A step as the index stores it: references to its envelopes, which are a request and perhaps its answer, and to their files. */
export interface StepRef extends EntryRef {
  answer?: EntryRef;
  /** Further pieces of its text or its arguments, in order. */
  pieces?: readonly EntryRef[];
  /** Further copies of the same step. */
  copies?: CopyRef[];
  /** A later step has the usage of the same model call. */
  isPartOfCall?: true;
  /** The index of the prompt that this edited prompt replaces. */
  replaces?: number;
  /** How far its times were moved, in nanoseconds, since its clock is behind that of its caller. */
  shift?: bigint;
}

/** The steps that the files of one folder contribute to one run. */
export interface RunPiece {
  space: string;
  /** The run's id in its protocol; undefined if the file is the run. */
  id?: string;
  /** The URI of the file that is the run. */
  file?: string;
  /** Ordered by file name, then by position in the file. */
  refs: StepRef[];
}

/** An entry and its file. */
export interface EntryRef {
  entry: Entry;
  record: FileRecord;
}

/** A copy of the request of a step, or of its answer. */
export interface CopyRef extends EntryRef {
  /** The copy is of the answer. */
  isAnswer?: true;
}

/** Creates the step that the index returns. */
export function toStep(ref: StepRef, index: number, parent: number | undefined): Step {
  const { entry, answer, pieces = [] } = ref;
  const second = answer?.entry;
  const step: Step = {
    index,
    kind: entry.kind,
    title: stepTitle(ref),
    outcome: stepOutcome(ref),
    effects: effectsOf(entry, second),
    envelopes: [ref, ...(answer ? [answer] : []), ...pieces].map(locationOf),
    problems: stepProblems(ref),
  };
  const agent = entry.agent ?? second?.agent;
  const peer = entry.peer ?? second?.peer;
  const model = second?.model ?? entry.model;
  const failure = stepFailure(ref);
  const confidence = second?.confidence ?? entry.confidence;
  const at = stepStart(ref);
  const duration = durationOf(ref);
  const key = entry.key ?? second?.key;
  if (key !== undefined) step.key = key;
  if (agent !== undefined) step.agent = agent;
  if (peer !== undefined) step.peer = peer;
  if (model !== undefined) step.model = model;
  if (entry.agentVersion !== undefined) step.agentVersion = entry.agentVersion;
  if (entry.service !== undefined) step.service = entry.service;
  if (failure !== undefined) step.failure = failure;
  if (confidence !== undefined) step.confidence = confidence;
  if (pieces.length > 0) step.pieces = pieces.length;
  if (ref.copies) step.copies = ref.copies.map(locationOf);
  if (entry.isRepeated) step.isRepeated = true;
  if (ref.replaces !== undefined) step.replaces = ref.replaces;
  if (entry.retry !== undefined) step.retry = entry.retry;
  if (at !== undefined) step.at = at;
  if (duration !== undefined) step.duration = duration;
  if (duration !== undefined && (second?.duration ?? entry.duration) === undefined) step.isElapsed = true;
  if (ref.isPartOfCall) step.isPartOfCall = true;
  if (ref.shift !== undefined) step.shift = ref.shift;
  if (parent !== undefined) step.parent = parent;
  return step;
}

function effectsOf({ effects = NONE }: Entry, second: Entry | undefined): readonly Effect[] {
  const own = second?.outcome === 'failed' ? withoutWrites(effects) : effects;
  return second?.effects ? [...own, ...second.effects] : own;
}

/** Leaves out the writes of a failed call. */
function withoutWrites(effects: readonly Effect[]): readonly Effect[] {
  const isCall = effects.some(effect => effect.do === 'call');
  return isCall ? effects.filter(effect => effect.do !== 'write') : effects;
}

const NONE: Effect[] = [];

// The question names the step; an answer that says more than success adds to the title.
export function stepTitle({ entry, answer }: StepRef): string {
  const answerTitle = answer?.entry.title;
  // The name of the answering agent says more than success.
  if (entry.side === 'answer' && entry.pair !== undefined)
    return entry.title === '' ? entry.pair : `${entry.pair}: ${entry.title}`;
  if (!answerTitle || answerTitle === entry.title) return entry.title;
  const isMoreSpecific = answer.entry.outcome === 'failed' || (!entry.title.includes(' ') && answerTitle.includes(' '));
  return isMoreSpecific ? `${entry.title} · ${answerTitle}` : entry.title;
}

/** Returns a step's outcome; a request without an answer is pending. */
export function stepOutcome({ entry, answer }: StepRef): Outcome {
  if (answer) return answer.entry.outcome;
  return entry.side === 'ask' ? 'pending' : entry.outcome;
}

/** Returns the reason of a failure, unless the title has it. */
export function stepFailure({ entry, answer }: StepRef): string | undefined {
  return answer ? answer.entry.failure : entry.failure;
}

/** Returns the start, in nanoseconds since 1970. */
export function stepStart({ entry, answer }: StepRef): bigint | undefined {
  return entry.at ?? answer?.entry.at;
}

/** Returns the end in nanoseconds since 1970, never before the start; undefined if the step has no time. */
export function stepEnd(ref: StepRef): bigint | undefined {
  const start = stepStart(ref);
  const duration = durationOf(ref);
  return start === undefined || duration === undefined ? start : start + duration;
}

function durationOf({ entry, answer }: StepRef): bigint | undefined {
  const duration = answer?.entry.duration ?? entry.duration;
  if (duration !== undefined || !answer) return duration;
  const [start, end] = [entry.at, answer.entry.at];
  return start !== undefined && end !== undefined && end > start ? end - start : undefined;
}

/** Returns the problems in the envelopes of a step; an envelope's problems count for its outermost step only. */
export function stepProblems({ entry, record, answer, pieces = [] }: StepRef): ProblemCounts {
  let counts = entryCheck(entry, record)?.problems ?? NO_PROBLEMS;
  for (const further of answer ? [answer, ...pieces] : pieces) {
    const other = entryCheck(further.entry, further.record)?.problems;
    if (other) counts = addProblemCounts(counts, other);
  }
  return counts;
}

/** Returns the problems and rules of an entry's envelope, with those of run rules; undefined for a nested entry or without problems. */
export function entryCheck(
  entry: Entry,
  { checks, inRuns }: Pick<FileRecord, 'checks' | 'inRuns'>,
): PartCheck | undefined {
  if (entry.path !== undefined && entry.path.length > 0) return undefined;
  const alone = checks?.[entry.part];
  const inRun = inRuns?.[entry.part];
  if (!inRun) return alone;
  const problems = { ...(alone?.problems ?? NO_PROBLEMS) };
  const rules = new Set(alone?.rules);
  for (const { rule, severity } of inRun) {
    problems[severity]++;
    rules.add(rule);
  }
  return { problems, rules: [...rules] };
}

export function addProblemCounts(one: ProblemCounts, other: ProblemCounts): ProblemCounts {
  return {
    error: one.error + other.error,
    warning: one.warning + other.warning,
    info: one.info + other.info,
  };
}

/** All entries of a step, copies included. */
export function entryRefsOf(ref: StepRef): EntryRef[] {
  const { answer, pieces = [], copies = [] } = ref;
  return [ref, ...(answer ? [answer] : []), ...pieces, ...copies];
}

function locationOf({ entry: { part, path = [], rule }, record: { uri } }: EntryRef): EnvelopeLocation {
  return { uri, part, path, ...(rule !== undefined && { rule }) };
}
