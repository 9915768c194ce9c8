import { recognise } from '../../analysis/recognise';
import type { Effect, EnvelopeLocation, Step } from '../../model/run';
import type { IndexedRun } from '../../runs/assembly/indexedRun';
import { type ColumnarSteps, OUTCOMES } from '../../runs/columnarSteps';
import {
  type EffectRef,
  effectKey,
  type StateHistory,
  stateSectionOf,
  type Thing,
  type Version,
  versionIndex,
} from '../../runs/stateHistory';
import { t } from '../../shared/l10n';
import type {
  Artifact,
  ChangeRow,
  EditorQuestion,
  EnvelopeBrief,
  FailedStep,
  ReplayAnswer,
  ReplayParams,
  ReplayQuestion,
  StepProblem,
  StepView,
} from '../../shared/replay/index';
import { approvalWord } from '../../shared/statusWord';
import { activeAt, durationText } from '../../shared/times';
import { findLastAtOrBefore } from '../../text/lines';
import { formatInstant } from '../../text/parseTime';
import { failureText, usageText } from '../runs/stepTreeNode';
import { plain, verdictText } from '../runs/treeNodeTexts';
import { comparableRuns } from './comparableRuns';
import { envelopeMembers, envelopeValue } from './envelopeMembers';
import { envelopeText } from './envelopeTextLines';
import { exchangeOfStep, said } from './exchangeOfStep';
import { edgeSteps, graphAt, handoffGraph } from './handoffGraph';
import { idleGaps } from './idleGaps';
import { hasWhy, reasonsOfStep } from './reasonsOfStep';
import { clampWindow, columnsOf, memoizePerRun, type ReplayedRun, windowRows } from './replayedRun';
import { effectTone, historyOf, replayState, stateBetween, stateSection } from './replayState';
import { conversationPlace, findSaid, runConversation } from './runConversation';
import { runMetrics } from './runMetrics';
import { runOverview } from './runOverview';
import { runTimeline } from './runTimeline';
import { searchSteps } from './searchSteps';
import { carriedContents, kindById, parsedEnvelope, stepFamilies } from './stepFamilies';
import { stepMessages } from './stepMessages';
import { nextStep, outlinePlace, stepOutline } from './stepOutline';
import { stepSummary } from './stepSummary';
import { timelineLanes, workSpans } from './timelineLanes';
import { stepAt } from './timelineRows';

/** Returns what the replay page of a workflow run shows about a step, without the step's envelopes. Throws RangeError if there is no such step. */
export function stepView(replay: ReplayedRun, { step: index }: ReplayParams<'step'>): StepView {
  const { run } = replay;
  const step = run.step(index);
  const { key, kind, at, parent } = step;
  const columns = columnsOf(run);
  const spans = workSpans(run);
  const time = { from: spans.from[index] as number, to: spans.to[index] as number };
  const gaps = idleGaps(run);
  const since = sinceText(replay, step);
  const [child] = run.children(index);
  const { problems, more } = problemsOf(replay, step.envelopes);
  const { agentVersion } = step;
  // Lists only the first envelopes of a long stream. Copies come after all envelopes, so they are left out then: an envelope is identified by
  // its index.
  const shown = step.envelopes.slice(0, MOST_ENVELOPES);
  const copies = shown.length < step.envelopes.length ? [] : (step.copies ?? []);
  return {
    ...stepSummary(replay, index),
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
      kind: timelineLanes(run, 'kind').lane[index] as number,
      service: timelineLanes(run, 'service').lane[index] as number,
    },
    envelopes: shown.map((location, place) => placeIn(replay, location, envelopeName(replay, step, location, place))),
    copies: copies.slice(0, MOST_COPIES).map(copy => placeIn(replay, copy, 'copy')),
    problems,
    why: hasWhy(kind),
    ...(at !== undefined && { at: formatInstant(at) }),
    ...(since !== undefined && { since }),
    ...(parent !== undefined && { parent }),
    ...(child !== undefined && { child }),
    ...(agentVersion !== undefined && { agentVersion: plain(agentVersion, 40) }),
    ...(key !== undefined && { id: plain(key, LONGEST_ID) }),
    ...(copies.length > MOST_COPIES && { moreCopies: copies.length - MOST_COPIES }),
    ...(more > 0 && { moreProblems: more }),
  };
}

const MOST_PROBLEMS = 50;
const MOST_ENVELOPES = 20;
const MOST_COPIES = 20;
const LONGEST_ID = 250;
const LONGEST_MESSAGE = 1000;

