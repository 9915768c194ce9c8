import { t } from '../../../server/src/shared/l10n';
import type { ReplayOverview, RunBrief } from '../../../server/src/shared/lspExtensions';
import { statusWord } from '../../../server/src/shared/statusWord';
import type { IconName } from './Icon';
import { agentCount, stepCount } from './numberTexts';

/** A fact about a workflow run, such as its duration, shown in the header of the replay page. */
interface RunFact {
  id: string;
  text: string;
  /** The fact with the highest rank is hidden first. */
  rank: number;
}

/** Returns the facts that the header of the replay page shows about a workflow run; duration and usage come first. */
export function runFacts({ run, tokens, cachedTokens }: ReplayOverview): RunFact[] {
  const facts: (Omit<RunFact, 'text'> & { text: string | undefined })[] = [
    { id: 'took', rank: 2, text: run.took },
    { id: 'steps', rank: 5, text: stepCount(run.steps) },
    { id: 'tokens', rank: 3, text: tokens === undefined ? undefined : t`${tokens} tokens` },
    { id: 'cached', rank: 6, text: cachedTokens === undefined ? undefined : t`${cachedTokens} of them cached` },
    { id: 'agents', rank: 8, text: run.agents > 0 ? agentCount(run.agents) : undefined },
    { id: 'started', rank: 9, text: run.started },
    { id: 'family', rank: 10, text: run.family },
  ];
  return facts.flatMap(({ id, rank, text }) => (text === undefined ? [] : [{ id, rank, text }]));
}

/** Shortens an id to its beginning; keeps short ones and those made of words. */
export function shortId(id: string): string {
  return id.length > LONGEST ? `${id.slice(0, SHOWN)}…` : id;
}

const LONGEST = 16;
const SHOWN = 8;

/** The icons of run statuses. */
export const RUN_STATUS_LOOKS: Record<RunBrief['status'], { name: IconName; tone: string }> = {
  running: { name: 'sync', tone: 'quiet' },
  unfinished: { name: 'sync-ignored', tone: 'quiet' },
  succeeded: { name: 'pass', tone: 'good' },
  failed: { name: 'error', tone: 'bad' },
  blocked: { name: 'lock', tone: 'warn' },
  cancelled: { name: 'circle-slash', tone: 'quiet' },
  unknown: { name: 'question', tone: 'quiet' },
};

export function runStatusText({ status, lastStep }: Pick<RunBrief, 'status' | 'lastStep'>): string {
  return lastStep ?? (status === 'unknown' ? t`outcome unknown` : statusWord(status));
}
