import type { RunSummary } from '../../model/run';
import { durationText } from '../../shared/durationText';
import type { RunBrief } from '../../shared/replay';
import { familyTitle } from '../runs/familyTitle';
import { dayOf, timeOfDay } from '../runs/localTime';
import { lastStepText, shownStatus } from '../runs/shownStatus';
import { plain } from '../runs/words';
import type { RunSources } from './context/replayContext';

/**
 * A run's one-line summary.
 *
 * @param now in milliseconds since 1970
 */
export function runBrief(summary: RunSummary, { fileOf }: Pick<RunSources, 'fileOf'>, now: number): RunBrief {
  const { key, id, title, reason, steps, agents, problems, startedAt, endedAt, files } = summary;
  const started = startedAt === undefined ? '' : [dayOf(startedAt), timeOfDay(startedAt).slice(0, -3)].join(' ').trim();
  const took = startedAt === undefined || endedAt === undefined ? 0n : endedAt - startedAt;
  const lastStep = lastStepText(summary, now);
  return {
    key,
    id: plain(id),
    title: plain(title) || plain(id) || 'run',
    family: familyTitle(summary),
    status: shownStatus(summary, now),
    ...(lastStep !== undefined && { lastStep }),
    ...(reason !== undefined && { reason: plain(reason, 400) }),
    steps,
    agents: agents.length,
    problems: { ...problems },
    ...(started !== '' && { started }),
    ...(took > 0n && { took: durationText(took) }),
    files: files.slice(0, MOST_FILES).map(uri => plain(fileOf(uri), 200)),
  };
}

const MOST_FILES = 20;
