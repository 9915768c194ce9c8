import type { RunBrief } from '../../../server/src/shared/protocol';
import { Icon } from '../ui/Icon';
import { RUN_STATUS_LOOKS } from '../ui/runStatusLooks';
import './RunStatusIcon.css';

/** The icon of a run's status. */
export function RunStatusIcon({ status }: { status: RunBrief['status'] }) {
  const { name, tone } = RUN_STATUS_LOOKS[status];
  return (
    <span class="run-status" title={status}>
      <Icon name={name} tone={tone} />
      <span class="read-aloud">{status}</span>
    </span>
  );
}
