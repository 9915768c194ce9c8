import type { RunBrief } from '../../../server/src/shared/protocol';
import type { IconName } from './Icon';

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
  return lastStep ?? (status === 'unknown' ? 'outcome unknown' : status);
}
