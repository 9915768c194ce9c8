import type { RunBrief } from '../../../server/src/protocol';
import { Icon, type IconName } from '../ui/Icon';

const STATUSES: Record<RunBrief['status'], { name: IconName; tone: string }> = {
  running: { name: 'sync', tone: 'quiet' },
  succeeded: { name: 'pass', tone: 'good' },
  failed: { name: 'error', tone: 'bad' },
  blocked: { name: 'lock', tone: 'warn' },
  cancelled: { name: 'circle-slash', tone: 'quiet' },
  unknown: { name: 'question', tone: 'quiet' },
};

/** What came of a run. */
export function RunStatusIcon({ status }: { status: RunBrief['status'] }) {
  const { name, tone } = STATUSES[status];
  return (
    <span class="run-status" title={status}>
      <Icon name={name} tone={tone} />
      <span class="read-aloud">{status}</span>
    </span>
  );
}
