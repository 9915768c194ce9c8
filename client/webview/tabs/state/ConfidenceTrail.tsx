import type { ReplayState } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { ChangeMark } from '../common/ChangeMark';
import '../common/stateRow.css';
import './ConfidenceTrail.css';

/** As many as fit on a line. */
const SHOWN = 12;
/** Below the first the protocol asks for a review; below the second, to stop. */
const UNSURE = 0.7;
const LOST = 0.5;

/** The confidences step by step, each with a link to its step. */
export function ConfidenceTrail({ confidences }: Pick<ReplayState, 'confidences'>) {
  const replay = useReplayModel();
  const shown = confidences.slice(-SHOWN);
  const last = shown.at(-1);
  const isNew = last?.step === replay.step.value;
  return (
    <li class={`state-row ${isNew ? 'changed' : ''}`} data-testid="confidence-trail">
      <ChangeMark change={isNew ? 'changed' : undefined} />
      <span class="quiet now-name">Confidence</span>
      <span class="now-value trail mono">
        {shown.length < confidences.length && <span class="quiet">… </span>}
        {shown.map(one => (
          <button
            key={one.step}
            type="button"
            class={`link-button ${band(one.confidence)} ${one === last ? 'last' : ''}`}
            title={`step ${one.step + 1}`}
            aria-label={`${one.confidence.toFixed(2)} at step ${one.step + 1}${one.confidence < UNSURE ? ', low' : ''}`}
            onClick={() => replay.goTo(one.step)}
          >
            {one.confidence.toFixed(2)}
          </button>
        ))}
      </span>
    </li>
  );
}

function band(confidence: number): string {
  if (confidence < LOST) return 'lost';
  return confidence < UNSURE ? 'unsure' : '';
}