function sinceText({ run }: ReplayedRun, { index, at }: Step): string | undefined {
  const before = index > 0 ? run.step(index - 1).at : undefined;
  return at !== undefined && before !== undefined && at > before ? `+${durationText(at - before)}` : undefined;
}

// Spans and observations have their type as a suffix: `family/span:tool`.
function kindTitle({ kind, envelopes }: Step, { reader }: ReplayedRun): string {
  const named = kindById(kind, stepFamilies(reader, envelopes))?.title;
  return named === undefined ? plain(kind.slice(kind.indexOf('/') + 1).replace(/[:_-]+/g, ' ')) : named;
}

function placeIn({ reader }: ReplayedRun, location: EnvelopeLocation, name: string): EnvelopeBrief {
  const line = reader.range(location)?.start.line;
  return { file: plain(reader.fileOf(location.uri), 500), name, ...(line !== undefined && { line: line + 1 }) };
}

function envelopeName(
  { reader }: Pick<ReplayedRun, 'reader'>,
  step: Step,
  at: EnvelopeLocation,
  place: number,
): string {
  const own = step.kind.slice(step.kind.indexOf('/') + 1).replace(/:.*$/s, '');
  if (place === 0) return plain(own, 40) || t`envelope`;
  const kind = recognise(parsedEnvelope(reader.text(at)).value, stepFamilies(reader, [at]), undefined)?.kind.id;
  return kind ? kind.slice(kind.indexOf('/') + 1) : t`answer`;
}

function problemsOf(
  { reader }: ReplayedRun,
  envelopes: readonly EnvelopeLocation[],
): { problems: StepProblem[]; more: number } {
  const all = envelopes.flatMap((location, place) =>
    reader.problems(location).map(
      (problem): StepProblem => ({
        severity: problem.severity,
        message: plain(problem.message, LONGEST_MESSAGE),
        rule: problem.rule,
        envelope: place,
        path: problem.path,
      }),
    ),
  );
  const problems = all.slice(0, MOST_PROBLEMS);
  return { problems, more: all.length - problems.length };
}

/** Returns the failed steps, each with its reason. */
export function failedSteps(replay: ReplayedRun, window: ReplayParams<'failedSteps'>): ReplayAnswer<'failedSteps'> {
  const steps = memoizePerRun(replay.run, failedIn);
  const budget = { characters: MOST_READ };
  return windowRows(window, steps.length, MOST_ROWS, (row): FailedStep => {
    const step = steps[row] as number;
    const failure = failureOf(replay, step, budget);
    return { ...stepSummary(replay, step), ...(failure !== undefined && { failure }) };
  });
}
/** The maximum number of characters of envelopes to read for one answer. */
const MOST_READ = 4_000_000;
const LONGEST_FAILURE = 400;

/** Returns why a step failed, from the beginning of the tool's result: the index keeps only an excerpt. */
function failureOf({ run, reader }: ReplayedRun, index: number, budget: { characters: number }): string | undefined {
  const step = run.step(index);
  const failure = failureText(step);
  if (failure === undefined || budget.characters <= 0) return failure;
  const { messages, characters } = stepMessages(reader, step);
  budget.characters -= characters;
  const results = messages.flatMap(({ pieces }) =>
    pieces.flatMap(piece => (piece.type === 'tool_result' ? piece.result : [])),
  );
  const answer = results.findLast(result => typeof result === 'string' && result.trim() !== '');
  if (typeof answer !== 'string') return failure;
  const text = plain(answer.trim().slice(0, LONGEST_FAILURE).replace(WRAPPER, ''), LONGEST_FAILURE);
  if (text === '') return failure;
  const isSame = failure.replace(WRAPPER, '').slice(0, SAME) === text.slice(0, SAME) || text.includes(failure);
  return isSame ? text : plain(`${failure}: ${text}`, LONGEST_FAILURE);
}

/** The number of first characters by which two texts of a failure are compared. */
const SAME = 8;
/** The tag that Claude Code puts around the errors of its tools. */
const WRAPPER = /<\/?tool_use_error>/g;

/** Returns the indexes of the failed steps, ascending. */
function failedIn(run: IndexedRun): number[] {
  const { outcome } = columnsOf(run);
  const failed = OUTCOMES.indexOf('failed');
  const steps: number[] = [];
  for (const [step, one] of outcome.entries()) if (one === failed) steps.push(step);
  return steps;
}

/** Returns how long playback pauses at each step: the time to the next step, compressed; in milliseconds. */
export function pacing({ run }: ReplayedRun, window: ReplayParams<'pacing'>): ReplayAnswer<'pacing'> {
  const columns = columnsOf(run);
  const { from, count } = clampWindow(window, columns.count, MOST_STEPS);
  return { rests: Array.from({ length: count }, (_, index) => restAt(columns, from + index)), from };
}

