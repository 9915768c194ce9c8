import type { ChangeRow } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { ChangeMark } from '../common/ChangeMark';
import { NameText } from '../common/NameText';
import { ToneIcon } from '../common/ToneIcon';
import { ArtifactTexts } from './ArtifactTexts';
import './ChangesTab.css';
import '../common/stateRow.css';

/** Changes named by a path or an id. */
const CODED: readonly ChangeRow['does'][] = ['write', 'document', 'gap', 'question', 'call', 'result'];

interface ChangeLineProps {
  row: ChangeRow;
  step: number;
  /** There are few others, so it may show more. */
  isAlone: boolean;
}

/** A change by a step: the value before and after. */
export function ChangeLine({ row, step, isAlone }: ChangeLineProps) {
  const { host } = useReplayModel();
  const { does, change, name, before, after, text, tone, artifact } = row;
  const isOther = before !== undefined && before !== after;
  return (
    <li class={`change-row ${change === 'said' ? '' : change}`}>
      <div class="state-row">
        <ChangeMark change={change} />
        <ToneIcon tone={tone} />
        <span class="state-words">
          <NameText text={name} class={CODED.includes(does) ? 'state-name mono' : 'state-name'} />
          {isOther && (
            <>
              <NameText text={before} class="status before" />
              <span aria-hidden="true">→</span>
              <span class="read-aloud"> becomes </span>
            </>
          )}
          {after !== '' && <NameText text={after} class={`status ${tone}`} />}
          {text !== undefined && text !== '' && <NameText text={text} class="state-text" />}
        </span>
        {artifact && host.is === 'editor' && <Diffs artifact={artifact} step={step} />}
      </div>
      {artifact && host.is === 'file' && <ArtifactTexts artifact={artifact} step={step} isOpenAtFirst={isAlone} />}
    </li>
  );
}

function Diffs({ artifact, step }: { artifact: NonNullable<ChangeRow['artifact']>; step: number }) {
  const { host } = useReplayModel();
  const { path, hasContent, earlier } = artifact;
  const open = (against: 'previous' | 'disk') => host.send({ type: 'openDiff', step, path, against });
  if (!hasContent) return <span class="state-links quiet">no content</span>;
  return (
    <span class="state-links">
      {earlier !== undefined && (
        <button type="button" class="link-button" title={`Of step ${earlier + 1}`} onClick={() => open('previous')}>
          Diff with previous
        </button>
      )}
      <button type="button" class="link-button" onClick={() => open('disk')}>
        Diff with disk
      </button>
    </span>
  );
}
