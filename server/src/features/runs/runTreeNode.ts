import type { RunSummary } from '../../model/run';
import type { RunIndex } from '../../runs/index/runIndex';
import { groupBy } from '../../shared/arrays';
import { t } from '../../shared/l10n';
import type { TreeNode } from '../../shared/lspExtensions';
import { durationText } from '../../shared/times';
import { memoizeLastByObject } from '../../text/memoize';
import { formatInstant } from '../../text/parseTime';
import { problemsText, withProblems } from './problemCounts';
import { isLive, shownStatus, statusIcon, statusText } from './treeIcons';
import { treeNodeId } from './treeNodeId';
import {
  agoText,
  dayAndTime,
  dayOf,
  described,
  fact,
  familyTitle,
  listed,
  pathInFolder,
  plain,
  stepsText,
  tooltip,
  unknownText,
} from './treeNodeTexts';

/**
 * Returns the node of a workflow run in the tree of runs.
 *
 * @param now in milliseconds since 1970
 * @param mark a text that distinguishes the run from other runs with the same title, if there are any
 * @param isCounted whether the number of steps is known: a store may list a run without it
 */
export function runTreeNode(summary: RunSummary, now: number, mark: string | undefined, isCounted = true): TreeNode {
  const { key, id, steps, agents, startedAt, endedAt } = summary;
  const hasSteps = steps > 0 || !isCounted;
  const title = runTitle(summary);
  const isNamed = title === plain(id) || (mark !== undefined && namesRun(mark, summary));
  const live = isLive(summary, now);
  const status = shownStatus(summary, now);
  const duration =
    startedAt !== undefined && endedAt !== undefined && endedAt > startedAt ? durationText(endedAt - startedAt) : '';
  return {
    id: treeNodeId({ is: 'run', run: key }),
    is: 'run',
    label: title,
    ...described(
      mark,
      reasonText(summary, title),
      !isNamed && shortId(summary),
      startedAt !== undefined && dayAndTime(startedAt, now),
      isCounted && (steps > 0 ? stepsText(steps) : t`state only`),
      duration,
      agents.length > 1 ? t`${agents.length} agents` : plain(agents[0] ?? '', 40),
    ),
    tooltip: tooltipOf(summary, { title, duration, now, isCounted }),
    icon: statusIcon(status, live),
    opens: hasSteps ? 'closed' : 'no',
    outcome: status,
    ...withProblems(summary.problems),
    run: key,
    copies: id,
    ...(live && { live: true }),
    leads: hasSteps || summary.registry !== undefined,
  };
}

// Returns whether the mark is the run's id or a piece of it.
function namesRun(mark: string, summary: RunSummary): boolean {
  const id = plain(summary.id);
  return mark === shortId(summary) || mark.includes(id) || (mark.startsWith('…') && id.endsWith(mark.slice(1)));
}

// Returns why the run failed or what it waits for, unless the title says the same.
function reasonText({ reason }: RunSummary, title: string): string | undefined {
  const text = plain(reason ?? '');
  return text === '' || text === title ? undefined : text;
}

function tooltipOf(
  summary: RunSummary,
  { title, duration, now, isCounted }: { title: string; duration: string; now: number; isCounted: boolean },
): string {
  const { id, startedAt, steps, agents, files, problems, rules } = summary;
  const started = startedAt === undefined ? undefined : startText(startedAt, now);
  return tooltip(
    title,
    fact(t`Run`, id),
    fact(t`Conversation`, summary.conversation),
    fact(t`Protocol`, familyTitle(summary)),
    fact(t`Status`, statusText(summary, now)),
    fact(t`Reason`, reasonText(summary, title)),
    fact(t`Started`, started),
    fact(t`Took`, duration),
    fact(t`Steps`, isCounted ? steps : undefined),
    fact(t`Agents`, listed(agents)),
    fact(t`Files`, files.length),
    fact(t`Not read`, unknownText(summary)),
    fact(t`Problems`, problemsText(problems)),
    fact(t`Rules`, listed(rules, 5)),
  );
}

function startText(at: bigint, now: number): string {
  // A time out of range has no meaningful distance from now.
  return dayOf(at) === '' ? formatInstant(at) : `${formatInstant(at)} (${agoText(Number(at) / 1e6, now)})`;
}

/** Returns a run's label in the tree: its title, otherwise its id. */
export function runTitle({ title, id }: Pick<RunSummary, 'title' | 'id'>): string {
  return plain(title) || plain(id) || t`run`;
}

/** Returns a run's id; of a generated id only the beginning, which identifies the run well enough. */
export function shortId({ id }: Pick<RunSummary, 'id'>): string {
  return /^[\da-f-]{24,}$/i.test(id) ? `${id.slice(0, 8)}…` : plain(id);
}

/** Returns a text that distinguishes a run from others with the same title: id, file or protocol; undefined for a unique title. */
export function runDistinction(index: RunIndex, run: RunSummary): string | undefined {
  return marksAt(index, index.revision()).get(run.key);
}

// Cached, since each visible run needs it.
const marksAt = memoizeLastByObject((index: RunIndex, _revision: number): ReadonlyMap<string, string> => {
  const marks = new Map<string, string>();
  for (const duplicates of groupBy(index.runs(), runTitle).values()) {
    if (duplicates.length > 1) mark(duplicates, MARKS, marks);
  }
  return marks;
});

/** Candidate marks, the shortest first. Runs with the same id differ in their file or protocol. */
const MARKS: readonly ((run: RunSummary) => string)[] = [
  shortId,
  // Ids that are generated one after the other differ at their ends.
  ({ id }) => (id.length > LONGEST_ID ? `…${plain(id).slice(1 - LONGEST_ID)}` : ''),
  ({ id }) => plain(id),
  ({ folder, files: [file] }) => (file === undefined ? '' : shortPath(plain(pathInFolder(folder, file), 1000))),
  run => plain(familyTitle(run)),
];

// Gives each run its first mark that no duplicate shares.
function mark(
  duplicates: readonly RunSummary[],
  [markOf, ...rest]: readonly ((run: RunSummary) => string)[],
  marks: Map<string, string>,
): void {
  if (!markOf) return;
  for (const same of groupBy(duplicates, markOf).values()) {
    const [only] = same;
    if (same.length > 1 || !only) mark(same, rest, marks);
    else if (!['', runTitle(only)].includes(markOf(only))) marks.set(only.key, markOf(only));
  }
}

// Paths differ more often at their ends than at their beginnings.
function shortPath(path: string): string {
  return path.length > LONGEST_PATH ? `…${path.slice(1 - LONGEST_PATH)}` : path;
}

const LONGEST_PATH = 60;
const LONGEST_ID = 13;
