import type { NowRow, ReplayState } from '../../../../server/src/shared/protocol';
import { ChangeMark } from '../common/ChangeMark';
import { NameText } from '../common/NameText';
import { StepLink } from '../common/StepLink';
import { ConfidenceTrail } from './ConfidenceTrail';
import '../common/stateRow.css';
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
