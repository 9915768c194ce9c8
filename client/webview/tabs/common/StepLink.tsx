import { useReplayModel } from '../../model/replayModel';
import './StepLink.css';

/** A link to a step. */
export function StepLink({ step }: { step: number }) {
  const replay = useReplayModel();
  return (
    <button type="button" class="link-button step-link" onClick={() => replay.goTo(step)}>
      step {step + 1}
    </button>
  );
}
