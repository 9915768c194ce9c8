import { useReplayModel } from '../../model/replayModel';
import { Icon } from '../../ui/Icon';
import { RUN_STATUS_LOOKS } from '../../ui/runStatusLooks';
import './RunStatusReason.css';

/** Why a run failed, or what it waits for, with a link to the failed step. */
export function RunStatusReason() {
  const replay = useReplayModel();
  const { reason, status } = replay.overview.value?.run ?? {};
  if (reason === undefined || status === undefined) return null;
  const { name, tone } = RUN_STATUS_LOOKS[status];
  return (
    <p class="run-reason" data-testid="run-reason">
      <Icon name={name} tone={tone} />
      <bdi title={reason}>{reason}</bdi>
      {status === 'failed' && (
        <button type="button" class="link-button" title="Next Failed Step (e)" onClick={() => replay.goToNext('error')}>
          Next failed step
        </button>
      )}
    </p>
  );
}
