import type { ProblemCounts, RunStatus, RunSummary } from '../../model/run';
import { type FileRecord, NO_PROBLEMS, type PartCheck, sureEntries } from '../reading/fileRecord';
import type { OrderedSteps } from './orderedSteps';
import { runEnd } from './runEnd';
import { addProblemCounts, entryCheck, entryRefsOf, type StepRef, stepEnd, stepStart } from './stepRef';

/** The facts about a run besides its name. */
export type RunFacts = Omit<RunSummary, 'key' | 'id' | 'family' | 'folder'>;

/**
 * @param given the name that its protocol gives the run
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
  for (const ref of refs) {
    const { entry, record, answer } = ref;
    const agent = entry.agent ?? answer?.entry.agent;
    if (agent !== undefined) agents.add(agent);
    isOfServices &&= isOfService(ref);
    records.add(record);
    if (answer) records.add(answer.record);
    for (const copy of ref.copies ?? []) copied.add(copy.record);
    title ||= entry.about || answer?.entry.about;
    // Its name was told before, by a step that this run only repeats.
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
  };
}

/** A span that tells no more than its name: its service stands in for an agent. */
function isOfService({ entry: { kind, model, agent, service, effects } }: StepRef): boolean {
  return kind === 'otlp/span' && model === undefined && (agent === undefined || agent === service) && !effects;
}

/** The title of the first step; where that is a call named by a word, the titles of a few calls. */
function titlesOf(refs: readonly StepRef[]): string | undefined {
  const isCall = ({ entry: { side, pair } }: StepRef) => side === 'ask' && pair !== undefined;
  // What the program says for itself names no run.
  const first = refs.find(({ entry }) => !/:(?:compaction|program)$/.test(entry.kind)) ?? refs[0];
  if (!first || !isCall(first)) return first?.entry.title;
  const titles = [...new Set(refs.filter(isCall).map(({ entry }) => entry.title))];
  const few = titles.slice(0, FEW).join(', ');
  return titles.length > FEW ? `${few} and ${titles.length - FEW} more` : few;
}

const FEW = 3;

function problemsIn(refs: readonly StepRef[], files: readonly FileRecord[]): Pick<RunSummary, 'problems' | 'rules'> {
  const rules = new Set<string>();
  let problems: ProblemCounts = NO_PROBLEMS;
  const add = (check: PartCheck | undefined) => {
    if (!check) return;
    problems = addProblemCounts(problems, check.problems);
    for (const rule of check.rules) rules.add(rule);
  };
  for (const { entry, record, answer } of refs) {
    add(entryCheck(entry, record));
    if (answer) add(entryCheck(answer.entry, answer.record));
  }
  // In a file with several runs, the first run gets what belongs to none.
  for (const record of files) {
    if (!record.stray) continue;
    const [first] = sureEntries(record);
    if (!first || refs.some(ref => entryRefsOf(ref).some(({ entry }) => entry === first))) add(record.stray);
  }
  return { problems, rules: [...rules].sort() };
}
