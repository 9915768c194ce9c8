import type { StateRow, StateSectionId } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { ChangeMark } from '../common/ChangeMark';
import { NameText } from '../common/NameText';
import { StepLink } from '../common/StepLink';
import { ToneIcon } from '../common/ToneIcon';
import '../common/stateRow.css';

/** Sections whose rows are named by a path or an id. */
const CODED: readonly StateSectionId[] = ['artifacts', 'documents', 'gaps', 'questions'];

/** A row of the state: name, status, agent and step. */
export function StateLine({ row, section }: { row: StateRow; section: StateSectionId }) {
  const { name, text, status, tone, agent, step, times, change } = row;
  return (
    <li class={`state-row ${change ?? ''}`}>
      <ChangeMark change={change} />
      <ToneIcon tone={tone} />
      <span class="state-words">
        <NameText text={name} class={CODED.includes(section) ? 'state-name mono' : 'state-name'} />
        {text !== undefined && text !== '' && <NameText text={text} class="state-text" />}
        {status !== undefined && status !== '' && <NameText text={status} class={`status ${tone}`} />}
        {agent !== undefined && <NameText text={agent} class="quiet" />}
        {times !== undefined && times > 1 && (
          <span class="quiet" title={`Written ${times} times`}>
            ×{times}
          </span>
        )}
      </span>
      <span class="state-links">
        {section === 'artifacts' && <DiffLink row={row} />}
        {change === undefined && <StepLink step={step} />}
      </span>
    </li>
  );
}

// A file written by this step is compared with its previous version, any other with the disk.
function DiffLink({ row: { name, step, change, times } }: { row: StateRow }) {
  const { host } = useReplayModel();
  if (host.is === 'file') return null;
  const hasBefore = change === 'changed' || (change !== undefined && (times ?? 1) > 1);
  const against = hasBefore ? 'previous' : 'disk';
  const title = hasBefore ? 'Diff with the version before' : 'Diff with the file on disk';
  return (
    <button
      type="button"
      class="link-button"
      title={title}
      aria-label={`${title}: ${name.slice(0, 200)}`}
      onClick={() => host.send({ type: 'openDiff', step, path: name, against })}
    >
      diff
    </button>
  );
}
