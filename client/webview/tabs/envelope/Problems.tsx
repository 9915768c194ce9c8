import type { StepProblem, StepView } from '../../../../server/src/shared/protocol';
import { useReplayModel } from '../../model/replayModel';
import { Icon } from '../../ui/Icon';
import { pathText } from './pathText';
import { SeverityIcon } from './SeverityIcon';
import './Problems.css';

/** The problems in a step's envelopes, each with a link to its location. */
export function Problems({ view }: { view: StepView }) {
  if (view.problems.length === 0) return null;
  return (
    <ul class="problems" aria-label="Problems" data-testid="problems">
      {view.problems.map((problem, number) => (
        <ProblemLine key={number} view={view} problem={problem} />
      ))}
      {view.moreProblems !== undefined && view.moreProblems > 0 && (
        <li class="quiet">and {view.moreProblems.toLocaleString('en')} more</li>
      )}
    </ul>
  );
}

function ProblemLine({ view, problem }: { view: StepView; problem: StepProblem }) {
  const { host, envelopeView } = useReplayModel();
  const { severity, message, rule, source, path } = problem;
  const place = view.sources.length > 1 ? `${view.sources[source]?.name ?? ''} ${pathText(path)}` : pathText(path);
  return (
    <li class={`problem ${severity}`}>
      <SeverityIcon severity={severity} />
      <span class="problem-text">
        <bdi>{message}</bdi> <span class="quiet mono rule">{rule}</span>
      </span>
      <span class="problem-actions">
        {host.is === 'editor' ? (
          <button
            type="button"
            class="link-button mono"
            title="Open in Editor"
            onClick={() => host.send({ type: 'openSource', step: view.step, source, path: [...path] })}
          >
            <bdi>{place}</bdi>
          </button>
        ) : (
          <bdi class="mono quiet">{place}</bdi>
        )}
        <button
          type="button"
          class="plain-button"
          title="Show below"
          aria-label={`Show below: ${place}`}
          onClick={() => {
            envelopeView.reveal.value = { step: view.step, source, path, message };
          }}
        >
          <Icon name="eye" />
        </button>
      </span>
    </li>
  );
}
