import type { ProblemCounts, RunStatus, RunSummary } from '../../model/run';
import { someOf } from '../../shared/shownText';
import { type FileRecord, NO_PROBLEMS, type PartCheck, sureEntries } from '../reading/fileRecord';
import type { OrderedSteps } from './orderedSteps';
import {
  addProblemCounts,
  entryCheck,
  entryRefsOf,
  type StepRef,
  stepEnd,
  stepFailure,
  stepOutcome,
  stepStart,
  stepTitle,
} from './stepRef';

/** The facts about a workflow run that its summary contains, such as its status and times, without the ids that identify the run. */
export type RunFacts = Omit<RunSummary, 'key' | 'id' | 'family' | 'folder'>;

/**
 * Computes the facts of a run's summary.
 *
 * @param given the title that the protocol gives the run
 * @param registry the run's registry; its status takes precedence over the steps
 */
export function runFacts(
  steps: OrderedSteps,
  name: string,
  registry?: { record: FileRecord; status: RunStatus },
  given?: string,
): RunFacts {
  const { refs } = steps;
  const agents = new Set<string>();
  const records = new Set<FileRecord>();
  const copied = new Set<FileRecord>();
  let title: string | undefined;
  let spare: string | undefined;
  let startedAt: bigint | undefined;
  let endedAt: bigint | undefined;
  let isOfServices = refs.length > 0;
  let conversation: string | undefined;
  for (const ref of refs) {
    const { entry, record, answer } = ref;
    const agent = entry.agent ?? answer?.entry.agent;
    if (agent !== undefined) agents.add(agent);
    isOfServices &&= isOfService(ref);
    conversation ??= entry.conversation ?? answer?.entry.conversation;
    records.add(record);
    if (answer) records.add(answer.record);
    for (const copy of ref.copies ?? []) copied.add(copy.record);
    title ||= entry.about || answer?.entry.about;
    // A step that this run only repeats has named it before.
    if (entry.about === '') spare ??= entry.title;
    const start = stepStart(ref);
    const end = stepEnd(ref);
    if (start !== undefined && (startedAt === undefined || start < startedAt)) startedAt = start;
    if (end !== undefined && (endedAt === undefined || end > endedAt)) endedAt = end;
  }
  if (registry) records.add(registry.record);
  const files = [...new Set([...records, ...copied])];
  const { status, reason } = registry && registry.status !== 'unknown' ? { status: registry.status } : runEnd(steps);
  return {
    title: given || title || spare || titlesOf(refs) || name,
    status,
    ...(reason !== undefined && { reason }),
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    agents: [...agents],
    files: files.map(({ uri }) => uri),
    ...(registry && { registry: registry.record.uri }),
    steps: refs.length,
    ...problemsIn(refs, files),
    changedAt: Math.max(0, ...files.map(({ changedAt }) => changedAt)),
    ...(isOfServices && { isOfServices }),
    ...(conversation !== undefined && { conversation }),
    ...unknownIn(refs, files),
  };
}

/** Returns whether a span has only a name, so that its service stands in for an agent. */
function isOfService({ entry: { kind, model, agent, service, effects } }: StepRef): boolean {
  return kind === 'otlp/span' && model === undefined && (agent === undefined || agent === service) && !effects;
}

/** Returns the title of the first step; if that is a call with a single word as its name, the titles of the first few calls. */
function titlesOf(refs: readonly StepRef[]): string | undefined {
  const isCall = ({ entry: { side, pair } }: StepRef) => side === 'ask' && pair !== undefined;
  // Messages of the program itself make no title.
  const first = refs.find(({ entry }) => !/:(?:compaction|program)$/.test(entry.kind)) ?? refs[0];
  if (!first || !isCall(first)) return first?.entry.title;
  const titles = [...new Set(refs.filter(isCall).map(({ entry }) => entry.title))];
  return someOf(titles, title => title, 3);
}

/** The records of unknown types in a run's logs; those of a log with several runs are the first run's. */
function unknownIn(refs: readonly StepRef[], files: readonly FileRecord[]): Pick<RunSummary, 'unknown'> {
  const counts = new Map<string, number>();
  for (const record of files) {
    if (!record.unknown || !hasFirstEntry(refs, record)) continue;
    for (const [type, count] of Object.entries(record.unknown)) counts.set(type, (counts.get(type) ?? 0) + count);
  }
  return counts.size === 0 ? {} : { unknown: Object.fromEntries(counts) };
}

function hasFirstEntry(refs: readonly StepRef[], record: FileRecord): boolean {
  const first = sureEntries(record).find(({ isIgnored }) => !isIgnored);
  return first === undefined || refs.some(ref => entryRefsOf(ref).some(({ entry }) => entry === first));
}

