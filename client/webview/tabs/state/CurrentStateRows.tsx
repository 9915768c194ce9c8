import type { NowRow, ReplayState } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { ChangeMark } from '../ChangeMark';
import { NameText, StepLink } from '../TabPage';
import '../stateRow.css';
import './ConfidenceTrail.css';
import './CurrentStateRows.css';

/** The single values of the state at a step: the active agent, the last handoff, and so on. */
export function CurrentStateRows({ state }: { state: ReplayState }) {
  if (state.now.length === 0 && state.confidences.length === 0) return null;
  return (
    <section class="now" aria-labelledby="state-now" data-testid="state-now">
      <h2 id="state-now">Now</h2>
      <ul class="now-rows">
        {state.now.map(row => (
          <Row key={row.name} row={row} />
        ))}
        {state.confidences.length > 0 && <ConfidenceTrail confidences={state.confidences} />}
      </ul>
    </section>
  );
}

function Row({ row: { name, value, before, step, changed } }: { row: NowRow }) {
  const isOther = changed && before !== undefined && before !== '' && before !== value;
  return (
    <li class={`state-row ${changed ? 'changed' : ''}`}>
      <ChangeMark change={changed ? 'changed' : undefined} />
      <span class="quiet now-name">{name}</span>
      <span class="now-value">
        {isOther && (
          <>
            <NameText text={before} class="before" />
            <span aria-hidden="true"> → </span>
            <span class="read-aloud"> becomes </span>
          </>
        )}
        <NameText text={value} class="after" />
      </span>
      {step !== undefined && !changed && <StepLink step={step} />}
    </li>
  );
}

/** As many as fit on a line. */
const SHOWN = 12;
/** Below the first the protocol asks for a review; below the second, to stop. */
const UNSURE = 0.7;
const LOST = 0.5;

/** The confidences step by step, each with a link to its step. */
function ConfidenceTrail({ confidences }: Pick<ReplayState, 'confidences'>) {
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
