import type { RunSummary } from '../../../model/run';
import { durationText } from '../../../shared/durationText';
import type { TreeNode } from '../../../shared/protocol';
import { formatInstant } from '../../../text/time/instant';
import { familyTitle } from '../familyTitle';
import { statusIcon } from '../icons';
import { dayAndTime, dayOf } from '../localTime';
import { problemsText, withProblems } from '../problems';
import { isLive, shownStatus, statusText } from '../shownStatus';
import { agoText, counted, described, fact, listed, plain, tooltip } from '../words';
import { nodeId } from './nodeId';
import { runTitle, shortId } from './runTitle';

/**
 * The tree node of a run.
 *
 * @param now in milliseconds since 1970
 * @param mark what distinguishes it from other runs with the same title, if there are any
 * @param isCounted whether the number of its steps is known: a store may list a run without it
 */
export function runNode(summary: RunSummary, now: number, mark: string | undefined, isCounted = true): TreeNode {
  const { key, id, steps, agents, startedAt, endedAt } = summary;
  const hasSteps = steps > 0 || !isCounted;
  const title = runTitle(summary);
  const isNamed = title === plain(id) || (mark !== undefined && namesRun(mark, summary));
  const live = isLive(summary, now);
  const status = shownStatus(summary, now);
  const duration =
    startedAt !== undefined && endedAt !== undefined && endedAt > startedAt ? durationText(endedAt - startedAt) : '';
  return {
    id: nodeId({ is: 'run', run: key }),
    is: 'run',
    label: title,
    ...described(
      mark,
      reasonText(summary, title),
      !isNamed && shortId(summary),
      startedAt !== undefined && dayAndTime(startedAt, now),
      isCounted && (steps > 0 ? counted(steps, 'step') : 'state only'),
      duration,
      agents.length > 1 ? `${agents.length} agents` : plain(agents[0] ?? '', 40),
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

// Whether the mark is the run's id or a piece of it.
function namesRun(mark: string, summary: RunSummary): boolean {
  const id = plain(summary.id);
  return mark === shortId(summary) || mark.includes(id) || (mark.startsWith('…') && id.endsWith(mark.slice(1)));
}

// Why it failed, or what it waits for, unless the title says the same.
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
    fact('Run', id),
    fact('Protocol', familyTitle(summary)),
    fact('Status', statusText(summary, now)),
    fact('Reason', reasonText(summary, title)),
    fact('Started', started),
    fact('Took', duration),
    fact('Steps', isCounted ? steps : undefined),
    fact('Agents', listed(agents)),
    fact('Files', files.length),
    fact('Problems', problemsText(problems)),
    fact('Rules', listed(rules, 5)),
  );
}

function startText(at: bigint, now: number): string {
  // A time out of range has no meaningful distance from now.
  return dayOf(at) === '' ? formatInstant(at) : `${formatInstant(at)} (${agoText(Number(at) / 1e6, now)})`;
}