function problemsIn(refs: readonly StepRef[], files: readonly FileRecord[]): Pick<RunSummary, 'problems' | 'rules'> {
  const rules = new Set<string>();
  let problems: ProblemCounts = NO_PROBLEMS;
  const add = (check: PartCheck | undefined) => {
    if (!check) return;
    problems = addProblemCounts(problems, check.problems);
    for (const rule of check.rules) rules.add(rule);
  };
  for (const { entry, record, answer, pieces = [] } of refs) {
    add(entryCheck(entry, record));
    if (answer) add(entryCheck(answer.entry, answer.record));
    for (const piece of pieces) add(entryCheck(piece.entry, piece.record));
  }
  // In a file with several runs, the first run gets the problems that belong to no step.
  for (const record of files) {
    const { stray, inRuns, entries } = record;
    if ((!stray && !inRuns) || !hasFirstEntry(refs, record)) continue;
    add(stray);
    if (!inRuns) continue;
    // Problems of an entry that is no step are among the stray problems.
    for (const entry of entries) if (entry.isIgnored) add(entryCheck(entry, { inRuns }));
  }
  return { problems, rules: [...rules].sort() };
}

/** Returns the status of a run according to its steps, and the reason if it failed or waits. */
function runEnd(steps: OrderedSteps): Pick<RunSummary, 'status' | 'reason'> {
  const { status, ref } = endIn(steps);
  const reason = ref && reasonOf(status, ref, steps);
  return { status, ...(reason !== undefined && { reason }) };
}

/** The status of a run, with the step that determines it. */
interface End {
  status: RunStatus;
  ref?: StepRef;
}

/**
 * Returns the status given by the last step to end, among those that give one; a step that still waits for its answer keeps the run
 * running. If no step gives a status, returns the outcome of the last top-level step; an answer without a request counts only if there is
 * no other step.
 */
function endIn({ refs, parents }: OrderedSteps): End {
  let last: StepRef | undefined;
  let unasked: StepRef | undefined;
  for (let i = refs.length - 1; i >= 0; i--) {
    const ref = refs[i] as StepRef;
    if (ref.entry.side === 'answer') unasked ??= ref;
    else if (parents[i] === -1) {
      last ??= ref;
      if (last === ref && ref.entry.side === 'ask' && !ref.answer) return { status: 'running', ref };
    }
    if (statusSaid(ref) !== undefined) {
      const ended = lastEnded(refs, ref);
      return { status: statusSaid(ended) as RunStatus, ref: ended };
    }
  }
  last ??= unasked;
  return last ? { status: BY_OUTCOME[stepOutcome(last)], ref: last } : { status: 'unknown' };
}

const BY_OUTCOME = { ok: 'succeeded', failed: 'failed', pending: 'running', unknown: 'unknown' } as const;

function statusSaid({ entry, answer }: StepRef): RunStatus | undefined {
  return answer?.entry.status ?? entry.status;
}

/** Returns the step that ended last, which need not be the last step. */
function lastEnded(refs: readonly StepRef[], last: StepRef): StepRef {
  let found = last;
  let end = goesOn(last) ? undefined : stepEnd(last);
  if (end === undefined) return last;
  for (const ref of refs) {
    if (ref === last) break;
    if (statusSaid(ref) === undefined || orderIn(ref) !== orderIn(last)) continue;
    // A root span without an end is still running, even if other roots have ended.
    if (ref.entry.isUnique && goesOn(ref) && statusSaid(last) !== 'failed') return ref;
    const ended = stepEnd(ref);
    if (ended === undefined || ended <= end) continue;
    found = ref;
    end = ended;
  }
  return found;
}

// A span without an end is still running.
function goesOn({ entry: { key, outcome, status } }: StepRef): boolean {
  return key !== undefined && outcome === 'pending' && status === 'running';
}

function orderIn({ entry, answer }: StepRef): number | undefined {
  return entry.order ?? answer?.entry.order;
}

/** Returns the reason given by the step that ended the run, or by the last failed step within it. */
function reasonOf(status: RunStatus, ref: StepRef, steps: OrderedSteps): string | undefined {
  if (status !== 'failed' && status !== 'blocked') return undefined;
  const inner = status === 'failed' && stepFailure(ref) === undefined ? failedWithin(steps, ref) : undefined;
  if (!inner) return stepFailure(ref) ?? stepTitle(ref);
  const failure = stepFailure(inner);
  return failure === undefined ? stepTitle(inner) : `${stepTitle(inner)}: ${failure}`;
}

/** Returns the last failed step within a step. Nested steps follow their parent. */
function failedWithin({ refs, parents }: OrderedSteps, outer: StepRef): StepRef | undefined {
  const place = refs.indexOf(outer);
  for (let step = refs.length - 1; step > place; step--) {
    const ref = refs[step] as StepRef;
    if (stepOutcome(ref) !== 'failed') continue;
    let above = parents[step] ?? -1;
    while (above > place) above = parents[above] ?? -1;
    if (above === place) return ref;
  }
  return undefined;
}