const MOST_STEPS = 5000;

function restAt({ start, end, count, length }: ColumnarSteps, step: number): number {
  if (length === 0) return WITHOUT_TIMES;
  const begun = start[step] as number;
  const next = step + 1 < count ? (start[step + 1] as number) : (end[step] as number);
  return Math.max(SHORTEST, shortened(next - begun));
}

/** One frame, in milliseconds. */
const SHORTEST = 16;
const WITHOUT_TIMES = 700;

// Logarithmic: a gap twice as long pauses half a second longer, which is still noticeable.
function shortened(gap: number): number {
  return gap <= IDLE ? gap : Math.min(LONGEST, IDLE + 500 * Math.log2(gap / IDLE));
}

const IDLE = 3000;
const LONGEST = 6000;

/** Returns the changes that a step made to the state. Throws RangeError if there is no such step. */
export function changes(replay: ReplayedRun, { step, ...window }: ReplayParams<'changes'>): ReplayAnswer<'changes'> {
  const history = historyOf(replay.run);
  const { effects } = replay.run.step(step);
  let contents: Map<string, string> | undefined;
  const hasContent = (path: string) => {
    contents ??= carriedContents(replay, step);
    return contents.has(path);
  };
  return windowRows(window, effects.length, MOST_ROWS, place =>
    changeRow(effects[place] as Effect, { history, by: { step, effect: place }, hasContent }),
  );
}

const MOST_ROWS = 200;
const LONGEST_NAME = 250;
const LONGEST_TEXT = 300;

interface ChangeRowOptions {
  history: StateHistory;
  by: EffectRef;
  hasContent(path: string): boolean;
}

function changeRow(effect: Effect, context: ChangeRowOptions): ChangeRow {
  const { before, now, earlier } = versionsOf(effect, context);
  const row = { do: effect.do, tone: effectTone(now) };
  const isNew = before === undefined;
  switch (effect.do) {
    case 'write': {
      const { path, operation } = effect;
      const held = { path, hasContent: context.hasContent(path), ...(earlier !== undefined && { earlier }) };
      return { ...stateChange(row, isNew), ...named(path, operation, statusOf(before)), artifact: held };
    }
    case 'document':
      return { ...stateChange(row, isNew), ...named(effect.name, effect.status, statusOf(before)) };
    case 'gap':
    case 'question': {
      const { priority, text } = now as typeof effect;
      const about = [priority, text].filter(Boolean).join(' · ');
      const more = about === '' ? {} : { text: plain(about, LONGEST_TEXT) };
      return { ...stateChange(row, isNew), ...named(effect.id, effect.status, statusOf(before)), ...more };
    }
    case 'decision':
      return { ...statement(row), ...named(t`Decision`, effect.text) };
    case 'note':
      return { ...statement(row), ...named(t`Note`, effect.text) };
    case 'handoff': {
      const more = effect.text ? { text: plain(effect.text, LONGEST_TEXT) } : {};
      return { ...stateChange(row, isNew), ...named(t`Handoff`, effect.to, statusOf(before)), ...more };
    }
    case 'approval':
      return { ...stateChange(row, isNew), ...named(t`Approval`, approvalWord(effect.state), statusOf(before)) };
    case 'budget':
      return { ...stateChange(row, isNew), ...named(t`Budget`, effect.state, statusOf(before)) };
    case 'evaluation':
      return {
        ...statement(row),
        ...named(effect.name, verdictText(effect)),
        ...(effect.text !== undefined && { text: plain(effect.text, LONGEST_TEXT) }),
      };
    case 'usage':
      return { ...statement(row), ...named(t`Used`, usageText([effect]) ?? t`nothing`) };
    case 'call':
      return { ...statement(row), ...named(effect.tool, t`called`) };
    case 'result':
      return { ...statement(row), ...named(effect.tool ?? effect.id ?? t`result`, effect.ok ? t`ok` : t`failed`) };
  }
}

type RowStart = { do: Effect['do']; tone: ChangeRow['tone'] };

function stateChange({ do: does, tone }: RowStart, isNew: boolean) {
  return { does, change: isNew ? ('added' as const) : ('changed' as const), tone };
}

function statement({ do: does, tone }: RowStart) {
  return { does, change: 'said' as const, tone };
}

