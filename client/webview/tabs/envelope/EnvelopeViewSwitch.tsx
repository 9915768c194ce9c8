import { useReplayModel } from '../../model/replayModel';
import './EnvelopeViewSwitch.css';

const WAYS = [
  { as: 'tree', title: 'Tree' },
  { as: 'text', title: 'Text' },
] as const;

/** Switches between tree and text. */
export function EnvelopeViewSwitch() {
  const { envelopeView } = useReplayModel();
  return (
    <div class="switch" role="group" aria-label="View as">
      {WAYS.map(({ as, title }) => (
        <button
          key={as}
          type="button"
          class="plain-button"
          aria-pressed={envelopeView.as.value === as}
          data-testid={`envelope-as-${as}`}
          onClick={() => {
            envelopeView.as.value = as;
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
