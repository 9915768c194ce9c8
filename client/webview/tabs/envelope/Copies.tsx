import type { StepView } from '../../../../server/src/shared/protocol';
import { PlaceLink } from './PlaceLink';

/** The copies of a step's envelopes. */
export function Copies({ view: { step, sources, copies, moreCopies = 0 } }: { view: StepView }) {
  if (copies.length === 0) return null;
  return (
    <p class="fact-line quiet" data-testid="copies">
      <span>Also in</span>
      {copies.map((place, number) => (
        <span key={number} class="fact">
          <PlaceLink step={step} source={sources.length + number} place={place} />
        </span>
      ))}
      {moreCopies > 0 && <span class="fact">and {moreCopies} more</span>}
    </p>
  );
}