function named(name: string, after: string, before?: string): Pick<ChangeRow, 'name' | 'after' | 'before'> {
  const shown = { name: plain(name, LONGEST_NAME), after: plain(after, LONGEST_TEXT) };
  return before === undefined ? shown : { ...shown, before: plain(before, LONGEST_TEXT) };
}

/** Returns the state before and after an effect, and the last earlier step that affected the same thing. */
function versionsOf(
  effect: Effect,
  { history, by }: ChangeRowOptions,
): { before?: Effect; now: Effect; earlier?: number } {
  const versions = versionsLike(effect, history);
  const place = versionIndex(versions, by);
  const now = versions[place]?.details ?? effect;
  const before = place > 0 ? versions[place - 1]?.details : undefined;
  const earlier =
    versions[findLastAtOrBefore(versions.length, index => (versions[index] as Version).step, by.step - 1)]?.step;
  return { now, ...(before && { before }), ...(earlier !== undefined && { earlier }) };
}

function versionsLike(effect: Effect, history: StateHistory): readonly Version[] {
  if (effect.do === 'handoff' || effect.do === 'approval' || effect.do === 'budget') return history[effect.do];
  const section = stateSectionOf(effect);
  const name = effectKey(effect);
  if (!section || name === undefined) return [];
  const { things, known } = history.sections[section];
  return things[known.get(name) ?? -1] ?? [];
}

function statusOf(effect: Effect | undefined): string | undefined {
  switch (effect?.do) {
    case 'write':
      return effect.operation;
    case 'document':
    case 'gap':
    case 'question':
      return effect.status;
    case 'handoff':
      return effect.to;
    case 'approval':
      return approvalWord(effect.state);
    case 'budget':
      return effect.state;
    default:
      return undefined;
  }
}

/**
 * Returns the content of a file after or before a step: the last content in an envelope, of this step or an earlier one.
 * Throws RangeError if there is no such step.
 */
export function artifact(
  replay: ReplayedRun,
  { step, path, version }: ReplayParams<'artifact'>,
): ReplayAnswer<'artifact'> {
  const [own] = replay.run.step(step).envelopes;
  const { things, known } = historyOf(replay.run).sections.artifacts;
  const thing = things[known.get(path) ?? -1] ?? [];
  const upTo = version === 'before' ? step - 1 : step;
  const last = findLastAtOrBefore(thing.length, index => (thing[index] as Version).step, upTo);
  const found = lastContent(replay, { thing, last, path });
  const from = found.step === undefined ? own : replay.run.step(found.step).envelopes[0];
  const uri = from && replay.reader.fileAt(path, from.uri);
  return uri === undefined ? found : { ...found, uri };
}

/** The maximum number of steps whose envelopes are read. */
const MOST_LOOKED_AT = 50;

function lastContent(
  replay: ReplayedRun,
  { thing, last, path }: { thing: Thing; last: number; path: string },
): Artifact {
  if (last < 0) return { fault: t`No step has written it yet.` };
  let lastStep: number | undefined;
  let times = 0;
  for (let place = last; place >= 0 && times < MOST_LOOKED_AT; place--) {
    const { step, details } = thing[place] as Version;
    // One step may write a file several times.
    if (step === lastStep) continue;
    lastStep = step;
    times++;
    if (details.do === 'write' && /delet|remov/i.test(details.operation)) return { text: '', step };
    const text = carriedContents(replay, step).get(path);
    if (text !== undefined) return { text, step };
  }
  return {
    fault: t`The envelopes say that it was written, but do not contain its content.`,
    step: thing[last]?.step ?? 0,
  };
}

/**
 * The functions that answer the replay page's questions about a single run. An exported page, which has no editor, contains these
 * functions, too. They throw RangeError for a step that does not exist.
 */
export const offlineQuestions: {
  [Q in Exclude<ReplayQuestion, EditorQuestion>]: (replay: ReplayedRun, params: ReplayParams<Q>) => ReplayAnswer<Q>;
} = {
  overview: runOverview,
  timeline: runTimeline,
  stepAt,
  outline: stepOutline,
  outlinePlace,
  step: stepView,
  envelope: envelopeText,
  members: envelopeMembers,
  value: envelopeValue,
  state: replayState,
  section: stateSection,
  stateBetween,
  changes,
  artifact,
  conversation: runConversation,
  conversationPlace,
  exchange: exchangeOfStep,
  said,
  findSaid,
  why: reasonsOfStep,
  graph: handoffGraph,
  graphAt,
  edgeSteps,
  failedSteps,
  search: searchSteps,
  metrics: runMetrics,
  next: nextStep,
  pacing,
  candidates: comparableRuns,
};
