import { useReplayModel } from '../../model/replayModel';
import { useAnswer } from '../../model/useAnswer';
import { SeverityIcon } from './SeverityIcon';
import { worstProblem } from './worstProblem';
import './ProblemBanner.css';

/** Characters; the envelope's tab shows all. */
const LONGEST = 400;

/** The worst problem of the step. */
export function ProblemBanner() {
  const replay = useReplayModel();
  const { value: view } = useAnswer(replay.answers, 'step', { step: replay.step.value });
  const worst = view && worstProblem(view.problems);
  if (!worst) return null;
  const others = view.problems.length + (view.moreProblems ?? 0) - 1;
  const { severity, message, rule, source, path } = worst;
  return (
    <div class={`banner ${severity}`} role="note" data-testid="problem-banner">
      <SeverityIcon severity={severity} />
      <p>
        <bdi>{message.length > LONGEST ? `${message.slice(0, LONGEST)}…` : message}</bdi>{' '}
        <button
          type="button"
          class="link-button"
          onClick={() => {
            replay.envelopeView.reveal.value = { step: view.step, source, path, message };
            replay.showTab('envelope');
          }}
        >
          Show in the envelope
        </button>{' '}
        <span class="quiet mono rule">{rule}</span>
        {others > 0 && <span class="quiet"> and {others.toLocaleString('en')} more</span>}
      </p>
    </div>
  );
}
